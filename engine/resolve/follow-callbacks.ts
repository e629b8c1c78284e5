import type { Node } from "../tree/nodes.ts";
import { byPath } from "./by-path.ts";
import { noteEscape } from "./escapes.ts";
import { isLookedAt, isLooking } from "./looking.ts";
import type { Given, Machine } from "./machine.ts";

import { anything, onlyItems, type AbstractValue, type PossibleValues } from "./value.ts";

/** Decorators that register a function to answer requests or commands. */
export const routes =
  /\.(?:route|get|post|put|delete|patch|head|options|websocket|api_route|view|endpoint)(?:\(\))?$|^click\.(?:argument|option)|^typer\./;

/**
 * A function handed to a foreign one is taken to be called by it: with what follows it, or with `args=` and
 * `kwargs=`, as threads, pools, timers, exit handlers and event loops all do. One that runs programs or code and is
 * handed over inside of something else leaves what is followed.
 */
export function followCallbacks(machine: Machine, path: string, given: Given, node: Node): void {
  if (isLooking(path)) return;
  const isRoute = isRegistering(path);
  const all = [
    ...given.args.map((value, at) => ({ name: undefined, value, at })),
    ...Array.from(given.keywords, ([name, value]) => ({ name, value, at: given.args.length })),
  ];
  for (const { name, value, at } of all) {
    if (isLookedAt(path, name)) continue;
    const handed = isRoute || name === "args" || name === "kwargs" ? [] : value.filter(isWorthCalling);
    const answer = handed.length > 0 ? machine.call(handed, argumentsAfter(given, at), node) : [];
    const isStaying = (thing: AbstractValue): boolean =>
      handed.includes(thing) || (thing.kind === "class" && isOfClass(node));
    const rest = value.some(isStaying) ? value.filter((thing) => !isStaying(thing)) : value;
    noteEscape(machine, answer.length > 0 ? [...rest, ...answer] : rest, path, node);
  }
}

const isRegistering = byPath((path) => routes.test(path));

/** A class is given to its metaclass and to its decorators without being passed on. */
function isOfClass(node: Node): boolean {
  return node.kind === "ClassDef" || node.parent?.kind === "ClassDef";
}

const isPowerful = byPath((path) =>
  /^(?:builtins|os|subprocess|pty|pickle|marshal|dill|runpy|importlib|code|ctypes|shutil|_posixsubprocess|asyncio|yaml|torch|joblib)\.\w+$/.test(
    path,
  ),
);

/** Own functions are followed anyway; following them again pays only with something callable in their arguments. */
function isWorthCalling(thing: AbstractValue): boolean {
  if (thing.kind === "reference") return isPowerful(thing.path);
  return (
    thing.kind === "partial" ||
    thing.kind === "getter" ||
    thing.kind === "function" ||
    (thing.kind === "method" && thing.of.kind === "reference")
  );
}

function argumentsAfter(given: Given, at: number): Given {
  const named = onlyItems(given.keywords.get("args") ?? given.keywords.get("argument"));
  const rest = named ?? given.args.slice(at + 1);
  // Pools take the arguments as one tuple.
  const tuple = rest.length === 1 ? soleTuple(rest[0]!) : undefined;
  return { args: tuple ?? (rest.length > 0 ? rest : [anything]), keywords: new Map(), isOpen: true };
}

function soleTuple(value: PossibleValues): readonly PossibleValues[] | undefined {
  const [thing] = value;
  return value.length === 1 && (thing!.kind === "tuple" || thing!.kind === "list") ? thing!.items : undefined;
}
