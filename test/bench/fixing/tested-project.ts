import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What came of each test, by its id. */
export type Outcomes = Readonly<Record<string, string>>;

/** A copy of a project, installed with what its tests need in an environment of its own. */
export type TestedProject = Readonly<{
  folder: string;
  environment: string;
  /** Has the caches of the command. */
  home: string;
  runTests(): Promise<Outcomes>;
}> &
  Disposable;

/** What tests need that no group of pyproject.toml names. */
const unnamed: Readonly<Record<string, readonly string[]>> = {
  httpx:
    "anyio brotli chardet click cryptography h2 pygments rich socksio trio trustme uvicorn zstandard".split(
      " ",
    ),
  itsdangerous: ["freezegun"],
  jinja2: ["trio"],
  tqdm: ["pytest-asyncio", "pytest-timeout"],
};

const testsMs = 15 * 60_000;

export async function openTestedProject(
  source: string,
  { hasOwnRules }: Readonly<{ hasOwnRules: boolean }>,
): Promise<TestedProject> {
  const place = mkdtempSync(join(tmpdir(), "assay-fixing-"));
  const name = basename(source);
  const folder = join(place, name);
  cpSync(source, folder, { recursive: true });
  if (!hasOwnRules) forgetRules(folder);
  const environment = join(place, "environment");
  await run("python3", ["-m", "venv", environment]);
  const python = join(environment, "bin", "python");
  const pip = async (...args: string[]) =>
    run(python, ["-m", "pip", "install", "--quiet", ...args], { cwd: folder });
  // Groups of pyproject.toml are known since 25.1.
  await pip("pip>=25.1");
  const groups = ["tests", "test"].filter((group) => hasGroup(folder, group));
  const [project = ""] = name.split("-");
  await pip(
    "--editable",
    ".",
    "pytest<9",
    ...(unnamed[project] ?? []),
    ...groups.flatMap((each) => ["--group", each]),
  );
  return {
    folder,
    environment,
    home: join(place, "home"),
    runTests: async () => {
      const outcomes = join(place, "outcomes.json");
      rmSync(outcomes, { force: true });
      const args = [
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "outcomes",
        "--continue-on-collection-errors",
      ];
      const env = {
        PATH: `${join(environment, "bin")}:${process.env["PATH"]}`,
        HOME: place,
        PYTHONPATH: import.meta.dirname,
        // A file that is put back is as old and as long as the one that was compiled.
        PYTHONDONTWRITEBYTECODE: "1",
        PYTHONHASHSEED: "0",
        ASSAY_OUTCOMES: outcomes,
      };
      const ended = await run(python, args, { cwd: folder, env, timeout: testsMs, maxBuffer: 1 << 28 }).catch(
        (error: unknown) => error as { stdout: string; stderr: string },
      );
      if (!existsSync(outcomes))
        throw new Error(`The tests of ${name} did not end: ${ended.stderr || ended.stdout}`);
      return JSON.parse(readFileSync(outcomes, "utf8")) as Outcomes;
    },
    [Symbol.dispose]: () => rmSync(place, { recursive: true, force: true }),
  };
}

/** Without its settings of ruff, Assay's own rules are looked for, and more is fixed. */
function forgetRules(folder: string): void {
  for (const name of ["ruff.toml", ".ruff.toml"]) rmSync(join(folder, name), { force: true });
  const file = join(folder, "pyproject.toml");
  if (!existsSync(file)) return;
  const tables = readFileSync(file, "utf8").split(/^(?=\[)/m);
  writeFileSync(file, tables.filter((table) => !table.startsWith("[tool.ruff")).join(""));
}

function hasGroup(folder: string, group: string): boolean {
  const file = join(folder, "pyproject.toml");
  const [, groups = ""] = existsSync(file) ? readFileSync(file, "utf8").split("[dependency-groups]") : [];
  return new RegExp(`^${group} = `, "m").test(groups);
}
