import type { Repair } from "../repair.ts";
import { assertedTuple } from "./asserted-tuple.ts";
import { brackets } from "./brackets.ts";
import { changedWhileIterated } from "./changed-while-iterated.ts";
import { dictAsPairs } from "./dict-as-pairs.ts";
import { exceptionAlternatives } from "./exception-alternatives.ts";
import { formatCall } from "./format-call.ts";
import { initReturn } from "./init-return.ts";
import { itemAnnotation } from "./item-annotation.ts";
import { logArguments } from "./log-arguments.ts";
import { missingEnumerate } from "./missing-enumerate.ts";
import { missingRange } from "./missing-range.ts";
import { missingReturn } from "./missing-return.ts";
import { missingStart } from "./missing-start.ts";
import { mutableDefault } from "./mutable-default.ts";
import { nanComparison } from "./nan-comparison.ts";
import { noneAssigned } from "./none-assigned.ts";
import { offByOneLoop } from "./off-by-one-loop.ts";
import { prefixIncrement } from "./prefix-increment.ts";
import { quotientIndex } from "./quotient-index.ts";
import { searchBounds } from "./search-bounds.ts";
import { strippedAffix } from "./stripped-affix.ts";
import { swallowedException } from "./swallowed-exception.ts";
import { uncalledMethod } from "./uncalled-method.ts";
import { unclosedFile } from "./unclosed-file.ts";
import { unhashableKey } from "./unhashable-key.ts";
import { unraisedException } from "./unraised-exception.ts";
import { unreachableCode } from "./unreachable-code.ts";

/** What must fail comes first; what is only never reached goes last, when the rest is as it should be. */
export const behaviourRepairs: readonly Repair[] = [
  dictAsPairs,
  changedWhileIterated,
  quotientIndex,
  missingRange,
  missingEnumerate,
  unhashableKey,
  brackets,
  offByOneLoop,
  searchBounds,
  formatCall,
  missingStart,
  noneAssigned,
  missingReturn,
  initReturn,
  unraisedException,
  itemAnnotation,
  prefixIncrement,
  uncalledMethod,
  strippedAffix,
  nanComparison,
  assertedTuple,
  exceptionAlternatives,
  logArguments,
  mutableDefault,
  unclosedFile,
  swallowedException,
  unreachableCode,
];
