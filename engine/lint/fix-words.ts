import type { LintFix } from "./lint.ts";

const verbs: Readonly<Record<string, string>> = {
  Add: "added",
  Convert: "rewrote",
  "De-duplicate": "de-duplicated",
  Remove: "removed",
  Replace: "replaced",
  Use: "used",
};

/** Where ruff's own words say too little for someone who sees only them. */
const ours: readonly [RegExp, string][] = [
  [/^Remove unused import(?:: .*)?$/, "removed the unused import of $names"],
  [/^Remove definition: (.*)$/, "removed the repeated import of $1"],
  [/^Remove assignment to unused variable (.*)$/, "removed the unused name $1"],
  [/^Remove extra named arguments: (.*)$/, "removed arguments that the format string does not use: $1"],
  [
    /^Remove extra positional arguments.*$/,
    "removed positional arguments that the format string does not use",
  ],
  [/^Convert to (`warning`)$/, "replaced `warn` with $1"],
  [/^Convert to (.*)$/, "rewrote the test with $1"],
  [/^Replace with escape sequence$/, "replaced an invisible character with its escape sequence"],
  [/^Replace with (.*)$/, "wrote $1 instead"],
  [/^Use a raw string literal$/, "made it a raw string: it has a backslash that escapes nothing"],
  [/^Add backslash to escape sequence$/, "doubled a backslash that escapes nothing"],
  [/^Remove `else`$/, "removed the `else` of a loop without `break`"],
  [/^Remove extraneous `f` prefix$/, "removed the `f` of a string without placeholders"],
];

/** What a fix does, in the words of ruff where they are clear, as something that was done. */
export function wordsOf(fixes: readonly LintFix[]): string {
  const { words, finding } = fixes[0]!;
  const own = ours.find(([pattern]) => pattern.test(words));
  if (own) return words.replace(own[0], own[1]).replace("$names", namesOf(fixes));
  const [verb] = words.split(" ", 1);
  const done = Object.hasOwn(verbs, verb!) ? verbs[verb!] : undefined;
  return done ? done + words.slice(verb!.length) : `fixed what ruff calls ${finding.code}`;
}

/** The imports that go. */
function namesOf(fixes: readonly LintFix[]): string {
  const names = fixes.map(({ finding: { data } }) =>
    data?.kind === "unused import" ? `\`${data.name}\`` : "it",
  );
  return names.length < 2 ? names[0]! : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
