import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { passedOn } from "./processes.ts";

type Asked = Readonly<{ status: number; isRepeat: boolean; remaining: number; body: any }>;

/** The service in a process of its own, which a test may kill. */
export type ServiceProcess = Readonly<{
  url: string;
  pid: number;
  /** Everything it has said on standard error. */
  log(): string;
  kill(signal: NodeJS.Signals): void;
  /** Where it is measured: the milliseconds its main thread worked in each of the pieces of time since the last question. */
  workedMs(): Promise<readonly number[]>;
  ended: Promise<Readonly<{ code: number | null; signal: NodeJS.Signals | null }>>;
  mintKey(): Promise<string>;
  /** Rejects when the connection is lost. */
  validate(key: string, job: object): Promise<Asked>;
}> &
  AsyncDisposable;

const programs = {
  /** What `npm run service` runs. */
  service: fileURLToPath(new URL("../../service/main.ts", import.meta.url)),
  /** The same on a store that kills its own process, at the point that KILL_AT names. */
  killing: fileURLToPath(new URL("./killing-service.ts", import.meta.url)),
  /** The same, with a meter on its main thread. */
  measured: fileURLToPath(new URL("./measured-service.ts", import.meta.url)),
};

export async function startServiceProcess(
  env: Readonly<Record<string, string>>,
  { program = "service" }: { program?: keyof typeof programs } = {},
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ["--liftoff-only", programs[program]], {
    env: {
      ...passedOn(),
      PORT: "0",
      LOG_LEVEL: "info",
      SANDBOX: "off",
      KEYS_PER_ADDRESS_PER_DAY: "1000000",
      ...env,
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const lines: string[] = [];
  const listening = Promise.withResolvers<string>();
  createInterface({ input: child.stderr! }).on("line", (line) => {
    lines.push(line);
    if (line.includes('"event":"listening"')) listening.resolve((JSON.parse(line) as { url: string }).url);
  });
  const ended = once(child, "exit").then(([code, signal]) => {
    listening.reject(new Error(`The service ended before it listened:\n${lines.join("\n")}`));
    return { code: code as number | null, signal: signal as NodeJS.Signals | null };
  });
  const url = await listening.promise;
  return {
    url,
    pid: child.pid!,
    log: () => lines.join("\n"),
    kill: (signal) => void child.kill(signal),
    workedMs: async () => {
      const answered = once(child, "message");
      child.send("how much was worked?");
      const [samples] = (await answered) as [readonly number[]];
      return samples;
    },
    ended,
    ...askerOf(url),
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await ended;
    },
  };
}

function askerOf(url: string): Pick<ServiceProcess, "mintKey" | "validate"> {
  return {
    mintKey: async () => {
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
