import { rangeLength, sliceIndexes } from "../kernel/sequences.ts";
import { isText, raises, type Concrete, type Outcome } from "./value.ts";

/** Where an index leads in a sequence, counted from its beginning; undefined when it leads out of it. */
export function placeOf(index: bigint, length: number): number | undefined {
  const at = index < 0n ? index + BigInt(length) : index;
  return at >= 0n && at < length ? Number(at) : undefined;
}

/** `whole[index]`. */
export function itemOf(whole: Concrete, index: bigint): Outcome {
  if (!isText(whole) && !("items" in whole)) return raises("TypeError");
  const all = isText(whole) ? Array.from(whole.value) : whole.items;
  const item = all[placeOf(index, all.length) ?? -1];
  if (item === undefined) return raises("IndexError");
  if (typeof item !== "string") return item;
  return whole.kind === "bytes"
    ? { kind: "int", value: BigInt(item.charCodeAt(0)) }
    : { kind: "str", value: item };
}

/** The items that `list[lower:upper:step]` chooses; a step of zero, which raises, is the caller's affair. */
export function choose<Item>(
  list: readonly Item[],
  lower: bigint | null,
  upper: bigint | null,
  step: bigint,
): Item[] {
  const [start, stop] = [lower, upper].map((end) => (end === null ? undefined : Number(end)));
  return sliceIndexes(list.length, start, stop, Number(step)).map((at) => list[at]!);
}

/** The first numbers of `range(start, stop, step)`. */
export function countOut(start: bigint, stop: bigint, step: bigint, maxCount: number): bigint[] {
  const size = rangeLength(start, stop, step);
  const length = size > maxCount ? maxCount : Number(size);
  return Array.from({ length }, (_, at) => start + step * BigInt(at));
}
