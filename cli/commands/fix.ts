import { fixFiles } from "../checking/fix-files.ts";
import type { FixedFile } from "../checking/fix-group.ts";
import { reasonOf } from "../checking/each-file.ts";
import { showProgress } from "../checking/progress.ts";
import { toUnchecked } from "../checking/to-checked.ts";
import { readArguments, type Command } from "../command.ts";
import { exitStatus } from "../exit-status.ts";
import { shownPath } from "../files/shown-path.ts";
import { toBytes } from "../files/source.ts";
import { writeFixed } from "../files/write-file.ts";
import { countOf, whyUnfinished, type CheckedFile } from "../finding.ts";
import { unifiedDiff } from "../formats/unified-diff.ts";
import { printable, type Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
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

Looks for fixes. A fix is offered only when fewer problems are found with it, and no new security finding.
Fixes that change what a working program does are left out unless --unsafe asks for them; tests and
examples then get only fixes after which they do the same.

  --diff                  print the fixes as a patch (default); nothing is written
  --write                 write the fixed files
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
    const takesGuesses = values.unsafe === true || values.write !== true;
    const work = { judge, settings, cwd, signal, onDone, fixes: kinds, takesGuesses } as const;
    const fixed = await fixFiles(files.slice(0, covered), work);
    const rest = files.slice(covered).map((path) => toUnchecked(shownPath(cwd, path), "not sent"));

    const done: CheckedFile[] = [];
    let fixes = 0;
    for (const each of fixed) {
      const { file } = each.checked;
      if (each.skipped !== undefined) err(`Skipped the fix of ${printable(file)}: ${each.skipped}.\n`);
      const isFixed = each.fix !== undefined;
      const failed = isFixed ? await apply(each, terminal, values.write === true) : undefined;
      if (isFixed && failed === undefined) fixes += 1;
      done.push(failed === undefined ? each.checked : toUnchecked(file, failed));
    }
    const all = [...done, ...rest];
    for (const checked of all) {
      const why = whyUnfinished(checked);
      if (why !== undefined) err(`${printable(checked.file)}: ${printable(why)}\n`);
    }
    err(summarize(all, fixes, values.write === true));
    const status = statusOf(all);
    return status === exitStatus.valid && fixes > 0 && !values.write ? exitStatus.rejected : status;
  },
};

/** Prints or writes one fix; gives why that could not be done. */
async function apply(
  fixed: FixedFile,
  { out, err }: Terminal,
  isWriting: boolean,
): Promise<string | undefined> {
  const { path, checked } = fixed;
  const { source, text, fixes } = fixed.fix!;
  try {
    if (!isWriting) {
      out(unifiedDiff(checked.file, source.bytes.toString("utf8"), toBytes(source, text).toString("utf8")));
      return undefined;
    }
    await writeFixed(path, source, text);
    err(`Fixed ${printable(checked.file)}: ${fixes.map(printable).join("; ")}\n`);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function summarize(files: readonly CheckedFile[], fixes: number, isWriting: boolean): string {
  const count = (status: CheckedFile["status"]): number =>
    files.filter((file) => file.status === status).length;
  const told = [
    `${countOf(fixes, "file")} ${isWriting ? "fixed" : "can be fixed"}`,
    ...(count("rejected") > 0 ? [`${countOf(count("rejected"), "file")} still rejected`] : []),
    ...(count("unfinished") > 0 ? [`${countOf(count("unfinished"), "file")} not checked`] : []),
  ];
  const next = fixes > 0 && !isWriting ? " Write them with --write." : "";
  return `${countOf(files.length, "file")}: ${told.join(", ")}.${next}\n`;
}
