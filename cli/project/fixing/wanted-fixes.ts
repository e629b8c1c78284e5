import type { FileGroup } from "../../checking/file-groups.ts";
import type { CheckedFile } from "../../finding.ts";
import type { TextQuestion } from "../../judge.ts";
import type { RuleChoice } from "../../settings/chosen-rules.ts";
import { isRefusal } from "../firm.ts";
import { digest } from "../manifest.ts";

type Given = Readonly<{
  /** What the check of the project says of the files that are asked about, by their full paths. */
  found: ReadonlyMap<string, CheckedFile>;
  rulesIn(path: string): RuleChoice;
  /** Of all that decides which rules those are. */
  settings: string;
}>;

/** Python refuses the text: the tools of the project could not say anything else of it. */
export function isRefused({ findings }: Pick<CheckedFile, "findings">): boolean {
  return findings.some((finding) => isRefusal(finding) || finding.rule === "mypy:syntax");
}

/**
 * Only what the check of the project tells is fixed: not what its settings ignore, what a comment silences, or what only
 * another build of types would say. Where Python refuses a file, what comes to light behind that counts as well.
 */
export function wantedFixes({
  found,
  rulesIn,
  settings,
}: Given): (group: FileGroup) => TextQuestion["wanted"] {
  return ({ paths, nameOf }) => {
    const own = paths.filter((path) => found.has(path));
    const told = new Set(
      own.flatMap((path) =>
        found.get(path)!.findings.map(({ rule, line }) => keyOf(nameOf(path), rule, line)),
      ),
    );
    const isOpen = own.some((path) => isRefused(found.get(path)!));
    const counts = new Map(isOpen ? own.map((path) => [nameOf(path), rulesIn(path)]) : []);
    return {
      key: digest(JSON.stringify([[...told], [...counts.keys()], isOpen && settings])),
      has: (path, rule, line) => {
        const name = paths.length === 1 ? nameOf(paths[0]!) : path;
        return told.has(keyOf(name, rule, line)) || counts.get(name)?.(rule) === true;
      },
    };
  };
}

/** Of what our checks and mypy say of one line, the check of a project tells only what says most. */
function keyOf(name: string | undefined, rule: string, line: number | null): string {
  return `${name ?? ""} ${rule.replace(/^(?:mypy|python):.*/, "types")} ${line}`;
}
