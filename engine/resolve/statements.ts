import type { If, Node, Statement } from "../tree/nodes.ts";
import { followAnnotation } from "./annotations.ts";
import { unsurely } from "./branches.ts";
import { bindPattern, bindTarget, deleteItem, valueBefore } from "./bind.ts";
import { defineClass, defineFunction } from "./definitions.ts";
import { foldOperator } from "./fold-operators.ts";
import { followBranch, mergeBranches, writeName } from "./frame.ts";
import { clearChecked, isCheckedOnlyInside } from "./guards.ts";
import { importModules, importNames } from "./imports.ts";
import { noteLineage } from "./lineage.ts";
import { runFor, runWhile } from "./loops.ts";
import type { Machine, StatementEnd } from "./machine.ts";
import { callHook } from "./reach.ts";
import { anything, joinAll, none, onlyBool, type PossibleValues } from "./value.ts";

export function runBlock(machine: Machine, statements: readonly Statement[]): StatementEnd {
  for (const statement of statements) {
    machine.spend(1);
    const outcome = runStatement(machine, statement);
    if (outcome !== "on") {
      runUnreached(machine, statements.slice(statements.indexOf(statement) + 1), outcome);
      return outcome;
    }
  }
  return "on";
}

/** What stands behind a `return` is not run, but its functions may still be meant for something. */
function runUnreached(machine: Machine, statements: readonly Statement[], outcome: StatementEnd): void {
  if (outcome !== "left" || statements.length === 0 || !machine.isFirstLook) return;
  followBranch(machine.frame, () => runBlock(machine, statements) !== "left");
}

function runStatement(machine: Machine, node: Statement): StatementEnd {
  switch (node.kind) {
    case "Expr":
      machine.evaluate(node.value);
      return "on";
    case "Assign": {
      const value = machine.evaluate(node.value);
      for (const target of node.targets) {
        bindTarget(machine, target, value);
        if (target.kind === "Name") noteLineage(machine, target.id, node.value);
      }
      return "on";
    }
    case "AnnAssign":
      // Those of a function's variables are never looked at.
      if (machine.frame.kind !== "function") followAnnotation(machine, node.annotation);
      if (node.value) bindTarget(machine, node.target, machine.evaluate(node.value));
      return "on";
    case "AugAssign":
      bindTarget(
        machine,
        node.target,
        foldOperator(node.op, valueBefore(machine, node.target), machine.evaluate(node.value)),
      );
      return "on";
    case "Import":
      importModules(machine, node);
      return "on";
    case "ImportFrom":
      importNames(machine, node);
      return "on";
    case "FunctionDef":
    case "AsyncFunctionDef":
      defineFunction(machine, node);
      return "on";
    case "ClassDef":
      defineClass(machine, node);
      return "on";
    case "Return":
      machine.frame.returned.push(node.value ? machine.evaluate(node.value) : none);
      if ((machine.isRoute && machine.calling.length === 1) || isRecipe(node))
        machine.listener.answered(node, machine.frame.returned.at(-1)!);
      if (machine.frame.returned.length > 20)
        machine.frame.returned.splice(0, 20, joinAll(machine.frame.returned.slice(0, 20)));
      return "left";
    case "Raise":
      if (node.exc) machine.evaluate(node.exc);
      return "left";
    case "Break":
      return "break";
    case "Continue":
      return "continue";
    case "If":
      return runIf(machine, node);
    case "For":
    case "AsyncFor":
      return runFor(machine, node);
    case "While":
      return runWhile(machine, node);
    case "Try":
    case "TryStar":
      return runTry(machine, node);
    case "With":
    case "AsyncWith":
      return runWith(machine, node);
    case "Match":
      return runMatch(machine, node);
    case "Assert":
      machine.evaluate(node.test);
      clearChecked(machine, node.test);
      return "on";
    case "Delete":
      for (const target of node.targets) if (target.kind === "Subscript") deleteItem(machine, target);
      return "on";
    case "Global":
    case "Nonlocal":
      for (const name of node.names)
        machine.frame.elsewhere.set(name, node.kind === "Global" ? "global" : "nonlocal");
      return "on";
    default:
      return "on";
  }
}

/** What `__reduce__` answers is called when the object is read back. */
function isRecipe({ parent }: Node): boolean {
  return parent?.kind === "FunctionDef" && parent.name.startsWith("__reduce");
}

/** An `elif` is an `if` inside an `else`, and there may be thousands: they are taken as one list. */
function runIf(machine: Machine, node: If): StatementEnd {
  const branches: ReturnType<typeof followBranch>[] = [];
  let rest: readonly Statement[] = [node];
  let next: Statement | undefined = node;
  for (; next?.kind === "If" && rest.length === 1; rest = next.orelse, next = rest[0]) {
    const test = onlyBool(machine.evaluate(next.test));
    const branch = next;
    const isForBranch = isCheckedOnlyInside(branch);
    if (!isForBranch) clearChecked(machine, branch.test);
    const follow = (): StatementEnd => {
      if (isForBranch) clearChecked(machine, branch.test);
      return runBlock(machine, branch.body);
    };
    // Inside a loop that is followed turn by turn, a decided condition decides what is done in this turn.
    if (test !== undefined && machine.turning > 0 && machine.uncertain === 0 && !isLiteral(branch.test)) {
      if (branches.length === 0 && test) return follow();
      if (!test) continue;
    }
    branches.push(unsurely(machine, follow));
  }
  if (branches.length === 0) return runBlock(machine, rest);
  if (rest.length > 0) branches.push(unsurely(machine, () => runBlock(machine, rest)));
  return mergeBranches(machine.frame, branches, rest.length === 0) ? "on" : "left";
}

function isLiteral(node: Node): boolean {
  return node.kind === "Constant";
}

function runTry(machine: Machine, node: Extract<Statement, { kind: "Try" | "TryStar" }>): StatementEnd {
  const attempt = followBranch(machine.frame, () => runBlock(machine, node.body) !== "left");
  // A handler sees what the attempt had done by then.
  mergeBranches(machine.frame, [{ ...attempt, goesOn: true }], node.handlers.length > 0 && attempt.goesOn);
  const branches = node.handlers.map((handler) =>
    unsurely(machine, () => {
      if (handler.type) machine.evaluate(handler.type);
      if (handler.name) writeName(machine.frame, handler.name, anything);
      return runBlock(machine, handler.body);
    }),
  );
  if (attempt.goesOn) {
    const otherwise = followBranch(machine.frame, () => runBlock(machine, node.orelse) !== "left");
    branches.push(otherwise);
  }
  const goesOn = mergeBranches(machine.frame, branches, false);
  const last = runBlock(machine, node.finalbody);
  return goesOn ? last : "left";
}

function runWith(machine: Machine, node: Extract<Statement, { kind: "With" | "AsyncWith" }>): StatementEnd {
  for (const item of node.items) {
    const context = machine.evaluate(item.context_expr);
    const entered: PossibleValues = joinAll(
      context.map((thing) => callHook(machine, thing, "__enter__", item) ?? [thing]),
    );
    if (item.optional_vars) bindTarget(machine, item.optional_vars, entered);
  }
  return runBlock(machine, node.body);
}

function runMatch(machine: Machine, node: Extract<Statement, { kind: "Match" }>): StatementEnd {
  const subject = machine.evaluate(node.subject);
  const branches = node.cases.map((part) =>
    unsurely(machine, () => {
      bindPattern(machine, part.pattern, subject);
      if (part.guard) machine.evaluate(part.guard);
      return runBlock(machine, part.body);
    }),
  );
  return mergeBranches(machine.frame, branches, true) ? "on" : "left";
}
