import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { readConfig } from "../../service/config.ts";
import { systemClock } from "../../platform/clock.ts";
import { openLog, type Log } from "../../platform/log.ts";
import { createMetrics, type Metrics } from "../../parts/observe/metrics.ts";
import { ownerLabel } from "../../engine/workers/sandbox/docker/container-options.ts";
import { boxSettings } from "../../service/engine-settings.ts";
import { connectCluster } from "../../engine/workers/sandbox/kubernetes/cluster.ts";
import { boxLabel, toMark } from "../../engine/workers/sandbox/kubernetes/pod.ts";
import { readDockerHost } from "../../engine/docker-host.ts";
import type { SandboxImages } from "../../engine/sandbox-images.ts";
import { EngineUnavailable } from "../../engine/unavailable.ts";
import type { HarnessFrame } from "../../engine/workers/sandbox/frames.ts";
import { openSandbox } from "../../engine/workers/sandbox/open-sandbox.ts";
import type { Box, Sandbox } from "../../engine/workers/sandbox/sandbox.ts";
import { until } from "./until.ts";

const { SANDBOX_IMAGE, SANDBOX_PACKAGES, SANDBOX_RUNTIME, DOCKER_HOST } = process.env;
const { KUBECONFIG, SANDBOX_NODE_SELECTOR, SANDBOX_TOLERATIONS } = process.env;
/** Every box is a Pod; `npm run test:cluster` sets this. */
export const isKubernetes = process.env["BOXES"] === "kubernetes";
/** Set-up's output about the sandbox; vitest sets other variables that the service reads, to its own values. */
export const config = readConfig({
  SANDBOX_IMAGE,
  SANDBOX_PACKAGES,
  SANDBOX_RUNTIME,
  DOCKER_HOST,
  ...(isKubernetes && { SANDBOX: "kubernetes", KUBECONFIG, SANDBOX_NODE_SELECTOR, SANDBOX_TOLERATIONS }),
});
/** Its processes are not the host's, and some of its limits end differently. */
export const isGvisor = config.SANDBOX_RUNTIME === "runsc";
const boxUser = 65532;
const lackOfEngine =
  "No Docker engine answers: npm test installs and starts one as root on Debian; elsewhere start Docker or set DOCKER_HOST.";
const lackOfImage =
  "The sandbox image is missing: npm test builds it. For vitest alone: node scripts/setup.mjs tests -- npx vitest.";

/** Every box sees a store of packages, as those of a service do: what holds of a box holds with it. */
const sharedPackages = { folder: join(tmpdir(), "assay-shared-packages"), volume: undefined };

type Settings = Readonly<{
  poolSize?: number;
  dockerHost?: string;
  image?: string;
  packages?: readonly string[];
  images?: SandboxImages;
  log?: Log;
  metrics?: Metrics;
}>;

/** The real sandbox, in the image that set-up made. */
export async function openTestSandbox({
  poolSize = 1,
  dockerHost = config.DOCKER_HOST,
  image = config.SANDBOX_IMAGE,
  packages = [],
  images = new Map(),
  log = openLog("silent"),
  metrics = createMetrics(),
}: Settings = {}): Promise<Sandbox> {
  mkdirSync(sharedPackages.folder, { recursive: true });
  return openSandbox({
    boxes: {
      ...boxSettings({ ...config, SANDBOX_IMAGE: image, DOCKER_HOST: dockerHost }),
      packages: sharedPackages,
    },
    packages,
    images,
    poolSize,
    clock: systemClock,
    log,
    metrics,
  });
}

/** Fails with advice when code cannot be run. */
export async function requireDocker(): Promise<void> {
  if (isKubernetes) return;
  const ping = await askDocker("GET", "/_ping").catch(() => undefined);
  if (ping?.status !== 200) throw new Error(lackOfEngine);
  const image = await askDocker("GET", `/images/${config.SANDBOX_IMAGE}/json`);
  if (image.status !== 200) throw new Error(lackOfImage);
}

/** One call to the engine, outside of everything that is tested. */
export async function askDocker(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const question = request({
    ...readDockerHost(config.DOCKER_HOST),
    agent: false,
    method,
    path,
    headers: { host: "docker", "content-type": "application/json" },
  });
  question.on("error", reject);
  question.on("response", (answer) => {
    text(answer).then((said) => resolve({ status: answer.statusCode!, body: said }), reject);
  });
  question.end(body && JSON.stringify(body));
  return promise;
}

export type Container = Readonly<{ Id: string; State: string; Labels: Record<string, string> }>;

/** The containers of a process's sandboxes, in any state. */
export async function containersOf(pid: number): Promise<Container[]> {
  if (isKubernetes) return containersInPods(pid);
  const filters = encodeURIComponent(JSON.stringify({ label: [ownerLabel] }));
  const { body } = await askDocker("GET", `/containers/json?all=1&filters=${filters}`);
  return (JSON.parse(body) as Container[]).filter(
    ({ Labels }) => Labels[ownerLabel]?.split("|")[1] === String(pid),
  );
}

/** The same for boxes that are Pods. One that has not started yet has no container, and its name represents it. */
async function containersInPods(pid: number): Promise<Container[]> {
  const { core, namespace } = await connectCluster({
    namespace: config.SANDBOX_NAMESPACE,
    kubeconfig: config.KUBECONFIG,
  });
  const { items } = await core.listNamespacedPod({ namespace, labelSelector: boxLabel });
  const found = items.map(({ metadata, status }) => ({
    Id: status?.containerStatuses?.[0]?.containerID?.split("//")[1] ?? metadata!.name!,
    State: status?.phase ?? "",
    Labels: { [ownerLabel]: toMark(metadata!.annotations).owner },
  }));
  return found.filter(({ Labels }) => Labels[ownerLabel]?.split("|")[1] === String(pid));
}

/** How many processes run in a container, as the host sees them. */
export function processesIn(container: string): number {
  return boxProcesses().filter((cgroup) => cgroup.includes(container)).length;
}

/** How many processes of the box's user run outside every one of these containers. */
export function processesOutside(containers: readonly string[]): number {
  return boxProcesses().filter((cgroup) => !containers.some((id) => cgroup.includes(id))).length;
}

/** The control groups of every process of the box's user. */
function boxProcesses(): string[] {
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const uid = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
      return Number(uid) === boxUser ? [readFileSync(`/proc/${pid}/cgroup`, "utf8")] : [];
    } catch {
      return []; // it has ended meanwhile
    }
  });
}

/** What a program did, as the harness reports it. */
export type Report = Readonly<{
  ran: boolean;
  returncode: number | null;
  stdout: string;
  stderr: string;
  stdout_truncated: boolean;
  stderr_truncated: boolean;
  output_limit: boolean;
  duration_ms: number;
  timed_out: boolean;
  /** Of a watched run. */
  seen?: Readonly<{ lines: readonly number[]; raised: readonly number[] }>;
}>;

/** The default time limit of a program: far more than any terminating one needs. */
export const usualMs = 30_000;

type ProgramOptions = Readonly<{ mode?: "fresh" | "watched"; wallMs?: number }>;

const never = new AbortController().signal;

/** Runs programs one after another in the same box. */
export async function runAll(
  box: Box,
  sources: readonly (string | Readonly<{ source: string; wallMs: number }>)[],
  { mode = "fresh", wallMs = usualMs }: ProgramOptions = {},
): Promise<Report[]> {
  const programs = sources
    .map((given) => (typeof given === "string" ? { source: given, wallMs } : given))
    .map((one, n) => ({
      id: String(n),
      mode,
      wall_ms: one.wallMs,
      splices: [[0, 0, one.source]],
    }));
  const totalMs = programs.reduce((sum, { wall_ms }) => sum + wall_ms, 0);
  const frames: HarnessFrame[] = await Array.fromAsync(
    box.request(
      "R",
      { source: "", total_ms: totalMs, programs },
      { deadlineMs: totalMs + 5000, signal: never },
    ),
  );
  return frames.slice(0, -1) as unknown as Report[];
}

export async function runOne(box: Box, source: string, options?: ProgramOptions): Promise<Report> {
  const [report] = await runAll(box, [source], options);
  return report!;
}

/**
 * Where the machine is busy with other tests, a box may be later than any caller would wait, and a cluster on the same
 * machine slower than anybody would take it for up: it is asked for again.
 */
export async function takeBox(sandbox: Sandbox): Promise<Box> {
  for (;;) {
    try {
      return await sandbox.take(never);
    } catch (error) {
      const isLater = error instanceof EngineUnavailable && (error.reason === "busy" || isKubernetes);
      if (!isLater) throw error;
      if (error.reason === "down") await until(() => sandbox.state() === "ok");
    }
  }
}
