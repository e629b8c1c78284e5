import type { Family } from "./family.ts";
import { atom } from "../tree/code.ts";
import { became } from "./context.ts";
import { isCalled } from "../program/roles.ts";
import { isName } from "../tree/written-names.ts";

/** Another attribute that the program reads or writes elsewhere, or one link of a chain less. */
export const attribute: Family = {
  name: "attribute",
  base: 0.2,
  *propose(context) {
    const attributes = new Set<string>();
    const called = new Set<string>();
    for (const node of context.tree.nodes) {
      if (node.kind !== "Attribute") continue;
      if (isCalled(node)) called.add(node.attr);
      else attributes.add(node.attr);
    }
    for (const node of context.expressions) {
      if (node.kind !== "Attribute" || isCalled(node)) continue;
      for (const other of attributes) {
        if (other === node.attr) continue;
        const splice = { start: node.end - node.attr.length, end: node.end, text: other };
        yield context.edit(node, [splice], 0, became(`.${node.attr}`, `.${other}`));
      }
      if (node.ctx === "Load") yield context.replace(node, context.code(node.value), 0.8);
      if (node.ctx === "Load" && node.value.kind === "Name") {
        const local = context.variables(node).find(({ name }) => name === node.attr);
        if (local) yield context.replace(node, atom(node.attr), 0.3);
      }
    }
    for (const node of context.expressions) {
      if (node.kind !== "Attribute" || !isCalled(node) || !isName(node.value, "self")) continue;
      for (const other of called) {
        if (other === node.attr || !isOwnMethod(context.tree.nodes, other)) continue;
        const splice = { start: node.end - node.attr.length, end: node.end, text: other };
        yield context.edit(node, [splice], 0.5, became(`.${node.attr}`, `.${other}`));
      }
    }
  },
};

function isOwnMethod(nodes: readonly { kind: string }[], name: string): boolean {
  return nodes.some((node) => node.kind === "FunctionDef" && (node as { name?: string }).name === name);
}
