import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runNode, runPython } from "./run.ts";
import { translate } from "./translate.ts";

const page = readFileSync(new URL("./edges.md", import.meta.url), "utf8");

/** The programs of the page, each named by its section and its place there. */
const programs = Object.fromEntries(
  page
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const title = section.slice(0, section.indexOf("\n")).toLowerCase().replace(/\W+/g, "-");
      return [...section.matchAll(/^```py\n([^]*?)^```$/gm)].map(([, source], at) => [
        `${title}-${at + 1}`,
        source!,
      ]);
    }),
);

test("where the two languages differ the translation does as Python does", { timeout: 60_000 }, async () => {
  const translated = Object.entries(programs).map(([name, source]) => [
    name,
    translate(source, "javascript"),
  ]);
  const [expected, ran] = await Promise.all([
    runPython(programs),
    runNode(Object.fromEntries(translated), "mjs"),
  ]);
  expect(Object.keys(programs).length).toBeGreaterThan(120);
  for (const name of Object.keys(programs))
    expect({ name, source: programs[name], ...ran[name] }).toEqual({
      name,
      source: programs[name],
      ...expected[name],
    });
});
