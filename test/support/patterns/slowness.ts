import { processorMs } from "../processor-time.ts";
import { ofLength, worstTexts, type WorstText } from "./worst-texts.ts";

/** The longest text that is accepted, as `service/config.ts` has it. */
export const longestText = 200_000;
/** A linear search of that text takes a few milliseconds, a quadratic one minutes. */
export const maxMs = 100;

export type Slow = Readonly<{ ms: number; length: number; text: WorstText }>;

/** How often a text first repeats itself: of an exponential search nobody sees the end. */
const fewPumps = [8, 12, 18, 27, 40, 60, 90];
const trialLength = 3000;
const longLengths = [20_000, longestText / 2, longestText];
/** What a linear search of the longest trial takes many times over. */
const trialMs = 5;

/** The text that takes this pattern longer than it may, if one of its worst texts does. */
export function findSlowText(source: string, flags: string): Slow | undefined {
  const pattern = new RegExp(source, flags);
  const tried: { text: WorstText; ms: number }[] = [];
  for (const text of worstTexts(source, flags)) {
    let ms = 0;
    for (const length of [...fewPumps.map((times) => times * text.pump.length), trialLength]) {
      ms = quickestMs(pattern, text, length, trialMs);
      if (ms > trialMs) return { ms, length, text };
    }
    tried.push({ text, ms });
  }
  for (const { text } of tried.toSorted((a, b) => b.ms - a.ms).slice(0, 4))
    for (const length of longLengths) {
      const limit = (maxMs * length) / longestText;
      const ms = quickestMs(pattern, text, length, limit);
      if (ms > limit) return { ms, length, text };
    }
  return undefined;
}

/** The quickest of a few runs, since any of them may have been disturbed; one is enough if it keeps to the limit. */
function quickestMs(pattern: RegExp, text: WorstText, length: number, limitMs: number): number {
  const written = ofLength(text, length);
  let best = Infinity;
  for (let run = 0; run < 3 && best > limitMs; run += 1)
    best = Math.min(best, processorMs(() => searchAll(pattern, written)));
  return best;
}

function searchAll(pattern: RegExp, text: string): void {
  if (pattern.sticky) searchFromEverywhere(pattern, text);
  else if (pattern.global) text.replaceAll(pattern, "");
  else pattern.test(text);
}

/** A sticky pattern looks at one place; its caller goes on from there. */
function searchFromEverywhere(pattern: RegExp, text: string): void {
  for (let at = 0; at < text.length; ) {
    pattern.lastIndex = at;
    at = pattern.test(text) ? Math.max(at + 1, pattern.lastIndex) : at + 1;
  }
}
