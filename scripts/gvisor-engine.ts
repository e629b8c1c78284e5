import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readDockerHost, type EngineAddress } from "../engine/docker-host.ts";

export type GvisorEngine = Readonly<{ dockerHost: string }> & AsyncDisposable;

const startLimitMs = 30_000;
const noNetwork = [
  "--bridge=none",
  "--iptables=false",
  "--ip6tables=false",
  "--ip-forward=false",
  "--ip-masq=false",
];
/** What an operator has to register it with: without the last, profiles of system calls are ignored. */
const runtimeArgs = ["--platform=systrap", "--network=none", "--oci-seccomp"];

/** A Docker engine of its own that knows gVisor as `runsc`, beside the machine's, with one image of that. */
export async function startGvisorEngine(runsc: string, image: string): Promise<GvisorEngine> {
  const folder = mkdtempSync(join(tmpdir(), "assay-gvisor-"));
  const socketPath = join(folder, "docker.sock");
  const settings = join(folder, "daemon.json");
  writeFileSync(settings, JSON.stringify({ runtimes: { runsc: { path: runsc, runtimeArgs } } }));
  const log = join(folder, "dockerd.log");
  const output = openSync(log, "a");
  const own = {
    "config-file": settings,
    host: `unix://${socketPath}`,
    "data-root": join(folder, "data"),
    "exec-root": join(folder, "run"),
    pidfile: join(folder, "dockerd.pid"),
  };
  const daemon = spawn(
    "dockerd",
    [...Object.entries(own).map(([option, value]) => `--${option}=${value}`), ...noNetwork],
    {
      // It looks for containerd and runc there.
      env: { ...process.env, PATH: [process.env["PATH"], "/usr/sbin", "/sbin"].join(delimiter) },
      stdio: ["ignore", output, output],
    },
  );
  const stop = async (): Promise<void> => {
    daemon.kill();
    if (daemon.exitCode === null && daemon.signalCode === null) await once(daemon, "exit");
    // gVisor leaves a mount of its empty network behind.
    for (const mount of mountsBelow(folder)) spawnSync("umount", [mount]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (
      const deadline = performance.now() + startLimitMs;
      !(await answers({ socketPath }));
      await wait(50)
    ) {
      if (daemon.exitCode === null && performance.now() < deadline) continue;
      throw new Error(`The second Docker engine did not start. It needs root.\n${tail(log)}`);
    }
    await copyImage(image, readDockerHost(process.env["DOCKER_HOST"])!, { socketPath });
    return { dockerHost: `unix://${socketPath}`, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function answers(engine: EngineAddress): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  request({ ...engine, path: "/_ping", headers: { host: "docker" } })
    .on("response", (answer) => resolve(answer.resume().statusCode === 200))
    .on("error", () => resolve(false))
    .end();
  return promise;
}

async function copyImage(image: string, from: EngineAddress, to: EngineAddress): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const headers = { host: "docker" };
  const load = request({
    ...to,
    method: "POST",
    path: "/images/load",
    headers: { ...headers, "content-type": "application/x-tar" },
  })
    .on("response", (answer) => answer.resume().on("end", resolve))
    .on("error", reject);
  request({ ...from, path: `/images/${image}/get`, headers })
    .on("response", (answer) => {
      if (answer.statusCode === 200) answer.pipe(load);
      else reject(new Error(`The Docker engine has no image ${image}.`));
    })
    .on("error", reject)
    .end();
  return promise;
}

function mountsBelow(folder: string): string[] {
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  return mounts.map((line) => line.split(" ")[1] ?? "").filter((place) => place.startsWith(folder));
}

function tail(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(-10).join("\n") : "";
}
