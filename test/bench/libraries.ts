import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Verdict } from "../../engine/verdict.ts";
import { openTestEngine, type TestEngine } from "../support/engine.ts";
import { modulesIn } from "./standard-library.ts";
import { share, type Table } from "./table.ts";

/** A module as the service sees it: one file without its neighbours. */
type Module = Readonly<{ name: string; text: string }>;
type Rejected = Readonly<{ name: string; errors: readonly string[]; isByTypesAlone: boolean }>;

/** So that no large library decides the result. */
const maxModulesOfALibrary = 50;
/** What the service takes at most, unless it is told otherwise. */
const maxLength = 200_000;

/** How many modules of well-kept libraries are called invalid. Every error is listed in a file beside them. */
export async function measureLibraries(folder: string): Promise<Table> {
  await using engine = await openTestEngine();
  const libraries = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const all: Rejected[] = [];
  const rows: string[][] = [];
  let count = 0;
  for (const { name: library } of libraries.toSorted((a, b) => a.name.localeCompare(b.name))) {
    console.error(`checking ${library} …`);
    const modules = await readModules(folder, library);
    const rejected = await rejectedOf(engine, modules);
    rows.push(rowOf(library, modules.length, rejected));
    all.push(...rejected);
    count += modules.length;
  }
  rows.push(rowOf("all", count, all));
  const list = join(folder, "errors.txt");
  await writeFile(list, all.map(({ name, errors }) => `${name}\n${errors.join("\n")}\n`).join("\n"));
  console.error(`every error: ${list}`);
  return { head: ["library", "modules", "invalid", "by types alone", "by others"], rows };
}

/** Evenly over the library, without its tests. */
async function readModules(folder: string, library: string): Promise<Module[]> {
  const modules: Module[] = [];
  for (const path of await modulesIn(join(folder, library))) {
    const text = await readFile(join(folder, library, path), "utf8");
    if (text.trim() !== "" && text.length <= maxLength) modules.push({ name: `${library}/${path}`, text });
  }
  const step = Math.max(1, modules.length / maxModulesOfALibrary);
  return modules.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

async function rejectedOf(engine: TestEngine, modules: readonly Module[]): Promise<Rejected[]> {
  const rejected: Rejected[] = [];
  for (const { name, text } of modules) {
    const verdict = await engine.verdictOf(text);
    if (verdict.valid) continue;
    const errors = errorsOf(verdict, text.split(/\r\n|\r|\n/));
    rejected.push({ name, errors, isByTypesAlone: errors.every((error) => error.includes(" mypy:")) });
  }
  return rejected;
}

function errorsOf({ diagnostics, security }: Verdict, lines: readonly string[]): string[] {
  const all = [
    ...diagnostics,
    ...security.map(({ tool, id, ...finding }) => ({ ...finding, rule: `${tool}:${id}` })),
  ];
  return all
    .filter(({ severity }) => severity === "error")
    .map(({ rule, line, message }) => {
      const source = line === null ? "" : (lines[line - 1] ?? "").trim();
      return `  ${line ?? "-"} ${rule} ${message}\n      ${source}`;
    });
}

function rowOf(name: string, count: number, rejected: readonly Rejected[]): string[] {
  const counted = (those: readonly Rejected[]): string => `${those.length} (${share(those.length, count)})`;
  const [byTypes, byOthers] = [true, false].map((wanted) =>
    rejected.filter(({ isByTypesAlone }) => isByTypesAlone === wanted),
  );
  return [name, String(count), counted(rejected), counted(byTypes!), counted(byOthers!)];
}
