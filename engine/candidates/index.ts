import { addedTerm } from "./added-term.ts";
import { argumentSwap } from "./argument-swap.ts";
import { arithmetic, operandDrop, operandSwap, regrouping, sign } from "./arithmetic.ts";
import { assignment } from "./assignment.ts";
import { attribute } from "./attribute.ts";
import { conditionDrop, connective, negation } from "./boolean.ts";
import { branch } from "./branch.ts";
import { argumentDrop, choosing, elementDrop, keyword, unwrapping } from "./call-shape.ts";
import { calledFunction } from "./called-name.ts";
import type { Family } from "./family.ts";
import { comparison, otherComparison } from "./comparison.ts";
import { addedCondition, guardedStatement, otherCondition } from "./condition.ts";
import { constant, constantPool, constantVariable, initialValue } from "./constant.ts";
import { emptyValue } from "./empty-value.ts";
import { everywhere } from "./everywhere.ts";
import { foreignMethod } from "./foreign-method.ts";
import {
  adaptedStatement,
  copiedStatement,
  emptyGuard,
  missingElse,
  newStatement,
} from "./inserted-statement.ts";
import { missingStep } from "./missing-step.ts";
import { numberWrapping } from "./number-wrap.ts";
import { offByOne } from "./off-by-one.ts";
import { range } from "./range.ts";
import { returnedCondition, returnedValue, valueSwap } from "./returned-value.ts";
import { runningBest } from "./running-best.ts";
import { sliceBound, slicing } from "./slice.ts";
import { elseDedent, statementDrop, statementMove } from "./statement-order.ts";
import { separator, stringConstant } from "./string-constant.ts";
import { undefinedName } from "./undefined-name.ts";
import { unsetVariable } from "./unset-variable.ts";
import { unknownAttribute } from "./unknown-attribute.ts";
import { expressionVariable, lengthOf, nameSwap, target, variable } from "./variable.ts";
import { bothSides, wrapping } from "./wrap.ts";

/** Every kind of edit, the cheapest first; where two make the same text, the earlier one names it. */
export const families: readonly Family[] = [
  runningBest,
  comparison,
  otherComparison,
  connective,
  constant,
  argumentSwap,
  arithmetic,
  offByOne,
  variable,
  operandSwap,
  negation,
  calledFunction,
  attribute,
  sign,
  emptyValue,
  lengthOf,
  operandDrop,
  conditionDrop,
  unwrapping,
  assignment,
  target,
  range,
  branch,
  unsetVariable,
  undefinedName,
  unknownAttribute,
  foreignMethod,
  regrouping,
  returnedValue,
  returnedCondition,
  keyword,
  stringConstant,
  constantVariable,
  initialValue,
  sliceBound,
  slicing,
  missingStep,
  statementDrop,
  statementMove,
  elseDedent,
  nameSwap,
  everywhere,
  elementDrop,
  choosing,
  expressionVariable,
  valueSwap,
  argumentDrop,
  constantPool,
  bothSides,
  numberWrapping,
  wrapping,
  addedTerm,
  addedCondition,
  copiedStatement,
  separator,
  missingElse,
  otherCondition,
  guardedStatement,
  newStatement,
  adaptedStatement,
  emptyGuard,
];
