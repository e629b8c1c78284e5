import type { Clock } from "../../platform/clock.ts";

/** Tasks that are to be paid by themselves, from when the price was told until a while after. Of this process only. */
export type UnpaidTasks<Task> = Readonly<{
  /** Remembers a task, or its new state, for requests from `caller`. */
  put(task: Task, caller: string): void;
  find(id: string): Task | undefined;
}>;

type Kept<Task> = Readonly<{ task: Task; caller: string; bytes: number; untilMs: number }>;
type Share = Readonly<{ tasks: number; bytes: number }>;

const lifeMs = 10 * 60_000;
const maxTasks = 5_000;
const maxBytes = 32 * 1024 * 1024;

/**
 * Anybody who asks for a price costs us memory, so there is little of it. Where it is full, the oldest task of the caller
 * who has most of it makes room: who floods it pushes out tasks of their own.
 */
export function createUnpaidTasks<Task extends Readonly<{ id: string }>>(clock: Clock): UnpaidTasks<Task> {
  // By age: a task that is put again moves to the end.
  const shelf = new Map<string, Kept<Task>>();
  const shares = new Map<string, Share>();
  let heldBytes = 0;

  function count({ caller, bytes }: Kept<Task>, sign: 1 | -1): void {
    const share = shares.get(caller) ?? { tasks: 0, bytes: 0 };
    heldBytes += sign * bytes;
    if (share.tasks + sign === 0) shares.delete(caller);
    else shares.set(caller, { tasks: share.tasks + sign, bytes: share.bytes + sign * bytes });
  }

  function remove(id: string): void {
    const kept = shelf.get(id);
    if (!kept) return;
    shelf.delete(id);
    count(kept, -1);
  }

  function removeOldestOf(caller: string): void {
    for (const [id, kept] of shelf) if (kept.caller === caller) return remove(id);
  }

  function makeRoom(): void {
    const now = clock.now();
    for (const [id, { untilMs }] of shelf) {
      if (untilMs > now) break;
      remove(id);
    }
    while (heldBytes > maxBytes) removeOldestOf(greediest(shares, "bytes"));
    while (shelf.size > maxTasks) removeOldestOf(greediest(shares, "tasks"));
  }

  return {
    put: (task, caller) => {
      remove(task.id);
      const bytes = Buffer.byteLength(JSON.stringify(task));
      const kept = { task, caller, bytes, untilMs: clock.now() + lifeMs };
      shelf.set(task.id, kept);
      count(kept, 1);
      makeRoom();
    },
    find: (id) => {
      makeRoom();
      return shelf.get(id)?.task;
    },
  };
}

function greediest(shares: ReadonlyMap<string, Share>, by: keyof Share): string {
  let found = { caller: "", held: 0 };
  for (const [caller, share] of shares) if (share[by] > found.held) found = { caller, held: share[by] };
  return found.caller;
}
