import { TypeError, ValueError } from "./errors.ts";
import { hasMethod } from "./kinds.ts";

/** The indexes `[start:stop:step]` takes from a sequence of this length. */
export function sliceIndexes(length: number, start: unknown, stop: unknown, step: unknown): number[] {
  const by = step === null || step === undefined ? 1 : sliceBound(step);
  if (by === 0) throw new ValueError("slice step cannot be zero");
  const [first, last] = sliceBounds(length, start, stop, by);
  const indexes: number[] = [];
  if (by > 0) for (let at = first; at < last; at += by) indexes.push(at);
  else for (let at = first; at > last; at += by) indexes.push(at);
  return indexes;
}

/** Where a slice begins and where it ends, within the sequence. */
export function sliceBounds(length: number, start: unknown, stop: unknown, step: number): [number, number] {
  const [lowest, highest] = step > 0 ? [0, length] : [-1, length - 1];
  const clip = (bound: unknown, missing: number): number => {
    if (bound === null || bound === undefined) return missing;
    const at = sliceBound(bound);
    return Math.min(highest, Math.max(lowest, at < 0 ? at + length : at));
  };
  return step > 0 ? [clip(start, 0), clip(stop, length)] : [clip(start, length - 1), clip(stop, -1)];
}

export function sliceBound(bound: unknown): number {
  if (typeof bound === "bigint" || typeof bound === "boolean") return Number(bound);
  if (hasMethod(bound, "__index__")) return Number(bound.__index__());
  throw new TypeError("slice indices must be integers or None or have an __index__ method");
}

export function isPlainStep(step: unknown): boolean {
  return step === undefined || step === null || step === 1n;
}
