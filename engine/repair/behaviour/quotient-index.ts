import type { ProgramFacts } from "../../program/facts.ts";
import { onlyValue } from "../../program/lengths.ts";
import type { BinOp, Call, Expression, Name, Node } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import { hasPlaceIn, startsOf } from "./reported-at.ts";
import { isText } from "../../tree/constants.ts";
import { isName } from "../../tree/written-names.ts";
import { namesBuiltin } from "../../program/builtin-names.ts";

export const quotientIndex: Repair = {
  id: "quotient-index",
  kind: "certain",
  *propose(program) {
    const seen = new Set<Node>();
    for (const whole of [...wholeNumbers(program), ...bounds(program)]) {
      for (const { left, right, ...quotient } of quotientsIn(program.facts, whole)) {
        const between = program.text.slice(left.end, right.start);
        const start = left.end + between.indexOf("/");
        if (seen.has(left) || between.replace(/[\s()]/g, "") !== "/" || quotient.op !== "Div") continue;
        seen.add(left);
        yield {
          splices: [{ start, end: start + 1, text: "//" }],
          description: "divided with `//`, as only a whole number can be used here",
        };
      }
    }
  },
};

const typeRules = ["mypy:call-overload", "mypy:arg-type", "mypy:index", "mypy:operator"];
const ownRules = ["python:quotient-index", "python:operand-types", "python:argument-types"];

/** A bound that is given `middle + 1`, where `middle` is used as an index, is one too. */
function* bounds(program: RepairableProgram): Generator<Expression> {
  const { facts } = program;
  const places = startsOf(
    program
      .about("wrong type", "mypy:assignment")
      .filter(({ data }) => data.types.includes("float") && data.expected === "int"),
  );
  for (const { value } of places.length > 0 ? facts.all("Assign") : []) {
    if (!hasPlaceIn(places, { start: value.start, end: value.start + 1 })) continue;
    const names = [value, ...facts.parts(value)].filter((part) => part.kind === "Name");
    yield* names.filter((name) => isIndex(facts, name));
  }
}

function isIndex({ names }: ProgramFacts, name: Name): boolean {
  const uses = names.variableOf(name)?.mentions ?? [];
  return uses.some((use) => use.parent?.kind === "Subscript" && use.parent.slice === use);
}

/** What has to be a whole number, and is said not to be: an index, the end of a slice, an argument of `range`, a repetition. */
function* wholeNumbers(program: RepairableProgram): Generator<Expression> {
  const { facts } = program;
  const places = blamedPlaces(program);
  if (places.length === 0) return;
  const isBlamed = (node: Node): boolean => hasPlaceIn(places, node);
  for (const node of facts.all("Subscript", "Call", "BinOp")) {
    if (node.kind === "Subscript" && isBlamed(node)) {
      const { slice } = node;
      yield* slice.kind === "Slice"
        ? [slice.lower, slice.upper, slice.step].filter((each) => !!each)
        : [slice];
    }
    if (node.kind === "Call" && namesBuiltin(facts, node.func, "range") && isBlamed(node)) yield* node.args;
    if (node.kind === "Call" && isSelfCall(node) && isBlamed(node)) yield* node.args;
    if (node.kind === "BinOp" && node.op === "Mult" && isBlamed(node)) {
      if (node.left.kind === "List" || isText(node.left)) yield node.right;
      if (node.right.kind === "List" || isText(node.right)) yield node.left;
    }
  }
}

/** Where a fraction is said to stand for a whole number. */
function blamedPlaces(program: RepairableProgram): readonly number[] {
  const typed = program
    .about("wrong type", ...typeRules)
    .filter(({ data }) => data.types.some((type) => /\bfloat\b/.test(type)));
  return startsOf([...typed, ...program.found(...ownRules)]);
}

function isSelfCall(node: Call): boolean {
  for (let at = node.parent; at; at = at.parent)
    if (at.kind === "FunctionDef") return isName(node.func, at.name);
  return false;
}

/** The quotients a number is the sum of, also under a name that is used for nothing else. */
function quotientsIn(facts: ProgramFacts, node: Expression, depth = 0): BinOp[] {
  if (depth > 6) return [];
  if (node.kind === "Name") {
    const value = onlyValue(facts, node);
    return value && isWholeEverywhere(facts, node) ? quotientsIn(facts, value, depth + 1) : [];
  }
  if (node.kind !== "BinOp" || hasFraction(facts, node)) return [];
  if (node.op === "Div") return [node];
  if (node.op !== "Add" && node.op !== "Sub") return [];
  return [...quotientsIn(facts, node.left, depth + 1), ...quotientsIn(facts, node.right, depth + 1)];
}

function hasFraction(facts: ProgramFacts, node: BinOp): boolean {
  return facts.parts(node).some((part) => part.kind === "Constant" && part.value.type === "float");
}

/** Whether a name is never shown, divided or handed to others: there a fraction may be wanted. */
function isWholeEverywhere(facts: ProgramFacts, name: Name): boolean {
  const variable = facts.names.variableOf(name);
  if (!variable) return false;
  return variable.mentions.every((use) => {
    if (use.ctx !== "Load") return true;
    const { parent } = use;
    if (parent?.kind === "BinOp") return parent.op !== "Div" && parent.op !== "Mult" && parent.op !== "Pow";
    if (parent?.kind === "Call") return namesBuiltin(facts, parent.func, "range") || isSelfCall(parent);
    return parent !== undefined && whole.has(parent.kind);
  });
}

const whole = new Set(["Subscript", "Slice", "Compare", "Return", "Assign", "Tuple"]);
