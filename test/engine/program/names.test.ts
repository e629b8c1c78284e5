import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { nameBoundBy } from "../../../engine/program/bindings.ts";
import { readNames, type Names } from "../../../engine/program/names.ts";
import type { Scope } from "../../../engine/program/scopes.ts";
import type { Node } from "../../../engine/tree/nodes.ts";
import { readTree, type Tree } from "../../../engine/tree/tree.ts";
import { askSandboxPython } from "../../support/sandbox-python.ts";
import { requireDocker } from "../../support/sandbox.ts";
import { texts } from "./binding-texts.ts";

type TextScope = [kind: string, line: number, names: string[]];
type Answer = { text: string; scopes: TextScope[]; qualnames: string[] };

const program = readFileSync(new URL("symtable.py", import.meta.url), "utf8");

describe("the names of a text", () => {
  beforeAll(requireDocker);

  test("have the same scopes as in CPython in texts for each rule", { timeout: 60_000 }, async () => {
    const answers = await askSandboxPython<Answer[]>(program, { texts, library: false });
    for (const { text, scopes, qualnames } of answers) {
      const tree = readTree(text)!;
      const names = readNames(tree);
      expect({ text, scopes: scopesOf(tree, names) }).toEqual({ text, scopes: inOrder(scopes) });
      // What a type alias or the bound of a type parameter stands for has code of its own there.
      if (names.scopes.some(({ kind }) => kind === "type parameters") || text.startsWith("type ")) continue;
      const own = names.scopes.slice(1).map(({ qualname }) => qualname);
      expect({ text, qualnames: own.toSorted(byCode) }).toEqual({ text, qualnames });
    }
    expect(texts.length).toBeGreaterThan(60);
  });

  test("have the same scopes as in CPython in the standard library", { timeout: 300_000 }, async () => {
    const answers = await askSandboxPython<Answer[]>(program, { texts: [], library: true });
    let compared = 0;
    for (const { text, scopes } of answers) {
      const tree = readTree(text);
      if (!tree) continue;
      const [own, theirs] = [scopesOf(tree, readNames(tree)), inOrder(scopes)];
      const other = own.findIndex((scope, n) => JSON.stringify(scope) !== JSON.stringify(theirs[n]));
      expect(own[other]).toEqual(theirs[other]);
      expect(own).toHaveLength(theirs.length);
      compared += own.length;
    }
    expect(compared).toBeGreaterThan(5000);
  });
});

/** Each scope with the names that are bound or read in it, and whose they are. */
function scopesOf(tree: Tree, names: Names): TextScope[] {
  const mentioned = new Map<Scope, Set<string>>(names.scopes.map((scope) => [scope, new Set()]));
  for (const node of tree.nodes) {
    const name = node.kind === "Name" ? node.id : nameBoundBy(node);
    if (name === undefined || !isOwn(name) || isInAlias(node)) continue;
    const home = names.variableOf(node)?.scope;
    for (const scope of mentioningScopes(node, names)) {
      const elsewhere = home === undefined || home.kind === "module" ? "global" : "free";
      const meaning = home === scope ? "local" : elsewhere;
      mentioned.get(scope)!.add(`${name} ${meaning}`);
    }
  }
  return inOrder(
    names.scopes.map((scope): TextScope => {
      const kind = scope.kind === "comprehension" ? "function" : scope.kind;
      const line = kind === "module" ? 0 : tree.positions.lineOf(scope.owner.start);
      const own = [...mentioned.get(scope)!];
      const isType = (name: string): boolean => scope.variables.has(name.slice(0, name.indexOf(" ")));
      return [kind, line, (kind === "type parameters" ? own.filter(isType) : own).toSorted(byCode)];
    }),
  );
}

/** CPython lists what a walrus in a comprehension binds with the names of the function around it as well. */
function mentioningScopes(node: Node, names: Names): Scope[] {
  const scope = names.scopeOf(node);
  if (node.parent?.kind !== "NamedExpr" || node.parent.target !== node) return [scope];
  let around = scope;
  while (around.kind === "comprehension") around = around.parent!;
  return around.kind === "function" ? [scope, around] : [scope];
}

/** What a type alias stands for has a table of its own there. */
function isInAlias(node: Node): boolean {
  for (let at: Node = node; at.parent; at = at.parent)
    if (at.parent.kind === "TypeAlias" && at.parent.value === at) return true;
  return false;
}

/** Neither made by the compiler nor written otherwise inside a class, as `__x` is. */
function isOwn(name: string): boolean {
  const isMangled = /^_.*__|^__/.test(name) && !/^__.*__$/.test(name);
  return !isMangled && !["__class__", "__classdict__", "__type_params__"].includes(name);
}

function inOrder(scopes: readonly TextScope[]): TextScope[] {
  return scopes.toSorted((a, b) => byCode(JSON.stringify(a), JSON.stringify(b)));
}

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
