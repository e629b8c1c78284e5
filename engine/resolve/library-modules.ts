import { isAscii } from "../kernel/characters.ts";
import type { Node } from "../tree/nodes.ts";
import { storeItem } from "./bind.ts";
import { canonical } from "./known-names.ts";
import { argumentOf, type Given, type Machine } from "./machine.ts";
import { addPieces } from "./mixed.ts";
import { namespaceOf } from "./own-classes.ts";
import { readAttribute, readItem, readNamed } from "./reach.ts";
import { taintOf, taints } from "./taint.ts";
import {
  anything,
  items,
  joinAll,
  onlyText,
  onlyTextOf,
  reference,
  text,
  type DictEntry,
  type PossibleValues,
  type AbstractValue,
} from "./value.ts";

type Fold = (given: Given, machine: Machine, node: Node) => PossibleValues | undefined;

/** A module named by a string; the name of one's own package leads nowhere that is known. */
export function moduleNamed(name: string): PossibleValues {
  return name.startsWith(".") ? reference("own.module") : reference(canonical(name), taints.indirect);
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
    reference(canonical(module), taints.indirect),
  );
};

/** `ext://os.system`, as a configuration of logs names what is outside of it. */
const converted: Fold = ({ args, ...given }, machine, node) => {
  const name = onlyText(args[0])?.replace(/^ext:\/\//, "");
  return name === undefined || !/^[\w.]+$/.test(name)
    ? undefined
    : located({ args: [text(name)], ...given }, machine, node);
};

/** `find_class("os", "system")`. */
const ofModule: Fold = ({ args }, machine, node) => {
  const module = onlyText(args[0]);
  return module === undefined || !args[1]
    ? undefined
    : readNamed(machine, moduleNamed(module), args[1], node);
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
    args.flatMap((value, at): AbstractValue[] => [
      ...(at > 0 ? text("/") : []),
      words[at] === undefined ? inPath(value) : text(words[at])[0]!,
    ]),
  );
}

function inPath(value: PossibleValues): AbstractValue {
  const [only] = value;
  return value.length === 1 && only!.kind === "mixed" ? only! : { kind: "anything", taint: taintOf(value) };
}

export const moduleFunctions: Readonly<Record<string, Fold>> = {
  "builtins.__import__": importingRoot,
  "importlib.import_module": importing,
  "importlib.reload": ({ args }) => args[0],
  "pydoc.locate": located,
  "pkgutil.resolve_name": located,
  "importlib.metadata.EntryPoint": (given) => {
    const value = argumentOf(given, 1, "value") ?? anything;
    const load: AbstractValue = {
      kind: "partial",
      callee: reference("pkgutil.resolve_name"),
      args: [value],
      keywords: new Map(),
    };
    return [namespaceOf(new Map([["load", [load]]]))];
  },
  "logging.config.dictConfig": configuring,
  "logging.config.DictConfigurator": configuring,
  "logging.config.DictConfigurator().configure_custom": configuring,
  ...Object.fromEntries(
    ["convert", "resolve", "ext_convert"].flatMap((name) =>
      ["BaseConfigurator", "DictConfigurator"].map((maker) => [
        `logging.config.${maker}().${name}`,
        converted,
      ]),
    ),
  ),
  "pydoc.resolve": ({ args, ...given }, machine, node) => {
    const found = onlyText(args[0]) === undefined ? args[0] : located({ args, ...given }, machine, node);
    return found && items("tuple", [found, anything]);
  },
  ...Object.fromEntries(
    ["pickle.Unpickler()", "pickle._Unpickler()"].map((path) => [`${path}.find_class`, ofModule]),
  ),
  "unittest.mock._importer": located,
  "xmlrpc.server.resolve_dotted_attribute": ({ args }, machine, node) => {
    const names = onlyText(args[1])?.split(".");
    return args[0] && names?.reduce((at, name) => readNamed(machine, at, text(name), node), args[0]);
  },
  "pickle._getattribute": (given, machine, node) =>
    given.args[0] && given.args[1] && readNamed(machine, given.args[0], given.args[1], node),
  "test.support.import_helper.import_module": importing,
  "test.support.import_helper.import_fresh_module": importing,
  "pydoc.safeimport": importing,
  "django.utils.module_loading.import_string": located,
  "werkzeug.utils.import_string": located,
  "imp.reload": ({ args }) => args[0],
  "sys.modules.get": moduleTable,
  "sys.modules.__getitem__": moduleTable,
  "sys.modules.pop": moduleTable,
  "sys.modules.setdefault": ({ args }, machine, node) => {
    if (args[0] && args[1])
      for (const of of reference("sys.modules")) storeItem(machine, of, args[0], args[1], node);
    return args[1];
  },
  "sys.modules.update": ({ args, keywords }, machine, node) => {
    const [more] = args[0] ?? [];
    const entries = more?.kind === "dict" ? [...more.entries.values()] : [];
    const named = Array.from(keywords, ([name, value]) => ({ key: text(name), value }));
    for (const of of reference("sys.modules"))
      for (const { key, value } of [...entries, ...named]) storeItem(machine, of, key, value, node);
    return undefined;
  },
  "json.loads": readJson,
  "os.path.join": joinedPath,
};
