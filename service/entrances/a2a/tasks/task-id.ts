import type { ListedTask } from "../../../tasks/task-list.ts";

/** What a task's id says: the request, when it was answered, and in which conversation. */
type Named = Omit<ListedTask, "id"> & Readonly<{ digest: string }>;

/**
 * The id says all that a task is beside its verdict, which the memory of answers holds. So every replica can answer for
 * every task, and nothing more is kept than is anyway. One made up finds only what its maker was answered before.
 */
export function toTaskId({ digest, atMs, contextId }: Named): string {
  return [
    Buffer.from(digest, "hex").toString("base64url"),
    atMs.toString(36),
    Buffer.from(contextId).toString("base64url"),
  ].join(".");
}

export function readTaskId(id: string): Named | undefined {
  const [, digest, at, context] = /^([\w-]{43})\.([0-9a-z]{1,9})\.([\w-]{1,1000})$/.exec(id) ?? [];
  if (digest === undefined || at === undefined || context === undefined) return undefined;
  return {
    digest: Buffer.from(digest, "base64url").toString("hex"),
    atMs: parseInt(at, 36),
    contextId: Buffer.from(context, "base64url").toString(),
  };
}

/** Of a task that waits to be paid, which is drawn at random. */
export function isUnpaidId(id: unknown): id is string {
  return typeof id === "string" && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
}
