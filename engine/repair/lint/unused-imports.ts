import { likeness } from "../../text/likeness.ts";
import type { Tree } from "../../tree/tree.ts";
import type { Alias, Statement } from "../../tree/nodes.ts";
import { functionAround } from "../../tree/around.ts";
import {
  importAt,
  placeOf,
  type GuardCondition,
  type FixContext,
  type ImportStatement,
} from "./fix-context.ts";
import { isGuarded } from "./guarded-imports.ts";
import { effectOf } from "./known-modules.ts";
import { isReachedOtherwise } from "./other-uses.ts";
import { isPublicImport } from "./public-imports.ts";
import { isText } from "../../tree/constants.ts";
import { isName, lastName } from "../../tree/written-names.ts";

/** From here on one name may be meant for another. */
const minLikeness = 0.6;

/** Names that installers, servers and test runners look up in a module. */
const isReadFromOutside = /^(?:__\w+__|app|application|load_tests|setUpModule|tearDownModule|pytest_\w+)$/;

/** An unused import that nobody can have wanted: see `safe-fixes.md`. */
export const isUnwantedImport: GuardCondition = (fix, context) => {
  const at = placeOf(fix, context);
  const statement = importAt(context, at);
  const alias = statement?.names.find(({ start, end }) => start <= at && at < end);
  if (!statement || !alias || isGuarded(statement)) return false;
  // The only statement of its block: its author wants the import itself.
  if (fix.splices.some(({ text }) => text.trim() === "pass")) return false;
  if (statement.kind === "ImportFrom" && statement.level > 0) return false;
  if (isReadFromOutside.test(alias.asname || alias.name)) return false;
  if (isMisspelled(alias, context)) return false;
  if (!functionAround(statement) && (isInterface(context.tree) || isOffered(statement, alias, context)))
    return false;
  return !isForItsEffect(statement, alias, context) && !isReachedOtherwise(statement, alias, context);
};

/** Whether importing it is known to do nothing that a program would miss. */
export const importsQuietly: GuardCondition = (fix, context) => {
  const at = placeOf(fix, context);
  const statement = importAt(context, at);
  const alias = statement?.names.find(({ start, end }) => start <= at && at < end);
  if (!statement || !alias) return false;
  return isForTypesOnly(statement) || effectOf(importedPath(statement, alias)) === "none";
};

function isOffered(statement: ImportStatement, alias: Alias, context: FixContext): boolean {
  return !isForTypesOnly(statement) && isPublicImport(statement, alias, context);
}

/** Used after all, under a name that is a slip of the pen, or as if `self` had it. */
function isMisspelled({ name, asname }: Alias, { undefinedNames, all }: FixContext): boolean {
  const bound = asname || name.split(".", 1)[0]!;
  const isAskedOfSelf = all("Attribute").some(({ attr, value }) => attr === bound && isName(value, "self"));
  return isAskedOfSelf || undefinedNames().some((each) => likeness(each, bound) >= minLikeness);
}

/** An unknown module may register something; where a name was chosen, at the top, it was for using that name. */
function isForItsEffect(statement: ImportStatement, alias: Alias, context: FixContext): boolean {
  const isFrom = statement.kind === "ImportFrom";
  const effect = effectOf(importedPath(statement, alias));
  if (effect !== "unknown" || isForTypesOnly(statement)) return effect === "some";
  // The public face of a module that others are not to import.
  if (isFrom && statement.module?.startsWith("_")) return true;
  const isNamed = isFrom || Boolean(alias.asname);
  return !isNamed || !isAtTop(statement) || isParameter(alias, context);
}

function importedPath(statement: ImportStatement, { name }: Alias): string {
  return statement.kind === "ImportFrom" ? `${statement.module}.${name}` : name;
}

/** Under `if TYPE_CHECKING` nothing is ever run. */
function isForTypesOnly({ parent }: ImportStatement): boolean {
  if (parent?.kind !== "If") return false;
  const { test } = parent;
  const name = lastName(test);
  return name === "TYPE_CHECKING";
}

function isAtTop(statement: ImportStatement): boolean {
  const module = statement.parent;
  if (module?.kind !== "Module") return false;
  return module.body.slice(0, module.body.indexOf(statement)).every(mayStandAtTop);
}

function mayStandAtTop(statement: Statement, at: number): boolean {
  return isImport(statement) || statement.kind === "Try" || (at === 0 && isString(statement));
}

/** A fixture of pytest is imported, and then asked for by the name of a parameter. */
function isParameter({ name, asname }: Alias, { all }: FixContext): boolean {
  return all("Arg").some(({ arg }) => arg === (asname ?? name));
}

/** A module that others import names from: it says so, or it has nothing but imports. */
function isInterface({ module, nodes }: Tree): boolean {
  const namesItself = nodes.some(
    (node) =>
      isName(node, "__all__") ||
      (node.kind === "Alias" && (node.name === "__all__" || node.asname === node.name)),
  );
  return namesItself || module.body.every((each) => isImport(each) || isString(each) || isMetadata(each));
}

function isImport({ kind }: Statement): boolean {
  return kind === "Import" || kind === "ImportFrom";
}

function isString(statement: Statement): boolean {
  return statement.kind === "Expr" && isText(statement.value);
}

/** `__version__ = "1.0"` */
function isMetadata(statement: Statement): boolean {
  return (
    statement.kind === "Assign" &&
    statement.targets.every((target) => target.kind === "Name" && /^__\w+__$/.test(target.id))
  );
}
