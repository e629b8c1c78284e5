import { systemClock } from "../../platform/clock.ts";
import { openThreads } from "../../platform/threads/threads.ts";
import type { Trial } from "./trying-thread.ts";

/** Prints the priority of a thread while its work is long, and of the one that does the next work. */
const file = new URL("./trying-thread.ts", import.meta.url);
const settings = { threads: 1, limitMs: 60_000, clock: systemClock };
await using threads = await openThreads<Trial, string>(file, settings);
for (const when of ["now", "lowered", "now"] as const)
  process.stdout.write(`${await threads.run({ do: "priority", when }, new AbortController().signal)}\n`);
