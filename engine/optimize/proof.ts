import { findCodingCookie } from "../text/coding-cookie.ts";
import type { Tree } from "../tree/tree.ts";
import { bindingKind } from "../program/bindings.ts";
import { readNames } from "../program/names.ts";
import { readShapes } from "../program/shapes.ts";
import type { Analysis } from "./analysis.ts";
import { normalForm } from "./normal-form.ts";

/** Whether a program does what another does: all that can run is the same, in the same order, and every scope is what it was. */
export function keepsMeaning(before: Analysis, after: Analysis): boolean {
  return (
    declaresCoding(before.tree) === declaresCoding(after.tree) &&
    isSame(scopesOf(before.tree), scopesOf(after.tree)) &&
    isSame(normalForm(before), normalForm(after))
  );
}

/** A comment that comes to stand on the first line may make Python read everything behind it otherwise. */
function declaresCoding({ text }: Tree): boolean {
  return findCodingCookie(text) !== undefined;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, n) => item === b[n]);
}

/** Each module, class and function with the names it binds, and whether calling it makes a generator or a coroutine. */
function scopesOf(tree: Tree): string[] {
  const names = readNames(tree);
  const shapes = readShapes(tree, names);
  return names.scopes
    .filter(({ owner }) => stays.has(owner.kind))
    .map(({ owner, qualname, variables }) => {
      const bound = Array.from(
        variables.values(),
        ({ name, bindings }) => `${bindingKind(bindings[0]!)} ${name}`,
      ).toSorted();
      const isFunction = owner.kind === "FunctionDef" || owner.kind === "AsyncFunctionDef";
      const isGenerator = isFunction && shapes.of(owner).isGenerator;
      return [owner.kind, qualname, isGenerator ? "generator" : "", ...bound].join("\n");
    });
}

const stays = new Set(["Module", "ClassDef", "FunctionDef", "AsyncFunctionDef"]);
