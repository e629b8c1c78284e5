import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { showProgress } from "../checking/progress.ts";
import { readArguments, type Command } from "../command.ts";
import { exitStatus } from "../exit-status.ts";
import { shownPath } from "../files/shown-path.ts";
import { countOf, whyUnfinished, type CheckedFile } from "../finding.ts";
import { isBelow } from "../files/is-below.ts";
import {
  findBaseline,
  nameFrom,
  readBaseline,
  writeBaseline,
  type BaselinePlace,
} from "../project/baseline/baseline-file.ts";
import { countFindings, type KnownFindings } from "../project/baseline/known-findings.ts";
import { checkProject } from "../project/check-project.ts";
import { findRoot } from "../project/around/find-root.ts";
import { ownersWord } from "../project/trust.ts";
import { readVersion } from "../release.ts";
import { chooseSettings } from "./options/chosen-settings.ts";
import { findTargets } from "./options/targets.ts";

const options = {
  help: { type: "boolean", short: "h" },
  exclude: { type: "string", multiple: true },
  python: { type: "string" },
  config: { type: "string" },
  "no-cache": { type: "boolean" },
  "strict-comments": { type: "boolean" },
} as const;

export const baseline: Command = {
  usage: `assay baseline [paths…] [options]

Writes what is found today into .assay/baseline.json: from then on \`assay check\` reports
only what is new. Entries of these paths are written again; what was fixed is dropped from
the list, and nothing else ever changes it.

  paths                   files, and folders to look through; default: the current folder
  --exclude PATTERN       leave out, as in .gitignore; may be repeated
  --strict-comments       list what comments silence, too
  --python VERSION        what the code is for, 3.10 to 3.14
  --config FILE           a pyproject.toml; default: the nearest with [tool.assay]
  --no-cache              check again what was checked before

Exit status: 0 written, 2 used wrongly or something could not be checked.
`,

  run: async (args, terminal) => {
    const { values, positionals } = readArguments("baseline", args, options);
    const { cwd, err, out } = terminal;
    const settings = chooseSettings(terminal, values);
    const paths = findTargets(terminal, { paths: positionals }, settings);
    if (paths.length === 0) {
      err("No Python files to check.\n");
      return exitStatus.valid;
    }
    const { onDone } = showProgress(terminal, "Checking");
    const files = await checkProject(paths, terminal, {
      settings,
      trust: { comments: ownersWord.comments && values["strict-comments"] !== true, baseline: false },
      version: readVersion(),
      isCached: values["no-cache"] !== true,
      onDone,
    });
    const unfinished = files.filter(({ status }) => status === "unfinished");
    for (const checked of unfinished) err(`${checked.file}: ${whyUnfinished(checked)!}\n`);
    if (unfinished.length > 0) {
      err("The baseline was not written: correct these files, or leave them out with --exclude.\n");
      return exitStatus.unfinished;
    }
    const place = findBaseline(findRoot(paths).folder);
    const known = withOthers(place, { files, cwd, named: positionals });
    writeBaseline(place, known);
    const count = [...known.values()].flat().reduce((sum, entry) => sum + entry.count, 0);
    const shown = shownPath(cwd, place.file);
    out(`Wrote ${shown}: ${countOf(count, "finding")} in ${countOf(known.size, "file")}.\n`);
    return exitStatus.valid;
  },
};

/** What was known of files that these paths do not mean stays, as long as the files are there. */
function withOthers(
  place: BaselinePlace,
  { files, cwd, named }: Readonly<{ files: readonly CheckedFile[]; cwd: string; named: readonly string[] }>,
): KnownFindings {
  const found = countFindings(files, ({ file }) => nameFrom(place.folder, resolve(cwd, file)));
  if (!place.exists) return found;
  const meant = (named.length === 0 ? ["."] : named).map((name) => resolve(cwd, name));
  const others = Array.from(readBaseline(place)).filter(([name]) => {
    const path = join(place.folder, name);
    return existsSync(path) && !meant.some((each) => each === path || isBelow(each, path));
  });
  return new Map([...found, ...others].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
