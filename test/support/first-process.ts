import { readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { goFirst } from "../../platform/threads/go-first.ts";

/** Prints the priority of this process after it asked to go first, of a thread started then, and its session. */
goFirst();
const threadPriority = await new Promise((resolve) => {
  const source = "require('node:worker_threads').parentPort.postMessage(require('node:os').getPriority())";
  new Worker(source, { eval: true }).once("message", resolve);
});
const session = /nice (-?\d+)/.exec(readFileSync("/proc/self/autogroup", "utf8"))?.[1];
process.stdout.write(JSON.stringify([getPriority(), threadPriority, Number(session)]));
