import { own } from "../../text/own.ts";
import { isCaughtName } from "./caught-names.ts";
import { dropsNoEffect } from "./dropped-arguments.ts";
import type { LintFix } from "../../lint/lint.ts";
import type { FixKind } from "../../verdict.ts";
import type { FixContext, GuardCondition } from "./fix-context.ts";
import { isOfLogging } from "./logger-calls.ts";
import { isRepeatedImport } from "./repeated-imports.ts";
import { keepsStrings, keepsValue } from "./string-values.ts";
import { importsQuietly, isUnwantedImport } from "./unused-imports.ts";

/** Python reads a name in its compatibility form, a string as it stands: `getattr(x, "ſ")` is not `x.ſ`. */
const isPlainName: GuardCondition = ({ splices }, { tree }) =>
  splices.every(({ start, end }) => {
    const old = tree.text.slice(start, end);
    return old === old.normalize("NFKC");
  });

/** What may be done with ruff's fix of a rule: take it always, never, or where a condition holds. */
type Safety = "always" | "never" | GuardCondition;

const codes = (list: string, safety: Safety): [string, Safety][] =>
  list
    .trim()
    .split(/\s+/)
    .map((code) => [code, safety]);

/**
 * Every selected rule that ruff has a fix for. Ruff's interface does not say which of them are safe: this does. A fix
 * that loses a comment is never taken, whatever it says here, and neither is one of a rule that is not here.
 */
export const fixSafety: ReadonlyMap<string, Safety> = new Map([
  ...codes("ASYNC115 B013 B014 B033 E713 E714 F632 F901 LOG009 PLE0241 PLW0245", "always"),
  ...codes("B009 B010", isPlainName),
  ...codes("F401", isUnwantedImport),
  ...codes("F504 F522 F523", dropsNoEffect),
  ...codes("F541 W605 PLE2510 PLE2512 PLE2513 PLE2514 PLE2515", keepsValue),
  ...codes("F811", isRepeatedImport),
  ...codes("F841", isCaughtName),
  ...codes("G010", isOfLogging),
  ...codes("PLW0120", keepsStrings),
  // These change what some program does, or what its author may have meant.
  ...codes(
    `ASYNC105 ASYNC116 B004 B006 B007 B011 E711 E712 F601 F602 LOG001 LOG002 LOG004 LOG014 PIE794 PLC0414 PLE1141
     PLE1519 PLE1520 PLW0133 RUF015 RUF017 RUF024 RUF026 RUF030 RUF032 RUF033 RUF053 RUF059`,
    "never",
  ),
]);

/** Those after which a program may do something else, and those without which it fails when it gets there. */
const kinds: Readonly<Record<string, FixKind>> = {
  F632: "changing",
  ASYNC115: "changing",
  F901: "certain",
  PLE0241: "certain",
  PLW0245: "certain",
};

/** What a fix that is taken does to a program. */
export function kindOfFix(fix: LintFix, context: FixContext): FixKind {
  const { code } = fix.finding;
  if (code === "F401" && !importsQuietly(fix, context)) return "changing";
  return own(kinds, code) ?? "preserving";
}
