import type { Check } from "./check.ts";
import { calledSequence } from "./called-sequence.ts";
import { changedWhileIterated } from "./changed-while-iterated.ts";
import { dictAsPairs } from "./dict-as-pairs.ts";
import { endlessRecursion } from "./endless-recursion.ts";
import { endlessTaking } from "./endless-taking.ts";
import { provenBy } from "./failures.ts";
import { foreignMethod } from "./foreign-method.ts";
import { indexOutOfRange } from "./index-out-of-range.ts";
import { lateBoundTest } from "./late-bound-test.ts";
import { loopPastEnd } from "./loop-past-end.ts";
import { methodWithoutSelf } from "./method-without-self.ts";
import { missingAttribute } from "./missing-attribute.ts";
import { missingName } from "./missing-name.ts";
import { mutableDefault } from "./mutable-default.ts";
import { neverFilled } from "./never-filled.ts";
import { nothingUsed } from "./nothing-used.ts";
import { quotientIndex } from "./quotient-index.ts";
import { searchPastEnd } from "./search-past-end.ts";
import { swallowedException } from "./swallowed-exception.ts";
import { textTerminator } from "./text-terminator.ts";
import { unawaitedCoroutine } from "./unawaited-coroutine.ts";
import { unboundName } from "./unbound-name.ts";
import { unclosedFile } from "./unclosed-file.ts";
import { unreachableCode } from "./unreachable-code.ts";
import { unsentModule } from "./unsent-module.ts";

/** Every check there is. Those that following the program proves have no code of their own. */
export const checks: readonly Check[] = [
  calledSequence,
  changedWhileIterated,
  dictAsPairs,
  endlessRecursion,
  endlessTaking,
  foreignMethod,
  indexOutOfRange,
  lateBoundTest,
  loopPastEnd,
  methodWithoutSelf,
  missingAttribute,
  missingName,
  mutableDefault,
  neverFilled,
  nothingUsed,
  quotientIndex,
  searchPastEnd,
  swallowedException,
  textTerminator,
  unawaitedCoroutine,
  unboundName,
  unclosedFile,
  unreachableCode,
  unsentModule,
  provenBy("argument-types"),
  provenBy("bad-value"),
  provenBy("division-by-zero"),
  provenBy("empty-collection"),
  provenBy("item-assignment"),
  provenBy("missing-key"),
  provenBy("missing-member"),
  provenBy("none-used"),
  provenBy("not-callable"),
  provenBy("not-iterable"),
  provenBy("not-subscriptable"),
  provenBy("operand-types"),
  provenBy("raised-error"),
  provenBy("unhashable-key"),
  provenBy("unpack-mismatch"),
  provenBy("wrong-arguments"),
];
