import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { checkFiles, checkInput } from "../checking/check-files.ts";
import { showProgress } from "../checking/progress.ts";
import { toUnchecked } from "../checking/to-checked.ts";
import { readArguments, type Command } from "../command.ts";
import { shownPath } from "../files/shown-path.ts";
import { checkProject } from "../project/check-project.ts";
import { ownersWord } from "../project/trust.ts";
import type { CheckedFile } from "../finding.ts";
import { chooseFormat } from "../formats/index.ts";
import type { TextJudge } from "../judge.ts";
import { readVersion } from "../release.ts";
import type { Settings } from "../settings/settings.ts";
import { paintFor, type Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { exitStatus } from "../exit-status.ts";
import { chooseSettings, fileOptions, fileOptionsHelp } from "./options/chosen-settings.ts";
import { judgeFor } from "./options/judge-for.ts";
import { statusOf } from "./status-of.ts";
import { findTargets } from "./options/targets.ts";
import { watchFiles } from "./watching/watch.ts";
import { openProjectWatch } from "./watching/watch-project.ts";

const options = {
  ...fileOptions,
  format: { type: "string" },
  quiet: { type: "boolean", short: "q" },
  watch: { type: "boolean", short: "w" },
  "stdin-name": { type: "string" },
  "explain-config": { type: "string" },
  "strict-comments": { type: "boolean" },
  "no-baseline": { type: "boolean" },
  diff: { type: "string" },
} as const;

export const check: Command = {
  usage: `assay check [paths…] [options]
assay check - < file.py

Checks Python: syntax, lint, types, security, credentials. Nothing is run.

${fileOptionsHelp}

What counts:
  --diff REF              only findings on lines that differ from where this branch left REF,
                          and elsewhere those that were not there
  --strict-comments       comments silence nothing
  --no-baseline           report what .assay/baseline.json lists, too

Output:
  --format FORMAT         text, json, sarif, github, gitlab or junit; default: text, and
                          github in a GitHub workflow
  -q, --quiet             only findings that reject
  -w, --watch             check again whenever a file changes
  --stdin-name NAME       what standard input is called; default: stdin.py
  --explain-config FILE   say which settings apply to a file and where they come from; nothing is checked

Exit status: 0 all valid, 1 something rejected, 2 used wrongly or something could not be checked.
`,

  run: async (args, terminal) => {
    const { values, positionals: paths } = readArguments("check", args, options);
    const settings = chooseSettings(terminal, values);
    const { python } = settings;
    const format = chooseFormat(values.format, terminal.env);
    const style = { paint: paintFor(terminal), isQuiet: values.quiet === true };
    const { cwd, signal } = terminal;
    const trust = {
      comments: ownersWord.comments && values["strict-comments"] !== true,
      baseline: ownersWord.baseline && values["no-baseline"] !== true,
    };
    const isCached = values["no-cache"] !== true;
    const own = { version: readVersion(), isCached, trust, since: values.diff };
    if (values.diff !== undefined && values.watch)
      throw new UsageError("--diff and --watch cannot be combined: leave one out.");
    if (values.diff !== undefined && (values.url !== undefined || paths.includes("-")))
      throw new UsageError("--diff compares files here with git: leave out --url and `-`.");
    let before = new Map<string, string>();
    const tell = (files: readonly CheckedFile[]): number => {
      const found = new Map(files.map((each) => [each.file, toMark(each)]));
      // Somebody who watches has read the rest.
      const told = new Set([...found.keys()].filter((file) => before.get(file) === found.get(file)));
      before = found;
      terminal.out(format({ version: readVersion(), files }, { ...style, told }));
      return statusOf(files);
    };

    if (values["explain-config"] !== undefined) {
      const file = resolve(cwd, values["explain-config"]);
      if (!existsSync(file)) throw new UsageError(`${values["explain-config"]}: file not found.`);
      const { explainConfig } = await import("../project/explain-config.ts");
      terminal.out(await explainConfig(file, settings, terminal));
      return exitStatus.valid;
    }
    if (paths.includes("-")) {
      if (paths.length > 1 || values.watch)
        throw new UsageError("`-` (standard input) cannot be combined with other paths or --watch.");
      const { judge } = await judgeFor(terminal, values, { mode: "static", files: 1, python });
      await using _ = judge;
      const file = values["stdin-name"] ?? "stdin.py";
      return tell([await checkInput(await terminal.readInput(), file, { judge, settings, signal })]);
    }

    const find = (chosen: Settings): readonly string[] => findTargets(terminal, { ...values, paths }, chosen);
    const checkAll = async (judge: TextJudge, files: readonly string[], covered: number): Promise<number> => {
      const { onDone } = showProgress(terminal, "Checking");
      const checked =
        values.url === undefined
          ? await checkProject(files, terminal, { ...own, settings, onDone })
          : await checkFiles(files.slice(0, covered), { judge, settings, cwd, signal, onDone });
      const rest = files.slice(covered).map((path) => toUnchecked(shownPath(cwd, path), "not sent"));
      return tell([...checked, ...rest]);
    };

    if (values.watch && values.url !== undefined)
      throw new UsageError("--watch checks here only: over --url every change would be charged.");
    const files = find(settings);
    if (files.length === 0 && !values.watch) return noFiles(terminal);
    using watching = values.watch ? watchFiles(terminal, paths) : undefined;
    const { judge, covered } = await judgeFor(terminal, values, {
      mode: "static",
      files: files.length,
      python,
    });
    await using _ = judge;
    const status = await checkAll(judge, files, covered);
    if (!watching) return status;
    await using project = openProjectWatch(terminal, trust);
    if (files.length > 0) project.prepare({ paths: files, settings, unsaved: new Map() });
    for (;;) {
      terminal.err("Waiting for changes. Ctrl+C ends.\n");
      await watching.changed();
      await withoutMistakes(terminal, async () => {
        const chosen = chooseSettings(terminal, values);
        const now = find(chosen);
        if (now.length === 0) return void noFiles(terminal);
        const state = { paths: now, settings: chosen, unsaved: new Map<string, string>() };
        await project.check(state, tell, watching.untilChanged());
      });
    }
  },
};

/** Equal for what is shown the same way. */
function toMark({ text: _text, ...shown }: CheckedFile): string {
  return JSON.stringify(shown);
}

/** While files are being edited, the configuration may be wrong for a moment: that is told, and the watch goes on. */
async function withoutMistakes({ err }: Terminal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    err(`assay: ${error.message}\n`);
  }
}

function noFiles({ err }: Terminal): number {
  err("No Python files to check.\n");
  return exitStatus.valid;
}
