/** One line of a comparison: kept, removed or added. */
export type LineEdit = Readonly<{ kind: " " | "-" | "+"; line: string }>;

/** Texts that differ more than this are shown as replaced: the search grows with its square. */
const maxDistance = 2000;

/** The shortest way from one list of lines to another, by Myers' algorithm. */
export function editScript(before: readonly string[], after: readonly string[]): LineEdit[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const maxEnd = Math.min(before.length, after.length) - start;
  while (end < maxEnd && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const keep = (line: string): LineEdit => ({ kind: " ", line });
  return [
    ...before.slice(0, start).map(keep),
    ...compare(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(keep),
  ];
}

function compare(before: readonly string[], after: readonly string[]): LineEdit[] {
  const trace = search(before, after);
  const remove = (line: string): LineEdit => ({ kind: "-", line });
  const add = (line: string): LineEdit => ({ kind: "+", line });
  if (!trace) return [...before.map(remove), ...after.map(add)];
  const edits: LineEdit[] = [];
  let [x, y] = [before.length, after.length];
  for (let distance = trace.length - 1; distance >= 0; distance -= 1) {
    const reached = trace[distance]!;
    const diagonal = x - y;
    const isDown =
      diagonal === -distance ||
      (diagonal !== distance && (reached.get(diagonal - 1) ?? -1) < (reached.get(diagonal + 1) ?? -1));
    const fromX = distance === 0 ? 0 : (reached.get(isDown ? diagonal + 1 : diagonal - 1) ?? 0);
    const fromY = distance === 0 ? 0 : fromX - (isDown ? diagonal + 1 : diagonal - 1);
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      edits.unshift({ kind: " ", line: before[x]! });
    }
    if (distance === 0) break;
    if (isDown) edits.unshift(add(after[(y -= 1)]!));
    else edits.unshift(remove(before[(x -= 1)]!));
  }
  return edits;
}

/** For each distance, how far each diagonal had been reached before it; undefined where the texts differ too much. */
function search(
  before: readonly string[],
  after: readonly string[],
): ReadonlyMap<number, number>[] | undefined {
  const reached = new Map([[1, 0]]);
  const trace: ReadonlyMap<number, number>[] = [];
  for (let distance = 0; distance <= Math.min(before.length + after.length, maxDistance); distance += 1) {
    trace.push(new Map(reached));
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      const [left, right] = [reached.get(diagonal - 1) ?? -1, reached.get(diagonal + 1) ?? -1];
      const isDown = diagonal === -distance || (diagonal !== distance && left < right);
      let x = isDown ? right : left + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      reached.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return trace;
    }
  }
  return undefined;
}
