import { moduleOf } from "./frame.ts";
import type { Machine } from "./machine.ts";
import { namespaceOf } from "./own-classes.ts";
import { powerIn } from "./powers.ts";
import {
  items,
  joinAll,
  reference,
  text,
  type DictEntry,
  type OwnFunction,
  type PossibleValues,
  type ScopeFrame,
  type AbstractValue,
} from "./value.ts";

/** What Python keeps beside a function of the program. */
export function attributeOfFunction(machine: Machine, thing: OwnFunction, name: string): PossibleValues {
  const given = machine.sideAttributes.get(thing)?.get(name);
  if (given) return given;
  if (name === "__globals__" || name === "__builtins__")
    return name === "__builtins__"
      ? reference("builtins")
      : [{ kind: "names", frame: moduleOf(thing.outer) }];
  if (name === "__call__" || name === "__func__" || name === "__wrapped__") return [thing];
  if (name === "__name__" || name === "__qualname__") return text(thing.name);
  if (name === "__defaults__") return items("tuple", [...thing.defaults.values()]);
  if (name === "__kwdefaults__") return keywordDefaults(thing);
  if (name === "__closure__") return closureOf(thing);
  if (name === "__annotations__") return annotationsOf(machine, thing) ?? reference(`own.${name}`);
  return reference(`own.${name}`);
}

function keywordDefaults({ args, defaults }: OwnFunction): PossibleValues {
  const named = args.kwonlyargs.flatMap(({ arg }): [string, DictEntry][] => {
    const value = defaults.get(arg);
    return value ? [[`str:${arg}`, { key: text(arg), value }]] : [];
  });
  return [{ kind: "dict", entries: new Map(named), isOpen: false }];
}

/** Where one of them is no type. */
function annotationsOf(machine: Machine, { args, outer }: OwnFunction): PossibleValues | undefined {
  const entries = new Map<string, DictEntry>();
  const { frame } = machine;
  machine.frame = outer;
  for (const { arg, annotation } of [...args.posonlyargs, ...args.args, ...args.kwonlyargs])
    if (annotation) entries.set(`str:${arg}`, { key: text(arg), value: machine.evaluate(annotation) });
  machine.frame = frame;
  const made: AbstractValue = { kind: "dict", entries, isOpen: true };
  return powerIn([made]) && [made];
}

/** Each cell may hold any of the names of the functions around. */
function closureOf({ outer }: OwnFunction): PossibleValues {
  const names: PossibleValues[] = [];
  for (let at: ScopeFrame | undefined = outer; at?.outer; at = at.outer)
    for (const layer of at.layers) names.push(...layer.values());
  const held = names.filter((value) => powerIn(value) !== undefined);
  const cell = namespaceOf(new Map([["cell_contents", joinAll(held.length > 0 ? held : names)]]));
  return items("tuple", [[cell]], true);
}
