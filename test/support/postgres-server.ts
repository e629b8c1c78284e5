import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, cp, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "pg";
import { createDataFolder } from "./data-folder.ts";
import { childrenOf } from "./processes.ts";
import { freePort } from "./free-port.ts";

/** A real PostgreSQL in a folder of its own, as durable as Assay asks for. */
export type PostgresServer = Readonly<{
  url: string;
  port: number;
  /** Creates an empty database, and returns its address. */
  createDatabase(): Promise<string>;
  /** Of its first process, since the last start. */
  pid(): number;
  /** Kills it without any writing; acknowledged data stays in the folder. */
  stop(): Promise<void>;
  /** Kills all its processes at once, as a power failure would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Pauses all its processes, connections open, as a machine that hangs would. */
  pause(): void;
  resume(): void;
}> &
  AsyncDisposable;

export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const programs = findPrograms();
  const parent = await createDataFolder("postgres");
  const folder = join(parent, "data");
  await cp(await newCluster(programs), folder, { recursive: true });
  await own(parent);
  const port = await freePort();
  const start = async () => launch(join(programs, "postgres"), folder, { port: String(port), ...settings });
  let child = await start();

  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGQUIT"); // its children end with it, and the next start recovers, as after a crash
    await exited;
  }

  function signalAll(signal: NodeJS.Signals): void {
    for (const pid of [child.pid!, ...childrenOf(child.pid!)]) process.kill(pid, signal);
  }

  const url = `postgres://assay@127.0.0.1:${port}/postgres`;
  let databases = 0;
  return {
    url,
    port,
    async createDatabase() {
      databases += 1;
      const name = `database_${databases}`;
      const client = new Client(url);
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return url.replace(/postgres$/, name);
    },
    pid: () => child.pid!,
    stop,
    async kill() {
      const exited = once(child, "exit");
      signalAll("SIGKILL");
      await exited;
    },
    async start() {
      child = await start();
    },
    pause: () => signalAll("SIGSTOP"),
    resume: () => signalAll("SIGCONT"),
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** PostgreSQL refuses to run as root; every system has a user without rights. */
const nobody = 65_534;
const identity = userInfo().uid === 0 ? { uid: nobody, gid: nobody } : undefined;

async function own(folder: string): Promise<void> {
  if (!identity) return;
  const inside = await readdir(folder, { recursive: true });
  for (const name of ["", ...inside]) await chown(join(folder, name), identity.uid, identity.gid);
}

const clusters = fileURLToPath(new URL("../../.tools/postgres-cluster", import.meta.url));

/** An empty cluster, made once in a checkout: creating one takes seconds, copying it a moment. */
async function newCluster(programs: string): Promise<string> {
  const { stdout } = await promisify(execFile)(join(programs, "postgres"), ["--version"], {
    ...identity,
    encoding: "utf8",
  });
  const made = join(clusters, stdout.trim().replaceAll(/[^\w.]+/g, "-"));
  if (existsSync(made)) return made;
  const parent = await mkdtemp(join(tmpdir(), "assay-initdb-"));
  await own(parent);
  const options = ["--username=assay", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"];
  const initdb = [
    join(programs, "initdb"),
    ...options,
    "--wal-segsize=1",
    "-D",
    join(parent, "data"),
  ] as const;
  await promisify(execFile)(initdb[0], initdb.slice(1), { ...identity, cwd: parent });
  const copy = `${made}.${process.pid}`;
  await mkdir(clusters, { recursive: true });
  await cp(join(parent, "data"), copy, { recursive: true });
  await rm(parent, { recursive: true });
  // Another process may have been faster; its cluster is just as usable.
  await rename(copy, made).catch(() => rm(copy, { recursive: true }));
  return made;
}

/** Debian keeps the server's programs in a folder per version, the newest last. */
function findPrograms(): string {
  const versions = [15, 16, 17, 18].map((version) => `/usr/lib/postgresql/${version}/bin`);
  const folders = [...versions, ...(process.env["PATH"] ?? "").split(delimiter)];
  const found = folders.find((folder) => existsSync(join(folder, "initdb")));
  if (found === undefined) {
    throw new Error(
      "There is no PostgreSQL server: npm test installs it as root on Debian; elsewhere install postgresql-15 or newer.",
    );
  }
  return found;
}

async function launch(
  program: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const all = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "200",
    shared_buffers: "16MB",
    autovacuum: "off",
    ...settings,
  };
  const args = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(program, ["-D", folder, ...args], {
    ...identity,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said: string[] = [];
  const lines = createInterface({ input: child.stderr });
  const failed = once(child, "exit").then(() => {
    throw new Error(`postgres ended at once:\n${said.join("\n")}`);
  });
  const ready = new Promise<void>((resolve) => {
    lines.on("line", (line) => {
      said.push(line);
      if (line.includes("ready to accept connections")) resolve();
    });
  });
  await Promise.race([ready, failed]);
  failed.catch(() => undefined);
  return child;
}
