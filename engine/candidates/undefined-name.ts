import { addedImport } from "../tree/layout.ts";
import type { Name, Node } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { builtinNames, isBuiltin } from "../library/builtins.ts";
import { homes } from "../library/homes.ts";
import { offers } from "../library/modules.ts";
import { quote, type CandidateContext } from "./context.ts";
import { likeness } from "../text/likeness.ts";
import { rename } from "./renaming.ts";
import { membersAround } from "./unknown-attribute.ts";
import { bindingKind } from "../program/bindings.ts";
import { isCalled } from "../program/roles.ts";
import { visibleVariables } from "../program/scopes.ts";
import { own } from "../text/own.ts";
import { isName } from "../tree/written-names.ts";

/** A name nobody defines: missing import, missing `self.`, a slip of the pen. */
export const undefinedName: Family = {
  name: "undefined-name",
  base: 0.6,
  *propose(context) {
    for (const [name, places] of undefinedNames(context)) {
      yield* imports(context, name, places);
      const first = places[0]!;
      if (!places.some((place) => context.expressions.includes(place))) continue;
      if (membersAround(context, first).has(name)) yield rename(context, places, `self.${name}`, -0.4);
      yield* spellings(context, name, places);
      if (isCalled(first)) continue;
      for (const { name: other } of context.variables(first)) yield rename(context, places, other, 0.4);
      if (places.some(({ parent }) => parent?.kind === "Attribute")) continue;
      for (const text of ["0", "1", "[]", "''", "None"]) yield rename(context, places, text, 0.8);
    }
    yield* shadowedBuiltins(context);
  },
};

/** Names that every module and every method has. */
const given = "__name__ __file__ __doc__ __debug__ __class__".split(" ");

function isReadable(name: string): boolean {
  return isBuiltin(name) || given.includes(name);
}

function undefinedNames(context: CandidateContext): Map<string, Name[]> {
  const missing = new Map<string, Name[]>();
  if (
    context.tree.nodes.some(
      (node) => node.kind === "ImportFrom" && node.names.some(({ name }) => name === "*"),
    )
  )
    return missing;
  for (const node of context.tree.nodes) {
    if (node.kind !== "Name" || node.ctx !== "Load" || isReadable(node.id)) continue;
    if (context.names.variableOf(node)) continue;
    missing.set(node.id, [...(missing.get(node.id) ?? []), node]);
  }
  return missing;
}

function* imports(context: CandidateContext, name: string, places: readonly Name[]): Generator<EditProposal> {
  const home = own(homes, name);
  if (places.some(({ parent }) => parent?.kind === "Attribute" && offers(name, parent.attr)))
    yield addImport(context, places[0]!, `import ${name}`, -0.5);
  if (home !== undefined) yield addImport(context, places[0]!, `from ${home} import ${name}`, -0.4);
}

function addImport(context: CandidateContext, at: Node, line: string, detail: number): EditProposal {
  return context.edit(at, [addedImport(context.tree, line)], detail, `${quote(line)} was added`);
}

function* spellings(
  context: CandidateContext,
  name: string,
  places: readonly Name[],
): Generator<EditProposal> {
  const first = places[0]!;
  const visible = [...visibleVariables(context.names.scopeOf(first)).keys()];
  for (const other of visible) {
    const ratio = likeness(name, other);
    if (ratio >= 0.5) yield rename(context, places, other, -0.3 + (1 - ratio) * 0.6);
  }
  const bound = context.names.scopes.flatMap(({ variables }) => [...variables.keys()]);
  const everywhere = new Set([...bound, ...builtinNames(), ...given]);
  for (const other of everywhere) {
    const ratio = likeness(name, other);
    if (ratio >= 0.6 && !visible.includes(other)) yield rename(context, places, other, (1 - ratio) * 0.6);
  }
  if (!isCalled(first)) return;
  const functions = visible.filter((other) => {
    const [binding] = context.names.module.variables.get(other)?.bindings ?? [];
    return binding !== undefined && bindingKind(binding) === "function";
  });
  for (const other of functions) yield rename(context, places, other, 0.4);
  for (const method of membersAround(context, first))
    yield rename(context, places, `self.${method}`, likeness(name, method) >= 0.5 ? 0 : 0.6);
}

/** `len = len(s)` makes `len` a variable of the function, unread before it is written: always an error. */
function* shadowedBuiltins(context: CandidateContext): Generator<EditProposal> {
  for (const scope of context.names.scopes) {
    if (scope.kind !== "function" || scope.owner.kind !== "FunctionDef") continue;
    for (const { name, bindings } of scope.variables.values()) {
      if (bindingKind(bindings[0]!) !== "variable" || !isReadable(name)) continue;
      const places = context.tree.nodes.filter(
        (node): node is Name =>
          isName(node, name) && node.start >= scope.owner.start && node.end <= scope.owner.end,
      );
      if (!places.some((node) => isCalled(node))) continue;
      const own = places.filter((node) => !isCalled(node));
      const fresh = [`${name}_`, `${name}_value`].find((other) => !scope.variables.has(other))!;
      yield rename(context, own, fresh, -0.5);
    }
  }
}
