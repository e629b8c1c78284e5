/** One line of a comparison; `before` and `after` are line numbers from 0, and one that is missing is not there. */
export type DiffLine = Readonly<{ before?: number; after?: number }>;

/** More than this is compared as one block: the table below grows with the product. */
const maxCells = 4_000_000;

/** The shortest way from one list of lines to the other, by their longest common part. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const [olds, news] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const kept = (count: number, from: number, to: number): DiffLine[] =>
    Array.from({ length: count }, (_, at) => ({ before: from + at, after: to + at }));
  return [
    ...kept(start, 0, 0),
    ...diffMiddle(olds, news).map(({ before: old, after: now }) => ({
      ...(old !== undefined && { before: old + start }),
      ...(now !== undefined && { after: now + start }),
    })),
    ...kept(end, before.length - end, after.length - end),
  ];
}

function commonStart(one: readonly string[], other: readonly string[]): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1;
  return at;
}

function commonEnd(one: readonly string[], other: readonly string[], start: number): number {
  let at = 0;
  while (at < Math.min(one.length, other.length) - start && one.at(-1 - at) === other.at(-1 - at)) at += 1;
  return at;
}

function diffMiddle(olds: readonly string[], news: readonly string[]): readonly DiffLine[] {
  if (olds.length * news.length > maxCells)
    return [...olds.keys().map((before) => ({ before })), ...news.keys().map((after) => ({ after }))];
  const width = news.length + 1;
  const common = new Uint32Array((olds.length + 1) * width);
  for (let old = olds.length - 1; old >= 0; old -= 1)
    for (let now = news.length - 1; now >= 0; now -= 1)
      common[old * width + now] =
        olds[old] === news[now]
          ? common[(old + 1) * width + now + 1]! + 1
          : Math.max(common[(old + 1) * width + now]!, common[old * width + now + 1]!);
  const lines: DiffLine[] = [];
  let [old, now] = [0, 0];
  while (old < olds.length || now < news.length) {
    if (old < olds.length && now < news.length && olds[old] === news[now])
      lines.push({ before: old++, after: now++ });
    else if (
      now === news.length ||
      (old < olds.length && common[(old + 1) * width + now]! >= common[old * width + now + 1]!)
    )
      lines.push({ before: old++ });
    else lines.push({ after: now++ });
  }
  return lines;
}

/** Where two texts differ, between what they begin and end with alike. */
export function changedWithin(
  before: string,
  after: string,
): Readonly<{ from: number; beforeTo: number; afterTo: number }> {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1;
  let end = 0;
  while (
    end < Math.min(before.length, after.length) - from &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end += 1;
  return { from, beforeTo: before.length - end, afterTo: after.length - end };
}
