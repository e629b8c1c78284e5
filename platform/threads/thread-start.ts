import { workerData } from "node:worker_threads";
import { standBack } from "./os-priority.ts";

/** What a thread is told when it starts. */
export type Start = Readonly<{ file: string; isBehind: boolean }>;

/** Loading takes half a second of processor time, in which nobody waits for the thread. */
const { file, isBehind } = workerData as Start;
if (isBehind) standBack();
await import(file);
