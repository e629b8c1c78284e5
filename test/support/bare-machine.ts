import { type ChildProcessByStdio, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";

const repository = join(import.meta.dirname, "..", "..");

/** Installs one package, and fails as the file `npm-says` describes. */
const npmCli = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
appendFileSync("calls", "npm " + process.argv[2] + "\\n");
if (existsSync("npm-says")) {
  process.stdout.write(readFileSync("npm-says"));
  process.exit(1);
}
mkdirSync("node_modules/zod", { recursive: true });
writeFileSync("node_modules/zod/package.json", "{}");
writeFileSync("node_modules/.package-lock.json", "{}");
`;

const python = `#!/bin/sh
case "$*" in
  *"-m venv "*)
    echo "python venv" >> calls
    for venv; do :; done
    mkdir -p "$venv/bin" "$venv/lib/python3.14/site-packages"
    ln -s "$0" "$venv/bin/python" ;;
  *"-m pip "*)
    echo "python pip" >> calls
    mkdir -p "$(dirname "$0")/../lib/python3.14/site-packages/mypy-2.4.1.dist-info" ;;
  *install_packages.py*)
    echo "python packages \${*#*/packages }" >> calls
    if [ -f pip-says ]; then cat pip-says; exit 1; fi
    mkdir -p "$3/six" ;;
  *)
    echo '{ "path": "'"$0"'", "version": "3.14", "hasVenv": true }' ;;
esac
`;

/** Unpacks nothing: the shape of a tree is enough for the tests. */
const mmdebstrap = `#!/bin/sh
echo "mmdebstrap" >> calls
while [ "$1" != trixie ]; do shift; done
mkdir -p "$2/dev" "$2/etc/ld.so.conf.d" "$2/usr/bin" "$2/usr/sbin" "$2/usr/share" "$2/usr/lib/python3.13/lib-dynload"
`;

/** Compiles nothing: an output for each source is enough. */
const buildContracts = `
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
appendFileSync("calls", "contracts build\\n");
for (const source of readdirSync("contracts", { recursive: true })) {
  mkdirSync(\`artifacts/contracts/\${source}\`, { recursive: true });
  writeFileSync(\`artifacts/contracts/\${source}/artifacts.d.ts\`, "");
}
`;

/** Bundles nothing: a list of files is enough. */
const buildSite = `
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
appendFileSync("calls", "site build\\n");
mkdirSync("site/dist", { recursive: true });
writeFileSync("site/dist/manifest.json", "{}");
`;

type SetupProcess = ChildProcessByStdio<null, Readable, Readable>;
type Ending = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

/**
 * A checkout with nothing installed, on a machine whose npm and Python work at once and without a network. A Docker engine
 * would listen at `docker.sock`.
 */
export async function bareMachine() {
  const root = await mkdtemp(join(tmpdir(), "assay-setup-"));
  const inRoot = (path: string) => join(root, path);
  const write = async (path: string, content: string) => {
    await mkdir(dirname(inRoot(path)), { recursive: true });
    await writeFile(inRoot(path), content, { mode: 0o755 });
  };
  await cp(join(repository, "scripts/setup"), inRoot("scripts/setup"), { recursive: true });
  await cp(join(repository, "scripts/setup.mjs"), inRoot("scripts/setup.mjs"));
  await write("package.json", '{ "dependencies": { "zod": "1.0.0" } }');
  await write("package-lock.json", "{}");
  await write("engine/python/requirements.txt", "mypy==2.4.1\n");
  await write("cli/python/requirements.txt", "-r ../../engine/python/requirements.txt\n");
  await write("engine/packages/requirements.txt", "# nothing beside it\n");
  await write("engine/python/sandbox/harness.py", "pass\n");
  await write("deploy/sandbox.Dockerfile", "FROM scratch\n");
  await write("contracts/Mech.sol", "contract Mech {}\n");
  await write("hardhat.config.ts", "export default {};\n");
  await write("scripts/chain/build-contracts.ts", buildContracts);
  await write("scripts/build-site.ts", buildSite);
  await write("scripts/site/build.ts", "");
  await write("site/main.ts", "");
  await write("docs/start.md", "");
  await write("machine/npm-cli.js", npmCli);
  await write("machine/package.json", '{ "type": "module" }');
  await write("machine/python3.14", python);
  await write("machine/mmdebstrap", mmdebstrap);

  const env: Record<string, string> = {
    PATH: [inRoot("machine"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
    npm_execpath: inRoot("machine/npm-cli.js"),
    DOCKER_HOST: `unix://${inRoot("docker.sock")}`,
  };

  function start(...args: string[]): SetupProcess {
    return spawn(process.execPath, ["scripts/setup.mjs", ...args], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  return {
    start,
    env,
    dockerSocket: inRoot("docker.sock"),
    run: (...args: string[]) => ending(start(...args)),
    write,
    remove: (path: string) => rm(inRoot(path), { recursive: true }),
    move: (from: string, to: string) => rename(inRoot(from), inRoot(to)),
    /** The calls of npm, Python, mmdebstrap, the bundler and the compiler since the last time. */
    async newCalls(): Promise<string[]> {
      const calls = await readFile(inRoot("calls"), "utf8").catch(() => "");
      await rm(inRoot("calls"), { force: true });
      return calls.split("\n").filter(Boolean);
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  };
}

export async function ending(child: SetupProcess): Promise<Ending> {
  const exit = new Promise<Pick<Ending, "code" | "signal">>((resolve) =>
    child.on("exit", (code, signal) => resolve({ code, signal })),
  );
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { ...(await exit), stdout, stderr };
}
