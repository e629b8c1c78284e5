import { charactersOf } from "./characters.ts";
import { isText, raises, type Concrete, type Outcome } from "./value.ts";

/** Where an index leads in a sequence, counted from its beginning; undefined when it leads out of it. */
export function placeOf(index: bigint, length: number): number | undefined {
  const at = index < 0n ? index + BigInt(length) : index;
  return at >= 0n && at < length ? Number(at) : undefined;
}

/** `whole[index]`. */
export function itemOf(whole: Concrete, index: bigint): Outcome {
  if (!isText(whole) && !("items" in whole)) return raises("TypeError");
  const all = isText(whole) ? charactersOf(whole.value) : whole.items;
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
  const { length } = list;
  const stride = Number(step);
  const place = (end: bigint | null, otherwise: number): number => {
    if (end === null) return otherwise;
    const at = Number(end);
    const from = at < 0 ? at + length : at;
    return stride > 0 ? Math.min(Math.max(from, 0), length) : Math.min(Math.max(from, -1), length - 1);
  };
  const start = place(lower, stride > 0 ? 0 : length - 1);
  const stop = place(upper, stride > 0 ? length : -1);
  const chosen: Item[] = [];
  for (let at = start; stride > 0 ? at < stop : at > stop; at += stride) chosen.push(list[at]!);
  return chosen;
}

/** How many numbers `range(start, stop, step)` has; the step is not zero. */
export function rangeLength(start: bigint, stop: bigint, step: bigint): bigint {
  const size = step > 0n ? (stop - start + step - 1n) / step : (start - stop - step - 1n) / -step;
  return size > 0n ? size : 0n;
}

/** The first numbers of `range(start, stop, step)`. */
export function countOut(start: bigint, stop: bigint, step: bigint, most: number): bigint[] {
  const size = rangeLength(start, stop, step);
  const length = size > most ? most : Number(size);
  return Array.from({ length }, (_, at) => start + step * BigInt(at));
}
