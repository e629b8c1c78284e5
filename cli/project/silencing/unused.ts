import type { FileFinding } from "../../finding.ts";
import type { OwnLintFinding, UnusedNoqa } from "../lint/ruff.ts";
import type { Directive } from "./directives.ts";

/** Our word for a comment that silences nothing. */
const unusedComment = "assay:unused-comment";

type Known = Readonly<{
  directives: readonly Directive[];
  /** Of each comment the names that have silenced something. */
  used: ReadonlyMap<Directive, ReadonlySet<string>>;
  lints: readonly OwnLintFinding[];
  unusedNoqa: readonly UnusedNoqa[];
  isOn(rule: string): boolean;
  /** Every tool came to its end. */
  isFinished: boolean;
}>;

/**
 * Comments that silence nothing, where that is sure: everything that they name was looked for here, to the end. One that
 * names no code may be meant for tools that Assay does not run.
 */
export function unusedIn({
  directives,
  used,
  lints,
  unusedNoqa,
  isOn,
  isFinished,
}: Known): readonly FileFinding[] {
  if (!isFinished || !isOn(unusedComment)) return [];
  return directives.flatMap((directive) => {
    if (directive.kind === "assay" && directive.names.length === 0)
      return [toNote(directive, `\`${directive.by}\` names no rule, so it silences nothing. ${howToName}`)];
    const isUsed = used.get(directive)!;
    const idle = idleNamesOf(directive, { lints, unusedNoqa, isOn }).filter((name) => !isUsed.has(name));
    if (idle.length === 0) return [];
    const isWhole = idle.length === directive.names.length;
    const words = isWhole
      ? `Unused \`${directive.by}\`: nothing is found here without it. Remove it.`
      : `Unused ${idle.join(", ")} in \`${directive.by}\`: nothing is found here without it. Remove it from the list.`;
    return [toNote(directive, words)];
  });
}

const howToName = "Write `# assay: ignore[rule] reason`.";

type Looked = Pick<Known, "lints" | "unusedNoqa" | "isOn">;

/** The names by which ruff, or what was looked for beside it, found nothing. */
function idleNamesOf(directive: Directive, { lints, unusedNoqa, isOn }: Looked): readonly string[] {
  const { kind, names, line, lines } = directive;
  if (kind === "noqa")
    return unusedNoqa
      .filter((each) => each.line === line)
      .flatMap(({ codes }) => codes)
      .filter((code) => names.includes(code));
  if (kind === "nosec") {
    const found = new Set(
      lints.filter((lint) => lines![0] <= lint.line && lint.line <= lines![1]).map(({ code }) => code),
    );
    // Bandit finds what ruff finds by the same number; the policy may have seen that it is harmless.
    return names.filter((name) => {
      const code = `S${name.slice(1)}`;
      return isOn(`ruff:${code}`) && !found.has(code);
    });
  }
  return kind === "assay" ? names.filter((name) => isOn(ruleNamed(name))) : [];
}

/** A code alone is one of ruff's; of a whole tool any rule stands for it. */
function ruleNamed(name: string): string {
  if (name.includes(":")) return name.replace(/\*$/, "");
  return /^[A-Z]+\d/.test(name) ? `ruff:${name.replace(/\*$/, "")}` : `${name}:`;
}

function toNote({ line, column }: Directive, message: string): FileFinding {
  return {
    severity: "info",
    rule: unusedComment,
    message,
    line,
    column,
    cwe: null,
    isSecurity: false,
    rejects: false,
  };
}
