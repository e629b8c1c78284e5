import type { Clock } from "./clock.ts";

/** Tasks that are to be paid by themselves, from when the price was told until a while after. Of this process only. */
export type UnpaidTasks<Task> = Readonly<{
  /** Remembers a task, or what has become of it. */
  put(task: Task): void;
  find(id: string): Task | undefined;
}>;

const lifeMs = 10 * 60_000;
const mostTasks = 200;
const mostBytes = 32 * 1024 * 1024;

/** Whoever asks for a price costs us memory, so there is little of it, and the oldest make room. */
export function createUnpaidTasks<Task extends Readonly<{ id: string }>>(clock: Clock): UnpaidTasks<Task> {
  // By age: a task that is put again moves to the end.
  const shelf = new Map<string, Readonly<{ task: Task; bytes: number; untilMs: number }>>();
  let heldBytes = 0;

  function remove(id: string): void {
    heldBytes -= shelf.get(id)?.bytes ?? 0;
    shelf.delete(id);
  }

  function makeRoom(): void {
    const now = clock.now();
    for (const [id, { untilMs }] of shelf) {
      if (untilMs > now && shelf.size <= mostTasks && heldBytes <= mostBytes) return;
      remove(id);
    }
  }

  return {
    put: (task) => {
      remove(task.id);
      const bytes = Buffer.byteLength(JSON.stringify(task));
      shelf.set(task.id, { task, bytes, untilMs: clock.now() + lifeMs });
      heldBytes += bytes;
      makeRoom();
    },
    find: (id) => {
      makeRoom();
      return shelf.get(id)?.task;
    },
  };
}
