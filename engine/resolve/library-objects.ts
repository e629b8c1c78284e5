import type { Node } from "../tree/nodes.ts";
import { storeAttribute } from "./bind.ts";
import { callDictMethod } from "./fold-items.ts";
import { moduleOf } from "./frame.ts";
import { noteEscape } from "./escapes.ts";
import { argumentOf, withArgs, type Given, type Machine } from "./machine.ts";
import { isMember } from "./module-members.ts";
import { namespaceOf } from "./own-classes.ts";
import { powerIn } from "./powers.ts";
import { readAttribute, readItem, readNamed, typeNameOf } from "./reach.ts";
import { isFrom } from "./taint.ts";
import {
  anything,
  items,
  join,
  joinAll,
  none,
  onlyText,
  reference,
  text,
  type OwnClass,
  type AbstractValue,
  type PossibleValues,
} from "./value.ts";

type Fold = (given: Given, machine: Machine, node: Node) => PossibleValues | undefined;

const getAttribute: Fold = ({ args, isOpen }, machine, node) => {
  const [of, name = isOpen ? anything : undefined, otherwise] = args;
  if (!of || !name) return undefined;
  if (otherwise && of.every((thing) => isMissing(thing, name))) return otherwise;
  const reached = readNamed(machine, of, name, node);
  if (!otherwise) return reached;
  const isNowhere = reached.every((thing) => thing.kind === "reference" && thing.path.startsWith("own."));
  return isNowhere
    ? join(reached, otherwise)
    : joinAll([reached, otherwise.filter(({ kind }) => kind !== "none")].filter((value) => value.length > 0));
};

/** A name that a module is written to lack. */
function isMissing(of: AbstractValue, name: PossibleValues): boolean {
  const [word] = name;
  const isWritten = name.length === 1 && word!.kind === "str" && !word!.decoded;
  return isWritten && of.kind === "reference" && isMember(of.path, word!.value) === false;
}

const setAttribute: Fold = ({ args }, machine, node) => {
  const [of = anything, name = anything, value = anything] = args;
  for (const word of name)
    if (word.kind === "str") for (const thing of of) storeAttribute(machine, thing, word.value, value, node);
    else noteUnnamed(machine, value, node);
  return none;
};

/** Something of a module that runs programs or code becomes an attribute that nobody can name. */
function noteUnnamed(machine: Machine, value: PossibleValues, node: Node): void {
  for (const thing of value)
    if (thing.kind === "reference" && isFrom([thing], "powers"))
      machine.listener.escaped(machine.at ?? node, thing, "setattr");
}

const attributesOf: Fold = ({ args }, machine) => {
  const [of] = args;
  if (of) return of.map((thing): AbstractValue => ({ kind: "attributes", of: thing }));
  return [{ kind: "names", frame: machine.frame }];
};

const typeOf: Fold = (given, machine, node) => {
  const [of, bases, names] = given.args;
  if (!of) return undefined;
  if (!bases)
    return joinAll(
      of.map((thing): PossibleValues =>
        thing.kind === "object"
          ? [thing.of]
          : thing.kind === "class"
            ? reference("builtins.type")
            : reference(typeNameOf(thing)),
      ),
    );
  const attributes = new Map<string, PossibleValues>();
  const [dict] = names ?? [];
  const name = onlyText(of) ?? "?";
  if (dict?.kind === "dict")
    for (const [key, { value }] of dict.entries) attributes.set(key.replace(/^str:/, ""), value);
  const [tuple] = bases;
  const made: OwnClass = {
    kind: "class",
    name,
    node: undefined,
    attributes,
    bases: tuple?.kind === "tuple" ? tuple.items : [],
    metaclass: undefined,
    fields: new Map(),
  };
  for (const [word, value] of attributes) machine.listener.store(machine.at ?? node, made, word, value);
  return [made];
};

const parentOf: Fold = (_, machine) => {
  for (let frame = machine.frame; frame.outer; frame = frame.outer) {
    const self = [...frame.layers[0]!.values()][0]?.[0];
    if (self?.kind === "object" || self?.kind === "class") return [{ kind: "super", of: self }];
  }
  return anything;
};

const partially: Fold = ({ args, keywords }) => {
  const [callee, ...rest] = args;
  return callee && [{ kind: "partial", callee, args: rest, keywords }];
};

const getting =
  (gets: "attribute" | "item" | "method"): Fold =>
  ({ args, keywords }) => {
    if (gets !== "method") return [{ kind: "getter", gets, names: args, args: [], keywords: new Map() }];
    return [{ kind: "getter", gets, names: args.slice(0, 1), args: args.slice(1), keywords }];
  };

const makeNamespace: Fold = ({ keywords }) => [namespaceOf(new Map(keywords))];

/** Reading such an attribute calls a function, and nothing in the text says so. */
const asProperty: Fold = ({ args, keywords }, machine, node) => {
  const getter = args[0] ?? keywords.get("fget") ?? keywords.get("func");
  const foreign = [getter ?? [], ...args.slice(1), ...keywords.values()]
    .flat()
    .filter(({ kind }) => kind !== "function");
  noteEscape(machine, foreign, "property", node);
  return getter?.map((thing): AbstractValue =>
    thing.kind === "function" ? { ...thing, how: "property" } : thing,
  );
};

/** `wraps(wrapped)`, which leaves a way from the wrapper to what it wraps. */
const wrapping: Fold = ({ args }) =>
  args[0] && powerIn(args[0])
    ? [
        {
          kind: "partial",
          callee: reference("functools.update_wrapper"),
          args: [],
          keywords: new Map([["wrapped", args[0]]]),
        },
      ]
    : undefined;

const wrapped: Fold = (given, machine) => {
  const [wrapper] = given.args;
  const of = argumentOf(given, 1, "wrapped");
  if (!wrapper || !of || !powerIn(of)) return undefined;
  for (const thing of wrapper) machine.sideAttributes.set(thing, new Map([["__wrapped__", of]]));
  return wrapper;
};

const bindMethod: Fold = ({ args }) => {
  const [fn, self] = args;
  return fn?.map((thing): AbstractValue =>
    thing.kind === "function"
      ? { ...thing, self: self?.[0] }
      : { kind: "partial", callee: [thing], args: self ? [self] : [], keywords: new Map() },
  );
};

const asIs: Fold = ({ args }) => args[0];

/** A decorator factory of the library: what it decorates stays callable. */
export const objectFunctions: Readonly<Record<string, Fold>> = {
  "builtins.getattr": getAttribute,
  "inspect.getattr_static": getAttribute,
  "builtins.object.__getattribute__": getAttribute,
  "builtins.type.__getattribute__": getAttribute,
  "builtins.setattr": setAttribute,
  "builtins.object.__setattr__": setAttribute,
  "builtins.vars": attributesOf,
  "inspect.getmro": ({ args }, machine, node) => args[0] && readAttribute(machine, args[0], "__mro__", node),
  "builtins.globals": (_, machine) => [{ kind: "names", frame: moduleOf(machine.frame) }],
  "builtins.locals": (_, machine) => [{ kind: "names", frame: machine.frame }],
  "builtins.type": typeOf,
  "types.new_class": typeOf,
  "builtins.super": parentOf,
  "builtins.staticmethod": asIs,
  "builtins.classmethod": asIs,
  "builtins.property": asProperty,
  "functools.cached_property": asProperty,
  "functools.wraps": wrapping,
  "functools.update_wrapper": wrapped,
  "inspect.unwrap": ({ args }, machine, node) =>
    args[0]?.some((thing) => machine.sideAttributes.get(thing)?.has("__wrapped__"))
      ? readAttribute(machine, args[0], "__wrapped__", node)
      : undefined,
  "functools.partial": partially,
  "functools.partialmethod": partially,
  "functools.cache": asIs,
  "functools.singledispatch": asIs,
  "operator.attrgetter": getting("attribute"),
  "operator.itemgetter": getting("item"),
  "operator.methodcaller": getting("method"),
  "operator.call": ({ args, keywords, isOpen }, machine, node) =>
    args[0] && machine.call(args[0], { args: args.slice(1), keywords, isOpen }, node),
  "types.SimpleNamespace": makeNamespace,
  "argparse.Namespace": makeNamespace,
  "types.MethodType": bindMethod,
  "weakref.proxy": asIs,
  "weakref.ref": ({ args }) =>
    args[0] && [{ kind: "getter", gets: "item", names: [], args: [], keywords: new Map() }],
  "asyncio.run": asIs,
  "asyncio.ensure_future": asIs,
  "asyncio.create_task": asIs,
  "contextlib.nullcontext": asIs,
  "builtins.dict.get": (given, machine, node) => {
    const [of, key] = given.args;
    const [dict] = of ?? [];
    if (of?.length === 1 && dict!.kind === "dict")
      return callDictMethod(dict!, "get", { ...given, args: given.args.slice(1) }, true);
    return of && key && readItem(machine, of, key, node);
  },
  "builtins.dict.__getitem__": ({ args }, machine, node) =>
    args[0] && args[1] && readItem(machine, args[0], args[1], node),
  "builtins.dir": ({ args }) => items("list", args.length === 0 ? [] : [text("__class__")], true),
  "builtins.__build_class__": (given, machine, node) =>
    given.args[0] && machine.call(given.args[0], withArgs(), node),
};
