import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { buildCommand } from "../../scripts/pack/build-command.ts";
import { openTestedProject, type Outcomes, type TestedProject } from "./fixing/tested-project.ts";

const root = join(import.meta.dirname, "..", "..");
const run = promisify(execFile);

/** A test that says something else after a fix. */
export type ChangedTest = Readonly<{ id: string; before: string; after: string }>;

/** What the fixes of one project, and of each of its files alone, did to its own tests. */
export type FixedProject = Readonly<{
  name: string;
  files: number;
  tests: number;
  /** Tests that do not say the same twice; they are left out. */
  unsteady: number;
  /** What was fixed at once. */
  fixed: readonly string[];
  changed: readonly ChangedTest[];
  /** Each of these, asked about alone. */
  alone: readonly Readonly<{ file: string; changed: readonly ChangedTest[] }>[];
}>;

type Plan = Readonly<{
  isUnsafe: boolean;
  /** Its settings of ruff count; else only Assay's own rules do. */
  hasOwnRules: boolean;
  only: string | undefined;
}>;

/** Each folder in the given one is the source of a project with tests. They are run, in a copy. */
export async function* measureFixing(
  folder: string,
  { isUnsafe, hasOwnRules, only }: Plan,
): AsyncGenerator<FixedProject> {
  await buildCommand();
  for (const name of readdirSync(folder).toSorted()) {
    if (!existsSync(join(folder, name, "tests")) || (only !== undefined && !name.includes(only))) continue;
    using project = await openTestedProject(join(folder, name), { hasOwnRules });
    yield await measureProject(name, project, isUnsafe);
  }
}

async function measureProject(
  name: string,
  project: TestedProject,
  isUnsafe: boolean,
): Promise<FixedProject> {
  const { folder } = project;
  const files = globSync("**/*.py", { cwd: folder }).toSorted();
  const originals = new Map(files.map((file) => [file, readFileSync(join(folder, file))]));
  const changedFiles = (): string[] =>
    files.filter((file) => !readFileSync(join(folder, file)).equals(originals.get(file)!));
  const restore = (): void => {
    for (const file of changedFiles()) writeFileSync(join(folder, file), originals.get(file)!);
  };
  const [first, second] = [await project.runTests(), await project.runTests()];
  const before = Object.fromEntries(Object.entries(first).filter(([id, said]) => second[id] === said));
  /** The tests after the fixes of some files; not run where nothing was fixed. */
  const afterFixing = async (path: string): Promise<{ fixed: string[]; changed: ChangedTest[] }> => {
    await fix(project, path, isUnsafe);
    const fixed = changedFiles();
    const after = fixed.length === 0 ? before : await project.runTests();
    restore();
    return { fixed, changed: differences(before, after, first) };
  };
  const all = await afterFixing(".");
  const alone = [];
  // A file that is not fixed among the others is not fixed alone either, by the same findings.
  for (const file of all.fixed) {
    const { fixed, changed } = await afterFixing(file);
    if (fixed.length > 0) alone.push({ file, changed });
  }
  return {
    name,
    files: files.length,
    tests: Object.keys(before).length,
    unsteady: Object.keys(first).length - Object.keys(before).length,
    ...all,
    alone,
  };
}

/** Tests whose outcome was steady before, and those that came or went. */
function differences(before: Outcomes, after: Outcomes, known: Outcomes): ChangedTest[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after).filter((id) => !(id in known))]);
  return [...ids].flatMap((id) => {
    const [was, is] = [before[id] ?? "not there", after[id] ?? "not there"];
    return was === is ? [] : [{ id, before: was, after: is }];
  });
}

async function fix(
  { folder, environment, home }: TestedProject,
  path: string,
  isUnsafe: boolean,
): Promise<void> {
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
    HOME: home,
    VIRTUAL_ENV: environment,
    ASSAY_PYTHON: join(root, ".tools/python/bin/python"),
  };
  const command = [join(root, "dist", "main.js"), "fix", "--write", ...(isUnsafe ? ["--unsafe"] : []), path];
  const { stderr } = await run(process.execPath, ["--liftoff-only", ...command], {
    cwd: folder,
    env,
    maxBuffer: 1 << 28,
  }).catch((error: unknown) => error as { stderr: string });
  // Something that is still rejected, or a file that could not be checked, is usual in a project.
  if (!/^\d+ files?: \d+ files? fixed/m.test(stderr)) throw new Error(`assay fix failed: ${stderr}`);
}
