import type { Clock } from "../../platform/clock.ts";

/** A task that was answered, without what it was about. */
export type ListedTask = Readonly<{ id: string; contextId: string; atMs: number }>;

/** Which tasks this process gave to whom recently. What a task found is not kept here. */
export type TaskList = Readonly<{
  note(account: string, task: ListedTask): void;
  /** Newest first. */
  of(account: string): readonly ListedTask[];
}>;

/** As long as answers are remembered. */
const lifeMs = 10 * 60_000;
const maxTasks = 1000;

export function createTaskList(clock: Clock): TaskList {
  // By age: a task that is noted again moves to the end.
  const tasks = new Map<string, ListedTask & { account: string }>();

  function forgetOld(): void {
    const bornAfterMs = clock.now() - lifeMs;
    for (const [name, { atMs }] of tasks) {
      if (atMs > bornAfterMs && tasks.size <= maxTasks) return;
      tasks.delete(name);
    }
  }

  return {
    note: (account, task) => {
      const name = `${account} ${task.id}`;
      tasks.delete(name);
      tasks.set(name, { ...task, account });
      forgetOld();
    },
    of: (account) => {
      forgetOld();
      return [...tasks.values()]
        .filter((task) => task.account === account)
        .map(({ id, contextId, atMs }) => ({ id, contextId, atMs }))
        .toReversed();
    },
  };
}
