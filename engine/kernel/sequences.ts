/** The indexes that `[start:stop:step]` takes from a sequence of this length; the step is not zero. */
export function sliceIndexes(length: number, start?: number, stop?: number, step: number = 1): number[] {
  const [first, last] = sliceBounds(length, start, stop, step);
  const indexes: number[] = [];
  if (step > 0) for (let at = first; at < last; at += step) indexes.push(at);
  else for (let at = first; at > last; at += step) indexes.push(at);
  return indexes;
}

/** Where a slice begins and where it ends, within the sequence. */
export function sliceBounds(
  length: number,
  start?: number,
  stop?: number,
  step: number = 1,
): [number, number] {
  const [lowest, highest] = step > 0 ? [0, length] : [-1, length - 1];
  const clip = (at: number): number => Math.min(highest, Math.max(lowest, at < 0 ? at + length : at));
  const [first, last] = step > 0 ? [lowest, highest] : [highest, lowest];
  return [start === undefined ? first : clip(start), stop === undefined ? last : clip(stop)];
}

/** How many numbers `range(start, stop, step)` has; the step is not zero. */
export function rangeLength(start: bigint, stop: bigint, step: bigint): bigint {
  const size = step > 0n ? (stop - start + step - 1n) / step : (start - stop - step - 1n) / -step;
  return size > 0n ? size : 0n;
}

/** `items * times`; times are not below 0. */
export function repeatItems<Item>(items: readonly Item[], times: number): Item[] {
  return Array.from({ length: items.length * times }, (_, at) => items[at % items.length]!);
}
