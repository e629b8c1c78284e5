const paths = {
  tick: "m2.500 8 3.500 3.500L12 3.500",
  cross: "m3 3 8 8M11 3l-8 8",
  pen: "M3 11h8M9 3l2 2-5.500 5.500L3 11l.5-2.500z",
  play: "M4 2.500v9l7-4.500z",
} as const;

const svgNames = "http://www.w3.org/2000/svg";

/** A small drawing beside a word; it says nothing by itself. */
export function icon(name: keyof typeof paths): SVGElement {
  const svg = document.createElementNS(svgNames, "svg");
  svg.setAttribute("class", "ic");
  svg.setAttribute("viewBox", "0 0 14 14");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(svgNames, "path");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  return svg;
}
