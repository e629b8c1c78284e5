import { suppressIn, type CheckedFile, type FileFinding, type Suppression } from "../../finding.ts";
import { isFirm } from "../firm.ts";
import type { OwnLintFinding, UnusedNoqa } from "../lint/ruff.ts";
import { readDirectives, type Directive } from "./directives.ts";
import type { PythonLayout } from "./python-layout.ts";
import { unusedIn } from "./unused.ts";

type Looked = Readonly<{
  layout: PythonLayout;
  /** What ruff found, and whether a comment silences it there. */
  lints: readonly OwnLintFinding[];
  unusedNoqa: readonly UnusedNoqa[];
  /** Whether a rule was looked for in this file. */
  isOn(rule: string): boolean;
}>;

/** Whether a text may hold a comment that silences; most do not, and are not read for it. */
export function maySilence(text: string): boolean {
  return /noqa|nosec|pragma:|assay:|ruff\s*:/i.test(text);
}

/** What comments of the file's author silence, and which of these comments silence nothing. */
export function silence(checked: CheckedFile, looked: Looked): CheckedFile {
  const { layout, lints } = looked;
  const directives = layout.comments.flatMap((comment) => readDirectives(comment, layout));
  const used = new Map<Directive, Set<string>>(directives.map((directive) => [directive, new Set()]));
  const silencedLints = new Set(
    lints.filter(({ isSilenced }) => isSilenced).map(({ code, line }) => `ruff:${code} ${line}`),
  );
  const reaches = ({ lines }: Directive, { line, noqaLine }: FileFinding): boolean => {
    if (lines === undefined) return true;
    if (line === null) return false;
    const [first, last] = lines;
    return [line, noqaLine ?? layout.commentLineOf(line)].some((at) => first <= at && at <= last);
  };
  /** Every name that fits counts as used; the first comment is the one that is told. */
  const silencedBy = (finding: FileFinding): Directive | undefined => {
    let first: Directive | undefined;
    for (const directive of directives) {
      if (!reaches(directive, finding)) continue;
      const names: readonly (string | undefined)[] =
        directive.names.length === 0 ? [undefined] : directive.names;
      for (const name of names) {
        if (!directive.covers(finding, name)) continue;
        used.get(directive)!.add(name ?? "");
        first ??= directive;
      }
    }
    return first;
  };
  /** Ruff does not say by which comment: the one for the finding's line, or one about more lines. */
  const ofRuff = (finding: FileFinding): Suppression => {
    const code = finding.rule.slice("ruff:".length);
    const directive = directives.find(
      (each) =>
        each.kind === "noqa" &&
        reaches(each, finding) &&
        (each.names.length === 0 || each.names.includes(code)),
    );
    if (directive) return toSuppression(directive);
    const before = layout.comments.findLast(
      (each) => each.line <= (finding.line ?? 0) && /ruff\s*:/.test(each.text),
    );
    return toSuppression({ by: before?.text.trim() ?? "# noqa", reason: null });
  };
  const silenced = suppressIn(checked, (finding) => {
    if (isFirm(finding)) return undefined;
    const directive = silencedBy(finding);
    if (directive) return toSuppression(directive);
    return silencedLints.has(`${finding.rule} ${finding.line}`) ? ofRuff(finding) : undefined;
  });
  const unused = unusedIn({ ...looked, directives, used, isFinished: checked.incomplete.length === 0 });
  if (unused.length === 0) return silenced;
  const findings = [...silenced.findings, ...unused].toSorted(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
  return { ...silenced, findings };
}

function toSuppression({ by, reason }: Pick<Directive, "by" | "reason">): Suppression {
  return { kind: "comment", by, reason };
}
