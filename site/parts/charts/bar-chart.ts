import { ticksUpTo, valueAxis } from "./axis.ts";
import { draw } from "./svg.ts";

/** A group of bars with one name below it. A `main` bar is what the caption speaks of. */
export type Bars = Readonly<{
  name: string;
  bars: readonly Readonly<{ value: number; tone: "main" | "soft" }>[];
}>;

type Chart = Readonly<{
  width: number;
  /** What the picture shows, in words with its numbers. */
  summary: string;
  groups: readonly Bars[];
  /** What the names below the bars are. */
  unit: string;
}>;

const height = 214;
const edge = { left: 40, right: 8, top: 22, bottom: 46 };
const maxBarWidth = 56;

export function barChart({ width, summary, groups, unit }: Chart): SVGElement {
  const [left, right, bottom] = [edge.left, width - edge.right, height - edge.bottom];
  const ticks = ticksUpTo(Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => value)), 0), true);
  const top = ticks.at(-1)!;
  const y = (value: number): number => bottom - (value / top) * (bottom - edge.top);
  const slot = (right - left) / groups.length;
  return draw(
    "svg",
    { class: "chart", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": summary },
    ...valueAxis(ticks, { left, right, bottom, y }),
    ...groups.flatMap((group, at) => drawGroup(group, { middle: left + (at + 0.5) * slot, slot, bottom, y })),
    draw("text", { x: (left + right) / 2, y: height - 8, "text-anchor": "middle" }, unit),
  );
}

type Place = Readonly<{ middle: number; slot: number; bottom: number; y: (value: number) => number }>;

function drawGroup({ name, bars }: Bars, { middle, slot, bottom, y }: Place): readonly SVGElement[] {
  const barWidth = Math.min((slot * 0.8) / bars.length, maxBarWidth);
  const start = middle - (barWidth * bars.length) / 2;
  return [
    ...bars.flatMap(({ value, tone }, at) => [
      draw("rect", {
        class: tone === "main" ? "bar-main" : "bar-soft",
        x: start + at * barWidth,
        y: y(value),
        width: barWidth - (bars.length > 1 ? 1 : 0),
        height: bottom - y(value),
      }),
      draw(
        "text",
        {
          class: tone === "main" || bars.length === 1 ? "strong" : "",
          x: start + (at + 0.5) * barWidth,
          y: y(value) - 5,
          "text-anchor": "middle",
        },
        value.toLocaleString("en"),
      ),
    ]),
    draw("text", { x: middle, y: bottom + 18, "text-anchor": "middle" }, name),
  ];
}
