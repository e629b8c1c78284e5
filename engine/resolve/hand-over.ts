import type { Node } from "../tree/nodes.ts";
import type { Given, Machine } from "./machine.ts";
import { anything, onlyItems, type Thing, type PossibleValues } from "./value.ts";

/** Functions that look at what they are given and never call it. */
const onlyLooking =
  /^(?:builtins\.(?:print|repr|str|id|hash|type|isinstance|issubclass|callable|hasattr|dir|help|len|bool|getattr|setattr|vars)|inspect\.|logging\.|typing\.|unittest\.mock\.|mock\.|functools\.(?:wraps|update_wrapper)|dis\.|pydoc\.|self\.assert|unittest\.|pytest\.)/;

/** Decorators that register a function to answer requests or commands. */
export const routes =
  /\.(?:route|get|post|put|delete|patch|head|options|websocket|api_route|view|endpoint)(?:\(\))?$|^click\.(?:argument|option)|^typer\./;

/**
 * A function handed to a foreign one is taken to be called by it: with what follows it, or with `args=` and
 * `kwargs=`, as threads, pools, timers, exit handlers and event loops all do.
 */
export function handOver(machine: Machine, path: string, given: Given, node: Node): void {
  if (onlyLooking.test(path) || routes.test(path)) return;
  for (const [at, value] of given.args.entries()) {
    const handed = value.filter(isWorthCalling);
    if (handed.length > 0) machine.call(handed, argumentsAfter(given, at), node);
  }
  for (const [name, value] of given.keywords) {
    const handed = name === "args" || name === "kwargs" ? [] : value.filter(isWorthCalling);
    if (handed.length > 0) machine.call(handed, argumentsAfter(given, given.args.length), node);
  }
}

/** Own functions are followed anyway; following them again pays only with something callable in their arguments. */
function isWorthCalling(thing: Thing): boolean {
  if (thing.kind === "reference")
    return /^(?:builtins|os|subprocess|pty|pickle|marshal|dill|runpy|importlib|code|ctypes|shutil|_posixsubprocess|asyncio|yaml|torch|joblib)\.\w+$/.test(
      thing.path,
    );
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
