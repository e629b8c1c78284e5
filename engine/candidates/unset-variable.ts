import type { Name, Node, Statement } from "../tree/nodes.ts";
import { functionAround } from "../tree/around.ts";
import type { CandidateContext } from "./context.ts";
import type { Family } from "./family.ts";
import { firstStatement, insertBefore } from "./lines.ts";
import { optional } from "./returned-value.ts";

/** A variable that is added to, and that nobody has set. */
export const unsetVariable: Family = {
  name: "unset-variable",
  base: 0.3,
  *propose(context) {
    for (const node of context.functions) {
      const first = firstStatement(node.body);
      if (!first) continue;
      for (const [name, uses] of unsetNames(context, node)) {
        const loop = outermostLoop(uses[0]!, node);
        for (const [value, detail] of firstValues(uses)) {
          const line = `${name} = ${value}`;
          yield* optional(insertBefore(context, first, [line], detail));
          if (loop && loop !== first) yield* optional(insertBefore(context, loop, [line], detail + 0.05));
        }
      }
    }
  },
};

/** The names of a function that are changed and bound nowhere else, with the places that change them. */
function unsetNames({ tree, names }: CandidateContext, around: Node): Map<string, Name[]> {
  const found = new Map<string, Name[]>();
  for (const node of tree.nodes) {
    if (node.kind !== "Name" || functionAround(node) !== around || !isChanged(node)) continue;
    if (!(names.variableOf(node)?.bindings ?? []).every(isAddedTo)) continue;
    found.set(node.id, [...(found.get(node.id) ?? []), node]);
  }
  return found;
}

function isChanged(node: Name): boolean {
  return isAddedTo(node) || methodOn(node) !== undefined || isFilled(node);
}

function isAddedTo(node: Node): boolean {
  return node.parent?.kind === "AugAssign" && node.parent.target === node;
}

/** `name[key] = value` */
function isFilled(node: Name): boolean {
  const { parent } = node;
  return parent?.kind === "Subscript" && parent.value === node && parent.ctx === "Store";
}

const emptyFor: ReadonlyMap<string, string> = new Map([
  ["append", "[]"],
  ["extend", "[]"],
  ["insert", "[]"],
  ["add", "set()"],
  ["setdefault", "{}"],
]);

function methodOn(node: Name): string | undefined {
  const { parent } = node;
  return parent?.kind === "Attribute" && parent.value === node && emptyFor.has(parent.attr)
    ? parent.attr
    : undefined;
}

/** What it can have been before anything was added to it, the likeliest first. */
function firstValues(uses: readonly Name[]): Map<string, number> {
  const values = new Map<string, number>();
  for (const use of uses) {
    const method = methodOn(use);
    if (method !== undefined) values.set(emptyFor.get(method)!, 0);
    else if (isFilled(use)) values.set("{}", 0);
    else if (use.parent?.kind === "AugAssign" && use.parent.op === "Mult") values.set("1", 0);
    else for (const [at, value] of ["0", '""', "[]", "1"].entries()) values.set(value, at / 10);
  }
  return values;
}

function outermostLoop(node: Node, around: Node): Statement | undefined {
  let loop: Statement | undefined;
  for (let at: Node | undefined = node.parent; at && at !== around; at = at.parent)
    if (at.kind === "For" || at.kind === "While") loop = at;
  return loop;
}
