import type { Node } from "../tree/nodes.ts";
import { argumentOf, type Given, type Machine } from "./machine.ts";
import { taintOf } from "./taint.ts";
import { anything, onlyItems, onlyText, reference, type PossibleValues } from "./value.ts";

type Fold = (given: Given, machine: Machine, node: Node) => PossibleValues | undefined;

/** A text of code is followed as code, no matter what runs it. */
const running: Fold = ({ args, keywords }, machine, node) => {
  const source = args[0] ?? keywords.get("source");
  let answer: PossibleValues = anything;
  for (const thing of source ?? []) {
    if (thing.kind === "str" || thing.kind === "bytes") answer = machine.runCode(thing.value, node);
    else if (thing.kind === "code") {
      const inner = onlyText(thing.source);
      if (inner !== undefined) answer = machine.runCode(inner, node);
    }
  }
  return answer === anything ? reference("builtins.eval()", taintOf(...args)) : answer;
};

const compiling: Fold = (given) => {
  const source = argumentOf(given, 0, "source");
  return source && [{ kind: "code", source }];
};

/** Follows the texts of code that a call is given somewhere among its arguments; what it answers is not known. */
function runningTexts(find: (given: Given) => Iterable<PossibleValues | string | undefined>): Fold {
  return (given, machine, node) => {
    for (const found of find(given)) {
      const texts =
        typeof found === "string" ? [found] : (found ?? []).flatMap((thing) => onlyText([thing]) ?? []);
      for (const source of texts) machine.runCode(source, node);
    }
    return undefined;
  };
}

const runningStatement = runningTexts((given) => [given.args[0] ?? given.keywords.get("stmt")]);
const runningTimed = runningTexts((given) => [argumentOf(given, 1, "setup"), argumentOf(given, 0, "stmt")]);
const runningSecond = runningTexts(({ args }) => [args[1]]);
/** Each argument of `python -m timeit` may be a statement. */
const runningArguments = runningTexts(({ args }) => onlyItems(args[0]) ?? []);
/** `assert_python_ok("-c", code)` runs its argument as this program would. */
const runningOption = runningTexts(({ args }) => {
  const at = args.findIndex((value) => onlyText(value) === "-c");
  return at < 0 ? [] : [args[at + 1]];
});

/** One command for a debugger: `p expression`, or `!statement`. */
function sourceOf(command: string): string {
  return command.replace(/^(?:(?:pp?|exec|debug)\s+|!)/, "");
}

/** The text of a file, or of one that is kept in memory. */
function contentOf(file: PossibleValues | undefined): string {
  const [stream] = file ?? [];
  return onlyText(stream?.kind === "stream" ? [stream.content] : file) ?? "";
}

const runningCommand = runningTexts(({ args }) => [sourceOf(onlyText(args[0]) ?? "")]);
const runningCommands = runningTexts((given) =>
  contentOf(argumentOf(given, 1, "stdin"))
    .split("\n")
    .map(sourceOf),
);
/** The expressions of a configuration of logs are evaluated. */
const runningSettings = runningTexts(({ args }) =>
  Array.from(contentOf(args[0]).matchAll(/^[ \t]*(?:kw)?args[ \t]*=[ \t]*(\S.*)$/gm), ([, source]) => source),
);

/** `python -c` runs its argument as this program would. */
const runningPython = runningTexts((given) => {
  const [program, option, code] = onlyItems(argumentOf(given, 0, "args")) ?? [];
  const isPython =
    program?.some((thing) => thing.kind === "reference" && thing.path === "sys.executable") === true ||
    /(?:^|[\\/])python[\d.]*$/.test(onlyText(program) ?? "");
  return isPython && onlyText(option) === "-c" ? [code] : [];
});

function each(makers: string, names: string, fold: Fold): Record<string, Fold> {
  const paths = makers.split(" ").flatMap((maker) => names.split(" ").map((name) => `${maker}.${name}`));
  return Object.fromEntries(paths.map((path) => [path, fold]));
}

/** What runs a text of code: at once, step by step, in another interpreter, or to time it. */
export const runningFunctions: Readonly<Record<string, Fold>> = {
  "builtins.exec": running,
  "builtins.eval": running,
  "builtins.compile": compiling,
  "ast.literal_eval": running,
  ...each("timeit", "timeit repeat Timer", runningTimed),
  "timeit.main": runningArguments,
  ...each("pdb bdb pdb.Pdb() bdb.Bdb() bdb.Tdb()", "run runeval runctx", runningStatement),
  ...each(
    "cProfile profile cProfile.Profile() profile.Profile() trace.Trace()",
    "run runctx",
    runningStatement,
  ),
  ...each("pdb.Pdb()", "onecmd default", runningCommand),
  "pdb.Pdb": runningCommands,
  "code.InteractiveInterpreter().runsource": runningStatement,
  "code.InteractiveConsole().push": runningStatement,
  ...each("rlcompleter.Completer()", "complete attr_matches", runningStatement),
  ...each("_interpreters _xxsubinterpreters", "run_string exec", runningSecond),
  "logging.config.fileConfig": runningSettings,
  ...each(
    "test.support.script_helper",
    "assert_python_ok assert_python_failure run_python_until_end spawn_python",
    runningOption,
  ),
  ...each("subprocess", "run call Popen check_call check_output", runningPython),
};
