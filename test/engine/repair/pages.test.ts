import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { safeFixes } from "../../../engine/repair/lint/safe-fixes.ts";
import { listRepairs } from "../../../engine/repair/list.ts";
import type { Choice } from "../../../engine/repair/propose.ts";
import { repairs } from "../../../engine/repair/repairs.ts";
import { syntaxRepairs } from "../../../engine/repair/syntax/repairs.ts";
import type { FixKind } from "../../../engine/verdict.ts";
import { borrowRepairer, type Repairing } from "../../support/repairer.ts";

const folder = new URL("../../../engine/repair/", import.meta.url);
const headings = ["What it fixes", "Kind", "Example", "When it changes nothing"];
const nothing: Choice = { syntax: [], own: [], lint: () => [] };

const pages = globSync("*/*.md", { cwd: folder }).map((path) => ({
  id: basename(path, ".md"),
  group: dirname(path),
  page: readFileSync(new URL(path, folder), "utf8"),
}));

/** Only the repair whose page it is. */
function choiceOf(group: string, id: string): Choice {
  if (group === "lint") return { ...nothing, lint: safeFixes };
  if (group === "syntax") return { ...nothing, syntax: syntaxRepairs.filter((each) => each.id === id) };
  return { ...nothing, own: repairs.filter((each) => each.id === id) };
}

type Example = Readonly<{ before: string; after: string }>;

/** Each `py` block with the `py repaired` block behind it; without one, the text is to stay as it is. */
function examplesOf(page: string): Example[] {
  const blocks = [...page.matchAll(/^```py( repaired)?\n([^]*?)^```/gm)];
  return blocks.flatMap(([, isRepaired, code], at) => {
    if (isRepaired) return [];
    const next = blocks[at + 1];
    return [{ before: code!, after: next?.[1] ? next[2]! : code! }];
  });
}

type Shown = Example & Readonly<{ id: string; kinds: readonly FixKind[] }>;

/** The examples that were repaired, for the test behind all of them. */
const shown: Shown[] = [];

/** Examples that cannot show their kind by being run. */
const notRun: Readonly<Record<string, string>> = {
  "unimported-submodule": "the interpreter itself has imported `urllib.parse`",
  "unsafe-yaml-load": "PyYAML is not installed",
};

let repairer: Repairing;
beforeAll(async () => {
  repairer = await borrowRepairer();
});

describe.each(pages)("the page of $group/$id", ({ id, group, page }) => {
  const examples = examplesOf(page);

  test("has every section in order, with fixed and unchanged examples", () => {
    expect(page.startsWith(`# ${id}\n`)).toBe(true);
    expect([...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual(headings);
    expect(examples.some(({ before, after }) => before !== after)).toBe(true);
    expect(examples.some(({ before, after }) => before === after)).toBe(true);
  });

  test.each(examples)("has correct examples (example %#)", async ({ before, after }) => {
    const { text, fixes } = await repairer.repair(before, choiceOf(group, id));
    if (before !== after) shown.push({ id, before, after, kinds: fixes.map(({ kind }) => kind) });
    expect(text).toBe(after);
    expect(fixes.length > 0).toBe(before !== after);
  });
});

/** Those that choose one of several readings, or do so in one form of what they fix. */
const pagesOfGuesses = pages.filter(({ page }) => /the fix is a guess/i.test(page)).map(({ id }) => id);

test("a repair declares a guess when its page does", () => {
  const declared = syntaxRepairs.filter(({ isGuess }) => isGuess).map(({ id }) => id);
  expect(pagesOfGuesses).toEqual(expect.arrayContaining(declared));
  // In this one it depends on the statement.
  expect(pagesOfGuesses.filter((id) => !declared.includes(id))).toEqual(["assignment-in-condition"]);
});

test("examples of preserving repairs behave the same afterwards, and those of certain repairs failed before", () => {
  const told = shown.filter(({ id, kinds }) => !kinds.includes("changing") && !Object.hasOwn(notRun, id));
  const python = fileURLToPath(new URL("../../../.tools/python/bin/python", import.meta.url));
  const script = fileURLToPath(new URL("drive.py", import.meta.url));
  const { stdout, stderr } = spawnSync(python, ["-I", script], {
    input: JSON.stringify(told.map(({ before, after }) => [before, after])),
    maxBuffer: 2 ** 28,
  });
  if (stdout.length === 0) throw new Error(stderr.toString());
  const answers = JSON.parse(stdout.toString()) as [string[], string[]][];
  const wrong = told.filter(({ kinds }, at) => {
    const [before, after] = answers[at]!;
    return kinds.includes("certain") ? !isFailing(before, after) : !isDeepStrictEqual(before, after);
  });
  expect(wrong.map(({ id, before }) => `${id}\n${before}`)).toEqual([]);
});

/** Something raised an error, and does not raise that one any more. */
function isFailing(before: readonly string[], after: readonly string[]): boolean {
  return before.some((told, at) => told.includes("!") && told !== after[at]);
}

test("every page states the kind that its repair declares", () => {
  const listed = new Map(listRepairs().map(({ id, kind }) => [id, kind]));
  const differing = [...repairs, ...syntaxRepairs].filter(({ id, kind }) => listed.get(id) !== kind);
  expect(differing.map(({ id }) => id)).toEqual([]);
});

test("every repair has its page, and every page its repair", () => {
  const paged = pages.filter(({ group }) => group !== "lint").map(({ id }) => id);
  const ids = [...repairs, ...syntaxRepairs].map(({ id }) => id);
  expect(paged.toSorted()).toEqual(ids.toSorted());
});
