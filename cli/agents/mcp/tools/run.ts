import { basename } from "node:path";
import type { ReadVerdict } from "../../../../engine/verdict.ts";
import { programAround } from "../../../checking/programs/program-around.ts";
import { partOf, toChecked } from "../../../checking/to-checked.ts";
import { readSource } from "../../../files/source.ts";
import type { CheckedFile } from "../../../finding.ts";
import { unifiedDiff } from "../../../formats/unified-diff.ts";
import type { TextQuestion } from "../../../judge.ts";
import { UsageError } from "../../../usage-error.ts";
import { tellFindings } from "../../findings.ts";
import { locate } from "../roots.ts";
import type { AgentTool } from "../tool.ts";

type RunArguments = Readonly<{
  path?: string;
  code?: string;
  examples?: string;
  expected_output?: string;
  timeout_s?: number;
  pytest?: boolean;
}>;

const maxOutput = 4000;

export const run: AgentTool<RunArguments> = {
  name: "run",
  description:
    "Runs Python in a sandbox without network and checks examples. Give `path` (what it imports from beside itself goes " +
    "with it) or `code`. Where an example fails, it looks for a fix that passes every example.",
  inputSchema: {
    type: "object",
    properties: {
      path: { type: "string" },
      code: { type: "string" },
      examples: { type: "string", description: "Doctest lines or assertions that must hold" },
      expected_output: { type: "string" },
      timeout_s: { type: "number", exclusiveMinimum: 0, maximum: 60 },
      pytest: { type: "boolean", description: "Also run test_*.py beside `path` and in tests/" },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  call: async (args, { roots, runs, signal }) => {
    const { examples, expected_output: expectedOutput, timeout_s: timeoutS, pytest } = args;
    const { name, ...program } = await readProgram(args, roots);
    const question = { ...program, mode: "execute", examples, expectedOutput, timeoutS, pytest } as const;
    return tellRun(name, program, await runs.run(question, signal));
  },
};

type Program = Pick<TextQuestion, "text" | "path" | "files">;

async function readProgram(
  { path, code, pytest = false }: RunArguments,
  roots: readonly string[],
): Promise<Program & { name: string }> {
  if ((path === undefined) === (code === undefined))
    throw new UsageError("Give `path` or `code`, one of them.");
  if (code !== undefined) {
    if (pytest) throw new UsageError("`pytest` needs `path`: the tests are looked for beside it.");
    return { text: code, name: "code.py" };
  }
  const { path: file } = locate(roots, path!);
  const { text } = await readSource(file);
  return { ...programAround(file, { text, withTests: pytest }), name: basename(file) };
}

function tellRun(name: string, program: Program, verdict: ReadVerdict): string {
  const { runtime, fixed_code: fixed } = verdict;
  const patch =
    fixed === null ? [] : ["A fix passes every example:", unifiedDiff(name, program.text, fixed).trimEnd()];
  return [
    outcomeOf(verdict),
    ...tellOutput("stdout", runtime.stdout),
    ...tellOutput("stderr", runtime.stderr),
    ...tellFindings(toCheckedFiles(name, program, verdict)),
    ...patch,
  ].join("\n");
}

function outcomeOf({ valid, runtime }: ReadVerdict): string {
  const { ran, returncode, timed_out: isLate, examples, tests } = runtime;
  const parts = [
    valid ? "Valid." : "Rejected.",
    ran ? `It was run${returncode === null ? "" : ` and ended with ${returncode}`}.` : "It was not run.",
    ...(isLate ? ["It ran out of time."] : []),
    ...(examples ? [`Examples: ${examples.held} of ${examples.given} hold.`] : []),
    ...(tests ? [`Tests: ${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped.`] : []),
  ];
  return parts.join(" ");
}

function tellOutput(stream: string, text: string): string[] {
  if (text === "") return [];
  const rest = text.length > maxOutput ? `\n… ${text.length - maxOutput} characters more` : "";
  return [`${stream}:\n${text.slice(0, maxOutput).trimEnd()}${rest}`];
}

function toCheckedFiles(
  name: string,
  { text, path, files = {} }: Program,
  verdict: ReadVerdict,
): CheckedFile[] {
  const rules = { isChosen: () => true, strict: false };
  if (path === undefined) return [toChecked({ file: name, text }, verdict, rules)];
  return Object.entries({ [path]: text, ...files }).map(([file, own]) =>
    toChecked({ file, text: own }, partOf(verdict, file), rules),
  );
}
