import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { showProgress } from "../checking/progress.ts";
import { readArguments, type Command } from "../command.ts";
import { checkProject } from "../project/check-project.ts";
import { ownersWord } from "../project/trust.ts";
import type { CheckedFile } from "../finding.ts";
import { chooseFormat } from "../formats/index.ts";
import { readVersion } from "../release.ts";
import type { Settings } from "../settings/settings.ts";
import { paintFor, type Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { exitStatus } from "../exit-status.ts";
import { chooseSettings, fileOptions, fileOptionsHelp } from "./options/chosen-settings.ts";
import { statusOf } from "./status-of.ts";
import { findTargets } from "./options/targets.ts";

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
    const format = chooseFormat(values.format, terminal.env);
    const style = { paint: paintFor(terminal), isQuiet: values.quiet === true };
    const { cwd } = terminal;
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
      const { judgeInput } = await import("./judged-texts.ts");
      return tell([await judgeInput(terminal, values, settings)]);
    }

    const find = (chosen: Settings): readonly string[] => findTargets(terminal, { ...values, paths }, chosen);
    if (values.watch && values.url !== undefined)
      throw new UsageError("--watch checks here only: over --url every change would be charged.");
    const look = async (files: readonly string[]): Promise<number> => {
      if (files.length === 0) return noFiles(terminal);
      const { onDone } = showProgress(terminal, "Checking");
      return tell(await checkProject(files, terminal, { ...own, settings, onDone }));
    };
    if (values.watch) {
      const { checkChanges } = await import("./watching/check-changes.ts");
      return checkChanges(terminal, paths, {
        look,
        tell,
        find,
        noFiles: () => noFiles(terminal),
        trust,
        settings,
        choose: () => chooseSettings(terminal, values),
      });
    }
    const files = find(settings);
    if (values.url === undefined || files.length === 0) return look(files);
    const { judgeFiles } = await import("./judged-texts.ts");
    return tell(await judgeFiles(terminal, values, { files, settings }));
  },
};

/** Equal for what is shown the same way. */
function toMark({ text: _text, ...shown }: CheckedFile): string {
  return JSON.stringify(shown);
}

function noFiles({ err }: Terminal): number {
  err("No Python files to check.\n");
  return exitStatus.valid;
}
