import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { UsageError } from "../../usage-error.ts";
import type { KnownFinding, KnownFindings } from "./known-findings.ts";

/** Where the baseline of a project is, or would be; files are named from `folder`. */
export type BaselinePlace = Readonly<{ folder: string; file: string; exists: boolean }>;

/** From the folder of the project. */
export const baselineName = ".assay/baseline.json";

/** The nearest one at or above a project's folder, within its repository. */
export function findBaseline(root: string): BaselinePlace {
  const placeIn = (folder: string): BaselinePlace => {
    const file = join(folder, baselineName);
    return { folder, file, exists: existsSync(file) };
  };
  for (let folder = root; ; folder = dirname(folder)) {
    const place = placeIn(folder);
    if (place.exists) return place;
    if (existsSync(join(folder, ".git")) || dirname(folder) === folder) return placeIn(root);
  }
}

/** As the baseline names a file: from its folder, with forward slashes. */
export function nameFrom(folder: string, path: string): string {
  return relative(folder, path).replaceAll("\\", "/");
}

/** Throws UsageError where it cannot be read: an unreadable list of what is known is not an empty one. */
export function readBaseline({ file }: BaselinePlace): KnownFindings {
  const wrong = (why: string): never => {
    throw new UsageError(
      `${file}: ${why}. Restore or delete it, then run \`assay baseline\`; --no-baseline checks without it.`,
    );
  };
  const { version, files } = parse(file) ?? wrong("the baseline is not a JSON object");
  if (version !== 1) wrong("the baseline is of a version that this assay does not know");
  if (!isObject(files)) return wrong("the baseline has no `files`");
  return new Map(
    Object.entries(files).map(([name, entries]) => {
      const areKnown = Array.isArray(entries) && entries.every(isKnownFinding);
      return [name, areKnown ? entries : wrong(`the baseline's entries of ${name} cannot be read`)];
    }),
  );
}

function parse(file: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isKnownFinding(value: unknown): value is KnownFinding {
  if (!isObject(value)) return false;
  const { rule, hash, count } = value;
  return typeof rule === "string" && typeof hash === "string" && Number.isInteger(count) && Number(count) > 0;
}

/** One entry a line, so that changes are read and merged line by line. Written as a whole, or not at all. */
export function writeBaseline({ file }: BaselinePlace, known: KnownFindings): void {
  const files = Array.from(known, ([name, entries]) => {
    const lines = entries.map(({ rule, hash, count }) => `      ${JSON.stringify({ rule, hash, count })}`);
    return `    ${JSON.stringify(name)}: [\n${lines.join(",\n")}\n    ]`;
  });
  const content = `{\n  "version": 1,\n  "files": {${files.length === 0 ? "" : `\n${files.join(",\n")}\n  `}}\n}\n`;
  const written = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(written, content);
  renameSync(written, resolve(file));
}
