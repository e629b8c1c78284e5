import { afterAll, beforeAll, expect, test } from "vitest";
import { checkBeside } from "../../../engine/execute/beside-examples.ts";
import { choose } from "../../../engine/execute/choose.ts";
import type { ChosenSource } from "../../../engine/execute/chosen-source.ts";
import { openSession, type BoxSession } from "../../../engine/execute/session.ts";
import type { Box } from "../../../engine/workers/sandbox/sandbox.ts";
import { Job } from "../../../engine/job.ts";
import { systemClock } from "../../../platform/clock.ts";
import { startHarness, type Harness } from "../../support/harness.ts";

let harness: Harness;
let session: BoxSession;
const asked: string[] = [];
beforeAll(async () => {
  harness = await startHarness();
  const box: Box = {
    kind: "docker",
    python: "3",
    packages: [],
    request: async function* (op: string, body: object) {
      asked.push(
        `${op}: ${(body as { text: { examples: unknown } }).text.examples === null ? "their own" : "the caller's"}`,
      );
      yield* await harness.request(op, body);
    },
    [Symbol.asyncDispose]: async () => {},
  };
  const { signal } = new AbortController();
  session = openSession(box, { clock: systemClock, budgetMs: 60_000, signal });
});
afterAll(async () => harness[Symbol.asyncDispose]());

const main = "from app.prices import total\n\nRATE = 2\n\n\ndef double(n):\n    return RATE * total([n])\n";
const prices = (value: number): string =>
  `from .names import first\n\n\ndef total(numbers):\n    """\n    >>> total([1, 2]), first\n    (3, 'a')\n    >>> total([])\n    ${value}\n    """\n    return sum(numbers)\n`;

function program(files: Readonly<Record<string, string>>): ChosenSource {
  const project = {
    main: "main.py",
    base: "",
    files: { "app/__init__.py": "", "app/names.py": "first = 'a'\n", ...files },
  };
  return {
    text: main,
    lineOf: (line, file) => (file && line ? line + 100 : line),
    claims: [],
    project,
  };
}

test("docstring examples of other files run in their own file and are reported with its path", async () => {
  expect(await checkBeside(session, program({ "app/prices.py": prices(0) }))).toEqual([]);
  expect(await checkBeside(session, program({ "app/prices.py": prices(1) }))).toEqual([
    {
      severity: "error",
      rule: "python:example-mismatch",
      message: "`total([])`: expected 1, got 0.",
      line: 8,
      column: null,
      file: "app/prices.py",
    },
  ]);
});

test("docstring examples of other files run before the caller's examples are sent", async () => {
  asked.length = 0;
  const source = program({ "app/prices.py": prices(1) });
  const { options } = Job.parse({ code: "x", options: { examples: "assert double(2) == 4" } });
  const { check, mismatches } = await choose(session, { source, submitted: undefined, options });
  expect(asked).toEqual(["E: their own", "E: the caller's"]);
  expect(check.failing).toEqual([]);
  expect(mismatches).toMatchObject([{ file: "app/prices.py", line: 108 }]);
});

test("definitions in docstring examples are not visible to the caller's examples", async () => {
  const forging = `${prices(0)}\n\ndef forge():\n    """\n    >>> import builtins, app.names\n    >>> app.names.first = 'forged'\n    >>> builtins.sum = lambda numbers: 2\n    """\n`;
  const source = program({ "app/prices.py": forging });
  const { options } = Job.parse({ code: "x", options: { examples: "assert double(7) == 4" } });
  const { check } = await choose(session, { source, submitted: undefined, options });
  expect(check.failing).toEqual([0]);
});

test("a repair of another file that breaks its examples is dropped", async () => {
  const [before, after] = [program({ "app/prices.py": prices(0) }), program({ "app/prices.py": prices(5) })];
  const { options } = Job.parse({ code: "x", options: {} });
  const { source, mismatches } = await choose(session, { source: after, submitted: before, options });
  expect(source).toBe(before);
  expect(mismatches).toEqual([]);
});

test("examples of too many files are skipped with a notice that rejects nothing", async () => {
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`m${n}.py`, '">>> "\n']));
  expect(await checkBeside(session, program(many))).toMatchObject([
    { severity: "info", rule: "python:examples-skipped", file: "m20.py" },
  ]);
});
