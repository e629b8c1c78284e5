import { Level, levelAskedBy } from "../../tree/code.ts";
import { isCondition } from "../../program/roles.ts";
import type { FindingData } from "../../findings/data.ts";
import { calledBy } from "../../checks/unawaited-coroutine.ts";
import type { ProgramFacts } from "../../program/facts.ts";
import { onlyValue } from "../../program/lengths.ts";
import { insertion, surrounding, type Splice } from "../../text/splices.ts";
import { addedImport } from "../../tree/layout.ts";
import type { Call, Name, Node } from "../../tree/nodes.ts";
import type { Found, RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { nodesAt, nodesOn } from "../nodes-at.ts";

/** A coroutine that is called and never awaited. */
export const missingAwait: Repair = {
  id: "missing-await",
  kind: "changing",
  *propose(program) {
    const done = new Set<Call>();
    for (const found of program.findings) {
      const calls = callsMeant(program, found).filter((call) => !done.has(call));
      for (const call of calls) done.add(call);
      const rewrite = awaitAll(program, calls) ?? (calls[0] && run(program, calls[0]));
      if (rewrite) yield rewrite;
    }
  },
};

/** The calls that a finding is about; several on one line are reported once. */
function callsMeant(program: RepairableProgram, { rule, data, start, line }: Found): readonly Call[] {
  const { facts } = program;
  if (rule === "mypy:unused-coroutine")
    return nodesAt(program, "Call", start).filter(({ parent }) => parent?.kind === "Expr");
  const isOwn = rule === "python:unawaited-coroutine";
  if (!isOwn && !(data && speaksOfCoroutine(data))) return [];
  const kept = nodesOn(program, "Name", line).flatMap((node) => keptCoroutine(facts, node));
  const wasted = nodesOn(program, "Call", line).filter(
    (call) => (isUsedAsValue(call) || (isOwn && isWasted(call))) && isCoroutine(facts, call),
  );
  const calls = [...new Set([...kept, ...wasted])];
  return new Set(calls.map(({ func }) => program.source(func))).size === 1 ? calls : [];
}

/** Whether a coroutine is said to stand where its result should. */
function speaksOfCoroutine(data: FindingData): boolean {
  return typesIn(data).some((type) => type.startsWith("Coroutine["));
}

function typesIn(data: FindingData): readonly string[] {
  if (data.kind === "wrong type") return data.types;
  if (data.kind === "not iterable" || data.kind === "not callable") return [data.type];
  return data.kind === "missing attribute" && data.owner.is === "type" ? [data.owner.type] : [];
}

/** A statement of its own, or a condition. */
function isWasted(call: Call): boolean {
  return call.parent?.kind === "Expr" || isCondition(call);
}

function awaitAll(program: RepairableProgram, calls: readonly Call[]): Rewrite | undefined {
  const splices = calls.map((call) => awaited(program, call));
  if (calls.length === 0 || splices.includes(undefined)) return undefined;
  return {
    splices: splices.flatMap((each) => each!).toSorted((a, b) => a.start - b.start),
    description: "added the missing `await`",
    kind: calls.every((call) => usesOf(program.facts, call).some(failsUnawaited)) ? "certain" : "changing",
  };
}

function isCoroutine(facts: ProgramFacts, call: Call): boolean {
  const definition = calledBy(facts, call);
  return definition?.kind === "AsyncFunctionDef" && !facts.shapes.of(definition).isGenerator;
}

/** The coroutine that a variable holds, where it is never awaited or handed on, only used as the value it would give. */
function keptCoroutine(facts: ProgramFacts, node: Name): Call[] {
  const value = node.ctx === "Load" ? onlyValue(facts, node) : undefined;
  if (value?.kind !== "Call" || !isCoroutine(facts, value)) return [];
  const uses = facts.names.variableOf(node)!.mentions;
  return uses.every((use) => use.ctx === "Store" || isUsedAsValue(use)) ? [value] : [];
}

function isUsedAsValue(node: Name | Call): boolean {
  const { parent } = node;
  if (parent?.kind === "Subscript") return parent.value === node;
  if (parent?.kind === "For" || parent?.kind === "Comprehension") return parent.iter === node;
  if (parent?.kind === "Call")
    return (
      parent.func.kind === "Name" && /^(?:print|len|str|int|sum|sorted|list|max|min)$/.test(parent.func.id)
    );
  if (parent?.kind === "Attribute") return !/^(?:send|throw|close|cr_\w+)$/.test(parent.attr);
  return parent !== undefined && ["BinOp", "Compare", "FormattedValue", "AugAssign"].includes(parent.kind);
}

/** Where the coroutine of a call is used: there, or by the name it is given. */
function usesOf({ names }: ProgramFacts, call: Call): readonly (Name | Call)[] {
  const { parent } = call;
  const target = parent?.kind === "Assign" ? parent.targets[0] : undefined;
  return target?.kind === "Name" ? names.variableOf(target)!.reads : [call];
}

/** Whether a coroutine raises an error where it is used as its result; printed, compared or dropped it does not. */
function failsUnawaited(use: Name | Call): boolean {
  const { parent } = use;
  if (parent?.kind === "Compare" || parent?.kind === "FormattedValue") return false;
  if (parent?.kind === "Call" && parent.func.kind === "Name" && /^(?:print|str)$/.test(parent.func.id))
    return false;
  return isUsedAsValue(use);
}

/** Inside an asynchronous function; what a generator does may happen elsewhere. */
function awaited({ facts }: RepairableProgram, call: Call): readonly Splice[] | undefined {
  for (let scope = facts.names.scopeOf(call); ; scope = scope.parent!) {
    const { owner } = scope;
    if (owner.kind === "AsyncFunctionDef") break;
    if (owner.kind !== "ListComp" && owner.kind !== "SetComp" && owner.kind !== "DictComp") return undefined;
  }
  const isTight = levelAskedBy(call) > Level.await;
  return isTight ? surrounding(call, "(await ", ")") : [insertion(call.start, "await ")];
}

const otherLoops = /^(?:trio|anyio|curio|tornado|twisted|gevent)\b/;

/** A statement at the top of the program, where nothing runs yet that could be awaited in. */
function run(program: RepairableProgram, call: Call): Rewrite | undefined {
  const { facts, tree } = program;
  if (call.parent?.kind !== "Expr" || !isTop(call.parent.parent) || !isCoroutine(facts, call))
    return undefined;
  const imported = facts.all("Import").flatMap(({ names }) => names);
  if (imported.some(({ name }) => otherLoops.test(name))) return undefined;
  const hasAsyncio = imported.some(
    ({ name, asname, parent }) => name === "asyncio" && !asname && isTop(parent?.parent),
  );
  const run = surrounding(call, "asyncio.run(", ")");
  const description = `passed \`${program.source(call.func)}\` to \`asyncio.run\``;
  return hasAsyncio
    ? { splices: run, description }
    : { splices: [addedImport(tree, "import asyncio"), ...run], description, at: call.start };
}

/** Runs once, as the program starts. */
function isTop(node: Node | undefined): boolean {
  return node?.kind === "Module" || (node?.kind === "If" && node.parent?.kind === "Module");
}
