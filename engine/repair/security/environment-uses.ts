import type { Constant, Expression, Node, Statement } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";
import { pathOf } from "./library-path.ts";

/** A look at the environment that names its variable, and where the name is written. */
type Read = Readonly<{ node: Expression; key: Constant; name: string }>;

/** The variables that a program reads already. */
export function knownNames(program: RepairableProgram): Set<string> {
  const { facts } = program;
  const calls = facts.all("Call").flatMap((call) => readOf(program, call) ?? []);
  const items = facts
    .all("Subscript")
    .flatMap(({ value, slice }) => (pathOf(program, value) === "os.environ" ? [slice] : []));
  return new Set([...calls.map(({ name }) => name), ...items.flatMap((item) => constantText(item) ?? [])]);
}

function constantText(node: Expression | undefined): string | undefined {
  return node?.kind === "Constant" && node.value.type === "str" ? node.value.value : undefined;
}

/** `os.getenv("API_KEY", …)` or `os.environ.get("API_KEY", …)`. */
function readOf(program: RepairableProgram, node: Node): Read | undefined {
  if (node.kind !== "Call") return undefined;
  const path = pathOf(program, node.func);
  const [key] = node.args;
  const name = constantText(key);
  if ((path !== "os.getenv" && path !== "os.environ.get") || name === undefined) return undefined;
  return { node, key: key as Constant, name };
}

/** What a credential only stands in for: `os.getenv("API_KEY", "…")` and `os.getenv("API_KEY") or "…"`. */
export function fallbackOf(program: RepairableProgram, node: Expression): Read | undefined {
  const { parent } = node;
  if (parent?.kind === "Call" && parent.args[1] === node && parent.args.length === 2)
    return readOf(program, parent);
  if (parent?.kind === "Keyword" && parent.arg === "default") return readOf(program, parent.parent!);
  if (parent?.kind !== "BoolOp" || parent.op !== "Or" || parent.values.length !== 2) return undefined;
  const read = parent.values[1] === node ? readOf(program, parent.values[0]!) : undefined;
  return read && { ...read, node: parent };
}

/** A statement that does nothing but put a credential into the environment. */
export function settingOf(
  program: RepairableProgram,
  node: Expression,
): Readonly<{ statement: Statement; name: string }> | undefined {
  const { parent } = node;
  if (parent?.kind === "Assign" && parent.targets.length === 1) {
    const [target] = parent.targets;
    if (target?.kind !== "Subscript" || pathOf(program, target.value) !== "os.environ") return undefined;
    const name = constantText(target.slice);
    return name === undefined ? undefined : { statement: parent, name };
  }
  if (parent?.kind !== "Call" || parent.parent?.kind !== "Expr" || parent.args[1] !== node) return undefined;
  const name = constantText(parent.args[0]);
  const sets = /^os\.(?:putenv|environ\.setdefault)$/.test(pathOf(program, parent.func) ?? "");
  return sets && name !== undefined ? { statement: parent.parent, name } : undefined;
}
