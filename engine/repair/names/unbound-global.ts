import type { Facts } from "../../program/facts.ts";
import type { Region } from "../../program/names.ts";
import { indentOf, newlineOf } from "../../tree/layout.ts";
import type { FunctionDef, Node } from "../../tree/nodes.ts";
import type { Program, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { unboundNames } from "./shadowed-builtin.ts";
import { isLoneText } from "../../tree/docstring.ts";

/** `count += 1` in a function, where `count` is the variable of the module or function around it. */
export const unboundGlobal: Repair = {
  id: "unbound-global",
  *propose(program) {
    const done = new Set<string>();
    for (const { name, region } of unboundNames(program)) {
      const key = `${region.owner.start} ${name}`;
      if (done.has(key)) continue;
      done.add(key);
      const home = homeOf(program.facts, region, name);
      const rewrite = home && declare(program, region.owner as FunctionDef, home, name);
      if (rewrite) yield rewrite;
    }
  },
};

type Word = "global" | "nonlocal";

/** Whose variable is meant: the only one of that name around, where every value set here is made of the one before. */
function homeOf(facts: Facts, region: Region, name: string): Word | undefined {
  const bound = region.bound.get(name)!;
  if (!bound.every((node) => facts.names.of(node) === region && isMadeOfItself(facts, node, name)))
    return undefined;
  const homes: Region[] = [];
  for (let at = region.parent; at; at = at.parent)
    if (at.owner.kind !== "ClassDef" && at.bound.has(name)) homes.push(at);
  const [home] = homes;
  if (homes.length !== 1 || !home!.bound.get(name)!.every(isVariable)) return undefined;
  return home!.owner.kind === "Module" ? "global" : "nonlocal";
}

function isVariable(node: Node): boolean {
  return node.kind === "Name" || node.kind === "Arg";
}

/** `n += 1`, `n = n + 1`. */
function isMadeOfItself(facts: Facts, node: Node, name: string): boolean {
  const { parent } = node;
  if (parent?.kind === "AugAssign") return parent.target === node;
  if (parent?.kind !== "Assign" || parent.targets.length !== 1 || parent.targets[0] !== node) return false;
  return [parent.value, ...facts.parts(parent.value)].some(
    (part) => part.kind === "Name" && part.id === name && facts.names.of(part) === facts.names.of(node),
  );
}

/** A line before the first statement that does something; it must stand before every use of the name. */
function declare({ tree }: Program, { body }: FunctionDef, word: Word, name: string): Rewrite | undefined {
  const first = body.find((statement) => !isLoneText(statement));
  const indent = first && indentOf(tree, first);
  if (!first || indent === undefined || "decorator_list" in first) return undefined;
  const line = `${word} ${name}`;
  const start = first.start - indent.length;
  return {
    splices: [{ start, end: start, text: `${indent}${line}${newlineOf(tree.text)}` }],
    words: `declared \`${line}\``,
    at: first.start,
  };
}
