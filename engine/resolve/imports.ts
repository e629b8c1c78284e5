import type { Statement } from "../tree/nodes.ts";
import { moduleOf, writeName } from "./frame.ts";
import { attributePath, canonicalModule } from "./known-names.ts";
import type { Machine } from "./machine.ts";
import { reference, type PossibleValues } from "./value.ts";

export function importModules(machine: Machine, node: Extract<Statement, { kind: "Import" }>): void {
  for (const { name, asname } of node.names) {
    const path = asname ? name : name.split(".")[0]!;
    const own: PossibleValues = [{ kind: "names", frame: moduleOf(machine.frame) }];
    writeName(machine.frame, asname || path, path === "__main__" ? own : reference(canonicalModule(path)));
  }
}

export function importNames(machine: Machine, node: Extract<Statement, { kind: "ImportFrom" }>): void {
  for (const { name, asname } of node.names) {
    if (name === "*") moduleOf(machine.frame).stars.push(canonicalModule(node.module || ""));
    // A relative import leads into the caller's own package, of which only what it lends is known here.
    else if (node.level > 0) {
      const path = `own.${name}`;
      writeName(machine.frame, asname || name, machine.patched.get(path) ?? reference(path));
    } else {
      const path = attributePath(canonicalModule(node.module || ""), name);
      writeName(machine.frame, asname || name, machine.patched.get(path) ?? reference(path));
    }
  }
}
