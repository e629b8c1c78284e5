import { draw } from "./svg.ts";

/** Round numbers from 0 to at least `max`, up to five of them; what is counted has no half. */
export function ticksUpTo(max: number, isCount = false): readonly number[] {
  if (!(max > 0)) return [0, 1];
  if (isCount && max <= 4) return Array.from({ length: max + 1 }, (_, at) => at);
  const raw = max / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each * 4 >= max * 0.999)!;
  const count = Math.ceil(max / step - 0.001);
  // Written and read again: 3 * 0.1 is not 0.3.
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

type Plot = Readonly<{ left: number; right: number; bottom: number; y: (value: number) => number }>;

/** Horizontal lines with their values; the lowest is the axis. */
export function valueAxis(ticks: readonly number[], { left, right, bottom, y }: Plot): readonly SVGElement[] {
  return ticks.flatMap((tick) => [
    draw("line", {
      class: y(tick) === bottom ? "axis" : "grid",
      x1: left,
      x2: right,
      y1: y(tick),
      y2: y(tick),
    }),
    draw("text", { x: left - 8, y: y(tick) + 4, "text-anchor": "end" }, tick.toLocaleString("en")),
  ]);
}
