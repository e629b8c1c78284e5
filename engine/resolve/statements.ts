import type { Expression, If, Node, Statement } from "../tree/nodes.ts";
import { followAnnotation } from "./annotations.ts";
import { decide, unsurely } from "./branches.ts";
import { bindTarget, deleteItem, valueBefore } from "./bind.ts";
import { defineClass, defineFunction } from "./definitions.ts";
import { putAside } from "./functions.ts";
import { foldOperator } from "./fold-operators.ts";
import { followBranch, mergeBranches, readHere, writeName, type Branch } from "./frame.ts";
import { markChecked, refine } from "./guards.ts";
import { importModules, importNames } from "./imports.ts";
import { noteLineage } from "./lineage.ts";
import { leaveTurn, runFor, runWhile } from "./loops.ts";
import { namespaceOf } from "./own-classes.ts";
import { bindPattern, matches } from "./patterns.ts";
import type { Machine, StatementEnd } from "./machine.ts";
import { callHook } from "./reach.ts";
import { anything, joinAll, none, type PossibleValues } from "./value.ts";

export function runBlock(machine: Machine, statements: readonly Statement[]): StatementEnd {
  for (const statement of statements) {
    machine.spend(1);
    const outcome = runStatement(machine, statement);
    if (outcome !== "on") {
      putAside(machine, statements.slice(statements.indexOf(statement) + 1));
      return outcome;
    }
  }
  return "on";
}

function runStatement(machine: Machine, node: Statement): StatementEnd {
  switch (node.kind) {
    case "Expr":
      machine.evaluate(node.value);
      return neverReturns(machine, node.value) ? "left" : "on";
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
    case "TypeAlias": {
      const alias = namespaceOf(new Map([["__value__", machine.evaluate(node.value)]]));
      if (node.name.kind === "Name") writeName(machine.frame, node.name.id, [alias]);
      return "on";
    }
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
        machine.listener.answered(node, machine.frame.returned.at(-1)!, machine.answersPages);
      if (machine.frame.returned.length > 20)
        machine.frame.returned.splice(0, 20, joinAll(machine.frame.returned.slice(0, 20)));
      return "left";
    case "Raise":
      if (node.exc) machine.evaluate(node.exc);
      return "left";
    case "Break":
    case "Continue":
      return leaveTurn(machine, node.kind === "Break" ? "break" : "continue");
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
      refine(machine, node.test, true);
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

/** Functions that leave by an exception, whatever they are given. */
function neverReturns(machine: Machine, node: Expression): boolean {
  if (node.kind !== "Call") return false;
  const { func } = node;
  const name = func.kind === "Attribute" ? func.attr : func.kind === "Name" ? func.id : "";
  return (
    /^(?:abort|exit|_exit|quit)$/.test(name) &&
    machine.evaluate(func).every(({ kind }) => kind === "reference")
  );
}

/** An `elif` is an `if` inside an `else`, and there may be thousands: they are taken as one list. */
function runIf(machine: Machine, node: If): StatementEnd {
  const branches: Branch[] = [];
  // What is known where every test so far has failed.
  const otherwise: Branch["layer"] = new Map();
  let rest: readonly Statement[] = [node];
  let next: Statement | undefined = node;
  for (; next?.kind === "If" && rest.length === 1; rest = next.orelse, next = rest[0]) {
    const { test, body, orelse } = next;
    let answer: boolean | undefined;
    const ask = (): boolean => {
      answer = decide(machine, test, machine.evaluate(test));
      return true;
    };
    followBranch(machine.frame, ask, otherwise);
    if (answer === false) {
      putAside(machine, body);
      continue;
    }
    if (answer) {
      putAside(machine, orelse);
      rest = body;
      break;
    }
    const follow = (): StatementEnd => {
      refine(machine, test, true);
      return runBlock(machine, body);
    };
    branches.push(unsurely(machine, follow, new Map(otherwise)));
    const refuse = (): boolean => {
      refine(machine, test, false);
      return true;
    };
    followBranch(machine.frame, refuse, otherwise);
  }
  if (branches.length === 0) {
    mergeBranches(machine.frame, [{ layer: otherwise, goesOn: true }], false);
    return runBlock(machine, rest);
  }
  branches.push(unsurely(machine, () => runBlock(machine, rest), otherwise));
  return mergeBranches(machine.frame, branches, false) ? "on" : "left";
}

function runTry(machine: Machine, node: Extract<Statement, { kind: "Try" | "TryStar" }>): StatementEnd {
  const { frame } = machine;
  const attempt = followBranch(frame, () => runBlock(machine, node.body) === "on");
  // A handler sees what the attempt had done by then.
  const seen: Branch["layer"] = new Map();
  for (const [name, value] of attempt.layer) seen.set(name, joinAll([readHere(frame, name) ?? value, value]));
  const branches = node.handlers.map((handler) => {
    const handle = (): StatementEnd => {
      if (handler.type) machine.evaluate(handler.type);
      if (handler.name) writeName(frame, handler.name, anything);
      return runBlock(machine, handler.body);
    };
    return unsurely(machine, handle, new Map(seen));
  });
  if (attempt.goesOn)
    branches.push(followBranch(frame, () => runBlock(machine, node.orelse) === "on", attempt.layer));
  const goesOn = mergeBranches(frame, branches, false);
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
  const branches: Branch[] = [];
  for (const { pattern, guard, body } of node.cases) {
    const answer = guard ? undefined : matches(machine, pattern, node.subject, subject);
    if (answer === false) {
      putAside(machine, body);
      continue;
    }
    const follow = (): StatementEnd => {
      bindPattern(machine, pattern, subject);
      if (pattern.kind === "MatchValue" || pattern.kind === "MatchOr") markChecked(machine, node.subject);
      if (guard) machine.evaluate(guard);
      if (guard) refine(machine, guard, true);
      return runBlock(machine, body);
    };
    if (answer && branches.length === 0) return follow();
    branches.push(unsurely(machine, follow));
    if (answer) return mergeBranches(machine.frame, branches, false) ? "on" : "left";
  }
  return mergeBranches(machine.frame, branches, true) ? "on" : "left";
}
