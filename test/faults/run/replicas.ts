import { startServiceProcess, type ServiceProcess } from "../../support/service-process.ts";
import { freePort } from "../../support/free-port.ts";
import { startProxy, type PartProxy } from "../../support/part-proxy.ts";
import type { RunRecord } from "./record.ts";
import { tryAgain } from "./try-again.ts";

type Environment = Readonly<Record<string, string>>;

/** One replica of the service: killed and started again, it stays at its address. */
export type ServiceReplica = Readonly<{
  name: string;
  /** Directly, not through the balancer. */
  url: string;
  proxy: PartProxy;
  pid(): number;
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
  kill(): Promise<void>;
  start(): Promise<void>;
}>;

export type ServiceReplicas = Readonly<{ all: readonly ServiceReplica[] }> & AsyncDisposable;

export async function openReplicas(
  count: number,
  record: RunRecord,
  env: Environment,
): Promise<ServiceReplicas> {
  await using opening = new AsyncDisposableStack();
  const all: ServiceReplica[] = [];
  // One after the other, because the machine may be busy.
  for (let n = 1; n <= count; n += 1) {
    const { replica, close } = await openReplica(`replica ${n}`, record, env);
    all.push(opening.adopt(replica, close));
  }
  const opened = opening.move();
  return { all, [Symbol.asyncDispose]: async () => opened.disposeAsync() };
}

async function openReplica(name: string, record: RunRecord, env: Environment) {
  const port = await freePort();
  const proxy = await startProxy(() => [{ port, host: "127.0.0.1" }]);
  let isMeantToEnd = false;
  let running: ServiceProcess;

  async function start(): Promise<void> {
    isMeantToEnd = false;
    running = await tryAgain(async () => startServiceProcess({ ...env, PORT: String(port) }));
    const { ended, log } = running;
    void ended.then(({ code, signal }) => {
      if (isMeantToEnd) return;
      const last = log().split("\n").slice(-5).join("\n");
      record.violate(`${name} ended by itself with ${signal ?? code}:\n${last}`);
    });
  }

  async function kill(): Promise<void> {
    isMeantToEnd = true;
    running.kill("SIGKILL");
    await running.ended;
  }

  await start();
  const replica: ServiceReplica = {
    name,
    url: `http://127.0.0.1:${proxy.port}`,
    proxy,
    pid: () => running.pid,
    signal: (signal) => running.kill(signal),
    kill,
    start,
  };
  return {
    replica,
    close: async () => {
      isMeantToEnd = true;
      running.kill("SIGCONT");
      running.kill("SIGTERM");
      await running.ended;
      await proxy[Symbol.asyncDispose]();
    },
  };
}
