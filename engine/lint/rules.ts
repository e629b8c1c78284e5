const codes = (list: string): string[] => list.trim().split(/\s+/);

/** The rules of ruff that point at defects rather than at taste. */
export const selectedRules: readonly string[] = codes(`
  F E711 E712 E713 E714 E721 E722 W605
  B002 B003 B004 B005 B006 B007 B008 B009 B010 B011 B012 B013 B014 B015 B016 B017 B018 B019 B020 B021 B022 B023
  B024 B025 B026 B027 B029 B030 B031 B032 B033 B034 B035 B039 B904 B911
  S ASYNC PLE YTT LOG INT
  PLC0132 PLC0414 PLW0120 PLW0127 PLW0128 PLW0129 PLW0131 PLW0133 PLW0177 PLW0211 PLW0245 PLW0406 PLW0602 PLW0604
  PLW0642 PLW0711 PLW1501 PLW1508 PLW1509
  RUF006 RUF009 RUF012 RUF015 RUF016 RUF017 RUF018 RUF024 RUF026 RUF030 RUF032 RUF033 RUF034 RUF040 RUF053 RUF059
  G010 PGH005 PIE794 PIE796 T100 TRY203
`).concat(
  // Preview rules have to be named one by one; a prefix does not bring them.
  codes("B909 PLE1141 S401 S402 S403 S404 S405 S406 S407 S408 S409 S411 S412 S413 S415"),
);

/** Found by ruff, and useless to anyone who asks whether code is right: an assertion, an odd annotation. */
export const ignoredRules: ReadonlySet<string> = new Set([
  "S101",
  "F722",
  // The scan for credentials knows a placeholder from a secret; these go by the name alone.
  "S105",
  "S106",
  "S107",
]);

/** Programs CPython refuses, although ruff reports them as ordinary rules. */
const refusedByPython = codes("F404 F406 F407 F622 F701 F702 F704 F706 F707 PLE0117 PLE0118 PLE1142 PLE1700");

/** Format calls that cannot work, the rules the specification names. */
const brokenFormatCalls = codes("F501 F502 F503 F504 F505 F506 F507 F508 F509 F521 F522 F523 F524 F525");

/** Code that raises whenever it is reached. */
const failsWhenReached = codes("F821 F823 PLE0100 PLE0115 PLE0241 PLE0643 PLE1132 PLE1307 PLE1507");

export const syntaxRules: ReadonlySet<string> = new Set(["invalid-syntax", ...refusedByPython]);

export const errorRules: ReadonlySet<string> = new Set([
  ...syntaxRules,
  ...brokenFormatCalls,
  ...failsWhenReached,
]);

/** A text that writes to its own namespace may define names which no reader of it can see. */
const definesUnseenNames =
  /\b(?:globals|vars)\(\)|\bexec\(|\bgettext\.install\(|\bglobal_enum\b|\._convert_\(|\b(?:__builtins__|builtins)\./;

/** The rules that make this text invalid. */
export function errorRulesOf(text: string): ReadonlySet<string> {
  return definesUnseenNames.test(text) ? errorRules.difference(new Set(["F821"])) : errorRules;
}
