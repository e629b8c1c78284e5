import type { Clock } from "../platform/clock.ts";
import { openThreads, type Threads } from "../platform/threads/threads.ts";

/** Hides the credentials in a text. Answers undefined where that cannot be done surely. */
export type Masking = Threads<string, string | undefined>;

const worker = new URL("./tasks/mask-worker.ts", import.meta.url);
const limitMs = 5000;

/** Works in a thread of its own: nobody waits for it. */
export async function openMasking(clock: Clock): Promise<Masking> {
  return openThreads<string, string | undefined>(worker, { threads: 1, limitMs, clock });
}
