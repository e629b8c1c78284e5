import { type Splice, insertion, replacement } from "../../text/splices.ts";
import type { Call, Expression, Keyword } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { keywordRemoval } from "./argument-removal.ts";
import { callsOf } from "./calls-on-lines.ts";
import { swapImports } from "./import-swap.ts";
import { pathOf } from "./library-path.ts";
import { commandList } from "./command-list.ts";
import { isProgram } from "./shell-words.ts";
import { isTruthValue, textIn } from "../../tree/constants.ts";

export const shellLiteralList: Repair = { id: "shell-literal-list", kind: "changing", propose };

const rules = ["ruff:S602", "ruff:S604", "ruff:S605", "policy:process-execution"];
const starting = new Set(
  ["run", "call", "check_call", "check_output", "Popen"].map((name) => `subprocess.${name}`),
);

function* propose(program: RepairableProgram): Generator<Rewrite> {
  const calls = callsOf(program, ...rules);
  // Who asks for the shell's own answer to a program that is missing would get an exception.
  if (calls.length === 0 || /\b127\b/.test(program.text)) return;
  const systems: Call[] = [];
  for (const call of calls) {
    const path = pathOf(program, call.func) ?? "";
    if (path === "os.system" || path === "os.popen") systems.push(call);
    const rewrite = starting.has(path) ? withoutShell(program, call) : undefined;
    if (rewrite) yield rewrite;
  }
  yield* withoutSystem(program, systems);
}

function withoutShell(program: RepairableProgram, call: Call): Rewrite | undefined {
  const shell = call.keywords.find(({ arg, value }) => arg === "shell" && isTruthValue(value, true));
  if (!shell || !isPlain(call)) return undefined;
  const command = call.args[0] ?? call.keywords.find(({ arg }) => arg === "args")?.value;
  const dropped = keywordRemoval(program, call, shell);
  if (!command || !dropped) return undefined;
  if (isListOfWords(command))
    return { splices: [dropped], at: call.start, description: "removed `shell=True`" + runsFirst };
  const literal = literalOf(program, command);
  const list = literal && listed(program, literal);
  if (!list) return undefined;
  const splices = [dropped, list].toSorted((a, b) => a.start - b.start);
  return { splices, at: call.start, description: "gave the command as a list of words, without a shell" };
}

const runsFirst = ": of a list the shell runs the first word only";

/** Everything the call is given is written out, and nothing of it is for the shell. */
function isPlain({ args, keywords }: Call): boolean {
  return (
    args.length <= 1 &&
    args[0]?.kind !== "Starred" &&
    keywords.every(({ arg }: Keyword) => arg !== undefined && arg !== "executable")
  );
}

function isListOfWords(command: Expression): boolean {
  if (command.kind !== "List" && command.kind !== "Tuple") return false;
  const [first] = command.elts;
  const program = textIn(first);
  return program !== undefined && command.elts.length > 1 && isProgram(program, []);
}

/** The literal itself, or the one a name was given that nothing else reads. */
function literalOf({ facts }: RepairableProgram, command: Expression): Expression | undefined {
  if (command.kind !== "Name") return command;
  const variable = facts.names.variableOf(command);
  const [only] = variable?.bindings ?? [];
  const { parent } = only ?? {};
  const isOnce = variable?.bindings.length === 1 && variable.scope === facts.names.scopeOf(command);
  if (!isOnce || variable.mentions.length !== 2) return undefined;
  if (parent?.kind !== "Assign" || parent.targets.length > 1) return undefined;
  return parent.targets[0] === only ? parent.value : undefined;
}

function listed(program: RepairableProgram, command: Expression): Splice | undefined {
  const text = commandList(program, command);
  return text === undefined ? undefined : { start: command.start, end: command.end, text };
}

type Started = Readonly<{ call: Call; list: Splice; isRead: boolean }>;

/**
 * `os.system("…")` whose answer nobody looks at, and `os.popen("…").read()`; all of them at once, as `import os` may then
 * be left over.
 */
function* withoutSystem(program: RepairableProgram, calls: readonly Call[]): Generator<Rewrite> {
  const started = calls.flatMap((call): Started[] => {
    const isRead = pathOf(program, call.func) === "os.popen";
    const isKnown = isRead ? readingOf(call) !== undefined : call.parent?.kind === "Expr";
    const isPlainCall = call.args.length === 1 && call.keywords.length === 0;
    const list = isKnown && isPlainCall ? listed(program, call.args[0]!) : undefined;
    return list ? [{ call, list, isRead }] : [];
  });
  const [first] = started;
  if (!first) return;
  const callees = started.map(({ call }) => call.func);
  const imported = swapImports(program, callees, "subprocess");
  if (!imported) return;
  const names = new Set(callees.map((callee) => `\`${pathOf(program, callee)}\``));
  yield {
    splices: [...imported.splices, ...started.flatMap((each) => startedBy(each, imported.text))].toSorted(
      (a, b) => a.start - b.start || a.end - b.end,
    ),
    at: first.call.start,
    findingCount: started.length,
    description: `replaced ${[...names].join(" and ")} by \`subprocess.run\` with a list of words, without a shell`,
  };
}

/** The call of `read` that takes all of a program's output. */
function readingOf(call: Call): Call | undefined {
  const { parent } = call;
  const reading = parent?.kind === "Attribute" && parent.attr === "read" ? parent.parent : undefined;
  const isCall = reading?.kind === "Call" && reading.func === parent;
  return isCall && reading.args.length + reading.keywords.length === 0 ? reading : undefined;
}

function startedBy({ call, list, isRead }: Started, module: string): Splice[] {
  const { func, args, end } = call;
  const run = replacement(func, `${module}.run`);
  if (!isRead) return [run, list];
  const given = insertion(args[0]!.end, `, stdout=${module}.PIPE, text=True`);
  return [run, list, given, { start: end, end: readingOf(call)!.end, text: ".stdout" }];
}
