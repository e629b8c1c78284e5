import type { Clock } from "../../platform/clock.ts";
import type { Store } from "../../parts/store/store.ts";

/** A task that was answered, without what it was about. */
export type ListedTask = Readonly<{ id: string; contextId: string; atMs: number }>;

/** Lists the recent tasks of each caller; not their results. */
export type TaskList = Readonly<{
  note(account: string, task: ListedTask): Promise<void>;
  /** Newest first. */
  of(account: string): Promise<readonly ListedTask[]>;
}>;

const shelf = "answered";
/** As long as answers are remembered. */
const lifeMs = 10 * 60_000;
const room = { maxOfOwner: 1000, maxBytes: 64 * 1024 * 1024 };

export function createTaskList(store: Pick<Store, "putTask" | "listTasks">, clock: Clock): TaskList {
  return {
    note: async (account, task) => {
      const kept = {
        // Equal calls of two accounts may have one id.
        id: `${account} ${task.id}`,
        owner: account,
        isFinished: true,
        expiresAtMs: task.atMs + lifeMs,
        body: JSON.stringify(task),
      };
      await store.putTask(shelf, kept, { ...room, nowMs: clock.now() });
    },
    of: async (account) =>
      (await store.listTasks(shelf, account, clock.now())).map(({ body }) => JSON.parse(body) as ListedTask),
  };
}
