import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Types } from "../../../../engine/workers/type-checker/types.ts";
import { alone, openTestTypes } from "../../../support/engine.ts";

// The standard library's types are read from their source, since another set of packages is remembered elsewhere.
vi.setConfig({ hookTimeout: 300_000 });

const files = {
  "typed/__init__.py": "from typed.deep import double as double\n",
  "typed/deep.py": "def double(n: int) -> int:\n    wrong: str = n\n    return n * 2\n",
  "typed/py.typed": "",
  "untyped/__init__.py": "def double(n: int) -> int:\n    return n * 2\n",
  "described/__init__.py": "def double(n):\n    return n * 2\n",
  "described-stubs/__init__.pyi": "def double(n: int) -> int: ...\n",
};

const home = mkdtempSync(join(tmpdir(), "assay-packages-"));
let types: Types;
beforeAll(async () => {
  const packages = join(home, "packages");
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(packages, path)), { recursive: true });
    writeFileSync(join(packages, path), content);
  }
  types = await openTestTypes({ packages });
});
afterAll(async () => {
  await types[Symbol.asyncDispose]();
  rmSync(home, { recursive: true });
});

async function codesOf(text: string): Promise<string[]> {
  const { said } = await types.check(alone(text), AbortSignal.timeout(60_000));
  return said!.messages.map((line) => (JSON.parse(line) as { code: string }).code);
}

test.for([
  ["that has its types", "typed", ["arg-type"]],
  ["whose types come in a package of their own", "described", ["arg-type"]],
  ["without types", "untyped", []],
  // It stands beside mypy, and not among the packages.
  ["that is not there", "pathspec", []],
] as const)("a call into a package %s gets the right errors: %s", async ([, name, codes]) => {
  const call = (argument: string) => `from ${name} import double\nprint(double(${argument}))\n`;
  expect(await codesOf(call("1"))).toEqual([]);
  expect(await codesOf(call("'a'"))).toEqual(codes);
});

test("a name that a package does not export is reported, and its own errors are not", async () => {
  expect(await codesOf("import typed\nprint(typed.halve(1))\n")).toEqual(["attr-defined"]);
  expect(await codesOf("import typed.deep\nprint(typed.deep.double(1))\n")).toEqual([]);
});
