import { addedImport } from "../../tree/layout.ts";
import type { FunctionDef, Node } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { nodesAt } from "../nodes-at.ts";
import { isName, lastName } from "../../tree/written-names.ts";
import { insertion } from "../../text/splices.ts";

/** `await` in a function that is not asynchronous, which Python refuses. */
export const missingAsync: Repair = {
  id: "missing-async",
  kind: "certain",
  *propose(program) {
    const done = new Set<Node>();
    for (const { start } of program.found("ruff:PLE1142", "ruff:F704")) {
      const node = asynchronousAt(program, start);
      const around = node && ownerOf(program, node);
      if (!around || done.has(around)) continue;
      const rewrite = around.kind === "FunctionDef" ? asAsync(program, around) : run(program, node);
      if (around.kind === "FunctionDef") done.add(around);
      if (rewrite) yield rewrite;
    }
  },
};

function asynchronousAt(program: RepairableProgram, start: number | undefined): Node | undefined {
  return (["Await", "AsyncFor", "AsyncWith"] as const).flatMap((kind): readonly Node[] =>
    nodesAt(program, kind, start),
  )[0];
}

function ownerOf(
  { facts }: RepairableProgram,
  node: Node,
): FunctionDef | Extract<Node, { kind: "Module" }> | undefined {
  let scope = facts.names.scopeOf(node);
  while (scope.parent && scope.owner.kind.endsWith("Comp")) scope = scope.parent;
  const { owner } = scope;
  return owner.kind === "FunctionDef" || owner.kind === "Module" ? owner : undefined;
}

/** Only where nobody calls it as a plain function. */
function asAsync({ facts }: RepairableProgram, definition: FunctionDef): Rewrite | undefined {
  const { start, name, decorator_list } = definition;
  if (decorator_list.length > 0 || name.startsWith("__") || facts.shapes.of(definition).isGenerator)
    return undefined;
  const isNamed = (node: Node): boolean =>
    (isName(node, name) && node.ctx === "Load") || (node.kind === "Attribute" && node.attr === name);
  const uses = facts.all("Name", "Attribute").filter(isNamed);
  if (!uses.every(isAwaited)) return undefined;
  return { splices: [insertion(start, "async ")], description: `made \`${name}\` asynchronous` };
}

/** Awaited, or called within what takes coroutines. */
function isAwaited(node: Node): boolean {
  const call = node.parent;
  if (call?.kind !== "Call" || call.func !== node) return false;
  const { parent } = call;
  if (parent?.kind === "Await") return true;
  if (parent?.kind !== "Call" || parent.func === call) return false;
  const taker = lastName(parent.func);
  return /^(?:run|gather|create_task|ensure_future|wait_for|run_until_complete|shield)$/.test(taker);
}

/** `await main()` at the top of a program. */
function run(program: RepairableProgram, node: Node): Rewrite | undefined {
  if (node.kind !== "Await" || node.value.kind !== "Call" || program.facts.names.scopeOf(node).parent)
    return undefined;
  // Jupyter awaits by itself; in a script such a comment begins a cell.
  if (/^# %%/m.test(program.text)) return undefined;
  const { parent } = node;
  if (parent?.kind !== "Expr" && parent?.kind !== "Assign") return undefined;
  const { value } = node;
  const bound = program.facts.names.module.variables.get("asyncio")?.bindings;
  const splices = [{ start: node.start, end: value.start, text: "asyncio.run(" }, insertion(value.end, ")")];
  const description = `passed \`${program.source(value.func)}\` to \`asyncio.run\``;
  if (bound) return { splices, description };
  return { splices: [addedImport(program.tree, "import asyncio"), ...splices], description, at: node.start };
}
