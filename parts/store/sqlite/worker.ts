import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from "node:worker_threads";
import { createBatches } from "./batch.ts";
import type { Ask, StoreMessage } from "./protocol.ts";

/** Keeps one transaction short enough for the other processes that wait for the lock. */
const maxBatchLength = 256;

const port = parentPort;
if (!port) throw new Error("sqlite-worker.ts runs as a thread of sqlite.ts.");
const batches = createBatches(workerData as string);

port.on("message", (first: StoreMessage) => {
  const asks: Ask[] = [];
  let message: StoreMessage | undefined = first;
  while (message && message !== "close") {
    asks.push(message);
    message = asks.length < maxBatchLength ? nextMessage(port) : undefined;
  }
  if (asks.length > 0) port.postMessage(batches.run(asks));
  if (message === "close") {
    batches.close();
    port.close();
  }
});

/** What has arrived while the last batch was being written, without waiting for more. */
function nextMessage(from: MessagePort): StoreMessage | undefined {
  return receiveMessageOnPort(from)?.message as StoreMessage | undefined;
}
