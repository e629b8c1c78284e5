import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checks } from "../../../engine/checks/index.ts";
import { runChecks } from "../../../engine/checks/run-checks.ts";
import { readTree } from "../../../engine/tree/tree.ts";

const folder = new URL("../../../engine/checks/", import.meta.url);
const headings = ["What it finds", "Why it is wrong", "Example", "Instead", "When it does not fire"];

type Block = Readonly<{ heading: string; code: string }>;

/** The `py` blocks of a page, each under the heading it stands below. */
function blocksOf(page: string): Block[] {
  return page
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const heading = section.slice(0, section.indexOf("\n")).trim();
      return [...section.matchAll(/^```py\n([^]*?)^```/gm)].map(([, code]) => ({ heading, code: code! }));
    });
}

/** The lines that say what is to be found on them. */
function expected(code: string): string[] {
  return code.split("\n").flatMap((line, at) => {
    const severity = /# (error|warning)$/.exec(line)?.[1];
    return severity === undefined ? [] : [`${at + 1} ${severity}`];
  });
}

describe.each(checks.map((check) => [check.id, check] as const))("the page of %s", (id, check) => {
  const page = readFileSync(new URL(`${id}.md`, folder), "utf8");
  const blocks = blocksOf(page);
  const found = (code: string): string[] => {
    const tree = readTree(code);
    if (!tree) throw new Error(`an example of ${id} does not parse`);
    const { diagnostics, failures } = runChecks(tree, [check]);
    expect(failures).toEqual([]);
    const lines = diagnostics.map(({ line, severity }) => `${line} ${severity}`);
    return [...new Set(lines)].toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  };

  test("has every section in order", () => {
    expect(page.startsWith(`# ${id}\n`)).toBe(true);
    expect([...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual(headings);
  });

  test("has examples of findings, their replacement, and code without findings", () => {
    expect(
      blocks.filter(({ heading }) => heading === "Example").some(({ code }) => expected(code).length > 0),
    ).toBe(true);
    expect(blocks.some(({ heading }) => heading === "Instead")).toBe(true);
    expect(blocks.some(({ heading }) => heading === "When it does not fire")).toBe(true);
  });

  test.each(blocks.map(({ heading, code }, at) => [heading, at + 1, code] as const))(
    "has correct examples under %s (block %i)",
    (heading, _at, code) => {
      const wanted = heading === "Example" ? expected(code) : [];
      expect(found(code)).toEqual(wanted);
    },
  );
});

test("check names are unique, and every page has its check", () => {
  const ids = checks.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));
  expect(pages.map((name) => name.replace(".md", "")).toSorted()).toEqual(ids.toSorted());
  expect(existsSync(new URL("index.ts", folder))).toBe(true);
});
