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

test("the translation behaves as Python where the two languages differ", async () => {
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

test("line ends, tabs, a byte order mark and a missing final newline do not change the translation", async () => {
  const source =
    'def f(x):\n\t"""Two\n\tlines."""\n\tif x:\n\t\treturn f"""a\n{x}é😀"""\n\treturn "b" \\\n\t\t"c"\nprint(repr(f(1)), f(0))';
  const variants = { plain: source, crlf: source.replaceAll("\n", "\r\n"), marked: `\u{feff}${source}\n` };
  const translated = Object.entries(variants).map(([name, text]) => [name, translate(text, "javascript")]);
  const ran = await runNode(Object.fromEntries(translated), "mjs");
  expect(ran).toEqual(await runPython(variants));
  expect(ran["crlf"]).toEqual({ output: "'a\\n1é😀' bc\n", code: 0, error: "" });
});
