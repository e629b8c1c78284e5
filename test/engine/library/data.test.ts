import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { libraryData, type LibraryData } from "../../../engine/library/data.ts";
import { moduleMembers, type LibraryEntry } from "../../../engine/library/entries.ts";
import { describeLibrary } from "../../../scripts/library/describe.ts";
import { askCPython } from "../../support/folding/cpython.ts";
import { config, requireDocker } from "../../support/sandbox.ts";

beforeAll(requireDocker);

test("the data equals what the script writes", { timeout: 300_000 }, async () => {
  const text = readFileSync(new URL("../../../engine/library/python.json", import.meta.url), "utf8");
  const told = await describeLibrary(config.SANDBOX_IMAGE);
  const { python, types } = JSON.parse(told) as LibraryData;
  // Another patch of 3.13 may import other modules for its own use; what its types have stays the same.
  const isSamePatch = python === libraryData().python;
  expect(isSamePatch ? told : types).toEqual(isSamePatch ? text : libraryData().types);
  expect(python).toMatch(/^3\.13\./);
});

test("CPython has every name in the data, with the same kind", { timeout: 300_000 }, async () => {
  const everything = Object.keys(libraryData().modules).flatMap((module) =>
    [...moduleMembers(module)!.values()].map((entry) => ({ module, entry })),
  );
  const sample = everything.filter(({ entry }) => isMeant(entry)).filter((_, at) => at % 29 === 0);
  const reals = await askCPython(
    sample.map(({ module, entry }) => ({ before: importing(module), expression: askedOf(entry) })),
  );
  const wrong = sample.filter((_, at) => reals[at]![0] !== "bool" || reals[at]![1] !== true);
  expect(wrong).toEqual([]);
  expect(sample.length).toBeGreaterThan(200);
});

function isMeant({ where, kind, name }: LibraryEntry): boolean {
  return where === "here" && kind !== "incidental" && !name.startsWith("_");
}

/** A module that the sandbox's Python was built without has nothing to be compared with. */
function importing(module: string): string {
  return `import importlib, warnings\nwarnings.simplefilter("ignore")\ntry:\n    m = importlib.import_module("${module}")\nexcept ImportError:\n    m = None`;
}

function askedOf({ name, kind }: LibraryEntry): string {
  const thing = `getattr(m, "${name}")`;
  const is = {
    function: `callable(${thing})`,
    class: `callable(${thing})`,
    exception: `issubclass(${thing}, BaseException)`,
    module: `type(${thing}).__name__ == "module"`,
    value: `hasattr(m, "${name}")`,
    incidental: "False",
  }[kind];
  return `m is None or ${is}`;
}
