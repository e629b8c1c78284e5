import { fixFiles } from "../checking/fix-files.ts";
import { showProgress } from "../checking/progress.ts";
import { toUnchecked } from "../checking/to-checked.ts";
import { readArguments, type Command } from "../command.ts";
import { exitStatus } from "../exit-status.ts";
import { shownPath } from "../files/shown-path.ts";
import { countOf, whyUnfinished, type CheckedFile } from "../finding.ts";
import { fixProject } from "../project/fixing/fix-project.ts";
import { readVersion } from "../release.ts";
import { printable } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { applyFixes, type AppliedFixes, type Applying } from "./apply-fixes.ts";
import { chooseSettings, fileOptions, fileOptionsHelp } from "./options/chosen-settings.ts";
import { judgeFor } from "./options/judge-for.ts";
import { statusOf } from "./status-of.ts";
import { findTargets } from "./options/targets.ts";

const options = {
  ...fileOptions,
  diff: { type: "boolean" },
  write: { type: "boolean" },
  unsafe: { type: "boolean" },
} as const;

export const fix: Command = {
  usage: `assay fix [paths…] [--diff | --write] [--unsafe] [options]

Looks for fixes of what \`assay check\` tells. A fix is offered only when fewer problems are found with it, and no new
security finding; the whole project is checked with it, by its own settings.
Fixes that change what a working program does are left out unless --unsafe asks for them; tests and
examples then get only fixes after which they do the same.

  --diff                  print the fixes as a patch; nothing is written. The default where nobody
                          can be asked; at a terminal, each fix is shown and written on a yes
  --write                 write the fixed files without asking
  --unsafe                also fix what changes the behaviour of code that runs; with --write also write
                          the fixes of texts that could be meant in more than one way

${fileOptionsHelp}

Exit status: 0 all valid and nothing left to fix, 1 something rejected or a fix was printed,
2 used wrongly or something could not be checked.
`,

  run: async (args, terminal) => {
    const { values, positionals: paths } = readArguments("fix", args, options);
    if (values.diff && values.write) throw new UsageError("Use --diff or --write, not both.");
    const settings = chooseSettings(terminal, values);
    const { cwd, signal, err } = terminal;
    const files = findTargets(terminal, { ...values, paths }, settings);
    if (files.length === 0) {
      err("No Python files to fix.\n");
      return exitStatus.valid;
    }
    const { judge, covered } = await judgeFor(terminal, values, {
      mode: "repair",
      files: files.length,
      python: settings.python,
    });
    await using _ = judge;
    const { onDone } = showProgress(terminal, "Fixing");
    const kinds = values.unsafe ? "all" : "safe";
    const applying = values.write ? "write" : terminal.ask && !values.diff ? "ask" : "print";
    // A guess is for a person to decide.
    const takesGuesses = values.unsafe === true || applying !== "write";
    const work = { judge, settings, cwd, signal, onDone, fixes: kinds, takesGuesses } as const;
    const own = { version: readVersion(), isCached: values["no-cache"] !== true };
    const fixed =
      values.url === undefined
        ? await fixProject(files, terminal, { ...work, ...own })
        : await fixFiles(files.slice(0, covered), work);
    const rest = files.slice(covered).map((path) => toUnchecked(shownPath(cwd, path), "not sent"));
    const applied = await applyFixes(fixed, terminal, applying);
    const all = [...applied.files, ...rest];
    for (const checked of all) {
      const why = whyUnfinished(checked);
      if (why !== undefined) err(`${printable(checked.file)}: ${printable(why)}\n`);
    }
    err(summarize(all, applied, applying));
    const status = statusOf(all);
    const isLeft = applied.declined > 0 || (applied.fixes > 0 && applying === "print");
    return status === exitStatus.valid && isLeft ? exitStatus.rejected : status;
  },
};

function summarize(
  files: readonly CheckedFile[],
  { fixes, declined }: AppliedFixes,
  applying: Applying,
): string {
  const count = (status: CheckedFile["status"]): number =>
    files.filter((file) => file.status === status).length;
  const told = [
    `${countOf(fixes, "file")} ${applying === "print" ? "can be fixed" : "fixed"}`,
    ...(declined > 0 ? [`${declined === 1 ? "1 fix" : `${declined} fixes`} declined`] : []),
    ...(count("rejected") > 0 ? [`${countOf(count("rejected"), "file")} still rejected`] : []),
    ...(count("unfinished") > 0 ? [`${countOf(count("unfinished"), "file")} not checked`] : []),
  ];
  const next = fixes > 0 && applying === "print" ? " Write them with --write." : "";
  return `${countOf(files.length, "file")}: ${told.join(", ")}.${next}\n`;
}
