import { processorMs } from "../processor-time.ts";
import { ofLength, worstTexts, type WorstText } from "./worst-texts.ts";

/** A linear search of the longest text takes some milliseconds, on a busy machine some hundred; a quadratic one minutes. */
const maxMs = 900;
/** How often a text repeats itself at first: an exponential search of more would not end. */
const fewPumps = [10, 16, 22, 32, 60, 150];
/** Long enough to find the worst texts, and only those are tried in full length. */
const trialLength = 2000;
const trialMs = 5;
const worstCount = 6;

export type Slow = Readonly<{ ms: number; length: number; text: WorstText }>;

/** A text of at most this length for which the pattern takes too long, if one of its worst texts does. */
export function findSlowText(source: string, flags: string, maxLength: number): Slow | undefined {
  const pattern = new RegExp(source, flags);
  const tried: { text: WorstText; ms: number }[] = [];
  for (const text of worstTexts(source, flags)) {
    const lengths = [...fewPumps.map((times) => times * text.pump.length), trialLength];
    const runs = lengths
      .filter((length) => length <= maxLength)
      .map((length) => ({ length, limit: trialMs }));
    const { slow, ms } = firstSlow(pattern, text, runs);
    if (slow) return slow;
    tried.push({ text, ms });
  }
  for (const { text } of tried.toSorted((a, b) => b.ms - a.ms).slice(0, worstCount)) {
    const runs = [maxLength / 10, maxLength / 2, maxLength].map((length) => ({
      length,
      limit: Math.max(trialMs, (maxMs * length) / maxLength),
    }));
    const { slow } = firstSlow(pattern, text, runs);
    if (slow) return slow;
  }
  return undefined;
}

type Run = Readonly<{ length: number; limit: number }>;

function firstSlow(pattern: RegExp, text: WorstText, runs: readonly Run[]) {
  let ms = 0;
  for (const { length, limit } of runs) {
    ms = quickestMs(pattern, ofLength(text, length), limit);
    if (ms > limit) return { slow: { ms, length, text }, ms };
  }
  return { slow: undefined, ms };
}

/**
 * By the clock, which tells short times apart. Over the limit it is the quickest of a few runs in processor time, since
 * the machine may have been busy; one is enough where it is clear.
 */
function quickestMs(pattern: RegExp, text: string, limit: number): number {
  const startedAt = performance.now();
  searchAll(pattern, text);
  let best = performance.now() - startedAt;
  for (let run = 0, last = 0; run < 3 && best > limit && last < 4 * limit; run += 1) {
    last = processorMs(() => searchAll(pattern, text));
    best = Math.min(best, last);
  }
  return best;
}

function searchAll(pattern: RegExp, text: string): void {
  if (pattern.sticky) searchOn(pattern, text);
  else if (pattern.global) text.replaceAll(pattern, "");
  else pattern.test(text);
}

/** A sticky pattern is run again after its match, and not at all without one. */
function searchOn(pattern: RegExp, text: string): void {
  for (let at = 0; at < text.length; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    if (!pattern.test(text) || pattern.lastIndex === at) return;
  }
}
