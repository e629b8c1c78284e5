import type { Clock } from "../../platform/clock.ts";

/** What the repair of a job may use. It is counted in text that is checked, so that a busy machine ends the same way. */
export type RepairBudget = Readonly<{
  /** Takes the price of one check of so many characters; false where it is not to be made. */
  take(characters: number): boolean;
  /** Whether a check was left out. */
  isCutShort(): boolean;
}>;

type Counted = Readonly<{
  files: number;
  clock: Clock;
  /** What the job has used of the processor so far. */
  usedMs: () => number;
}>;

/** In characters: about ten seconds of an ordinary processor. Several files get more, since all are checked for each change. */
const limits = { oneFile: 2_000_000, eachFurther: 200_000, all: 6_000_000 };
/** What a check costs beside its text. */
const priceOfACheck = 2000;
/** For texts that take long for their length, and for machines that are too slow: so many characters a millisecond at least. */
const guards = { charactersAProcessorMs: 100, charactersAMs: 50 };

export function openRepairBudget({ files, clock, usedMs }: Counted): RepairBudget {
  const all = Math.min(limits.oneFile + limits.eachFurther * (files - 1), limits.all);
  const [startedAt, usedBefore] = [clock.monotonic(), usedMs()];
  let left = all;
  let isCutShort = false;
  return {
    take: (characters) => {
      const isLate =
        usedMs() - usedBefore > all / guards.charactersAProcessorMs ||
        clock.monotonic() - startedAt > all / guards.charactersAMs;
      if (isLate || left <= 0) {
        isCutShort = true;
        return false;
      }
      left -= priceOfACheck + characters;
      return true;
    },
    isCutShort: () => isCutShort,
  };
}
