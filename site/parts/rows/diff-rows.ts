import { count, make } from "../elements.ts";
import { changedWithin, diffLines, type DiffLine } from "./diff-lines.ts";
import { drawLine, linesOf, type TextMark } from "./draw-line.ts";
import { highlightPython } from "./highlight.ts";

/** How many lines are shown around a change. */
const around = 1;

/** What changed from one program to the other, to be read: the changed characters are marked. */
export function drawDiff(before: string, after: string, label: string): HTMLElement {
  const [old, now] = [prepare(before), prepare(after)];
  const lines = diffLines(textsOf(old), textsOf(now));
  const marks = markChanges(lines, old, now);
  const isShown = lines.map((_, at) => lines.slice(Math.max(0, at - around), at + around + 1).some(isChange));
  const rows = lines.flatMap((line, at) => {
    if (!isShown[at])
      return isShown[at - 1] && isShown.indexOf(true, at) > 0
        ? [make("span", { class: "row gap" }, "⋯\n")]
        : [];
    return [drawRow(line, { old, now, mark: marks.get(line) })];
  });
  return make(
    "pre",
    { class: "code", tabindex: "0", role: "group", "aria-label": label },
    make("code", {}, ...rows),
  );
}

type Side = Readonly<{
  code: string;
  lines: ReturnType<typeof linesOf>;
  spans: ReturnType<typeof highlightPython>;
}>;

function prepare(code: string): Side {
  return { code, lines: linesOf(code), spans: highlightPython(code) };
}

const textsOf = ({ code, lines }: Side): readonly string[] =>
  lines.map(({ from, to }) => code.slice(from, to));
const isChange = ({ before, after }: DiffLine): boolean => before === undefined || after === undefined;

/** A removed line that is followed by an added one was changed: what differs between both is marked. */
function markChanges(lines: readonly DiffLine[], old: Side, now: Side): ReadonlyMap<DiffLine, TextMark> {
  const marks = new Map<DiffLine, TextMark>();
  let removed: DiffLine[] = [];
  for (const line of lines) {
    if (line.after === undefined) removed.push(line);
    else if (line.before !== undefined) removed = [];
    else {
      const partner = removed.shift();
      if (!partner) continue;
      const [from, to] = [old.lines[partner.before!]!, now.lines[line.after]!];
      const change = changedWithin(old.code.slice(from.from, from.to), now.code.slice(to.from, to.to));
      marks.set(partner, { from: from.from + change.from, to: from.from + change.beforeTo, tag: "mark" });
      marks.set(line, { from: to.from + change.from, to: to.from + change.afterTo, tag: "mark" });
    }
  }
  return marks;
}

function drawRow(
  line: DiffLine,
  { old, now, mark }: { old: Side; now: Side; mark: TextMark | undefined },
): HTMLElement {
  const isRemoved = line.after === undefined;
  const side = isRemoved ? old : now;
  const place = side.lines[isRemoved ? line.before! : line.after!]!;
  const look = isRemoved ? "row del" : line.before === undefined ? "row ins" : "row";
  const said = isRemoved ? "removed: " : line.before === undefined ? "added: " : undefined;
  return make(
    "span",
    { class: look, "data-n": isRemoved ? undefined : String(line.after! + 1) },
    said && make("span", { class: "sr" }, said),
    ...drawLine(side.code, place, { spans: side.spans, mark }),
    "\n",
  );
}

/** How much changed, in words. */
export function sizeOfChange(before: string, after: string): string {
  const [olds, news] = [before.split("\n"), after.split("\n")];
  const changes = diffLines(olds, news).filter(isChange);
  const [first, second] = changes;
  if (changes.length === 2 && first?.before !== undefined && second?.after !== undefined) {
    const { from, beforeTo, afterTo } = changedWithin(olds[first.before]!, news[second.after]!);
    if (beforeTo - from <= 1 && afterTo - from <= 1) return `one character on line ${second.after + 1}`;
    return `line ${second.after + 1}`;
  }
  const added = changes.filter(({ before: old }) => old === undefined).length;
  const removed = changes.length - added;
  const changed = Math.min(added, removed);
  const parts = [
    [changed, "changed"],
    [added - changed, "added"],
    [removed - changed, "removed"],
  ] as const;
  return parts
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${count(number, "line")} ${what}`)
    .join(", ");
}
