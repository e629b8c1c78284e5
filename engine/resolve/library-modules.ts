import { isAscii } from "../values/characters.ts";
import type { Node } from "../tree/nodes.ts";
import { canonical } from "./known-names.ts";
import { argumentOf, type Given, type Machine } from "./machine.ts";
import { addPieces } from "./mixed.ts";
import { readAttribute, readItem } from "./reach.ts";
import { taintOf, taints } from "./taint.ts";
import {
  anything,
  items,
  joinAll,
  onlyItems,
  onlyText,
  onlyTextOf,
  reference,
  text,
  type DictEntry,
  type PossibleValues,
  type Thing,
} from "./value.ts";

type Fold = (given: Given, machine: Machine, node: Node) => PossibleValues | undefined;

/** A module named by a string; the name of one's own package leads nowhere that is known. */
export function moduleNamed(name: string): PossibleValues {
  return name.startsWith(".") ? reference("own.module") : reference(canonical(name), taints.roundabout);
}

const importing = (given: Given): PossibleValues | undefined => {
  const name = argumentOf(given, 0, "name");
  if (!name) return undefined;
  return joinAll(
    name.map((word): PossibleValues =>
      word.kind === "str" || word.kind === "bytes"
        ? moduleNamed(word.value)
        : reference("importlib.{?}", taintOf([word])),
    ),
  );
};

/** `__import__("a.b")` answers `a`, unless names to import from it are listed. */
const importingRoot: Fold = (given) => {
  const hasList = (argumentOf(given, 3, "fromlist")?.[0]?.kind ?? "none") !== "none";
  const name = argumentOf(given, 0, "name");
  const word = onlyText(name);
  if (word === undefined || hasList) return importing(given);
  return moduleNamed(word.split(".")[0]!);
};

/** `os.system` or `os:system`, named in full. */
const located: Fold = ({ args }, machine, node) => {
  const [module, ...rest] = (onlyText(args[0]) ?? "").replace(":", ".").split(".");
  if (!module) return reference("importlib.{?}", taintOf(...args));
  return rest.reduce(
    (at, step) => readAttribute(machine, at, step, node),
    reference(canonical(module), taints.roundabout),
  );
};

const maxConfigDepth = 4;

/** `dictConfig` calls what is named under `()`, with all that stands beside it. */
const configuring: Fold = ({ args }, machine, node) => {
  const configure = (value: PossibleValues, depth: number): void => {
    for (const thing of value) {
      if (thing.kind !== "dict" || depth > maxConfigDepth) continue;
      const keywords = new Map(
        Array.from(thing.entries, ([key, entry]) => [key.replace(/^str:/, ""), entry.value]),
      );
      const factory = keywords.get("()");
      keywords.delete("()");
      const callee =
        onlyText(factory) === undefined
          ? factory
          : located({ args: [factory!], keywords: new Map(), isOpen: false }, machine, node);
      if (callee) machine.call(callee, { args: [], keywords, isOpen: false }, node);
      for (const inner of keywords.values()) configure(inner, depth + 1);
    }
  };
  configure(args[0] ?? [], 0);
  return undefined;
};

const moduleTable: Fold = ({ args }, machine, node) =>
  args[0] && readItem(machine, reference("sys.modules"), args[0], node);

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

const runningStatement: Fold = (given, machine, node) => {
  const source = given.args[0] ?? given.keywords.get("stmt");
  for (const thing of source ?? []) if (thing.kind === "str") machine.runCode(thing.value, node);
  return undefined;
};

/** `python -c` runs its argument as this program would. */
const runningPython: Fold = (given, machine, node) => {
  const [program, option, code] = onlyItems(argumentOf(given, 0, "args")) ?? [];
  const isPython =
    program?.some((thing) => thing.kind === "reference" && thing.path === "sys.executable") === true ||
    /(?:^|[\\/])python[\d.]*$/.test(onlyText(program) ?? "");
  const source = onlyText(code);
  if (isPython && onlyText(option) === "-c" && source !== undefined) machine.runCode(source, node);
  return undefined;
};

const readJson: Fold = ({ args, keywords, isOpen }) => {
  const word = onlyText(args[0]);
  const isPlain = args.length === 1 && keywords.size === 0 && !isOpen;
  if (word === undefined || !isPlain || (args[0]![0]!.kind === "bytes" && !isAscii(word))) return undefined;
  try {
    return fromJson(JSON.parse(word), 0);
  } catch {
    return undefined;
  }
};

function fromJson(value: unknown, depth: number): PossibleValues {
  if (depth > 20) return anything;
  if (typeof value === "string") return text(value);
  if (Array.isArray(value))
    return items(
      "list",
      value.slice(0, 500).map((one) => fromJson(one, depth + 1)),
    );
  if (typeof value !== "object" || value === null) return anything;
  const pairs = Object.entries(value);
  // JavaScript puts keys that look like indexes before the others.
  const isOrdered = pairs.length < 2 || !pairs.some(([key]) => /^\d+$/.test(key));
  if (!isOrdered || pairs.length > 500) return anything;
  const entries = pairs.map(([key, one]): [string, DictEntry] => [
    `str:${key}`,
    { key: text(key), value: fromJson(one, depth + 1) },
  ]);
  return [{ kind: "dict", entries: new Map(entries), isOpen: false }];
}

/** `os.path.join` as it is on every system but one: an absolute part begins again. */
const joinedPath: Fold = ({ args, keywords, isOpen }) => {
  const words = args.map((value) => onlyTextOf("str", value));
  if (words.length === 0 || keywords.size > 0 || isOpen) return undefined;
  if (words.includes(undefined)) return partlyJoined(args, words);
  const [first, ...others] = words as string[];
  return text(
    others.reduce(
      (path, word) =>
        word.startsWith("/") || path === "" ? word : path.endsWith("/") ? path + word : `${path}/${word}`,
      first!,
    ),
  );
};

/** The known parts stay in place behind an unknown folder. */
function partlyJoined(
  args: readonly PossibleValues[],
  words: readonly (string | undefined)[],
): PossibleValues | undefined {
  if (words.every((word) => word === undefined) || words.some((word) => word?.startsWith("/")))
    return undefined;
  return addPieces(
    args.flatMap((value, at): Thing[] => [
      ...(at > 0 ? text("/") : []),
      words[at] === undefined ? inPath(value) : text(words[at])[0]!,
    ]),
  );
}

function inPath(value: PossibleValues): Thing {
  const [only] = value;
  return value.length === 1 && only!.kind === "mixed" ? only! : { kind: "anything", taint: taintOf(value) };
}

export const moduleFunctions: Readonly<Record<string, Fold>> = {
  "builtins.__import__": importingRoot,
  "importlib.import_module": importing,
  "importlib.reload": ({ args }) => args[0],
  "pydoc.locate": located,
  "pkgutil.resolve_name": located,
  "logging.config.dictConfig": configuring,
  "pydoc.safeimport": importing,
  "django.utils.module_loading.import_string": located,
  "werkzeug.utils.import_string": located,
  "imp.reload": ({ args }) => args[0],
  "sys.modules.get": moduleTable,
  "sys.modules.__getitem__": moduleTable,
  "sys.modules.pop": moduleTable,
  "sys.modules.setdefault": moduleTable,
  "builtins.exec": running,
  "builtins.eval": running,
  "builtins.compile": compiling,
  "ast.literal_eval": running,
  "timeit.timeit": runningStatement,
  "timeit.repeat": runningStatement,
  "cProfile.run": runningStatement,
  "profile.run": runningStatement,
  "pdb.run": runningStatement,
  "trace.Trace().run": runningStatement,
  "code.InteractiveInterpreter().runsource": runningStatement,
  "code.InteractiveConsole().push": runningStatement,
  "subprocess.run": runningPython,
  "subprocess.call": runningPython,
  "subprocess.Popen": runningPython,
  "subprocess.check_call": runningPython,
  "subprocess.check_output": runningPython,
  "json.loads": readJson,
  "os.path.join": joinedPath,
};
