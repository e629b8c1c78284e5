import { readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { goFirst } from "../../platform/threads/go-first.ts";

/** Prints how this process stands once it has asked to go first, how a thread started then does, and its session. */
goFirst();
const threadPriority = await new Promise((resolve) => {
  const source = "require('node:worker_threads').parentPort.postMessage(require('node:os').getPriority())";
  new Worker(source, { eval: true }).once("message", resolve);
});
const session = /nice (-?\d+)/.exec(readFileSync("/proc/self/autogroup", "utf8"))?.[1];
process.stdout.write(JSON.stringify([getPriority(), threadPriority, Number(session)]));
