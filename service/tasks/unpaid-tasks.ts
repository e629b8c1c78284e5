import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import type { Store } from "../../parts/store/store.ts";

/** Tasks that are to be paid by themselves, from when the price was told until a while after. */
export type UnpaidTasks<Task> = Readonly<{
  /** Remembers a task, or its new state, for requests from `caller`. `finished` when it was, and stays so. */
  put(task: Task, caller: string): Promise<"put" | "finished">;
  find(id: string): Promise<Task | undefined>;
}>;

const shelf = "unpaid";
const lifeMs = 10 * 60_000;
/**
 * Anybody who asks for a price costs us room, so there is little of it. Where it is full, the oldest task of the caller
 * who has most of it makes room: who floods it pushes out tasks of their own.
 */
const room = { maxOfOwner: 1000, maxBytes: 32 * 1024 * 1024 };

type Waiting = Readonly<{ id: string; state: string }>;

export function createUnpaidTasks<Task extends Waiting>(
  store: Pick<Store, "putTask" | "findTask">,
  clock: Clock,
): UnpaidTasks<Task> {
  return {
    put: async (task, caller) => {
      const nowMs = clock.now();
      const kept = {
        id: nameOf(task.id),
        owner: caller,
        isFinished: task.state === "completed",
        expiresAtMs: nowMs + lifeMs,
        body: seal(task.id, JSON.stringify(task)),
      };
      return store.putTask(shelf, kept, { ...room, nowMs });
    },
    find: async (id) => {
      const kept = await store.findTask(shelf, nameOf(id), clock.now());
      return kept && (JSON.parse(unseal(id, kept.body)) as Task);
    },
  };
}

/**
 * A task holds the code that waits to be paid for, and the store must not know it: it is encrypted under the task's id,
 * which is random, told to the caller only, and not in the store.
 */
function nameOf(id: string): string {
  return hash("sha256", `unpaid task ${id}`);
}

const [cipher, ivBytes, tagBytes] = ["aes-256-gcm", 12, 16] as const;

function keyOf(id: string): Buffer {
  return Buffer.from(hkdfSync("sha256", id, "", "the body of an unpaid task", 32));
}

function seal(id: string, text: string): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, keyOf(id), iv);
  const sealed = [sealing.update(text, "utf8"), sealing.final()];
  return Buffer.concat([iv, sealing.getAuthTag(), ...sealed]).toString("base64");
}

function unseal(id: string, body: string): string {
  const bytes = Buffer.from(body, "base64");
  const opening = createDecipheriv(cipher, keyOf(id), bytes.subarray(0, ivBytes));
  opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]).toString();
}
