/** Something that a caller may ask for again later. The store does not read its body. */
export type KeptTask = Readonly<{
  id: string;
  /** Whose it is: tasks of one owner make room for each other. */
  owner: string;
  /** A finished task is replaced by a finished one only. */
  isFinished: boolean;
  expiresAtMs: number;
  body: string;
}>;

/** How many tasks one owner has at most, and how many bytes all on the shelf count for. */
export type TaskRoom = Readonly<{ maxOfOwner: number; maxBytes: number }>;

/** Tasks stand on shelves that know nothing of each other. */
export type Tasks = Readonly<{
  /**
   * Puts a task, or its new state, in the place of the newest of its owner's. Where the owner has too many, its oldest
   * makes room; where the shelf is full, the oldest of the owner who has most of it. `finished` when it was, and stays so.
   */
  putTask(
    shelf: string,
    task: KeptTask,
    bounds: TaskRoom & Readonly<{ nowMs: number }>,
  ): Promise<"put" | "finished">;
  /** An expired task is not found. */
  findTask(shelf: string, id: string, nowMs: number): Promise<KeptTask | undefined>;
  /** An owner's tasks, newest first. */
  listTasks(shelf: string, owner: string, nowMs: number): Promise<readonly KeptTask[]>;
}>;

/** What a task counts for beside its body, so that many small ones fill a shelf too. */
const bytesOfNames = 500;

/** Every store counts alike. */
export function bytesOfTask({ body }: Pick<KeptTask, "body">): number {
  return Buffer.byteLength(body) + bytesOfNames;
}
