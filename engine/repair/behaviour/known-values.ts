import type { ProgramFacts } from "../../program/facts.ts";
import { onlyValue } from "../../program/lengths.ts";
import type { Expression } from "../../tree/nodes.ts";
import { definitionOf } from "../../program/classes.ts";
import { importedBy } from "../../tree/imported-by.ts";
import { attributesOf, isName, rootOf } from "../../tree/written-names.ts";
import { callsBuiltin, namesBuiltin } from "../../program/builtin-names.ts";
import { annotationOf, openedAs } from "../../program/only-binding.ts";

/** The name of a file in `with open(…) as name`. */
export function isFileName(facts: ProgramFacts, node: Extract<Expression, { kind: "Name" }>): boolean {
  return callsBuiltin(facts, openedAs(facts, node), "open");
}

/** Whether a value is surely a string. */
export function isTextFor(facts: ProgramFacts, node: Expression | undefined): boolean {
  if (!node) return false;
  if (node.kind === "Constant") return node.value.type === "str";
  if (node.kind === "JoinedStr") return true;
  if (node.kind === "Call")
    return (
      namesBuiltin(facts, node.func, "input", "str") ||
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
  const annotation = annotationOf(facts, node);
  if (annotation) return isName(annotation, "str");
  const value = onlyValue(facts, node);
  return value !== undefined && value.kind !== "Name" && isTextFor(facts, value);
}

/** The full path of something that was imported: `datetime.datetime.strptime`, whatever it is called here. */
export function importedPath(facts: ProgramFacts, node: Expression): string | undefined {
  const home = importedBy(definitionOf(facts, rootOf(node)));
  return home === undefined ? undefined : [home, ...attributesOf(node)].join(".");
}
