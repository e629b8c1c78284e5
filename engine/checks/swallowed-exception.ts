import type { ExceptHandler, Statement } from "../tree/nodes.ts";
import type { Check } from "./check.ts";

export const swallowedException: Check = {
  id: "swallowed-exception",
  severity: "warning",
  *find(facts) {
    for (const node of facts.all("ExceptHandler")) {
      if (!catchesEverything(node) || !node.body.every(doesNothing)) continue;
      const message =
        "Every exception raised here is silently ignored. Catch only what you expect, or log it.";
      yield { node, message };
    }
  },
};

function catchesEverything({ type }: ExceptHandler): boolean {
  return !type || (type.kind === "Name" && (type.id === "Exception" || type.id === "BaseException"));
}

function doesNothing(statement: Statement): boolean {
  return statement.kind === "Pass" || (statement.kind === "Expr" && statement.value.kind === "Constant");
}
