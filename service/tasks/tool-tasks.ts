import type { Clock } from "../../platform/clock.ts";
import type { Store } from "../../parts/store/store.ts";

/** A call of a tool whose caller comes back for the result. What was sent in is not in it. */
export type ToolTask = Readonly<{
  id: string;
  account: string;
  state: "working" | "completed" | "failed" | "cancelled";
  /** Why it failed, or that it was cancelled. */
  message?: string;
  createdAtMs: number;
  changedAtMs: number;
  lifeMs: number;
  /** The process that works on it, as the store knows it. */
  worker: string;
  /** Its caller has cancelled it at another process than its worker's. */
  isUnwanted: boolean;
}>;

/** Tasks and their results, for every replica. */
export type ToolTasks = Readonly<{
  /** `finished` when it was, and stays so. */
  put(task: ToolTask): Promise<"put" | "finished">;
  /** Only for the account whose task it is. */
  find(account: string, id: string): Promise<ToolTask | undefined>;
  /** Newest first. */
  list(account: string): Promise<readonly ToolTask[]>;
  putResult(task: ToolTask, result: object): Promise<void>;
  findResult(id: string): Promise<object | undefined>;
}>;

/** Results are on a shelf of their own, so that a list reads none of them. */
const shelves = { tasks: "tools", results: "tool results" } as const;
const room = { maxOfOwner: 100, maxBytes: 64 * 1024 * 1024 };

export function createToolTasks(
  store: Pick<Store, "putTask" | "findTask" | "listTasks">,
  clock: Clock,
): ToolTasks {
  const put = async (
    shelf: string,
    { id, account, createdAtMs, lifeMs, state }: ToolTask,
    body: object,
  ): Promise<"put" | "finished"> =>
    store.putTask(
      shelf,
      {
        id,
        owner: account,
        isFinished: state !== "working",
        expiresAtMs: createdAtMs + lifeMs,
        body: JSON.stringify(body),
      },
      { ...room, nowMs: clock.now() },
    );
  return {
    put: async (task) => put(shelves.tasks, task, task),
    find: async (account, id) => {
      const kept = await store.findTask(shelves.tasks, id, clock.now());
      return kept?.owner === account ? (JSON.parse(kept.body) as ToolTask) : undefined;
    },
    list: async (account) =>
      (await store.listTasks(shelves.tasks, account, clock.now())).map(
        ({ body }) => JSON.parse(body) as ToolTask,
      ),
    putResult: async (task, result) => void (await put(shelves.results, task, result)),
    findResult: async (id) => {
      const kept = await store.findTask(shelves.results, id, clock.now());
      return kept && (JSON.parse(kept.body) as object);
    },
  };
}
