import type { Homonym, Measure, Size } from "./measure-tree.ts";
import type { WrongImport } from "./floors.ts";

type Row = Readonly<{ label: string; of: (measure: Measure) => string | number }>;

const isPublic = ({ exportedBy }: Homonym): boolean => exportedBy.length > 1;
const sized = ({ files, lines }: Size): string => `${lines} in ${files} files`;
const groups = (cycles: readonly (readonly string[])[]): string =>
  cycles.length === 0 ? "0" : `${cycles.length} (${cycles.flat().length} files)`;
const wrong = (label: string, kind: WrongImport["kind"]): Row => ({
  label,
  of: ({ wrongImports }) => wrongImports.filter((one) => one.kind === kind).length,
});

const numbers: readonly Row[] = [
  { label: "lines of a file: median", of: ({ medianLines }) => medianLines },
  { label: "  95 of 100 have at most", of: ({ p95Lines }) => p95Lines },
  { label: "  the longest", of: ({ maxLines }) => maxLines.lines },
  { label: "cycles of imports, by value", of: ({ cyclesByValue }) => groups(cyclesByValue) },
  { label: "cycles of imports, by type", of: ({ cyclesByType }) => groups(cyclesByType) },
  wrong("imports from a floor above", "up"),
  wrong("imports from a room beside", "beside"),
  wrong("imports past a program's face", "past the face"),
  wrong("imports from outside the program", "outside"),
  {
    label: "files on no floor of the map",
    of: ({ wrongImports }) => wrongImports.filter(({ path, target }) => path === target).length,
  },
  { label: "any, as a type", of: ({ anys }) => anys },
  { label: "names that several types have", of: ({ homonyms }) => homonyms.length },
  { label: "  of several exported types", of: ({ homonyms }) => homonyms.filter(isPublic).length },
  { label: "engine's modules that no test imports", of: ({ untested }) => untested.length },
];

/** A column for each tree, and below it what the numbers count, of the last one. */
export function toReport(trees: Readonly<Record<string, Measure>>): string {
  const measures = Object.values(trees);
  const folders = [...new Set(measures.flatMap((measure) => Object.keys(measure.folders)))].toSorted();
  const rows: Row[] = [
    { label: "lines of source", of: ({ source }) => sized(source) },
    ...folders.map((name) => ({
      label: `  ${name}`,
      of: (measure: Measure) => sized(measure.folders[name] ?? { files: 0, lines: 0 }),
    })),
    { label: "lines of tests", of: ({ tests }) => sized(tests) },
    { label: "lines that a script wrote", of: ({ generated }) => sized(generated) },
    ...numbers,
  ];
  const table = [
    ["", ...Object.keys(trees)],
    ...rows.map(({ label, of }) => [label, ...measures.map((measure) => String(of(measure)))]),
  ];
  return `${aligned(table)}\n\n${measures.map(details).at(-1) ?? ""}`;
}

function aligned(table: readonly (readonly string[])[]): string {
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  return table
    .map((row) =>
      row
        .map((cell, n) => (n === 0 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!)))
        .join("   ")
        .trimEnd(),
    )
    .join("\n");
}

function details({ maxLines, cyclesByType, wrongImports, homonyms, untested }: Measure): string {
  const rooms = Map.groupBy(untested, (path) => path.split("/").slice(0, -1).join("/"));
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ["The longest file", [`${maxLines.lines}  ${maxLines.path}`]],
    ["Cycles", cyclesByType.map((group) => group.join(", "))],
    ["Against the map", wrongImports.map(({ words }) => words)],
    [
      "Exported types of one name",
      homonyms.filter(isPublic).map(({ name, exportedBy }) => listed(name, exportedBy)),
    ],
    [
      "Other types of one name",
      homonyms
        .filter((one) => !isPublic(one))
        .map(({ name, exportedBy, localTo }) => listed(name, [...exportedBy, ...localTo])),
    ],
    [
      "Engine's modules that no test imports",
      Array.from(rooms, ([room, paths]) => `${paths.length}  ${room}`),
    ],
  ];
  return lists
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title}:\n${lines.map((line) => `  ${line}`).join("\n")}`)
    .join("\n\n");
}

const listed = (name: string, paths: readonly string[]): string =>
  `${paths.length}  ${name}  ${paths.join(", ")}`;
