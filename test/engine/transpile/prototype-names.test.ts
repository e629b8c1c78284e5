import { expect, test } from "vitest";
import { readTree } from "../../../engine/tree/tree.ts";
import { transpile } from "../../../engine/transpile/transpile.ts";
import { prototypeNames, prototypePrograms } from "../../quality/prototype-names.ts";
import { runNode, runPython } from "./run.ts";

const programs = Object.fromEntries(
  prototypeNames.flatMap((name) =>
    Object.entries(prototypePrograms(name)).map(([what, source]) => [`${what}-${name}`, source]),
  ),
);

test(
  "a translated program uses names of JavaScript's objects as Python does",
  { timeout: 120_000 },
  async () => {
    const translated: Record<string, string> = {};
    const refused: string[] = [];
    for (const [name, source] of Object.entries(programs)) {
      const result = transpile(readTree(source)!, "javascript");
      if ("refused" in result) refused.push(name);
      else translated[name] = result.code;
    }
    const [expected, ran] = await Promise.all([runPython(programs), runNode(translated, "mjs")]);
    const differing = Object.keys(translated).filter(
      (name) => JSON.stringify(ran[name]) !== JSON.stringify(expected[name]),
    );
    expect(differing.map((name) => ({ name, ran: ran[name], expected: expected[name] }))).toEqual([]);
    expect(Object.values(expected).every(({ code }) => code === 0)).toBe(true);
    // As an attribute such a name would be found on every object: the program is refused, never run otherwise.
    const inObjects = new Set(["attribute", "method", "lookup", "dataclass"]);
    expect(refused.filter((name) => !inObjects.has(name.split("-")[0]!))).toEqual([]);
  },
);
