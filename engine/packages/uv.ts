import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { Clock } from "../../platform/clock.ts";
import { Failed } from "../../platform/failure.ts";

/** Where packages come from: what the operator chose. */
export type PackageSource = Readonly<{
  /** An index as PEP 503 has it; unset: the public one, or none beside a folder. */
  index: string | undefined;
  /** A folder of wheels. */
  folder: string | undefined;
}>;

export type Uv = Readonly<{
  /** The program itself. */
  path: string;
  /** The interpreter that it asks about this machine; nothing is installed for it. */
  python: string;
  source: PackageSource;
  /** How an index is reached from here: proxies and certificates, by the names that uv reads. */
  network: Readonly<Record<string, string>>;
  clock: Clock;
}>;

type Run = Readonly<{
  /** An empty folder: nothing of a caller is ever in it but requirements that were read and written again. */
  folder: string;
  deadlineMs: number;
  /** No file may become larger, in MB. */
  maxFileMb: number;
  signal?: AbortSignal | undefined;
}>;

export type UvAnswer = Readonly<{
  status: number | null;
  /** What ended it. */
  signal: NodeJS.Signals | null;
  out: string;
  said: string;
  isLate: boolean;
}>;

const maxOutput = 4 * 1024 * 1024;
const systemCertificates = ["/etc/ssl/certs/ca-certificates.crt", "/etc/ssl/cert.pem"];

/** Runs uv with nothing of this process's environment, and ends it with all it started when its time is up. */
export async function runUv(uv: Uv, args: readonly string[], run: Run): Promise<UvAnswer> {
  const { folder, deadlineMs, maxFileMb, signal } = run;
  // In blocks of 512 bytes, as the shell counts.
  const limited = ["-c", 'ulimit -f "$0"; exec "$@"', String(maxFileMb * 2048), uv.path, ...args];
  const child = spawn("/bin/sh", [...limited, "--no-config", "--quiet", "--python", uv.python], {
    cwd: folder,
    env: environment(uv, folder),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const [out, said] = [collect(child.stdout), collect(child.stderr)];
  const over = new AbortController();
  let isLate = false;
  const end = (): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has just ended.
    }
  };
  void uv.clock.sleep(deadlineMs, over.signal).then(
    () => {
      isLate = true;
      end();
    },
    () => undefined,
  );
  signal?.addEventListener("abort", end, { once: true });
  if (signal?.aborted) end();
  try {
    const [status, endedBy] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
    signal?.throwIfAborted();
    return { status, signal: endedBy, out: out(), said: said(), isLate };
  } catch (error) {
    signal?.throwIfAborted();
    throw new Failed({ what: "uv", reason: String(error), frames: [] });
  } finally {
    over.abort();
    signal?.removeEventListener("abort", end);
  }
}

function environment({ network }: Uv, folder: string): Record<string, string> {
  return {
    ...network,
    PATH: "/usr/local/bin:/usr/bin:/bin",
    HOME: folder,
    TMPDIR: folder,
    LANG: "C.UTF-8",
    NO_COLOR: "1",
    UV_PYTHON_DOWNLOADS: "never",
    UV_HTTP_TIMEOUT: "10",
    UV_HTTP_RETRIES: "1",
    UV_CONCURRENT_DOWNLOADS: "4",
    ...(systemCertificates.some((file) => existsSync(file)) && { UV_SYSTEM_CERTS: "1" }),
  };
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const parts: Buffer[] = [];
  let length = 0;
  stream.on("data", (part: Buffer) => {
    if ((length += part.length) <= maxOutput) parts.push(part);
  });
  return () => Buffer.concat(parts).toString("utf8");
}

/** Where uv looks, and that it builds nothing. */
export function sourceOptions({ index, folder }: PackageSource): readonly string[] {
  const nowhereElse = index === undefined && folder !== undefined ? ["--no-index"] : [];
  return [
    "--only-binary=:all:",
    ...(index === undefined ? nowhereElse : [`--default-index=${index}`]),
    ...(folder === undefined ? [] : [`--find-links=${folder}`]),
  ];
}

/** The box that the wheels are for: its Python, and the oldest C library that an image of ours has. */
export function platformOptions(python: string): readonly string[] {
  const machine = process.arch === "arm64" ? "aarch64" : "x86_64";
  return [`--python-version=${python}`, `--python-platform=${machine}-manylinux_2_36`];
}
