import { isCalled } from "../../program/roles.ts";
import type { Facts } from "../../program/facts.ts";
import { isBuiltin } from "../../library/builtins.ts";
import type { Region } from "../../program/names.ts";
import type { Name, Node } from "../../tree/nodes.ts";
import type { Program, Repair } from "../repair.ts";

/** `len = len(text)`: the variable hides the function that its own value is asked of. */
export const shadowedBuiltin: Repair = {
  id: "shadowed-builtin",
  *propose(program) {
    const done = new Set<string>();
    for (const found of unboundNames(program)) {
      const { name, region } = found;
      const key = `${region.owner.start} ${name}`;
      if (!isBuiltin(name) || done.has(key)) continue;
      done.add(key);
      const places = placesOf(program.facts, region, name);
      if (!places) continue;
      const fresh = freshName(program, name);
      const splices = places.map(({ start, end }) => ({ start, end, text: fresh }));
      yield { splices, words: `renamed the variable \`${name}\`, which hid the builtin, to \`${fresh}\`` };
    }
  },
};

type Unbound = Readonly<{ name: string; node: Name; region: Region }>;

/** The variables of functions that are read before they have a value. */
export function* unboundNames({ facts, about }: Program): Generator<Unbound> {
  const nodes = new Map(facts.all("Name").map((node) => [node.start, node]));
  const unbound = about("unbound name", "ruff:F823", "python:unbound-name");
  for (const { start, data } of [...unbound, ...about("undefined name")]) {
    const node = start === undefined ? undefined : nodes.get(start);
    const { name } = data;
    if (node?.id !== name) continue;
    const region = facts.names.lookUp(node, name);
    const isFunction = region?.owner.kind === "FunctionDef" || region?.owner.kind === "AsyncFunctionDef";
    if (isFunction) yield { name, node, region };
  }
}

/** The places of the variable: calls mean the function. Undefined where it cannot be told which is which. */
function placesOf(facts: Facts, region: Region, name: string): readonly Name[] | undefined {
  const bound = region.bound.get(name)!;
  if (!bound.every((node) => isPlainBinding(node))) return undefined;
  const mentions = facts.names.mentions(region, name);
  if (!mentions.some(isCalled)) return undefined;
  const set = Math.min(...bound.map(({ start }) => start));
  const own = mentions.filter((node) => !isCalled(node));
  const isClear = own.every((node) => node.ctx !== "Del" && node.start >= set && !isInValue(node, set));
  return isClear ? own : undefined;
}

/** Set by an assignment or a loop, and not to something that may be called. */
function isPlainBinding(node: Node): boolean {
  if (node.kind !== "Name") return false;
  const { parent } = node;
  if (parent?.kind === "Assign") return parent.value.kind !== "Lambda" && parent.value.kind !== "Name";
  return parent?.kind === "AugAssign" || parent?.kind === "For";
}

/** Read in the value of the first assignment, where the variable does not exist yet. */
function isInValue(node: Name, set: number): boolean {
  if (node.ctx !== "Load") return false;
  for (let at: Node | undefined = node.parent; at; at = at.parent)
    if (at.kind === "Assign") return at.start <= set && set < at.value.start;
  return false;
}

function freshName({ facts }: Program, name: string): string {
  const taken = new Set(facts.all("Name").map(({ id }) => id));
  for (const { arg } of facts.all("Arg")) taken.add(arg);
  let fresh = `${name}_`;
  while (taken.has(fresh)) fresh += "_";
  return fresh;
}
