import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Fault } from "../../faults.ts";
import type { CommandName } from "../store.ts";
import type { StoreMessage, StoreReply } from "./protocol.ts";

/** The thread that owns the file, so that waiting for the disk never holds up the event loop. */
export type StoreThread = Readonly<{
  isAlive(): boolean;
  ask(name: CommandName, args: readonly unknown[], nowMs?: number): Promise<unknown>;
  /** Resolves when everything asked before is answered and the file is closed. */
  close(): Promise<void>;
}>;

export function startThread(file: string): StoreThread {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    workerData: file,
    name: "store",
  });
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;
  let isAlive = true;
  let cause: unknown = new Error("The store's thread has ended.");

  worker.on("message", (replies: readonly StoreReply[]) => {
    for (const reply of replies) {
      const waiting = pending.get(reply.n);
      pending.delete(reply.n);
      if ("value" in reply) waiting?.resolve(reply.value);
      else waiting?.reject(reply.unavailable ? unavailable(reply.error) : reply.error);
    }
  });
  worker.on("error", (error) => {
    cause = error;
  });
  worker.on("exit", () => {
    isAlive = false;
    for (const waiting of pending.values()) waiting.reject(unavailable(cause));
    pending.clear();
  });

  return {
    isAlive: () => isAlive,
    async ask(name, args, nowMs) {
      const n = asked++;
      const waiting = Promise.withResolvers<unknown>();
      worker.postMessage({ n, name, args, nowMs } satisfies StoreMessage);
      pending.set(n, waiting);
      return waiting.promise;
    },
    async close() {
      if (!isAlive) return;
      worker.postMessage("close" satisfies StoreMessage);
      await once(worker, "exit");
    },
  };
}

export function unavailable(cause: unknown): Fault {
  return new Fault("store_unavailable", {}, { cause });
}
