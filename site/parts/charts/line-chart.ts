import { ticksUpTo, valueAxis } from "./axis.ts";
import { draw, length } from "./svg.ts";

type Point = Readonly<{ at: number; value: number }>;
type Chart = Readonly<{
  width: number;
  /** What the picture shows, in words with its numbers. */
  summary: string;
  points: readonly Point[];
}>;

const height = 200;
const edge = { left: 48, right: 52, top: 12, bottom: 30 };
const maxTimes = 4;

/** A value that stays until it changes, in order of time. The last one is marked and written out. */
export function lineChart({ width, summary, points }: Chart): SVGElement {
  const [left, right, bottom] = [edge.left, width - edge.right, height - edge.bottom];
  const [from, to] = [points[0]!.at, points.at(-1)!.at];
  const ticks = ticksUpTo(Math.max(...points.map(({ value }) => value)));
  const top = ticks.at(-1)!;
  const x = (at: number): number =>
    to === from ? right : left + ((at - from) / (to - from)) * (right - left);
  const y = (value: number): number => bottom - (value / top) * (bottom - edge.top);
  const last = points.at(-1)!;
  return draw(
    "svg",
    { class: "chart", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": summary },
    ...valueAxis(ticks, { left, right, bottom, y }),
    ...timesBetween(from, to).flatMap(({ at, name }) => [
      draw("line", { class: "axis", x1: x(at), x2: x(at), y1: bottom, y2: bottom + 5 }),
      draw("text", { x: x(at), y: bottom + 22, "text-anchor": "middle" }, name),
    ]),
    draw("path", { class: "curve", d: stepsThrough(points, { left, x, y }) }),
    draw("circle", { class: "dot", cx: x(last.at), cy: y(last.value), r: 5 }),
    draw(
      "text",
      { class: "strong", x: x(last.at) + 10, y: y(last.value) + 4 },
      last.value.toLocaleString("en"),
    ),
  );
}

type Scales = Readonly<{ left: number; x: (at: number) => number; y: (value: number) => number }>;

/** A single point becomes a line as wide as the plot: a value that did not change. */
function stepsThrough(points: readonly Point[], { left, x, y }: Scales): string {
  const [first] = points;
  return points.reduce(
    (path, { at, value }) => `${path}H${length(x(at))}V${length(y(value))}`,
    `M${length(left)} ${length(y(first!.value))}`,
  );
}

const dayMs = 86_400_000;

/** Up to four moments from first to last, as days or as times of day; names that would be equal are left out. */
function timesBetween(from: number, to: number): readonly Readonly<{ at: number; name: string }>[] {
  const span = to - from;
  const nameOf = (at: number): string => {
    const date = new Date(at);
    if (span >= 2 * dayMs)
      return date.toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
    return date.toISOString().slice(11, span < 600_000 ? 19 : 16);
  };
  const moments = Array.from({ length: span > 0 ? maxTimes : 1 }, (_, step) => {
    const at = span > 0 ? from + (span * step) / (maxTimes - 1) : to;
    return { at, name: nameOf(at) };
  });
  return moments.filter(({ name }, index) => name !== moments[index - 1]?.name);
}
