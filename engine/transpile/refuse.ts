import type { Tree } from "../tree/tree.ts";
import type { Expression, FunctionDef, Node } from "../tree/nodes.ts";
import { everyNode } from "./children.ts";
import { isModule, library } from "./library.ts";
import type { Names } from "../program/names.ts";
import { own } from "../text/own.ts";

export type ReportConstruct = (node: Node, construct: string) => void;

/** Modules whose names only say something to type checkers, or that are written in another way. */
const known: Readonly<Record<string, readonly string[] | "all">> = {
  __future__: ["annotations"],
  typing: "all",
  "collections.abc": "all",
  dataclasses: ["dataclass", "field"],
  functools: ["wraps"],
  abc: ["ABC", "abstractmethod"],
};

/** Reports what cannot be translated wherever it stands. */
export function findRefusals(tree: Tree, names: Names, report: ReportConstruct): void {
  const deferred = tree.module.body.some(
    (part) => part.kind === "ImportFrom" && part.module === "__future__",
  );
  for (const node of tree.nodes) {
    if (node.kind === "Import" || node.kind === "ImportFrom") checkImport(node, report);
    if (node.kind === "Alias") checkAlias(node, names, report);
    if (node.kind === "Yield" || node.kind === "YieldFrom") checkYield(node, report);
    if (node.kind === "FunctionDef" || node.kind === "AnnAssign")
      checkAnnotations(node, names, deferred, report);
    if ("type_params" in node && Array.isArray(node.type_params) && node.type_params.length > 0)
      report(node, "type parameters");
    if (node.kind === "Return" && isInClass(node)) report(node, "`return` outside of a function");
  }
}

function isInClass(node: Node): boolean {
  return node.parent?.kind === "ClassDef" || node.parent?.kind === "Module";
}

function checkImport(node: Extract<Node, { kind: "Import" | "ImportFrom" }>, report: ReportConstruct): void {
  if (node.kind === "Import") {
    for (const { name } of node.names)
      if (!isModule(name) && own(known, name) !== "all") report(node, `the module \`${name}\``);
    return;
  }
  const module = node.module ?? "";
  const special = own(known, module);
  if (node.level > 0 || (!isModule(module) && !special))
    return report(node, `the module \`${".".repeat(node.level)}${module}\``);
  for (const { name } of node.names)
    if (special !== "all" && !special?.includes(name) && !library(`${module}.${name}`))
      report(node, `\`${module}.${name}\``);
}

/** An imported name that is given another value later would be two things at once. */
function checkAlias(node: Extract<Node, { kind: "Alias" }>, names: Names, report: ReportConstruct): void {
  const variable = names.variableOf(node);
  if (variable && variable.bindings.some(({ kind }) => kind !== "Alias"))
    report(node, `\`${variable.name}\`, imported and assigned`);
  if (variable && new Set(variable.bindings.map((one) => (one.kind === "Alias" ? one.name : ""))).size > 1)
    report(node, `\`${variable.name}\`, imported twice`);
  const { parent } = node;
  const conditional = parent?.parent?.kind !== "Module" && parent?.parent?.kind !== "FunctionDef";
  if (conditional) report(node, "an import under a condition");
}

/** Python runs what is left of a generator when nobody needs it any more; JavaScript never does. */
function checkYield(node: Node, report: ReportConstruct): void {
  for (let at: Node | undefined = node; at && at.kind !== "FunctionDef"; at = at.parent) {
    if (at.kind === "Lambda") return report(node, "`yield` in a lambda");
    if (at.parent?.kind === "With") report(node, "`yield` inside `with`");
    const around: Node | undefined = at.parent;
    if (around?.kind === "Try" && around.finalbody.length > 0 && !(around.finalbody as Node[]).includes(at))
      report(node, "`yield` inside `try … finally`");
  }
}

/** Annotations are left out: they must not be able to fail or to do anything. */
function checkAnnotations(
  node: FunctionDef | Extract<Node, { kind: "AnnAssign" }>,
  names: Names,
  deferred: boolean,
  report: ReportConstruct,
): void {
  if (deferred || (node.kind === "AnnAssign" && names.scopeOf(node).kind === "function")) return;
  const { args } = node.kind === "FunctionDef" ? node : { args: undefined };
  const parameters = args
    ? [...args.posonlyargs, ...args.args, args.vararg, ...args.kwonlyargs, args.kwarg]
    : [];
  const annotations: (Expression | undefined | null)[] =
    node.kind === "AnnAssign"
      ? [node.annotation]
      : [...parameters.map((one) => one?.annotation), node.returns];
  for (const annotation of annotations) {
    if (!annotation) continue;
    for (const part of everyNode(annotation)) {
      if (part.kind === "Call" || part.kind === "NamedExpr")
        report(part, "an annotation that does something");
      if (part.kind !== "Name") continue;
      const variable = names.variableOf(part);
      const first = variable?.bindings[0];
      if (
        variable
          ? !first || first.end > part.start
          : !/^(?:int|str|float|bool|list|dict|set|tuple|frozenset|object|type|bytes|range|complex|callable|any|Exception|\w+Error)$/.test(
              part.id,
            )
      )
        report(part, "an annotation with a name that has no value yet");
    }
  }
}
