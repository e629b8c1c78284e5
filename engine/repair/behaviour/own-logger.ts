import type { ProgramFacts } from "../../program/facts.ts";
import type { Expression, Node } from "../../tree/nodes.ts";
import { lastName } from "../../tree/written-names.ts";

/** The program's own logger, and whether its handlers write whole tracebacks to it. */
export type OwnLogger = Readonly<{ name: string; saysTraceback: boolean }>;

const levels = new Set(["exception", "error", "warning", "critical"]);

/** The logger that other handlers of this program write errors to; undefined where there is none, or several. */
export function loggerOf(facts: ProgramFacts, at: Node): OwnLogger | undefined {
  const used = new Map<string, boolean>();
  for (const { func, parent, ...call } of facts.all("Call")) {
    if (func.kind !== "Attribute" || func.value.kind !== "Name" || !levels.has(func.attr)) continue;
    if (parent?.kind !== "Expr" || parent.parent?.kind !== "ExceptHandler") continue;
    const { id } = func.value;
    const saysTraceback = func.attr === "exception" || call.keywords.some(({ arg }) => arg === "exc_info");
    if (isLogger(facts, func.value)) used.set(id, (used.get(id) ?? false) || saysTraceback);
  }
  const [[name, saysTraceback] = []] = used;
  if (used.size !== 1 || name === undefined || facts.names.lookUp(at, name)?.scope.kind !== "module")
    return undefined;
  return { name, saysTraceback: saysTraceback === true };
}

/** `logger = logging.getLogger(…)` in the module, and nothing else under that name. */
function isLogger({ names }: ProgramFacts, node: Extract<Expression, { kind: "Name" }>): boolean {
  const bound = names.module.variables.get(node.id)?.bindings;
  const value =
    bound?.length === 1 && bound[0]!.parent?.kind === "Assign" ? bound[0]!.parent.value : undefined;
  if (names.variableOf(node)?.scope !== names.module || value?.kind !== "Call") return false;
  const { func } = value;
  return lastName(func) === "getLogger";
}
