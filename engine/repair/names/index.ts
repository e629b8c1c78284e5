import type { Repair } from "../repair.ts";
import { foreignMethod } from "./foreign-method.ts";
import { foreignName } from "./foreign-name.ts";
import { misspelledArgument } from "./misspelled-argument.ts";
import { misspelledAttribute } from "./misspelled-attribute.ts";
import { misspelledImport } from "./misspelled-import.ts";
import { misspelledName } from "./misspelled-name.ts";
import { missingAsync } from "./missing-async.ts";
import { missingAwait } from "./missing-await.ts";
import { missingImport } from "./missing-import.ts";
import { missingSelfParameter } from "./missing-self-parameter.ts";
import { missingSelfPrefix } from "./missing-self-prefix.ts";
import { moduleNamesake } from "./module-namesake.ts";
import { needlessSelfPrefix } from "./needless-self-prefix.ts";
import { shadowedBuiltin } from "./shadowed-builtin.ts";
import { unimportedSubmodule } from "./unimported-submodule.ts";
import { unboundGlobal } from "./unbound-global.ts";

/** Repairs of names, in the order in which they are tried. */
export const nameRepairs: readonly Repair[] = [
  missingAsync,
  misspelledImport,
  missingImport,
  unimportedSubmodule,
  foreignName,
  missingSelfParameter,
  missingSelfPrefix,
  needlessSelfPrefix,
  misspelledName,
  foreignMethod,
  moduleNamesake,
  misspelledAttribute,
  misspelledArgument,
  shadowedBuiltin,
  unboundGlobal,
  missingAwait,
];
