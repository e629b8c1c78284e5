import type { Expression, Node } from "../tree/nodes.ts";

/** Whether an exception raised at a node may be meant to be: it is caught, or awaited by a test. */
export function isCaught(node: Node): boolean {
  for (let at: Node = node; at.parent; at = at.parent) {
    const { parent } = at;
    if ((parent.kind === "Try" || parent.kind === "TryStar") && parent.handlers.length > 0) {
      if ((parent.body as Node[]).includes(at)) return true;
    }
    if (parent.kind === "With" || parent.kind === "AsyncWith") {
      if ((parent.body as Node[]).includes(at) && parent.items.some((item) => maySwallow(item.context_expr)))
        return true;
    }
  }
  return false;
}

/** Whether a context manager may end exceptions: all may, but for those that are known not to. */
export function maySwallow(manager: Expression): boolean {
  if (manager.kind !== "Call") return true;
  const name = manager.func.kind === "Attribute" ? manager.func.attr : nameOf(manager.func);
  return !harmless.has(name);
}

const harmless = new Set([
  "open",
  "Lock",
  "RLock",
  "closing",
  "TemporaryDirectory",
  "NamedTemporaryFile",
  "ThreadPoolExecutor",
  "ProcessPoolExecutor",
  "connect",
  "urlopen",
  "ZipFile",
  "redirect_stdout",
  "nullcontext",
  "timer",
  "catch_warnings",
  "localcontext",
]);

function nameOf(node: Expression): string {
  return node.kind === "Name" ? node.id : "";
}
