import { readFileSync } from "node:fs";

/** Pairs of bars: ours and what it is compared with. Every number is read from docs/measurements.md. */
const rows: readonly Readonly<{ label: string; number: RegExp; isOurs: boolean }>[] = [
  {
    label: "Static verdict on 105 lines, over HTTP",
    number: /^\| warm static verdict on [^|]*\| (\d+) ms/m,
    isOurs: true,
  },
  {
    label: "ruff, mypy (warm cache) and bandit as commands",
    number: /^\| native ruff, mypy [^|]*\| (\d+) ms/m,
    isOurs: false,
  },
  {
    label: "A ready sandbox: start and run",
    number: /^\| `docker run --rm` [^|]*\| \d+ ms against (\d+) ms/m,
    isOurs: true,
  },
  { label: "docker run --rm", number: /^\| `docker run --rm` [^|]*\| (\d+) ms/m, isOurs: false },
];

const width = 760;
const rowHeight = 34;
const labelWidth = 330;
const barWidth = width - labelWidth - 80;

/** The chart of README. It follows the reader's light or dark setting. */
export function speedChart(): string {
  const text = readFileSync(new URL("../docs/measurements.md", import.meta.url), "utf8");
  const bars = rows.map((row) => ({ ...row, ms: Number(row.number.exec(text)?.[1]) }));
  if (bars.some(({ ms }) => !(ms > 0))) throw new Error("docs/measurements.md lacks a number of the chart.");
  const maxMs = Math.max(...bars.map(({ ms }) => ms));
  const drawn = bars.map(({ label, isOurs, ms }, at) => {
    const y = 8 + at * rowHeight + (at > 1 ? 12 : 0);
    const length = Math.max(2, Math.round((ms / maxMs) * barWidth));
    return `  <text x="${labelWidth - 10}" y="${y + 17}" text-anchor="end">${label}</text>
  <rect class="${isOurs ? "ours" : "other"}" x="${labelWidth}" y="${y}" width="${length}" height="24" rx="3"/>
  <text x="${labelWidth + length + 8}" y="${y + 17}">${ms} ms</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${rows.length * rowHeight + 20}" role="img" aria-label="Measured speed, in milliseconds">
  <style>
    text { font: 14px system-ui, sans-serif; fill: #1f2328 }
    .ours { fill: #1a7f37 }
    .other { fill: #8c959f }
    @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .ours { fill: #3fb950 } .other { fill: #6e7681 } }
  </style>
${drawn.join("\n")}
</svg>
`;
}
