import { beforeAll, describe, expect, test } from "vitest";
import type { CheckedFile } from "../../../cli/finding.ts";
import { openCliStage, type CliStage } from "../stage.ts";

/** A silenced finding and its neighbours that are not: what is left, and what is silenced by which comment. */
type Case = Readonly<{
  text: string;
  left?: readonly string[];
  silenced?: readonly (readonly [place: string, by: string])[];
}>;

const load = (comment: string): string => `return pickle.loads(data)${comment}`;
const lines = (...written: readonly string[]): string => `import pickle\n\n\n${written.join("\n")}\n`;
const loading = (...written: readonly string[]): string =>
  lines("def load(data, other):", ...written.map((line) => `    ${line}`));

const cases: Readonly<Record<string, Case>> = {
  "noqa with the code": {
    text: loading(load("  # noqa: S301 checked above")),
    silenced: [["ruff:S301 5", "# noqa: S301"]],
  },
  "noqa with another code": { text: loading(load("  # noqa: E501")), left: ["ruff:S301 5"] },
  "noqa for everything": { text: loading(load("  # NoQA")), silenced: [["ruff:S301 5", "# NoQA"]] },
  "noqa with words for codes": { text: loading(load("  # noqa: trusted")), left: ["ruff:S301 5"] },
  "noqa inside a text": {
    text: loading('first = "# noqa: S301", pickle.loads(data)', 'return f"""', '# noqa: S301 {first}"""'),
    left: ["ruff:S301 5"],
  },
  "noqa behind a text over lines": {
    text: loading('return pickle.loads(b"""', '""" + data)  # noqa: S301'),
    silenced: [["ruff:S301 5", "# noqa: S301"]],
  },
  "noqa for a rule of our own": {
    text: "import hashlib\n\na = hashlib.md5(b'')  # noqa: S324\nb = hashlib.md5(b'')\n",
    left: ["policy:weak-hash 4"],
    silenced: [["policy:weak-hash 3", "# noqa: S324"]],
  },
  "noqa for the file": {
    text: `# ruff: noqa: S301\n${loading("pickle.loads(data)", "exec(data)")}`,
    left: ["ruff:S102 7"],
    silenced: [["ruff:S301 6", "# ruff: noqa: S301"]],
  },
  "noqa for the file, for flake8": {
    text: `# flake8: noqa\nimport hashlib\n\na = hashlib.md5(b'')\n`,
    silenced: [["policy:weak-hash 4", "# flake8: noqa"]],
  },
  "a block for ruff": {
    text: loading("# ruff: disable[S301]", "pickle.loads(data)", "# ruff: enable[S301]", load("")),
    left: ["ruff:S301 8"],
    silenced: [["ruff:S301 6", "# ruff: disable[S301]"]],
  },
  "type: ignore": {
    text: 'a = sum([1]) + "b"  # type: ignore[operator]\nb = sum([1]) + "b"  # type: ignore[arg-type]\n',
    left: ["mypy:operator 2"],
    silenced: [["mypy:operator 1", "# type: ignore[operator]"]],
  },
  "type: ignore is for mypy alone": {
    text: loading(load("  # type: ignore")),
    left: ["ruff:S301 5"],
  },
  "nosec on any line of the statement": {
    text: loading("return pickle.loads(", "    data,  # nosec B301 checked above", ")"),
    silenced: [["ruff:S301 5", "# nosec B301"]],
  },
  "nosec with another code": { text: loading(load("  # nosec B302")), left: ["ruff:S301 5"] },
  "nosec for everything": {
    text: loading("pickle.loads(data)  # nosec", load("")),
    left: ["ruff:S301 6"],
    silenced: [["ruff:S301 5", "# nosec"]],
  },
  "nosec is for security alone": {
    text: "import os  # nosec\n",
    left: ["ruff:F401 1"],
  },
  "a secret that is allowed": {
    text: 'password = "hunter2-Zk9!xq"  # pragma: allowlist secret\nsecret = "hunter3-Zk9!xq"\n',
    left: ["credentials:named-secret 2"],
    silenced: [["credentials:named-secret 1", "# pragma: allowlist secret"]],
  },
  "a provider's key that is allowed": {
    text: '# pragma: allowlist nextline secret\na = "AKIAIOSFODNN7EXAMPLQ"\nb = "AKIAIOSFODNN7EXAMPLQ"  # noqa # nosec\n',
    left: ["credentials:aws-access-key 3"],
    silenced: [["credentials:aws-access-key 2", "# pragma: allowlist nextline secret"]],
  },
  "our own comment, on the line": {
    text: loading(
      "a = pickle.loads(data)  # assay: ignore[ruff:S301, weak-hash] ours",
      "b = pickle.loads(data)",
      "c = pickle.loads(data)  # assay: ignore[S301]",
      "d = pickle.loads(data)  # assay: ignore[ruff:S*]",
      "return a, b, c, d  # assay: ignore[mypy]",
    ),
    left: ["ruff:S301 6"],
    silenced: [
      ["ruff:S301 5", "# assay: ignore[ruff:S301, weak-hash]"],
      ["ruff:S301 7", "# assay: ignore[S301]"],
      ["ruff:S301 8", "# assay: ignore[ruff:S*]"],
    ],
  },
  "our own comment, above a statement": {
    text: loading(
      "# assay: ignore[S301] written by us",
      "# and read by us",
      "a = [",
      "    pickle.loads(data),",
      "]",
      "return a, pickle.loads(other)",
    ),
    left: ["ruff:S301 10"],
    silenced: [["ruff:S301 8", "# assay: ignore[S301]"]],
  },
  "our own comment, above a definition": {
    text: lines(
      "# assay: ignore[S301]",
      "@pickle.loads(b'')",
      "def f(data):",
      "    return pickle.loads(data)",
    ),
    left: ["ruff:S301 7"],
    silenced: [["ruff:S301 5", "# assay: ignore[S301]"]],
  },
  "our own comment, for the file": {
    text: `# assay: ignore-file[S301] all of it is ours\n${loading("pickle.loads(data)", "exec(data)")}`,
    left: ["ruff:S102 7"],
    silenced: [["ruff:S301 6", "# assay: ignore-file[S301]"]],
  },
  "a refusal of Python": {
    text: "x = (  # noqa # assay: ignore[ruff, python]\n",
    left: ["ruff:invalid-syntax 2", "python:cut-off 2"],
  },
};

type Report = Readonly<{ files: readonly Required<CheckedFile>[]; summary: string }>;

const fileOf = (name: string): string => `${name.replaceAll(/\W+/g, "_")}.py`;
const placeOf = ({ rule, line }: { rule: string; line: number | null }): string => `${rule} ${line}`;
const isNote = ({ rule }: { rule: string }): boolean => rule === "assay:unused-comment";

let stage: CliStage;
let [heard, strict]: Report[] = [];

async function report(...options: readonly string[]): Promise<Report> {
  return JSON.parse((await stage.assay(["check", "--format", "json", ...options])).out) as Report;
}

beforeAll(async () => {
  stage = openCliStage({
    "pyproject.toml": '[tool.assay]\nextend-select = ["policy"]\n',
    ...Object.fromEntries(Object.entries(cases).map(([name, { text }]) => [fileOf(name), text])),
  });
  heard = await report();
  strict = await report("--strict-comments");
}, 120_000);

describe("comments that silence", () => {
  test.for(Object.entries(cases))("%s", ([name, { left = [], silenced = [] }]) => {
    const file = heard!.files.find((each) => each.file === fileOf(name))!;
    expect(file.findings.filter((each) => !isNote(each)).map(placeOf)).toEqual(left);
    expect(file.suppressed.map((each) => [placeOf(each), each.suppressed.by])).toEqual(silenced);
    expect(file.status).toBe(file.findings.some(({ rejects }) => rejects) ? "rejected" : "valid");
  });

  test.for(Object.entries(cases))(
    "are not heard with --strict-comments: %s",
    ([name, { left, silenced }]) => {
      const file = strict!.files.find((each) => each.file === fileOf(name))!;
      expect(file.findings.map(placeOf)).toEqual(
        [...(left ?? []), ...(silenced ?? []).map(([place]) => place)].toSorted(
          (a, b) => Number(a.split(" ")[1]) - Number(b.split(" ")[1]),
        ),
      );
      expect(file.suppressed).toEqual([]);
    },
  );

  test("the reason stands beside the finding", () => {
    const reasons = heard!.files.flatMap(({ suppressed }) =>
      suppressed.map((each) => each.suppressed.reason),
    );
    expect(reasons).toEqual(
      expect.arrayContaining(["checked above", "ours", "written by us", "all of it is ours", null]),
    );
  });

  test("the summary counts what is silenced; text does not list it", async () => {
    const count = Object.values(cases).flatMap(({ silenced = [] }) => silenced).length;
    const { out } = await stage.assay(["check"]);
    expect(out).toContain(`; ${count} silenced by comments.\n`);
    expect(out).not.toContain("noqa_with_the_code.py:5");
    expect(strict!.summary).not.toContain("silenced");
  });

  test("SARIF names the comment and its reason", async () => {
    const { out } = await stage.assay(["check", "--format", "sarif", fileOf("noqa with the code")]);
    const { runs } = JSON.parse(out) as { runs: { results: { suppressions?: unknown }[] }[] };
    expect(runs[0]!.results.map(({ suppressions }) => suppressions)).toEqual([
      [{ kind: "inSource", justification: "# noqa: S301: checked above" }],
    ]);
  });

  test("a project that checks only one file hears the same comments", async () => {
    const { status } = await stage.assay(["check", fileOf("noqa with the code")]);
    expect(status).toBe(0);
    expect((await stage.assay(["check", fileOf("noqa with another code")])).status).toBe(1);
  });
});
