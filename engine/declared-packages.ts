import { parse, TomlError } from "smol-toml";
import { readRequirement, type Requirement } from "./requirement.ts";

/** Files of a program that only say which packages it needs. */
export const packageFiles = ["requirements.txt", "pyproject.toml"] as const;
type PackageFile = (typeof packageFiles)[number];

type Given = Readonly<{
  code: string;
  files?: Readonly<Record<string, string>> | undefined;
  options: Readonly<{ packages: readonly string[] }>;
}>;

/** The packages that a job asks for, and what cannot be read of it, with the place in the request. */
export type Declared = Readonly<{
  requirements: readonly Requirement[];
  /** Those of them that the caller names in the options; the others are named by the code or its files. */
  ofCaller: readonly Requirement[];
  problems: readonly Readonly<{ loc: readonly string[]; message: string }>[];
}>;

export function isPackageFile(path: string): path is PackageFile {
  return packageFiles.some((name) => name === path);
}

/** All that a job declares, in one order: its options, the block in its code, its files. */
export function declaredBy({ code, files = {}, options }: Given): Declared {
  const places = [
    ...options.packages.map((text, at) => ({ loc: ["options", "packages", String(at)], said: () => [text] })),
    { loc: ["code"], said: () => inScript(code) },
    ...packageFiles
      .filter((name) => files[name] !== undefined)
      .map((name) => ({ loc: ["files", name], said: () => readers[name](files[name]!) })),
  ];
  const found = places.map(({ loc, said }) => ({ loc, ...readAll(said) }));
  return {
    requirements: once(found.flatMap(({ read }) => read)),
    ofCaller: once(found.filter(({ loc }) => loc[0] === "options").flatMap(({ read }) => read)),
    problems: found.flatMap(({ loc, problems }) => problems.map((message) => ({ loc, message }))),
  };
}

function once(requirements: readonly Requirement[]): readonly Requirement[] {
  const byText = new Map(requirements.map((each) => [each.text, each]));
  return [...byText.values()].toSorted((a, b) => (a.text < b.text ? -1 : 1));
}

/** What is wrong with a file of packages is a sentence of its own. */
class Unreadable extends Error {}

function readAll(said: () => readonly string[]) {
  try {
    const all = said().map((text) => ({ text, read: readRequirement(text) }));
    return {
      read: all.flatMap(({ read }) => (typeof read === "string" ? [] : [read])),
      problems: all.flatMap(({ text, read }) =>
        typeof read === "string" ? [`${read}; this one is ${JSON.stringify(shortened(text))}`] : [],
      ),
    };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { read: [], problems: [error.message] };
  }
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const readers: Readonly<Record<PackageFile, (text: string) => readonly string[]>> = {
  "requirements.txt": inRequirements,
  "pyproject.toml": (text) => dependenciesOf(tableOf(readToml(text)["project"])),
};

/** The lines of a requirements file; options of pip are refused where they are read. */
function inRequirements(text: string): readonly string[] {
  return text
    .replaceAll(/\\\r?\n/g, " ")
    .split(/\r?\n/)
    .map((line) => withoutComment(line).trim())
    .filter((line) => line !== "");
}

function withoutComment(line: string): string {
  const at = line.search(/(?:^|[ \t])#/);
  return at < 0 ? line : line.slice(0, at);
}

const opening = "# /// script";
const closing = "# ///";

/** The block of PEP 723; nothing where there is none, or where it does not end. */
function inScript(code: string): readonly string[] {
  // Asked several times of each call, and few texts have one.
  if (!code.includes(opening)) return [];
  const lines = code.split(/\r?\n/).map((line) => line.trimEnd());
  const start = lines.indexOf(opening);
  if (start < 0) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => !line.startsWith("# ") && line !== "#");
  const block = end < 0 ? rest : rest.slice(0, end);
  const last = block.lastIndexOf(closing);
  if (last < 0) return [];
  if (lines.includes(opening, start + last + 2)) throw new Unreadable("must have one script block only");
  return dependenciesOf(
    readToml(
      block
        .slice(0, last)
        .map((line) => line.slice(2))
        .join("\n"),
    ),
  );
}

function readToml(text: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new Unreadable(`must have TOML that can be read: ${error.message.split("\n")[0]!}`);
  }
}

function tableOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function dependenciesOf(table: Record<string, unknown>): readonly string[] {
  const listed = table["dependencies"] ?? [];
  if (!Array.isArray(listed) || !listed.every((each) => typeof each === "string"))
    throw new Unreadable("must have `dependencies` as a list of texts");
  return listed;
}
