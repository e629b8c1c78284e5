import type { Node } from "../tree/nodes.ts";
import { moduleOf, readHere, readName } from "./frame.ts";
import { attributeOfFunction } from "./function-attributes.ts";
import { indexOf, readEntry } from "./fold-items.ts";
import { attributePath, canonical, isBuiltinName, isKnownModule } from "./known-names.ts";
import { keptSection } from "./library-keeping.ts";
import { isMember } from "./module-members.ts";
import { readClassAttribute, readObjectAttribute, readSuperAttribute } from "./own-classes.ts";
import { noArguments, withArgs, type Machine } from "./machine.ts";
import { isPower, powerfulModules } from "./power-names.ts";
import { powerIn } from "./powers.ts";
import { indirect, taintOf, taintOfOne, taints } from "./taint.ts";
import {
  anything,
  int,
  items,
  joinAll,
  onlyInt,
  onlyText,
  onlyTextOf,
  reference,
  tainted,
  text,
  type Reference,
  type AbstractValue,
  type PossibleValues,
} from "./value.ts";

/** What `value.name` stands for. */
export function readAttribute(
  machine: Machine,
  value: PossibleValues,
  name: string,
  node: Node,
): PossibleValues {
  return joinAll(value.map((thing) => attributeOf(machine, thing, name, node)));
}

function attributeOf(machine: Machine, thing: AbstractValue, name: string, node: Node): PossibleValues {
  machine.listener.attribute(node, thing, name);
  if (name === "__getattribute__" || (name === "__dict__" && thing.kind !== "anything"))
    return name === "__dict__" ? [{ kind: "attributes", of: thing }] : [{ kind: "method", of: thing, name }];
  switch (thing.kind) {
    case "reference":
      return attributeOfReference(machine, thing, name);
    case "function":
      return attributeOfFunction(machine, thing, name);
    case "class":
      return name === "__class__"
        ? reference("builtins.type")
        : readClassAttribute(machine, thing, name, node);
    case "object":
      return readObjectAttribute(machine, thing, name, node);
    case "super":
      return readSuperAttribute(thing.of, name);
    case "names":
      return readHere(thing.frame, name) ?? [{ kind: "method", of: thing, name }];
    case "partial":
      if (name === "func") return thing.callee;
      return name === "args" ? items("tuple", [...thing.args]) : anything;
    case "anything":
      return reference(`?.${name}`, thing.taint);
    default:
      if (name === "__class__") return reference(typeNameOf(thing));
      if (name === "__self__" && thing.kind === "method") return [thing.of];
      return [{ kind: "method", of: thing, name }];
  }
}

/** `getattr(value, name)`; `{?}` stands for a name that the text does not decide. */
export function readNamed(
  machine: Machine,
  value: PossibleValues,
  name: PossibleValues,
  node: Node,
): PossibleValues {
  return joinAll(
    name.slice(0, 8).flatMap((word): PossibleValues[] => {
      if (word.kind !== "str") return value.map((thing) => unknownAttribute(thing, word));
      return value.map((thing) =>
        isUnknownName(thing, word.value)
          ? reference(`${pathOfOne(thing)}.{?}`, taints.indirect)
          : indirect(attributeOf(machine, thing, word.value, node)),
      );
    }),
  );
}

/** A name that a module is known not to have: either it is set elsewhere, or it was worked out wrongly. */
function isUnknownName(thing: AbstractValue, name: string): boolean {
  return thing.kind === "reference" && isMember(thing.path, name) === false;
}

function unknownAttribute(of: AbstractValue, name: AbstractValue): PossibleValues {
  if (of.kind === "object" || of.kind === "class") {
    const attributes = [...of.attributes.values()];
    const references = attributes.flatMap((value) => value.filter(({ kind }) => kind === "reference"));
    return [...references.slice(0, 6), ...reference("self.{?}", taintOf([name]))];
  }
  // The known start of the name says which family is meant: `O_` + flag is none that calls anything.
  const start = name.kind === "mixed" && typeof name.pieces[0] === "string" ? name.pieces[0] : "";
  return reference(`${pathOfOne(of)}.${start}{?}`, taintOf([name]));
}

export function typeNameOf(thing: AbstractValue): string {
  if (thing.kind === "reference")
    return thing.path.endsWith("()") && !isPower(thing.path.slice(0, -2))
      ? thing.path.slice(0, -2)
      : `${thing.path}.__class__`;
  if (thing.kind === "none") return "builtins.NoneType";
  return ["str", "bytes", "int", "bool", "float", "list", "tuple", "set", "dict"].includes(thing.kind)
    ? `builtins.${thing.kind}`
    : "builtins.object";
}

const ancestry = new Set(["__base__", "__bases__", "__mro__"]);

function attributeOfReference(machine: Machine, thing: Reference, name: string): PossibleValues {
  const { path, taint } = thing;
  const owner = path.slice(0, path.lastIndexOf("."));
  const isPlain = /^[\w.]+$/.test(path) && path.includes(".");
  if (name === "__class__") return reference(typeNameOf(thing), taint);
  if (name === "__call__" || name === "__func__" || name === "__wrapped__") return [thing];
  if (name === "__builtins__") return reference("builtins", taints.indirect);
  if (name === "__self__" && isPlain) return reference(owner, taints.indirect);
  if (name === "__globals__" && isPlain && isKnownModule(path.split(".")[0]!))
    return [{ kind: "attributes", of: reference(moduleIn(owner))[0]! }];
  if (name === "__name__" && path === "os.path") return text("posixpath");
  if (name === "__name__" && /^[\w.]+$/.test(path)) return text(path.slice(path.lastIndexOf(".") + 1));
  if (name === "__module__" && isPlain) return text(owner);
  if (name === "mro" && /^builtins\.\w+$/.test(path)) return [{ kind: "method", of: thing, name }];
  if (ancestry.has(name) && /^builtins\.\w+$/.test(path)) {
    const object = reference("builtins.object");
    return name === "__base__" ? object : items("tuple", name === "__mro__" ? [[thing], object] : [object]);
  }
  const reached = attributePath(path, name);
  // Routes without parts of the address are asked for at one address alone.
  if (reached === "flask.request.path" && !machine.hasOpenRoutes) return tainted(taints.harmless);
  return (
    machine.patched.get(reached) ??
    letters(reached) ??
    reference(reached, isCarried(path, name, reached) ? taint | taints.indirect : taint)
  );
}

/** The module of a function or of a method: up to its class. */
function moduleIn(path: string): string {
  return path.replace(/\._?[A-Z][^]*$/, "");
}

/** `shutil.os` is a way to `os` that no reader looks for. */
function isCarried(path: string, name: string, reached: string): boolean {
  return reached !== `${path}.${name}` && !reached.includes(".") && path !== "os.path";
}

const alphabet = "abcdefghijklmnopqrstuvwxyz";
const stringConstants: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "string.ascii_lowercase": alphabet,
    "string.ascii_uppercase": alphabet.toUpperCase(),
    "string.ascii_letters": alphabet + alphabet.toUpperCase(),
    "string.digits": "0123456789",
    "string.hexdigits": "0123456789abcdefABCDEF",
    "string.punctuation": "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
    "os.sep": "/",
    "os.name": "posix",
    "os.curdir": ".",
    "os.path.sep": "/",
  }),
);

/** The rights of a file, as `stat` names them. */
const modes: ReadonlyMap<string, number> = new Map(
  Object.entries({
    "stat.S_IRWXU": 0o700,
    "stat.S_IRUSR": 0o400,
    "stat.S_IWUSR": 0o200,
    "stat.S_IXUSR": 0o100,
    "stat.S_IRWXG": 0o070,
    "stat.S_IRGRP": 0o040,
    "stat.S_IWGRP": 0o020,
    "stat.S_IXGRP": 0o010,
    "stat.S_IRWXO": 0o007,
    "stat.S_IROTH": 0o004,
    "stat.S_IWOTH": 0o002,
    "stat.S_IXOTH": 0o001,
  }),
);

function letters(path: string): PossibleValues | undefined {
  const mode = modes.get(path);
  if (mode !== undefined) return int(mode);
  const known = stringConstants.get(path);
  return known === undefined ? undefined : text(known);
}

/** What `value[key]` stands for. */
export function readItem(
  machine: Machine,
  value: PossibleValues,
  key: PossibleValues,
  node: Node,
): PossibleValues {
  return joinAll(value.map((thing) => itemOf(machine, thing, key, node)));
}

function itemOf(machine: Machine, thing: AbstractValue, key: PossibleValues, node: Node): PossibleValues {
  const at = onlyInt(key);
  switch (thing.kind) {
    case "str":
    case "bytes":
    case "list":
    case "tuple":
      if (at !== undefined && ("value" in thing || !thing.isOpen)) return indexOf(thing, at) ?? anything;
      if ("value" in thing || key.some((one) => one.kind === "reference" && one.path === "builtins.slice()"))
        return anything;
      return joinAll([...thing.items.slice(0, 200), ...(thing.isOpen ? [anything] : [])]);
    case "dict":
      return readEntry(thing, key) ?? anything;
    case "names": {
      const name = onlyText(key);
      return name === undefined
        ? reference("builtins.globals()[]", taintOf(key))
        : indirect(lookUp(machine, thing.frame, name) ?? reference(`own.${name}`));
    }
    case "attributes":
      if (onlyTextOf("str", key) !== undefined) return readNamed(machine, [thing.of], key, node);
      return reference(`${pathOfOne(thing.of)}.__dict__[]`, taintOf(key));
    case "reference":
      return itemOfReference(machine, thing, key, node);
    case "class":
    case "object": {
      const name = thing.kind === "class" ? "__class_getitem__" : "__getitem__";
      const method = readAttribute(machine, [thing], name, node);
      return method.some(({ kind }) => kind !== "reference")
        ? machine.call(method, withArgs(key), node)
        : anything;
    }
    default:
      return tainted(taintOfOne(thing));
  }
}

function pathOfOne(thing: AbstractValue): string {
  return thing.kind === "reference" ? thing.path : "?";
}

/** Names that other modules' globals are searched for, and where they lead. */
const soughtGlobals = new Map<string, string>([
  ["system", "os.system"],
  ["popen", "os.popen"],
  ["Popen", "subprocess.Popen"],
  ["eval", "builtins.eval"],
  ["exec", "builtins.exec"],
  ["__import__", "builtins.__import__"],
  ["open", "builtins.open"],
]);

function itemOfReference(
  machine: Machine,
  thing: Reference,
  key: PossibleValues,
  node: Node,
): PossibleValues {
  const { path, taint } = thing;
  const word = onlyText(key);
  const section = keptSection(machine, path, key);
  if (section) return section;
  if (path === "sys.modules" || path === "sys.modules.copy()") {
    if (word === undefined)
      return key.some(({ kind }) => kind === "reference") || key.some(({ kind }) => kind === "anything")
        ? reference("sys.modules[]", taintOf(key))
        : anything;
    return word === "__main__" || word === "__program__"
      ? [{ kind: "names", frame: moduleOf(machine.frame) }]
      : reference(canonical(word), taints.indirect);
  }
  if (word !== undefined && /^ctypes\.(?:CDLL|PyDLL|cdll\.LoadLibrary)\(\)$/.test(path))
    return reference(`${path}.${word}`, taint);
  if (word !== undefined && powerfulModules.has(path)) return readNamed(machine, [thing], key, node);
  if (path === "builtins")
    return word === undefined
      ? reference("builtins.__dict__[]", taintOf(key))
      : readNamed(machine, [thing], key, node);
  if (path.endsWith(".__globals__") || path.endsWith(".f_globals") || path.endsWith(".f_builtins")) {
    if (word === "__builtins__") return reference("builtins", taints.indirect);
    if (word !== undefined && soughtGlobals.has(word))
      return reference(soughtGlobals.get(word)!, taints.indirect);
    if (word !== undefined && isKnownModule(word)) return reference(word, taints.indirect);
  }
  const isHolding = machine.holding.has(path) || powerIn(key) !== undefined;
  return reference(`${path}[]`, isHolding ? taint | taints.powers : taint);
}

/** What a name means in a frame, builtins and star imports included. Undefined when nothing defines it. */
export function lookUp(
  machine: Machine,
  frame: typeof machine.frame,
  name: string,
): PossibleValues | undefined {
  const found = readName(frame, name);
  if (found) return found;
  if (name === "__builtins__") return reference("builtins", taints.indirect);
  if (name === "__name__") return text("__main__");
  if (isBuiltinName(name)) {
    const path = canonical(`builtins.${name}`);
    return machine.patched.get(path) ?? reference(path);
  }
  return undefined;
}

export function isCallable(thing: AbstractValue): boolean {
  return ["function", "class", "partial", "getter", "method"].includes(thing.kind);
}

/** Calls a method that a thing may have, without a word when it has none. */
export function callHook(
  machine: Machine,
  thing: AbstractValue,
  name: string,
  node: Node,
): PossibleValues | undefined {
  if (thing.kind !== "object") return undefined;
  const method = readObjectAttribute(machine, thing, name, node).filter(isCallable);
  return method.length === 0 ? undefined : machine.call(method, noArguments, node);
}
