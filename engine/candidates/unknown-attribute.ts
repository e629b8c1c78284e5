import { removal } from "../tree/layout.ts";
import type { Attribute, ClassDef, Node } from "../tree/nodes.ts";
import { classAround } from "../tree/around.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { became, type CandidateContext, quote } from "./context.ts";
import { builtinNames, isBuiltin } from "../library/builtins.ts";
import { likeness } from "../text/likeness.ts";
import { rename } from "./renaming.ts";

/** An attribute of `self` that its class does not have. */
export const unknownAttribute: Family = {
  name: "unknown-attribute",
  base: 0.6,
  propose: unknownAttributes,
};

/** What `self` has: the methods of the class around a node and the attributes assigned in it. */
export function membersAround(context: CandidateContext, node: Node): Set<string> {
  const owner = classAround(node);
  return owner ? membersOf(context, owner) : new Set();
}

function membersOf(context: CandidateContext, owner: ClassDef): Set<string> {
  const members = new Set<string>();
  for (const node of context.tree.nodes) {
    if (node.start < owner.start || node.end > owner.end) continue;
    if (node.kind === "FunctionDef" && node.parent === owner) members.add(node.name);
    else if (node.kind === "Name" && node.ctx === "Store" && node.parent?.parent === owner)
      members.add(node.id);
    else if (node.kind === "Attribute" && node.ctx === "Store" && isSelf(node.value)) members.add(node.attr);
  }
  return members;
}

const isSelf = (node: Node): boolean => node.kind === "Name" && node.id === "self";

function* unknownAttributes(context: CandidateContext): Generator<EditProposal> {
  for (const [attr, places] of unknownMembers(context)) {
    const first = places[0]!;
    const members = membersAround(context, first);
    const ends = places.map(({ end }) => ({ start: end - attr.length, end }));
    for (const other of members) {
      const ratio = likeness(attr, other);
      const detail = ratio >= 0.5 ? -0.2 + (1 - ratio) * 0.4 : 0.4;
      yield context.edit(
        first,
        ends.map((end) => ({ ...end, text: other })),
        detail,
        became(attr, other),
      );
    }
    yield rename(context, places, attr, -0.3);
    yield* neverWritten(context, attr, places);
  }
  yield* notOfSelf(context);
}

/** Several functions that everybody can call, asked of `self`: `self.min(…) + self.max(…)`. */
function* notOfSelf(context: CandidateContext): Generator<EditProposal> {
  const found = [...unknownMembers(context)].filter(
    ([attr]) => isBuiltin(attr) || context.names.module.variables.has(attr),
  );
  if (found.length < 2) return;
  const splices = found.flatMap(([attr, places]) =>
    places.map(({ start, end }) => ({ start, end, text: attr })),
  );
  const description = `${found.map(([attr]) => quote(`self.${attr}`)).join(", ")} lost \`self.\``;
  yield context.edit(found[0]![1][0]!, splices, -0.35, description);
}

/** Attributes of `self` that no method assigns, in classes that inherit none. */
function unknownMembers(context: CandidateContext): Map<string, Attribute[]> {
  const unknown = new Map<string, Attribute[]>();
  for (const node of context.tree.nodes) {
    if (node.kind !== "Attribute" || !isSelf(node.value) || node.ctx !== "Load") continue;
    const owner = classAround(node);
    if (!owner || owner.bases.length > 0 || membersOf(context, owner).has(node.attr)) continue;
    unknown.set(node.attr, [...(unknown.get(node.attr) ?? []), node]);
  }
  return unknown;
}

/** A helper nobody wrote: a method or function of a similar name is meant, or nothing at all. */
function* neverWritten(
  context: CandidateContext,
  attr: string,
  places: readonly Attribute[],
): Generator<EditProposal> {
  const calls = places.flatMap(({ parent, ...place }) =>
    parent?.kind === "Call" && parent.func.start === place.start ? [parent] : [],
  );
  if (calls.length !== places.length) return;
  const argument = calls[0]!.args[0];
  for (const name of methodNames) {
    if (likeness(attr, name) < 0.5 || !argument || argument.kind === "Starred") continue;
    const splices = calls.map(({ start, end, args }) => ({
      start,
      end,
      text: `${context.text(args[0] ?? argument)}.${name}()`,
    }));
    yield context.edit(places[0]!, splices, -0.1, became(context.text(calls[0]!), splices[0]!.text));
  }
  for (const name of builtinNames()) {
    if (likeness(attr, name) >= 0.6) yield rename(context, places, name, 0);
  }
  const removals = calls.map(({ parent }) =>
    parent?.kind === "Expr" ? removal(context.tree, parent) : undefined,
  );
  if (removals.every((splice) => splice !== undefined))
    yield context.edit(places[0]!, removals, 0.3, `${quote(context.text(calls[0]!))} was dropped`);
}

const methodNames = ["values", "keys", "items", "copy", "sort", "lower", "upper", "split", "strip"];
