import { systemClock } from "../../platform/clock.ts";
import { openThreads } from "../../platform/threads/threads.ts";
import type { Trial } from "./trying-thread.ts";

/** Prints how a thread stands while its work is long, and how the one stands that does the next. */
const file = new URL("./trying-thread.ts", import.meta.url);
const settings = { threads: 1, limitMs: 60_000, clock: systemClock };
await using threads = await openThreads<Trial, string>(file, settings);
for (const when of ["now", "lowered", "now"] as const)
  process.stdout.write(`${await threads.run({ do: "priority", when }, new AbortController().signal)}\n`);
