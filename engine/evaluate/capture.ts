import type { Node } from "../tree/nodes.ts";
import type { Run } from "./run.ts";
import { frameOf, share } from "./state.ts";

/** A nested function may change what it sees of the names around it. */
export function captured(run: Run, node: Node): void {
  for (const part of run.facts.parts(node)) {
    const variable = part.kind === "Name" ? run.facts.names.variableOf(part) : undefined;
    const value = variable && frameOf(run.state, variable.scope)?.names.get(variable.name);
    if (value) share(run.state, value);
  }
}
