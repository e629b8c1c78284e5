import type { Tree } from "../tree/tree.ts";

/** Whether a text is a test module by what it imports. */
export function isTestText({ nodes }: Tree): boolean {
  return nodes.some((node) => {
    if (node.kind === "Import") return node.names.some(({ name }) => isTestModule(name));
    return node.kind === "ImportFrom" && node.level === 0 && isTestModule(node.module ?? "");
  });
}

function isTestModule(name: string): boolean {
  return /^(?:pytest|unittest|nose|hypothesis)(?:\.|$)/.test(name);
}
