import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FindingData } from "../../../engine/findings/data.ts";
import type { StaticDiagnostic } from "../../../engine/findings/static-findings.ts";
import { toTypeFindings } from "../../../engine/type-check/type-findings.ts";
import type { Types } from "../../../engine/workers/type-checker/types.ts";
import { alone, openTestTypes } from "../../support/engine.ts";

// The pinned mypy itself: one that words its messages otherwise fails here, before a repair falls silent.
let types: Types;
beforeAll(async () => {
  types = await openTestTypes({ limitMs: 60_000 });
});
afterAll(async () => types[Symbol.asyncDispose]());

async function find(text: string): Promise<readonly StaticDiagnostic[]> {
  const { said, failures } = await types.check(alone(text), new AbortController().signal);
  expect(failures).toEqual([]);
  return toTypeFindings(said!.messages, { text, suppressions: [], isFinished: true }).diagnostics;
}

const lacking = (attribute: string, type: string, ...suggestions: string[]): FindingData => ({
  kind: "missing attribute",
  attribute,
  owner: { is: "type", name: type.split("[", 1)[0]!, type },
  suggestions,
});
const misfit = (found: string[], expected?: string): FindingData => ({
  kind: "wrong type",
  types: found,
  expected,
});

const coroutine = "Coroutine[Any, Any, int]";
const asynchronous = (statement: string): string =>
  `async def g() -> int:\n    return 1\n\n\nasync def f() -> None:\n    ${statement}\n`;

describe("the data of mypy's findings is read from its messages", () => {
  test.for<[string, string, FindingData]>([
    ["attr-defined", "'a'.uper()\n", lacking("uper", "str", "upper")],
    ["attr-defined", "[1].push(2)\n", lacking("push", "list[int]")],
    ["attr-defined", "class Own: ...\n\n\nOwn().x\n", lacking("x", "Own")],
    ["attr-defined", "max.of\n", lacking("of", "overloaded function")],
    [
      "attr-defined",
      "import math\n\nmath.sqr(2)\n",
      { kind: "missing attribute", attribute: "sqr", owner: { is: "module" }, suggestions: ["sqrt"] },
    ],
    [
      "attr-defined",
      "from os.path import joinn\n",
      { kind: "missing import", module: "os.path", name: "joinn", suggestions: ["join"] },
    ],
    ["attr-defined", "for x in 5: ...\n", { kind: "not iterable", type: "int" }],
    ["misc", "for a, b in [1]: ...\n", { kind: "not iterable", type: "int" }],
    ["str-unpack", "for a, b in ['xy']: ...\n", { kind: "string unpacked" }],
    [
      "call-arg",
      "def f(name: int) -> None: ...\n\n\nf(nme=1)\n",
      { kind: "unknown argument", name: "nme", suggestion: "name" },
    ],
    [
      "call-arg",
      "def f() -> None: ...\n\n\nf(z=1)\n",
      { kind: "unknown argument", name: "z", suggestion: undefined },
    ],
    ["operator", "import math\n\nmath(1)\n", { kind: "module called" }],
    ["operator", "[1](0)\n", { kind: "not callable", type: "list[int]" }],
    ["misc", "class Own: ...\n\n\nOwn[int]\n", { kind: "not generic" }],
    ["func-returns-value", "print([1].append(2))\n", { kind: "nothing returned" }],
    ["assignment", "x: list[int] = [1]\nx = x.sort()\n", misfit(["None"], "list[int]")],
    ["assignment", "x: int = 0.5\n", misfit(["float"], "int")],
    ["return-value", "def f() -> int:\n    return ''\n", misfit(["str"], "int")],
    ["arg-type", "len(1)\n", misfit(["int"], "Sized")],
    ["index", "d = {1: 2}\nd[0.5]\n", misfit(["float"], "int")],
    ["index", "i = 1\ni[0]\n", misfit(["int"])],
    ["operator", "[1] * 0.5\n", misfit(["list[int]", "float"])],
    ["call-overload", "range(0.5)\n", misfit(["float"])],
    ["call-overload", "[1][0.5]\n", misfit(["float"])],
    ["operator", asynchronous("g() + 1"), misfit([coroutine, "int"])],
    ["operator", asynchronous("1 in g()"), misfit([coroutine])],
    ["attr-defined", asynchronous("g().real"), lacking("real", coroutine)],
    ["unused-coroutine", asynchronous("g()"), misfit([coroutine])],
    ["type-var", asynchronous("sorted([g()])"), misfit([coroutine])],
    ["str-format", asynchronous("'%d' % g()"), misfit([coroutine], "int | float | SupportsInt")],
  ])("mypy:%s in %j", async ([code, program, data]) => {
    const found = (await find(program)).filter(({ rule }) => rule === `mypy:${code}`);
    expect(found.map((diagnostic) => diagnostic.data)).toEqual([data]);
  });

  test("`len[items]` is reported as not generic", async () => {
    const said = (await find("items = [1]\nlen[items]\n")).filter(({ rule }) => rule === "mypy:misc");
    expect(new Set(said.map(({ data }) => data?.kind))).toEqual(new Set(["not generic"]));
  });

  test("names of the program are shown without the module they are checked as", async () => {
    const [found] = await find("class Own: ...\n\n\ndef f(x: type[Own]) -> None:\n    x.missing\n");
    expect(found!.data).toEqual(lacking("missing", "type[Own]"));
  });
});
