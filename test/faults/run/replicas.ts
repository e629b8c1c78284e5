import { startServiceProcess, type ServiceProcess } from "../../support/service-process.ts";
import { freePort } from "../../support/free-port.ts";
import { startProxy, type Proxy } from "./proxy.ts";
import type { RunRecord } from "./record.ts";
import { tryAgain } from "./try-again.ts";

type Environment = Readonly<Record<string, string>>;

/** One replica of the service: killed and started again, it stays at its address. */
export type Replica = Readonly<{
  name: string;
  /** Past the balancer. */
  url: string;
  proxy: Proxy;
  pid(): number;
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
  kill(): Promise<void>;
  start(): Promise<void>;
}>;

export type Replicas = Readonly<{ all: readonly Replica[] }> & AsyncDisposable;

export async function openReplicas(count: number, record: RunRecord, env: Environment): Promise<Replicas> {
  await using opening = new AsyncDisposableStack();
  const all = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const opened = await openReplica(`replica ${n + 1}`, record, env);
      return opening.adopt(opened.replica, async () => opened.close());
    }),
  );
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
  const replica: Replica = {
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
