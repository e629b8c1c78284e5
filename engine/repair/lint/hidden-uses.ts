import type { Token } from "../../lint/lint.ts";
import type { Tree } from "../../tree/tree.ts";
import type { Node } from "../../tree/nodes.ts";

/** Where a name may be used without ruff seeing it. */
export type HiddenUses = Readonly<{
  /** Names are looked up while the program runs. */
  isDynamic: boolean;
  /** Doctests and type comments. */
  said: string;
}>;

export function readHiddenUses({ text, nodes }: Tree, comments: readonly Token[]): HiddenUses {
  const typeComments = comments
    .map(({ start, end }) => text.slice(start, end))
    .filter((comment) => /^#\s*type\s*:/.test(comment));
  const doctests = text.includes(">>>")
    ? text.split(/\r\n|\r|\n/).filter((line) => line.includes(">>>") || line.trimStart().startsWith("... "))
    : [];
  return {
    isDynamic: text.includes("sys.modules") || nodes.some(looksUpNames),
    said: [...typeComments, ...doctests].join("\n"),
  };
}

/** `vars(x)` reads `x`, `vars()` the names around it. */
function looksUpNames(node: Node): boolean {
  if (node.kind !== "Call" || node.func.kind !== "Name") return false;
  const { id } = node.func;
  return /^(?:eval|exec|globals|locals)$/.test(id) || (id === "vars" && node.args.length === 0);
}
