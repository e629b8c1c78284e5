import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { nodeArguments, passedOn } from "./processes.ts";

type Asked = Readonly<{ status: number; isRepeat: boolean; remaining: number; body: any }>;

/** The service in a process of its own, which a test may kill. */
export type ServiceProcess = Readonly<{
  url: string;
  pid: number;
  /** Its whole standard error. */
  log(): string;
  kill(signal: NodeJS.Signals): void;
  /** If it is measured: the milliseconds its main thread worked in each interval since the last call. */
  workedMs(): Promise<readonly number[]>;
  ended: Promise<Readonly<{ code: number | null; signal: NodeJS.Signals | null }>>;
  createKey(): Promise<string>;
  /** Rejects when the connection is lost. */
  validate(key: string, job: object): Promise<Asked>;
}> &
  AsyncDisposable;

/** The listener of a service, and the client for it. */
export type ServiceHands = Pick<ServiceProcess, "url" | "createKey" | "validate">;

/** Several services in one process, each with its own store. */
export type KillingServices = Readonly<{ services: readonly ServiceHands[] }> &
  Pick<ServiceProcess, "kill" | "ended"> &
  AsyncDisposable;

type Environment = Readonly<Record<string, string>>;

const programs = {
  /** What `npm run service` runs. */
  service: fileURLToPath(new URL("../../service/main.ts", import.meta.url)),
  /** Several services, on stores that pause at the points in their KILL_AT. */
  killing: fileURLToPath(new URL("./killing-services.ts", import.meta.url)),
};
const usual = { PORT: "0", LOG_LEVEL: "info", SANDBOX: "off", KEYS_PER_ADDRESS_PER_DAY: "1000000" };

export async function startServiceProcess(
  env: Environment,
  { isMeasured = false }: { isMeasured?: boolean } = {},
): Promise<ServiceProcess> {
  const meter = isMeasured ? mainThreadMeter : [];
  const child = spawn(process.execPath, [...nodeArguments, ...meter, programs.service], {
    env: { ...passedOn(), ...usual, ...env },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const { said, ...following } = await follow(child);
  const { url } = said as { url: string };
  return {
    ...following,
    pid: child.pid!,
    workedMs: async () => workedMsOf(child),
    ...handsOf(url),
  };
}

/** Node's options before a program whose main thread is measured; it needs an IPC channel. */
export const mainThreadMeter = ["--import", new URL("./main-thread-meter.ts", import.meta.url).href];

/** The milliseconds that the main thread of a measured process worked in each interval since the last call. */
export async function workedMsOf(child: ChildProcess): Promise<readonly number[]> {
  const answered = once(child, "message");
  child.send("how much was worked?");
  const [samples] = (await answered) as [readonly number[]];
  return samples;
}

/** Starting a process takes longer than a service's work until it dies, so one process has all of these. */
export async function startKillingServices(environments: readonly Environment[]): Promise<KillingServices> {
  const child = spawn(process.execPath, [...nodeArguments, programs.killing], {
    env: passedOn(),
    stdio: ["pipe", "ignore", "pipe"],
  });
  child.stdin!.end(JSON.stringify(environments.map((env) => ({ ...usual, ...env }))));
  const { said, ...following } = await follow(child);
  return { ...following, services: (said as { urls: string[] }).urls.map(handsOf) };
}

/** Waits until it listens; `said` is its output then. */
async function follow(child: ChildProcess) {
  const lines: string[] = [];
  const listening = Promise.withResolvers<unknown>();
  createInterface({ input: child.stderr! }).on("line", (line) => {
    lines.push(line);
    if (line.includes('"event":"listening"')) listening.resolve(JSON.parse(line));
  });
  const ended = once(child, "exit").then(([code, signal]) => {
    listening.reject(new Error(`The service ended before it listened:\n${lines.join("\n")}`));
    return { code: code as number | null, signal: signal as NodeJS.Signals | null };
  });
  return {
    said: await listening.promise,
    log: () => lines.join("\n"),
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    ended,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await ended;
    },
  };
}

function handsOf(url: string): ServiceHands {
  return {
    url,
    createKey: async () => {
      const response = await fetch(`${url}/v1/keys`, { method: "POST" });
      return ((await response.json()) as { api_key: string }).api_key;
    },
    validate: async (key, job) => {
      const response = await fetch(`${url}/v1/validate`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify(job),
      });
      return {
        status: response.status,
        isRepeat: response.headers.get("x-svc-repeat") === "1",
        remaining: Number(response.headers.get("x-quota-remaining")),
        body: await response.json(),
      };
    },
  };
}
