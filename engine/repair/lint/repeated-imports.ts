import type { LintFix } from "../../lint/lint.ts";
import { importAt, placeOf, type GuardCondition, type FixContext, type FixGroup } from "./fix-context.ts";
import { isGuarded } from "./guarded-imports.ts";

/** The same import a second time, behind the first. */
export const isRepeatedImport: GuardCondition = (fix, context) => {
  const statement = importAt(context, placeOf(fix, context));
  const { data, line } = fix.finding;
  if (!statement || data?.kind !== "redefinition" || data.firstLine > line) return false;
  return !isGuarded(statement) && fix.splices.every(({ text }) => text.trim() !== "pass");
};

/** Of two imports of one name, one unused and one repeating it, only one can go: the unused one. */
export function withoutOvertaken(groups: readonly FixGroup[], context: FixContext): FixGroup[] {
  const namesIn = (code: string, fixes: readonly LintFix[]): string[] =>
    fixes.filter(({ finding }) => finding.code === code).flatMap((fix) => boundBy(fix, context) ?? []);
  const unused = new Set(groups.flatMap(({ fixes }) => namesIn("F401", fixes)));
  return groups.filter(({ fixes }) => !namesIn("F811", fixes).some((name) => unused.has(name)));
}

/** The name that an import gives to what a finding is about. */
function boundBy(fix: LintFix, context: FixContext): string | undefined {
  const at = placeOf(fix, context);
  const alias = importAt(context, at)?.names.find(({ start, end }) => start <= at && at < end);
  return alias && (alias.asname || alias.name.split(".", 1)[0]);
}
