const svgNames = "http://www.w3.org/2000/svg";
const [width, height] = [600, 120];

/** One line over time. The table beside it says the same in numbers. */
export function lineChart(
  label: string,
  points: readonly Readonly<{ at: number; value: number }>[],
): SVGElement {
  const [from, to] = [Math.min(...points.map(({ at }) => at)), Math.max(...points.map(({ at }) => at))];
  const top = Math.max(1, ...points.map(({ value }) => value));
  const x = (at: number): number => (to === from ? width : ((at - from) / (to - from)) * width);
  const y = (value: number): number => height - (value / top) * (height - 8) - 2;
  const path = points
    .map(({ at, value }, n) => (n === 0 ? `M${x(at)} ${y(value)}` : `H${x(at)}V${y(value)}`))
    .join("");
  const chart = make("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "line-chart",
    role: "img",
    "aria-label": `${label}, up to ${top.toLocaleString("en")}`,
    preserveAspectRatio: "none",
  });
  chart.append(
    make("path", { d: `${path}H${width}V${height}H${x(points[0]?.at ?? 0)}Z`, class: "area" }),
    make("path", { d: `${path}H${width}`, class: "line" }),
  );
  return chart;
}

function make(tag: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(svgNames, tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
