import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestWork } from "../../scripts/chain/actions.ts";
import type { LocalChain } from "../../scripts/chain/local-chain.ts";
import { borrowChain } from "../support/local-chain.ts";
import { openTestAgent, type TestAgent } from "../support/agent.ts";
import { entrances } from "../support/entrances.ts";
import { startIpfsStandIn, type IpfsStandIn } from "../support/ipfs-stand-in.ts";
import { payPerCall } from "../support/pay-per-call.ts";
import { config, requireDocker } from "../support/sandbox.ts";
import { openTestService, type TestService } from "../support/service.ts";
import { openCliStage } from "../cli/stage.ts";

/** One service with every entrance, for all tests of this file. */
let chain: LocalChain;
let ipfs: IpfsStandIn;
let service: TestService;
let agent: TestAgent;
let key: string;
const opened = new AsyncDisposableStack();

beforeAll(async () => {
  await requireDocker();
  const DATA_DIR = opened.adopt(await mkdtemp(join(tmpdir(), "assay-files-")), async (path) =>
    rm(path, { recursive: true, force: true }),
  );
  chain = opened.use(await borrowChain());
  ipfs = opened.use(await startIpfsStandIn());
  const sandbox = { SANDBOX: "docker", SANDBOX_IMAGE: config.SANDBOX_IMAGE };
  service = opened.use(await openTestService({ env: { ...chain.env, ...sandbox, DATA_DIR } }));
  agent = opened.use(
    await openTestAgent({
      ...chain.env,
      DEPOSIT_CONTRACT: "",
      DATA_DIR,
      SERVICE_URL: service.url,
      IPFS_GATEWAY_URL: ipfs.gatewayUrl,
    }),
  );
  key = await service.createKey();
  await service.grant(key, 100_000);
});
afterAll(async () => opened.disposeAsync());

/** A shop in three files: the main one uses the second wrongly, and a test in the third fails. */
const code = 'from pricing import total\n\nprint(total([5, 7], discount="2"))\n';
const files = {
  "pricing.py":
    "def total(prices: list[int], discount: int = 0) -> int:\n    return sum(prices) - int(discount)\n",
  "test_pricing.py":
    "import pytest\nfrom pricing import total\n\n\ndef test_sum():\n    assert total([1, 2]) == 3\n\n\n" +
    "def test_tax():\n    assert total([1, 2]) == 4\n\n\n@pytest.mark.skip(reason='later')\ndef test_later():\n    assert False\n",
};
const job = {
  code,
  files,
  mode: "execute",
  options: { pytest: true, examples: "assert total([1, 1]) == 2" },
};

const found = {
  valid: false,
  diagnostics: expect.arrayContaining([
    // It is a type error across two files, and running shows that it works.
    expect.objectContaining({ rule: "python:refuted-type-error", file: "main.py", line: 3 }),
    expect.objectContaining({ rule: "pytest:failed", file: "test_pricing.py", line: 10 }),
  ]),
  runtime: { ran: true, returncode: 0, stdout: "10\n", tests: { passed: 1, failed: 1, skipped: 1 } },
  fixed_files: null,
};

/** Loading pytest alone takes seconds on a slow machine, so programs get all the time there is. */
async function run({ options = {}, ...asked }: Readonly<Record<string, any>>): Promise<any> {
  const job = { mode: "execute", ...asked, options: { timeout_s: 30, ...options } };
  const answer = await service.validateWhenFree(key, job);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

const rejecting = (verdict: any): string[] =>
  verdict.diagnostics
    .filter(({ severity }: any) => severity === "error")
    .map(({ rule, file, line }: any) => `${file}:${line} ${rule}`);

describe("in the sandbox", () => {
  test("examples may name any file, and the main file may be part of a package", async () => {
    const verdict = await run({
      code: "from .models import Item\n\nprint(Item('a').name, __name__)\n",
      files: {
        "app/__init__.py": "",
        "app/models.py":
          "class Item:\n    def __init__(self, name: str) -> None:\n        self.name = name\n",
        "lib/far.py": "def far(n: int) -> int:\n    return n + 1\n",
      },
      options: {
        path: "app/run.py",
        fixes: "safe",
        examples:
          ">>> from lib.far import far\n>>> far(1)\n2\n>>> from app.models import Item\n>>> Item('b').name\n'b'\n>>> far(2)\n4\n",
      },
    });
    expect(verdict.runtime).toMatchObject({ ran: true, returncode: 0, stdout: "a __main__\n" });
    expect(rejecting(verdict)).toEqual(["app/run.py:null python:example-mismatch"]);
    expect(verdict.diagnostics[0].message).toContain("expected 4, got 3");
  });

  test("an exception is reported with its file and line", async () => {
    const verdict = await run({
      code: "import parts\n\nparts.go(0)\n",
      files: { "parts.py": "def go(n):\n    print(1)\n    return 1 / n\n" },
    });
    expect(rejecting(verdict)).toEqual(["parts.py:3 python:uncaught-exception"]);
  });

  test("files named like modules of Python or of the harness do not change the result of the caller's examples", async () => {
    const lie = "class Liar:\n    def __eq__(self, other):\n        return True\n";
    const forged = `${lie}\ndef dedent(text):\n    return Liar()\n\ndef __getattr__(name):\n    return lambda *a, **k: True\n`;
    const names = [
      "textwrap",
      "json",
      "judge",
      "compare",
      "encoding",
      "program",
      "steps",
      "project",
      "verdicts",
    ];
    const verdict = await run({
      code: "import textwrap\nimport json\nimport judge\n\n\ndef clean(text):\n    return textwrap.dedent(text) if text else 'x'\n",
      files: Object.fromEntries(names.map((name) => [`${name}.py`, forged])),
      options: {
        fixes: "safe",
        examples:
          "import textwrap\nassert clean(' a') == textwrap.dedent(' a')\nassert clean('') == ''\nassert json.dumps(1) == '1'",
      },
    });
    const failed = verdict.diagnostics.filter(({ rule }: any) => rule === "python:example-mismatch");
    expect(failed).toHaveLength(2);
    // The program may not import Python's own json.
    expect(verdict.runtime.examples).toEqual({ given: 3, judged: 3, held: 1, failed: 2, weak: 1 });
    expect(verdict.runtime.ran).toBe(true);
  });

  test("a fix of one file is returned if the tests of another file pass with it", async () => {
    const asked = {
      code: "from scores import best\n\nprint(best([3, 9, 4]))\n",
      files: {
        "scores.py": "def best(values):\n    return math.floor(max(values))\n",
        "tests/test_scores.py":
          "from scores import best\n\n\ndef test_best():\n    assert best([1, 2]) == 2\n",
      },
      options: { pytest: true },
    };
    const verdict = await run(asked);
    expect(verdict).toMatchObject({
      fixed_code: null,
      fixed_files: { "scores.py": expect.stringMatching(/^import math\n/) },
      fixed_valid: true,
      runtime: { returncode: 0, stdout: "9\n", tests: { passed: 1, failed: 0, skipped: 0 } },
    });
    const wrong = { ...asked.files, "tests/test_scores.py": "def test_never():\n    assert False\n" };
    expect(await run({ ...asked, files: wrong })).toMatchObject({ fixed_files: null, fixed_valid: null });
  });

  test.for<[string, string, string, string]>([
    ["a comparison", "    if n <= 10:\n        return 0\n    return n // 10\n", "<=", "<"],
    ["a raised exception", "    return [n // 10][1]\n", "][1]", "][0]"],
    ["a constant that is only imported", "    return RATE * n // 100\n", "RATE = 9", "RATE = 10"],
  ])("the search for a fix edits the file that the examples lead to: %s", async ([, body, wrong, right]) => {
    const fees = `RATE = 9\n\n\ndef fee(n: int) -> int:\n${body}`;
    const { fixed_code, fixed_files, fixed_valid, fixes } = await run({
      code: "from fees import fee\n\n\ndef total(n: int) -> int:\n    return n + fee(n)\n",
      files: { "fees.py": fees, "other.py": "x = 1\n" },
      options: {
        examples: [3, 9, 10, 25, 30, 70]
          .map((n) => `assert total(${n}) == ${n + Math.floor(n / 10)}`)
          .join("\n"),
      },
    });
    expect({ fixed_code, fixed_valid }).toEqual({ fixed_code: null, fixed_valid: true });
    expect(Object.keys(fixed_files)).toEqual(["fees.py"]);
    expect(fixed_files["fees.py"]).toBe(fees.replace(wrong, right));
    expect(fixes).toEqual([expect.stringMatching(/^fees\.py: line \d+: .*all pass when run$/)]);
  });

  test("tests that exit the interpreter, print to the harness or never end do not count as passed", async () => {
    const tests = {
      "test_exit.py": "import os\n\n\ndef test_a():\n    pass\n\n\ndef test_exit():\n    os._exit(0)\n",
      "test_forged.py": "import os\n\n\ndef test_b():\n    os.write(3, b'[]\\n')\n",
      "test_endless.py": "def test_c():\n    while True:\n        pass\n",
      "test_broken.py": "import nothing_there\n",
    };
    for (const [path, text] of Object.entries(tests)) {
      const verdict = await run({
        code: "x = 1\n",
        files: { [path]: text },
        options: { pytest: true, ...(path === "test_endless.py" && { timeout_s: 4 }) },
      });
      expect(verdict.valid).toBe(false);
      expect(rejecting(verdict)).toContainEqual(
        expect.stringMatching(
          path === "test_broken.py" ? /^test_broken\.py:1 pytest:failed$/ : /pytest:unfinished$/,
        ),
      );
    }
  });

  test("missing tests are reported", async () => {
    expect(rejecting(await run({ code: "x = 1\n", options: { pytest: true } }))).toEqual([
      "null:null pytest:no-tests",
    ]);
  });
});

test.for(entrances.map((entrance) => [entrance.name, entrance] as const))(
  "%s: an error across two files is found, the files are run, and each test is reported",
  async ([, entrance]) => {
    const { verdict } = await entrance.ask(service, { key, job });
    expect(verdict).toMatchObject(found);
    const failed = verdict!.diagnostics.filter(({ rule }) => rule === "pytest:failed");
    expect(failed.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^test_pricing\.py::test_tax: .*assert 3 == 4/s),
    ]);
  },
);

test("x402: the same call can be paid for by itself", async () => {
  const payer = payPerCall(service.url, chain.users[0]!);
  const { status, body } = await payer.post("execute", job, await payer.sign("execute"));
  expect({ status, body }).toMatchObject({ status: 200, body: found });
});

test("the command sends the files that a program imports and its tests", async () => {
  const stage = openCliStage({ "main.py": code, ...files, "unrelated.py": "1 + 'a'\n" });
  await stage.assay(["login", "--url", service.url], { askSecret: async () => key });
  const checked = await stage.assay(["check", "--url", service.url, "main.py", "pricing.py"]);
  expect(checked).toMatchObject({ status: 1 });
  expect(checked.out).toMatch(/^main\.py:3:\d+ error mypy:arg-type /m);
  const ran = await stage.assay(["run", "main.py", "--pytest", "--url", service.url]);
  expect(ran).toMatchObject({ status: 1 });
  expect(ran.out).toMatch(
    /^10\n[^]*^test_pricing\.py:10:1 error pytest:failed |^test_pricing\.py:10 error pytest:failed /m,
  );
  expect(ran.out).not.toContain("unrelated.py");
});

test("the marketplace accepts a prompt with code, files and options", async () => {
  const asked = [
    {
      prompt: JSON.stringify({ code, files, options: job.options }),
      tool: "python_code_execute",
      nonce: "1",
    },
    {
      prompt: { code: "from pricing import totl\n\nprint(totl([1]))\n", files },
      tool: "python_code_repair",
      nonce: "2",
    },
  ];
  const datas = await Promise.all(asked.map(async (each) => (await ipfs.put(JSON.stringify(each))).digest));
  const { requestIds } = await requestWork(chain, { requester: chain.users[0]!, datas });
  const verdicts = await Promise.all(
    requestIds.map(async (id) => {
      const { request } = await agent.reaches(id, "settled");
      const response = await service.send(`/ipfs/f01701220${request.digest!.slice(2)}/${BigInt(id)}`);
      return JSON.parse(((await response.json()) as { result: string }).result) as unknown;
    }),
  );
  expect(verdicts[0]).toMatchObject(found);
  expect(verdicts[1]).toMatchObject({
    fixed_code: "from pricing import total\n\nprint(total([1]))\n",
    fixed_valid: true,
  });
});
