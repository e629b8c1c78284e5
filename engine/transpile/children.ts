import type { Node } from "../tree/nodes.ts";

/** The parts of a node, in the order of CPython's fields. */
export function childrenOf(node: Node): Node[] {
  const parts: Node[] = [];
  for (const [field, value] of Object.entries(node)) {
    if (field === "parent") continue;
    for (const part of Array.isArray(value) ? value : [value]) if (isNode(part)) parts.push(part);
  }
  return parts;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "kind" in value && "start" in value;
}

/** Every node under this one, itself first. */
export function* everyNode(root: Node): Generator<Node> {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    waiting.push(...childrenOf(node).toReversed());
  }
}
