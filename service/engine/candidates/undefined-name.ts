import { type Attribute, type ClassDef, type Name, type Node } from "../tree/nodes.ts";
import { classAround } from "../tree/scopes.ts";
import type { Family, Proposal } from "./candidate.ts";
import { builtins, homes, modules } from "./known-names.ts";
import { became, quote, type Context } from "./context.ts";
import { newlineOf, removal } from "./lines.ts";
import { isCalled } from "./roles.ts";

/** A name nobody defines: missing import, missing `self.`, a slip of the pen. */
export const undefinedName: Family = {
  name: "undefined-name",
  base: 0.6,
  *propose(context) {
    for (const [name, places] of undefinedNames(context)) {
      yield* imports(context, name, places);
      const first = places[0]!;
      if (membersAround(context, first).has(name)) yield rename(context, places, `self.${name}`, -0.4);
      yield* spellings(context, name, places);
      if (isCalled(first)) continue;
      for (const { name: other } of context.variables(first)) yield rename(context, places, other, 0.4);
      if (places.some(({ parent }) => parent?.kind === "Attribute")) continue;
      for (const text of ["0", "1", "[]", "''", "None"]) yield rename(context, places, text, 0.8);
    }
    yield* unknownAttributes(context);
    yield* shadowedBuiltins(context);
  },
};

function undefinedNames(context: Context): Map<string, Name[]> {
  const missing = new Map<string, Name[]>();
  if (
    context.tree.nodes.some(
      (node) => node.kind === "ImportFrom" && node.names.some(({ name }) => name === "*"),
    )
  )
    return missing;
  for (const node of context.tree.nodes) {
    if (node.kind !== "Name" || node.ctx !== "Load" || builtins.has(node.id)) continue;
    if (context.scopes.visibleFrom(node).has(node.id)) continue;
    missing.set(node.id, [...(missing.get(node.id) ?? []), node]);
  }
  return missing;
}

function rename(context: Context, places: readonly Node[], text: string, detail: number): Proposal {
  const splices = places.map(({ start, end }) => ({ start, end, text }));
  return context.edit(places[0]!, splices, detail, became(context.text(places[0]!), text));
}

function* imports(context: Context, name: string, places: readonly Name[]): Generator<Proposal> {
  const line = modules.has(name) ? `import ${name}` : undefined;
  const home = homes[name];
  if (line !== undefined && places.some(({ parent }) => parent?.kind === "Attribute"))
    yield addImport(context, places[0]!, line, -0.5);
  if (home !== undefined) yield addImport(context, places[0]!, `from ${home} import ${name}`, -0.4);
}

function addImport(context: Context, at: Node, line: string, detail: number): Proposal {
  const start = importPlace(context);
  return context.edit(
    at,
    [{ start, end: start, text: line + newlineOf(context) }],
    detail,
    `${quote(line)} was added`,
  );
}

/** Behind the docstring and the imports from the future, which must stay first. */
function importPlace(context: Context): number {
  let place = context.source.startsWith("\u{feff}") ? 1 : 0;
  for (const [n, statement] of context.tree.module.body.entries()) {
    const docstring =
      n === 0 &&
      statement.kind === "Expr" &&
      statement.value.kind === "Constant" &&
      statement.value.value.type === "str";
    const future = statement.kind === "ImportFrom" && statement.module === "__future__";
    if (!docstring && !future) break;
    const next = context.tree.positions.startOf(context.tree.positions.lineOf(statement.end) + 1);
    if (next < context.source.length) place = next;
  }
  return place;
}

function* spellings(context: Context, name: string, places: readonly Name[]): Generator<Proposal> {
  const first = places[0]!;
  const visible = [...context.scopes.visibleFrom(first).keys()];
  for (const other of visible) {
    const ratio = likeness(name, other);
    if (ratio >= 0.5) yield rename(context, places, other, -0.3 + (1 - ratio) * 0.6);
  }
  const everywhere = new Set([...context.scopes.all.flatMap(({ names }) => [...names.keys()]), ...builtins]);
  for (const other of everywhere) {
    const ratio = likeness(name, other);
    if (ratio >= 0.6 && !visible.includes(other)) yield rename(context, places, other, (1 - ratio) * 0.6);
  }
  if (!isCalled(first)) return;
  const functions = visible.filter((other) => context.scopes.module.names.get(other) === "function");
  for (const other of functions) yield rename(context, places, other, 0.4);
  for (const method of membersAround(context, first))
    yield rename(context, places, `self.${method}`, likeness(name, method) >= 0.5 ? 0 : 0.6);
}

/** What `self` has: the methods of the class around a node and the attributes assigned in it. */
function membersAround(context: Context, node: Node): Set<string> {
  const owner = classAround(node);
  return owner ? membersOf(context, owner) : new Set();
}

function membersOf(context: Context, owner: ClassDef): Set<string> {
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

function* unknownAttributes(context: Context): Generator<Proposal> {
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
}

/** Attributes of `self` that no method assigns, in classes that inherit none. */
function unknownMembers(context: Context): Map<string, Attribute[]> {
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
function* neverWritten(context: Context, attr: string, places: readonly Attribute[]): Generator<Proposal> {
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
  for (const name of builtins) {
    if (likeness(attr, name) >= 0.6) yield rename(context, places, name, 0);
  }
  const removals = calls.map(({ parent }) =>
    parent?.kind === "Expr" ? removal(context, parent) : undefined,
  );
  if (removals.every((splice) => splice !== undefined))
    yield context.edit(places[0]!, removals, 0.3, `${quote(context.text(calls[0]!))} was dropped`);
}

const methodNames = ["values", "keys", "items", "copy", "sort", "lower", "upper", "split", "strip"];

/** `len = len(s)` makes `len` a variable of the function, unread before it is written: always an error. */
function* shadowedBuiltins(context: Context): Generator<Proposal> {
  for (const scope of context.scopes.all) {
    if (scope.owner.kind !== "FunctionDef") continue;
    for (const [name, binding] of scope.names) {
      if (binding !== "variable" || !builtins.has(name)) continue;
      const places = context.tree.nodes.filter(
        (node): node is Name =>
          node.kind === "Name" &&
          node.id === name &&
          node.start >= scope.owner.start &&
          node.end <= scope.owner.end,
      );
      if (!places.some((node) => isCalled(node))) continue;
      const own = places.filter((node) => !isCalled(node));
      const fresh = [`${name}_`, `${name}_value`].find((other) => !scope.names.has(other))!;
      yield rename(context, own, fresh, -0.5);
    }
  }
}

/** How alike two names are, from 0 to 1: twice the characters in common order over all characters. */
export function likeness(a: string, b: string): number {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  if (x.length > 40 || y.length > 40) return 0;
  let row = Array.from<number>({ length: y.length + 1 }).fill(0);
  for (const character of x) {
    const next = [0];
    for (let n = 0; n < y.length; n += 1)
      next.push(character === y[n] ? row[n]! + 1 : Math.max(row[n + 1]!, next[n]!));
    row = next;
  }
  return (2 * row[y.length]!) / (x.length + y.length || 1);
}
