import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { mkdirSync } from "node:fs";
import { text } from "node:stream/consumers";

export const clientFile = resolve("deploy/clients/assay.py");

export type Ran = Readonly<{ code: number | null; stdout: string; stderr: string; lines: string[] }>;
type Around = Readonly<{ env?: Record<string, string>; cwd?: string; stdin?: string }>;

/** Runs a program with no environment but the path to other programs. */
export async function run(
  command: readonly string[],
  { env = {}, cwd, stdin = "" }: Around = {},
): Promise<Ran> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env["PATH"], NO_PROXY: "*", PYTHONDONTWRITEBYTECODE: "1", ...env },
  });
  child.stdin.on("error", () => undefined).end(stdin); // it need not read its input
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr, lines: stdout.split("\n").slice(0, -1) };
}

/** A project's folder, and a home of its own for the client. */
export type Stage = AsyncDisposable &
  Readonly<{
    folder: string;
    config: string;
    /** Writes files into the project. */
    write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void>;
    /** Runs the client there. */
    check(url: string, args: readonly string[], env?: Record<string, string>): Promise<Ran>;
  }>;

export async function openStage(): Promise<Stage> {
  const home = await mkdtemp(join(tmpdir(), "assay-client-"));
  const folder = join(home, "project");
  const config = join(home, ".config");
  mkdirSync(folder);
  return {
    folder,
    config,
    write: async (files) => {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), content);
      }
    },
    check: async (url, args, env = {}) =>
      run(["python3", "-I", clientFile, ...args], {
        cwd: folder,
        env: { HOME: home, ASSAY_URL: url, ...env },
      }),
    [Symbol.asyncDispose]: async () => rm(home, { recursive: true, force: true }),
  };
}

type Asked = Readonly<{ path: string; headers: IncomingMessage["headers"]; body: any }>;
type Answer = Readonly<{ status: number; headers?: Record<string, string>; body: unknown }>;

/** A server for tests of the raw answer: returns what the test sets, and records its requests. */
export async function openWire(answer: (asked: Asked, nth: number) => Answer) {
  const asked: Asked[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    asked.push({ path: request.url ?? "", headers: request.headers, body: body && JSON.parse(body) });
    const { status, headers = {}, body: said } = answer(asked.at(-1)!, asked.length);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof said === "string" ? said : JSON.stringify(said));
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  return { url, asked, [Symbol.asyncDispose]: close };
}

/** A verdict with only the relevant fields. */
export function verdictWith(some: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { valid: true, score: 1, diagnostics: [], security: [], fixes: [], fixed_code: null, ...some };
}
