import type { Expression, For, Node } from "../../tree/nodes.ts";
import type { ProgramFacts } from "../../program/facts.ts";
import type { Repair } from "../repair.ts";
import { isReportedWithin } from "./reported-at.ts";
import { dottedName, isName } from "../../tree/written-names.ts";
import { isHashed } from "../../program/only-binding.ts";
import { surrounding } from "../../text/splices.ts";

export const changedWhileIterated: Repair = {
  id: "changed-while-iterated",
  kind: "certain",
  *propose(program) {
    const { facts } = program;
    for (const loop of facts.all("For")) {
      const source = iterated(loop.iter);
      const path = source && dottedName(source);
      if (!path || facts.names.lookUp(loop, "list")) continue;
      if (!isReportedWithin(program, loop, "python:changed-while-iterated", "ruff:B909")) continue;
      if (!onlyDropsItsItem(facts, loop, path)) continue;
      const { start, end } = loop.iter;
      yield {
        splices: surrounding({ start, end }, "list(", ")"),
        description: `iterated over a copy of \`${path}\`, which the loop removes items from`,
        kind: isRefused(facts, loop.iter, source) ? "certain" : "changing",
      };
    }
  },
};

/** Python refuses to go on over a dict or a set that has changed; a list skips items without a word. */
function isRefused(facts: ProgramFacts, iter: Expression, source: Expression): boolean {
  return iter.kind === "Call" || isHashed(facts, source);
}

/** What a loop iterates over: `d` in `d`, `d.keys()` and `d.items()`. */
function iterated(node: Expression): Expression | undefined {
  if (node.kind === "Name" || node.kind === "Attribute") return node;
  if (node.kind !== "Call" || node.func.kind !== "Attribute" || node.args.length > 0) return undefined;
  return ["keys", "items"].includes(node.func.attr) ? node.func.value : undefined;
}

/** Whether all that the loop does to the collection is to take out the item it is at. */
function onlyDropsItsItem(facts: ProgramFacts, loop: For, path: string): boolean {
  const item = itemOf(loop);
  if (item === undefined) return false;
  let drops = 0;
  for (const part of facts.parts(loop)) {
    if (part.start < loop.iter.end || dottedName(part) !== path) continue;
    const effect = effectOf(part, item);
    if (effect === "other") return false;
    if (effect === "drop") drops += 1;
  }
  return drops > 0 && !isRebound(facts, loop, item);
}

/** The name of the item, or of the key where there are pairs. */
function itemOf({ target, iter }: For): string | undefined {
  if (target.kind === "Name") return isPairs(iter) ? undefined : target.id;
  if (target.kind !== "Tuple" || !isPairs(iter)) return undefined;
  return target.elts[0]?.kind === "Name" ? target.elts[0].id : undefined;
}

function isPairs(iter: Expression): boolean {
  return iter.kind === "Call" && iter.func.kind === "Attribute" && iter.func.attr === "items";
}

function isRebound(facts: ProgramFacts, loop: For, item: string): boolean {
  return facts
    .parts(loop)
    .some((part) => isName(part, item) && part.ctx !== "Load" && part.start > loop.iter.end);
}

const harmless = new Set("get items keys values copy index count".split(" "));

function effectOf(use: Node, item: string): "none" | "drop" | "other" {
  const { parent } = use;
  if ("ctx" in use && use.ctx !== "Load") return "other";
  if (parent?.kind === "Subscript" && parent.value === use) {
    if (parent.ctx !== "Del") return "none";
    return isName(parent.slice, item) ? "drop" : "other";
  }
  if (parent?.kind === "AugAssign") return parent.target === use ? "other" : "none";
  if (parent?.kind !== "Attribute" || parent.value !== use)
    return parent?.kind === "Call" ? passed(use) : "none";
  if (harmless.has(parent.attr)) return "none";
  const call = parent.parent;
  if (call?.kind !== "Call" || call.func !== parent) return "other";
  return ["remove", "discard", "pop"].includes(parent.attr) && isName(call.args[0], item) ? "drop" : "other";
}

/** A function that is given the collection may do anything with it, but for those that only look. */
function passed({ parent }: Node): "none" | "other" {
  const func = parent?.kind === "Call" ? parent.func : undefined;
  const looks = ["len", "print", "sorted", "list", "sum", "max", "min", "str", "repr", "any", "all"];
  return func?.kind === "Name" && looks.includes(func.id) ? "none" : "other";
}
