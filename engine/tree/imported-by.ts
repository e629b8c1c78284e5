import type { Node } from "./nodes.ts";

/** What an import binds its name to: `os.path` for `from os import path`. Undefined for what is no import, or a relative one. */
export function importedBy(node: Node | undefined): string | undefined {
  if (node?.kind !== "Alias") return undefined;
  const { parent, name, asname } = node;
  if (parent?.kind === "Import") return asname === undefined ? name.split(".")[0]! : name;
  if (parent?.kind !== "ImportFrom" || parent.level > 0 || parent.module === undefined) return undefined;
  return `${parent.module}.${name}`;
}
