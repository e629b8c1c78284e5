import { sliceBounds, sliceIndexes } from "../../kernel/sequences.ts";
import { TypeError, ValueError } from "./errors.ts";
import { hasMethod } from "./kinds.ts";

/** A bound of a slice that is written, as a number. */
export function sliceBound(bound: unknown): number | undefined {
  if (bound === undefined || bound === null) return undefined;
  if (typeof bound === "bigint" || typeof bound === "boolean") return Number(bound);
  if (hasMethod(bound, "__index__")) return Number(bound.__index__());
  throw new TypeError("slice indices must be integers or None or have an __index__ method");
}

/** Where `[start:stop]` begins and ends in a sequence of this length. */
export function boundsOf(length: number, start: unknown, stop: unknown): [number, number] {
  return sliceBounds(length, sliceBound(start), sliceBound(stop));
}

/** The indexes `[start:stop:step]` takes from a sequence of this length. */
export function indexesOf(length: number, start: unknown, stop: unknown, step: unknown): number[] {
  const by = sliceBound(step);
  if (by === 0) throw new ValueError("slice step cannot be zero");
  return sliceIndexes(length, sliceBound(start), sliceBound(stop), by);
}

export function isPlainStep(step: unknown): boolean {
  return step === undefined || step === null || step === 1n;
}
