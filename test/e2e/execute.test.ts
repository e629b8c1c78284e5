import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readExactJson } from "../../parts/json/exact-json.ts";
import { checkReceipt } from "../../parts/proof/receipts/check.ts";
import { outcomesOf } from "../../site/parts/examples.ts";
import { config, containersOf, requireDocker } from "../support/sandbox.ts";
import { openTestService, type TestService } from "../support/service.ts";

const credits = 100_000;
let service: TestService;
let key: string;

beforeAll(async () => {
  await requireDocker();
  service = await openTestService({ env: { SANDBOX: "docker", SANDBOX_IMAGE: config.SANDBOX_IMAGE } });
  key = await service.createKey();
  await service.grant(key, credits);
});
afterAll(async () => service[Symbol.asyncDispose]());

async function run(code: string, options: Record<string, unknown> = {}) {
  const answer = await service.validateWhenFree(key, { code, mode: "execute", options });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

const rulesOf = (verdict: any): string[] => verdict.diagnostics.map(({ rule }: { rule: string }) => rule);

describe("a program in mode execute", () => {
  test("is reported with its output and its exit status", async () => {
    const verdict = await run("import sys\nprint('out')\nprint('err', file=sys.stderr)\n");
    expect(verdict).toMatchObject({
      valid: true,
      runtime: {
        ran: true,
        returncode: 0,
        stdout: "out\n",
        stderr: "err\n",
        timed_out: false,
        sandbox: "docker",
      },
      meta: { mode: "execute", engine: { sandbox_python: expect.stringMatching(/^3\.13/) } },
    });
    expect(Number.isInteger(verdict.runtime.duration_ms)).toBe(true);
  });

  test("costs ten credits, and nothing when the call is repeated", async () => {
    const before = await service.send("/v1/keys/self", { key });
    const { credits: held } = (await before.json()) as { credits: number };
    const first = await service.validateWhenFree(key, { code: "print('paid')\n", mode: "execute" });
    expect(first.headers.get("x-credits-remaining")).toBe(String(held - 10));
    const again = await service.validateWhenFree(key, { code: "print('paid')\n", mode: "execute" });
    expect(again.headers.get("x-svc-repeat")).toBe("1");
    expect(again.headers.get("x-credits-remaining")).toBe(String(held - 10));
  });

  test("makes the verdict invalid when it raises, and the line is named", async () => {
    const verdict = await run("def f(x):\n    return 1 // x\n\n\nf(0)\n");
    expect(verdict.valid).toBe(false);
    expect(verdict.runtime.returncode).toBe(1);
    expect(verdict.diagnostics).toContainEqual(
      expect.objectContaining({ rule: "python:uncaught-exception", severity: "error", line: 2 }),
    );
  });

  test("may import the packages of the sandbox, and gets their list", async () => {
    const { packages } = (await (await service.send("/v1/info")).json()) as { packages: string[] };
    expect(packages).toContain("pytest==9.2.0");
    // Loading pytest takes seconds on a slow machine.
    const verdict = await run("import pytest\n\nprint(pytest.approx(0.3) == 0.1 + 0.2)\n", { timeout_s: 30 });
    expect(verdict).toMatchObject({ valid: true, runtime: { stdout: "True\n" } });
    const { diagnostics } = await run("import pytest\nimport numpy\n\nprint(pytest, numpy.zeros(3))\n", {
      timeout_s: 30,
    });
    const message: unknown = expect.stringMatching(
      /`numpy`, which the sandbox does not have\. .*pytest==9\.2\.0/,
    );
    expect(diagnostics).toContainEqual({
      severity: "error",
      rule: "python:missing-package",
      message,
      line: 2,
      column: null,
      file: null,
    });
  });

  test("is stopped after timeout_s when it never ends", async () => {
    const verdict = await run("print('begun', flush=True)\nwhile True: pass\n", { timeout_s: 3 });
    expect(verdict).toMatchObject({ valid: false, runtime: { timed_out: true, stdout: "begun\n" } });
    expect(rulesOf(verdict)).toContain("python:timeout");
  });

  test("is not run when Python rejects it", async () => {
    const verdict = await run("x = = = (\n");
    expect(verdict).toMatchObject({ valid: false, runtime: { ran: false } });
  });

  test("has no network", async () => {
    const verdict = await run(
      "import socket\ntry:\n    socket.create_connection(('1.1.1.1', 53), 1)\n    print('out')\nexcept OSError:\n    print('shut')\n",
    );
    expect(verdict.runtime.stdout).toBe("shut\n");
  });
});

describe("expected_output", () => {
  test("leaves the verdict valid when it matches exactly", async () => {
    expect((await run("print(6 * 7)\n", { expected_output: "42\n" })).valid).toBe(true);
  });

  test("makes the verdict invalid when it does not match, although the program exits normally", async () => {
    const verdict = await run("print(6 * 7)\n", { expected_output: "43\n" });
    expect(verdict).toMatchObject({ valid: false, runtime: { returncode: 0 } });
    expect(verdict.diagnostics).toContainEqual(
      expect.objectContaining({ rule: "expected-output", severity: "error", line: null }),
    );
  });

  test("may be longer than the limit for other programs' output", async () => {
    const text = `${"x".repeat(200_000)}\n`;
    expect((await run("print('x' * 200_000)\n", { expected_output: text })).valid).toBe(true);
  });
});

describe("examples", () => {
  test("leave the verdict valid and the code unchanged when they pass", async () => {
    const verdict = await run("def f(n):\n    return [n, n * 5]\n", {
      examples: ">>> f(1)\n[1,5]\nassert f(2) == [2, 10]",
    });
    expect(verdict).toMatchObject({ valid: true, fixed_code: null, fixes: [] });
  });

  test("count like the caller's when they are in the code, and have their line", async () => {
    const verdict = await run('def f(n):\n    """\n    >>> f(2)\n    5\n    """\n    return print(n)\n', {
      timeout_s: 3,
    });
    expect(verdict.diagnostics).toContainEqual(
      expect.objectContaining({ rule: "python:example-mismatch", severity: "error", line: 3 }),
    );
  });

  test("have no line when they are the caller's", async () => {
    const verdict = await run("def f(n):\n    return str(n) * 3 + '!'\n", {
      examples: "assert f(2) == 'never'",
    });
    const mismatch = verdict.diagnostics.find(
      ({ rule }: { rule: string }) => rule === "python:example-mismatch",
    );
    expect(mismatch).toMatchObject({
      severity: "error",
      line: null,
      message: expect.stringContaining("222!"),
    });
    expect(verdict.valid).toBe(false);
  });

  test("are reported, not ignored, when they cannot be parsed", async () => {
    const verdict = await run("def f(n):\n    return n\n", { examples: ">>> f(1\n>>> f(2)\n2" });
    expect(verdict.diagnostics).toContainEqual(
      expect.objectContaining({
        rule: "python:example-mismatch",
        message: expect.stringContaining("cannot be read"),
      }),
    );
  });

  test("cannot be forged, if they are the caller's, by what a docstring in the code does to its parser", async () => {
    const code = `def square(n):
    r"""
    >>> import collections
    >>> always = dict.fromkeys(['value', 'assertion'], lambda *a: (True, None))
    >>> _ = collections._sys.modules['judge'].JUDGES.update(always)
    >>> 1 + 1
    2
    """
    return 0
`;
    const verdict = await run(code, {
      examples:
        "assert square(3) == 9\n>>> square(12)\n144\nassert square(2) == 4\nassert [square(1), square(5)] == [1, 25]",
      timeout_s: 5,
    });
    const mismatches = verdict.diagnostics.filter(
      ({ rule, line }: { rule: string; line: number | null }) =>
        rule === "python:example-mismatch" && line === null,
    );
    expect(verdict.valid).toBe(false);
    expect(mismatches.map(({ message }: { message: string }) => message)).toEqual([
      "`assert square(3) == 9` does not hold: got 0.",
      "`square(12)`: expected 144, got 0.",
      "`assert square(2) == 4` does not hold: got 0.",
      "`assert [square(1), square(5)] == [1, 25]` does not hold: got [0, 0].",
    ]);
  });

  test("are decided, if they are the caller's, although the code's own never end", async () => {
    const code =
      'def square(n):\n    """\n    >>> [square(0) for _ in iter(int, 1)]\n    0\n    """\n    return n * n\n';
    const verdict = await run(code, {
      examples: "assert square(3) == 9\nassert square(2) == 5",
      timeout_s: 5,
    });
    expect(
      verdict.diagnostics
        .filter(({ rule }: { rule: string }) => rule === "python:example-mismatch")
        .map(({ line, message }: { line: number | null; message: string }) => [line, message]),
    ).toEqual([
      [3, expect.stringMatching(/the program had not answered after \d.* seconds/)],
      [null, "`assert square(2) == 5` does not hold: got 4."],
    ]);
  });

  test("are not satisfied by a value that claims to equal everything", async () => {
    const code =
      "class Any(int):\n    def __eq__(self, other): return True\n    __hash__ = None\n\n\ndef f(n):\n    return Any(n)\n";
    expect(rulesOf(await run(code, { examples: "assert f(1) == 2", timeout_s: 3 }))).toContain(
      "python:example-mismatch",
    );
  });
});

describe("a type error", () => {
  const typed =
    "def halves():\n    found: list[int] = [1]\n    found.append(1 / 2)\n    return found\n\n\ndef twice(n):\n    return n * 2\n";

  test("does not reject the code when passing examples refute it", async () => {
    const verdict = await run(typed, { examples: "assert halves() == [1, 0.5]" });
    expect(verdict).toMatchObject({ valid: true });
    expect(rulesOf(verdict)).toContain("python:refuted-type-error");
  });

  test("still rejects the code when no example runs its line", async () => {
    const verdict = await run(typed, { examples: "assert twice(4) == 8" });
    expect(verdict.valid).toBe(false);
    expect(rulesOf(verdict)).toContain("mypy:arg-type");
  });

  test("does not reject the code when a successful run refutes it", async () => {
    const verdict = await run(`${typed}\n\nprint(halves())\n`, {});
    expect([verdict.valid, verdict.runtime.stdout]).toEqual([true, "[1, 0.5]\n"]);
    expect(rulesOf(verdict)).toContain("python:refuted-type-error");
  });
});

describe("an error of our own rules", () => {
  const claimed = (test: string) =>
    `import os\n\n\ndef port():\n    known = {"host": "a"}\n    return ${test}\n\n\nprint(port())\n`;

  test("about a line that ran without an exception is a warning, and says so", async () => {
    const verdict = await run(claimed('os.environ.get("NO_SUCH_NAME") and known["port"]'), {});
    expect([verdict.valid, verdict.runtime.stdout]).toEqual([true, "None\n"]);
    expect(verdict.diagnostics).toContainEqual(
      expect.objectContaining({
        severity: "warning",
        rule: "python:missing-key",
        message: expect.stringContaining("Line 6 ran and nothing was raised there"),
      }),
    );
  });

  test("about a line that raised stays, even if the exception was caught", async () => {
    const code = claimed('known["port"]').replace(
      "print(port())",
      "try:\n    port()\nexcept KeyError:\n    pass",
    );
    const verdict = await run(code, {});
    expect([verdict.valid, verdict.runtime.returncode]).toEqual([false, 0]);
  });
});

describe("a fix", () => {
  const wrong =
    "def total(xs):\n    result = 0\n    for i in range(1, len(xs)):\n        result += xs[i]\n    return result\n";
  const examples = "assert total([1, 2, 3]) == 6\nassert total([5]) == 5\nassert total([]) == 0";

  test("is returned when every example passes with it, and the mismatch stays reported", async () => {
    const verdict = await run(wrong, { examples });
    expect(verdict.fixed_code).not.toBeNull();
    expect(verdict.valid).toBe(false);
    expect(rulesOf(verdict)).toContain("python:example-mismatch");
    expect(verdict.fixes[0]).toMatch(/2 of 3 examples failed before, all pass when run/);
    const again = await run(verdict.fixed_code, { examples });
    expect(again).toMatchObject({ valid: true, fixed_code: null });
  });

  test("leaves every other byte of the file as it was", async () => {
    const { fixed_code: fixed } = await run(`# é 😀 kept\r\n${wrong.replaceAll("\n", "\r\n")}# end`, {
      examples,
    });
    expect(fixed).toMatch(/^# é 😀 kept\r\n/);
    expect(fixed).toMatch(/\r\n# end$/);
    expect(fixed.replaceAll("\r\n", "")).not.toContain("\n");
  });

  test("is the source that was run", async () => {
    const verdict = await run(`${wrong}print(total([1, 2, 3]))\n`, { examples });
    expect(verdict.runtime.stdout).toBe("6\n");
  });

  test("is not invented when no small edit satisfies the examples", async () => {
    const verdict = await run("def f(n):\n    return n\n", {
      examples: "assert f(1) == 'one'\nassert f(7) == 'seven and more'",
    });
    expect(verdict).toMatchObject({ valid: false, fixed_code: null, fixes: [] });
  });

  test("may take two edits when the examples need both", async () => {
    const code = "def price(count):\n    if count > 10:\n        return count * 4\n    return count * 6\n";
    const verdict = await run(code, {
      examples:
        "assert price(10) == 40\nassert price(11) == 44\nassert price(9) == 45\nassert price(2) == 10",
    });
    expect(verdict.fixed_code).toBe(
      "def price(count):\n    if count >= 10:\n        return count * 4\n    return count * 5\n",
    );
    expect(verdict.fixes).toEqual([expect.stringMatching(/line 4: .*; line 2: .*all pass when run/)]);
  });

  test("is not accepted when it depends on the order of a set", async () => {
    const verdict = await run("def first(words):\n    return list(set(words))[1]\n", {
      examples: "assert first(['kiwi', 'plum']) == 'kiwi'\nassert first(['date', 'lime']) == 'date'",
    });
    expect(verdict.fixed_code ?? "").not.toContain("list(set(words))[0]");
  });

  test("comes with an input on which it differs from the others, if it is one of several", async () => {
    const verdict = await run("def f(a, b):\n    return a - b\n", { examples: "assert f(2, 2) == 4" });
    const doubt = verdict.diagnostics.find(({ rule }: { rule: string }) => rule === "python:ambiguous-fix");
    expect(doubt).toMatchObject({ severity: "info", message: expect.stringMatching(/`f\(.*\)`/) });
  });

  test("reports its confidence, and the alternatives that pass", async () => {
    const verdict = await run("def f(a, b):\n    return a - b\n", { examples: "assert f(2, 2) == 4" });
    const [{ confidence }] = verdict.meta.fixes;
    expect(confidence).toBeLessThan(0.9);
    expect(verdict.fixed_code).not.toBeNull();
    expect(verdict.suggestions.length).toBeGreaterThan(0);
    expect(verdict.suggestions.length).toBeLessThanOrEqual(3);
    for (const { code, confidence: share, why } of verdict.suggestions) {
      expect(code).not.toBe(verdict.fixed_code);
      expect(share).toBeLessThan(1 - confidence);
      expect(why).toMatch(/^line 2: .*; every example passes, and `f\(.*\)` is .* with it/);
    }
  });

  test("is only suggested when its confidence is less than requested", async () => {
    const code = "def f(a, b):\n    return a - b\n";
    const examples = "assert f(2, 2) == 4";
    const sure = await run(code, { examples, min_confidence: 0.95 });
    const { fixed_code } = await run(code, { examples });
    expect(sure).toMatchObject({ fixed_code: null, fixes: [], valid: false });
    expect(sure.suggestions[0]).toMatchObject({ code: fixed_code, why: expect.stringContaining("line 2") });
    expect(sure.suggestions.length).toBeLessThanOrEqual(3);
    expect(rulesOf(sure)).toContain("python:ambiguous-fix");
  });

  test("reports what was tried, and is the same when repeated", async () => {
    const code =
      "def top(xs):\n    best = 0\n    for x in xs:\n        if x < best:\n            best = x\n    return best\n";
    const examples = "assert top([1, 5, 2]) == 5\nassert top([7]) == 7";
    const first = await run(code, { examples });
    expect(first.runtime.search).toEqual({ tried: expect.any(Number), finished: true });
    expect(first.runtime.search.tried).toBeGreaterThan(0);
    const again = await run(`${code}# again\n`, { examples });
    expect(again.fixes).toEqual(first.fixes);
    expect(
      (await run("def f():\n    return 1\n", { examples: "assert f() == 1" })).runtime.search,
    ).toBeNull();
  });
});

test("a service that stops leaves no container behind", async () => {
  const stopped = await openTestService({ env: { SANDBOX: "docker", SANDBOX_IMAGE: config.SANDBOX_IMAGE } });
  const before = new Set((await containersOf(process.pid)).map(({ Id }) => Id));
  await stopped[Symbol.asyncDispose]();
  const after = (await containersOf(process.pid)).map(({ Id }) => Id);
  expect(before.difference(new Set(after)).size).toBeGreaterThanOrEqual(1);
});

describe("examples of every form", () => {
  const right = "def square(n):\n    return n * n\n";
  const wrong = "def square(n):\n    return 0\n";
  const liar = `class Liar(int):
    def __eq__(self, other):
        return True

    def __sub__(self, other):
        return 0

    __hash__ = int.__hash__


def square(n):
    return Liar()
`;

  /** As people write them. */
  const tests = {
    "a test function": "def test_square():\n    assert square(3) == 9\n",
    "a unittest class":
      "import unittest\n\nclass TestSquare(unittest.TestCase):\n    def test_it(self):\n        self.assertEqual(square(3), 9)\n\nif __name__ == '__main__':\n    unittest.main()\n",
    parametrize:
      "import pytest\n\n@pytest.mark.parametrize('n, want', [(2, 4), (3, 9)])\ndef test_square(n, want):\n    assert square(n) == want\n",
    "a largest difference":
      "CASES = [(2, 4), (3, 9)]\nassert max(abs(square(x) - y) for x, y in CASES) < 1e-9",
    "a helper": "def check(n, want):\n    assert square(n) == want\n\ncheck(2, 4)\n",
    "HumanEval's check": "def check(candidate):\n    assert candidate(3) == 9\n",
    "two hundred rounds": "for n in range(1, 200):\n    assert square(n) == n ** 2",
  };

  test.each(Object.entries(tests))("%s is run as an example", async (_name, examples) => {
    const held = await run(right, { examples });
    expect(held).toMatchObject({ valid: true, runtime: { examples: { failed: 0, weak: 0 } } });
    expect(held.runtime.examples.held).toBeGreaterThan(0);
    // The search for a fix would take most of the time, and other tests cover it.
    for (const code of [wrong, liar]) {
      const verdict = await run(code, { examples, fixes: "safe" });
      expect(verdict).toMatchObject({ valid: false, runtime: { examples: { held: 0 } } });
      expect(rulesOf(verdict)).toContain("python:example-mismatch");
    }
  });

  test.each([
    ["prose", "It squares a number."],
    ["a comment", "# square(3) is 9"],
    ["an import", "import math"],
    ["a helper that nobody calls", "def helper():\n    return 3"],
  ])("%s alone is not an example", async (_name, examples) => {
    const verdict = await run(right, { examples });
    expect(verdict).toMatchObject({ valid: false, runtime: { examples: { given: 0, judged: 0 } } });
    expect(rulesOf(verdict)).toContain("python:no-example");
  });

  test.each([null, "", " \n\n"])("blank text (%j) counts as no examples", async (examples) => {
    expect(await run(right, { examples })).toMatchObject({ valid: true, runtime: { examples: null } });
  });

  test("examples in the code are counted with the caller's", async () => {
    const code = 'def square(n):\n    """\n    >>> square(2)\n    4\n    """\n    return n * n\n';
    const verdict = await run(code, {
      examples: "assert square(3) == 9\nassert square(4) == 15\nassert square(2 ==",
    });
    expect(verdict.runtime.examples).toEqual({ given: 4, judged: 3, held: 2, failed: 1, weak: 0 });
  });

  test("a weak example is reported once, and rejects the code only in strict mode", async () => {
    const code = "class P:\n    def __eq__(self, other):\n        return True\n";
    const examples = "assert P() == P()\nassert P() == P()";
    const verdict = await run(code, { examples });
    expect(verdict).toMatchObject({ valid: true, runtime: { examples: { held: 2, weak: 2 } } });
    expect(rulesOf(verdict).filter((rule) => rule === "python:weak-example")).toHaveLength(1);
    expect(await run(code, { examples, strict: true })).toMatchObject({ valid: false });
  });

  test("too many lines are refused before any charge", async () => {
    const answer = await service.validate(key, {
      code: right,
      mode: "execute",
      options: { examples: "assert square(3) == 9\n".repeat(10_000) },
    });
    expect(answer).toMatchObject({ status: 400, body: { error: "bad_request" } });
  });

  test("a fix that only the code's own examples ask for is doubtful", async () => {
    const code =
      'def total(xs):\n    """\n    >>> total([1, 2, 3])\n    6\n    >>> total([4, 5])\n    9\n    """\n    result = 0\n    for i in range(1, len(xs)):\n        result += xs[i]\n    return result\n';
    const verdict = await run(code);
    expect(verdict.fixed_code).toContain("range(0, len(xs))");
    expect(rulesOf(verdict)).toContain("python:ambiguous-fix");
  });
});

describe("without a Docker engine", () => {
  test("execute is refused before any charge, and static still works", async () => {
    await using lame = await openTestService({
      env: { SANDBOX: "docker", DOCKER_HOST: "unix:///nowhere/docker.sock" },
    });
    const poor = await lame.createKey();
    await lame.grant(poor, 50);
    const refused = await lame.validate(poor, { code: "print(1)", mode: "execute" });
    expect(refused).toMatchObject({
      status: 503,
      body: { error: "engine_unavailable", remedy: { action: "retry" } },
    });
    expect(refused.headers.get("x-credits-remaining")).toBe("50");
    expect((await lame.validate(poor, { code: "print(1)" })).status).toBe(200);
    expect(await (await lame.send("/healthz")).json()).toMatchObject({
      status: "degraded",
      checks: { sandbox: "down" },
    });
  });

  test("execute is not offered when the operator has turned it off", async () => {
    await using modest = await openTestService({ env: { SANDBOX: "off" } });
    const refused = await modest.validate(await modest.createKey(), { code: "print(1)", mode: "execute" });
    expect(refused).toMatchObject({ status: 409, body: { error: "unsupported_mode" } });
  });
});

test.for<[string, string, Record<string, unknown>]>([
  ["raises one", "raise ValueError('\\ud83d')\n", {}],
  ["writes its bytes", "import sys\nsys.stdout.buffer.write(b'\\xf0\\x9f')\n", {}],
  ["prints more of them than are shown", "print('x' + '🐍' * 2_000_000)\n", {}],
  ["answers an example with one", "def f():\n    return '\\ud83d'\n", { examples: ">>> f()\n'a'\n" }],
])("a program with lone surrogates that %s gets an answer that can be signed", async ([, code, options]) => {
  const answer = JSON.stringify(await run(code, options));
  expect(await checkReceipt(readExactJson(answer))).toMatchObject({ ok: true, problems: [] });
});

describe("a page that shows examples", () => {
  const double = "def double(n):\n    return 2 * n\n";
  const two = ">>> double(2)\n4\n>>> double(3)\n6\n";
  const [passed, failed, unknown] = ["passed", "failed", "unknown"];
  test.each([
    ["all hold", double, two, [passed, passed]],
    ["one fails", "def double(n):\n    return n + 2\n", two, [passed, failed]],
    ["Python cannot parse the code", "def double(n)\n    return 2 * n\n", two, [unknown, unknown]],
    ["the program ends as it starts", `${double}raise SystemExit(1)\n`, two, [failed, failed]],
    ["the program never ends", `${double}while True:\n    pass\n`, two, [failed, failed]],
    [
      "an example never ends",
      "def double(n):\n    while n > 2:\n        pass\n    return 2 * n\n",
      two,
      [passed, failed],
    ],
    ["an example cannot be read", double, `${two}assert double(1) ==\n`, [passed, passed, failed]],
    ["one is asserted", double, `${two}assert double(4) == 9\n`, [passed, passed, failed]],
    ["the code has one of its own", `"""\n>>> double(1)\n3\n"""\n${double}`, two, [passed, passed]],
  ])("where %s, tells of each what came of it", async (_, code, examples, expected) => {
    const verdict = await run(code, { examples, timeout_s: 3 });
    expect(outcomesOf(examples, verdict).map(({ outcome }) => outcome)).toEqual(expected);
  });
});
