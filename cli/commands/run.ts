import { resolve } from "node:path";
import type { ReadVerdict } from "../../engine/verdict.ts";
import { openExecutingJudge } from "../checking/open-judge.ts";
import { programAround } from "../checking/programs/program-around.ts";
import { partOf, toChecked } from "../checking/to-checked.ts";
import { readArguments, type Command } from "../command.ts";
import { exitStatus } from "../exit-status.ts";
import { readSource, Unreadable } from "../files/source.ts";
import { readOutputPaths, saveOutputs } from "../files/save-outputs.ts";
import { text as asText } from "../formats/text.ts";
import type { CheckedFile } from "../finding.ts";
import { CannotAsk, NotJudged, type TextJudge, type TextQuestion } from "../judge.ts";
import { readVersion } from "../release.ts";
import { readPython } from "../settings/python-version.ts";
import { paintFor, printable, type Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { readExamples } from "./options/examples-file.ts";
import { judgeFor } from "./options/judge-for.ts";
import { statusOf } from "./status-of.ts";

const options = {
  help: { type: "boolean", short: "h" },
  examples: { type: "string" },
  timeout: { type: "string" },
  pytest: { type: "boolean" },
  output: { type: "string", multiple: true },
  force: { type: "boolean" },
  python: { type: "string" },
  json: { type: "boolean" },
  url: { type: "string" },
} as const;

export const run: Command = {
  usage: `assay run FILE [--examples FILE] [options]

Checks a program, runs it in a sandbox without network, and checks its examples. The files that it imports
from beside itself go with it. Needs Docker, or --url.

  --examples FILE   doctest lines or assertions that must hold; a .json file may hold
                    {"examples": […], "expected_output": "…", "timeout_s": 10}
  --timeout S       seconds the program may take
  --pytest          run the tests in test_*.py beside it, and in tests/
  --output PATH     save a file that the program writes, under the same path in this folder; up to 10 times
  --force           replace what is there under such a path
  --python VERSION  what it is for and run by, 3.11 to 3.14; default: 3.13. Others need an image of theirs
                    in SANDBOX_IMAGES
  --json            print the whole verdict
  --url URL         ask a service; needs a key with credits

Exit status: 0 valid, 1 rejected, 2 used wrongly or it could not be run.
`,

  run: async (args, terminal) => {
    const { values, positionals } = readArguments("run", args, options);
    const [name] = positionals;
    if (name === undefined || positionals.length > 1) throw new UsageError("Name one file: assay run FILE");
    const expected = values.examples === undefined ? {} : readExamples(terminal, values.examples);
    const timeoutS = values.timeout === undefined ? expected.timeoutS : readSeconds(values.timeout);
    const saving = { cwd: terminal.cwd, isForced: values.force === true };
    const outputs = readOutputPaths(values.output ?? [], saving);
    const { text } = await readNamed(terminal, name);
    await using judge = await executingJudge(terminal, values.url);
    const withTests = values.pytest === true;
    const program = programAround(resolve(terminal.cwd, name), { text, withTests });
    const question = {
      ...program,
      mode: "execute" as const,
      ...expected,
      timeoutS,
      outputs: outputs.length === 0 ? undefined : outputs,
      pytest: withTests || undefined,
      python: values.python === undefined ? undefined : readPython(values.python),
    };
    const verdict = await ask(judge, question, terminal.signal);
    if (values.json) terminal.out(`${JSON.stringify(verdict, undefined, 2)}\n`);
    const checked = checkedFiles(name, program, verdict);
    if (!values.json) tell(terminal, verdict, checked);
    await saveOutputs(outputs, verdict.runtime.outputs ?? [], { ...saving, say: terminal.err });
    const isRejected = checked.some(({ status }) => status === "rejected");
    return verdict.runtime.ran || isRejected ? statusOf(checked) : exitStatus.unfinished;
  },
};

/** The main file under the name that was given, and the others beside it. */
function checkedFiles(
  name: string,
  { text, path, files = {} }: Pick<TextQuestion, "text" | "path" | "files">,
  verdict: ReadVerdict,
): CheckedFile[] {
  const rules = { isChosen: () => true, strict: false };
  if (path === undefined) return [toChecked({ file: name, text }, verdict, rules)];
  const texts: [string, string][] = [[path, text], ...Object.entries(files)];
  return texts.map(([file, each]) =>
    toChecked({ file: file === path ? name : file, text: each }, partOf(verdict, file), rules),
  );
}

async function readNamed({ cwd }: Terminal, name: string): Promise<{ text: string }> {
  try {
    return await readSource(resolve(cwd, name));
  } catch (error) {
    throw error instanceof Unreadable ? new UsageError(`${name}: ${error.message}.`) : error;
  }
}

function readSeconds(given: string): number {
  const seconds = Number(given);
  if (seconds > 0 && seconds <= 60) return seconds;
  throw new UsageError(`--timeout ${given}: use a number of seconds up to 60.`);
}

/** The sandbox of this machine, or a service. */
async function executingJudge(terminal: Terminal, url: string | undefined): Promise<TextJudge> {
  if (url !== undefined) return (await judgeFor(terminal, { url }, { mode: "execute", files: 1 })).judge;
  return openExecutingJudge(terminal, readVersion());
}

async function ask(judge: TextJudge, question: TextQuestion, signal: AbortSignal): Promise<ReadVerdict> {
  try {
    return await judge.ask(question, signal);
  } catch (error) {
    throw error instanceof CannotAsk || error instanceof NotJudged ? new UsageError(error.message) : error;
  }
}

/** What the program printed, then what is said of it. */
function tell(
  terminal: Terminal,
  { runtime, fixed_code: fixed, fixes }: ReadVerdict,
  checked: readonly CheckedFile[],
): void {
  const { out, err } = terminal;
  out(runtime.stdout);
  err(runtime.stderr);
  const paint = paintFor(terminal);
  out(asText({ version: readVersion(), files: checked }, { paint, isQuiet: false }));
  if (runtime.timed_out) err("It ran out of time.\n");
  if (!runtime.ran) err("It was not run.\n");
  if (fixed !== null) err(`A fix passes every example: ${fixes.map(printable).join("; ")} (see --json).\n`);
}
