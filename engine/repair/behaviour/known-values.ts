import type { ProgramFacts } from "../../program/facts.ts";
import { onlyValue } from "../../program/lengths.ts";
import type { Expression } from "../../tree/nodes.ts";
import { isBuiltin, pathOf } from "./places.ts";

/** The name of a file in `with open(…) as name`. */
export function isFileName(facts: ProgramFacts, node: Extract<Expression, { kind: "Name" }>): boolean {
  const bound = facts.names.lookUp(node, node.id)?.bindings;
  const item = bound?.length === 1 ? bound[0]!.parent : undefined;
  return (
    item?.kind === "WithItem" &&
    item.context_expr.kind === "Call" &&
    isBuiltin(facts, item.context_expr.func, "open")
  );
}

/** Whether a value is surely a string. */
export function isTextFor(facts: ProgramFacts, node: Expression | undefined): boolean {
  if (!node) return false;
  if (node.kind === "Constant") return node.value.type === "str";
  if (node.kind === "JoinedStr") return true;
  if (node.kind === "Call")
    return (
      isBuiltin(facts, node.func, "input", "str") ||
      (node.func.kind === "Attribute" &&
        node.func.attr === "read" &&
        node.func.value.kind === "Name" &&
        isFileName(facts, node.func.value))
    );
  if (node.kind === "Subscript") {
    const path = importedPath(facts, node.value);
    return path === "os.environ" || path === "sys.argv";
  }
  if (node.kind !== "Name") return false;
  const bound = facts.names.lookUp(node, node.id)?.bindings;
  const annotation = bound?.length === 1 && bound[0]!.kind === "Arg" ? bound[0]!.annotation : undefined;
  if (annotation) return annotation.kind === "Name" && annotation.id === "str";
  const value = onlyValue(facts, node);
  return value !== undefined && value.kind !== "Name" && isTextFor(facts, value);
}

/** The full path of something that was imported: `datetime.datetime.strptime`, whatever it is called here. */
export function importedPath({ names }: ProgramFacts, node: Expression): string | undefined {
  const path = pathOf(node);
  if (path === undefined) return undefined;
  const [first, ...rest] = path.split(".");
  const bound = names.lookUp(node, first!)?.bindings;
  const [alias] = bound ?? [];
  if (bound?.length !== 1 || alias?.kind !== "Alias") return undefined;
  const { parent } = alias;
  const home =
    parent?.kind === "ImportFrom"
      ? `${parent.module}.${alias.name}`
      : alias.asname
        ? alias.name
        : alias.name.split(".")[0]!;
  return [home, ...rest].join(".");
}
