import { isCaught } from "../program/caught.ts";
import type { ProgramFacts } from "../program/facts.ts";
import { effectOf } from "../program/uses.ts";
import type { Expression, For, Name, Node, Statement } from "../tree/nodes.ts";
import type { Check } from "./check.ts";
import { provenBy } from "./failures.ts";
import { isName } from "../tree/written-names.ts";
import { isHashed } from "../program/only-binding.ts";

const proven = provenBy("changed-while-iterated");
/** What surely makes a dict or a set smaller; `discard` may find nothing. */
const removing = new Set(["pop", "popitem", "clear", "remove"]);

export const changedWhileIterated: Check = {
  id: "changed-while-iterated",
  severity: "error",
  *find(facts) {
    const said = new Set<Node>();
    for (const loop of facts.all("For")) {
      const name = iterated(loop.iter);
      const change = name && isHashed(facts, name) ? changeIn(facts, loop, name) : undefined;
      if (!change || isCaught(change)) continue;
      said.add(loop.iter);
      const message = `The loop iterates over \`${name!.id}\` and changes its size: the next iteration raises RuntimeError. Iterate over a copy, \`list(${name!.id})\`, or collect the changes and make them after the loop.`;
      yield { node: change, message };
    }
    for (const finding of proven.find(facts)) if (!said.has(finding.node)) yield finding;
  },
};

/** The name a loop iterates over: `d`, `d.keys()`, `d.items()`. */
function iterated(node: Expression): Name | undefined {
  if (node.kind === "Name") return node;
  if (node.kind !== "Call" || node.func.kind !== "Attribute" || node.args.length > 0) return undefined;
  return ["keys", "items", "values"].includes(node.func.attr) && node.func.value.kind === "Name"
    ? node.func.value
    : undefined;
}

/** A removal after which the loop goes on; what is put in beside it may make up for it. */
function changeIn(facts: ProgramFacts, loop: For, { id }: Name): Node | undefined {
  const uses = facts
    .parts(loop)
    .filter((part): part is Name => isName(part, id) && part.start >= loop.body[0]!.start);
  if (uses.some((use) => !isRemoval(use) && mayResize(facts, use))) return undefined;
  return uses.find((use) => isRemoval(use) && goesOn(use, loop));
}

function isRemoval({ parent, ...use }: Name): boolean {
  if (parent?.kind === "Subscript") return parent.value.start === use.start && parent.ctx === "Del";
  return (
    parent?.kind === "Attribute" &&
    parent.parent?.kind === "Call" &&
    removing.has(parent.attr) &&
    !(parent.attr === "pop" && parent.parent.args.length === 2)
  );
}

/** Whether the object may have another size afterwards. */
function mayResize(facts: ProgramFacts, use: Name): boolean {
  const isStored = use.parent?.kind === "Subscript" && use.parent.value === use && use.parent.ctx === "Store";
  return isStored || effectOf(facts, use) !== "none";
}

function goesOn(node: Node, loop: For): boolean {
  for (let at: Node = node; at !== loop; at = at.parent!) {
    const parent: Node = at.parent!;
    if (parent.kind !== "If" && parent !== loop && "body" in parent && Array.isArray(parent.body))
      return false;
    const block = blockWith(parent, at);
    if (
      block
        ?.slice(block.indexOf(at as Statement) + 1)
        .some(({ kind }) => kind === "Break" || kind === "Return" || kind === "Raise")
    )
      return false;
  }
  return true;
}

function blockWith(parent: Node, at: Node): readonly Statement[] | undefined {
  if (parent.kind !== "If" && parent.kind !== "For") return undefined;
  return [parent.body, parent.orelse].find((block) => (block as Node[]).includes(at));
}
