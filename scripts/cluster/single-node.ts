import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  addresses,
  boxNodes,
  gvisorRuntime,
  nodeName,
  podBridge,
  users,
  writeNodeFiles,
  type Gvisor,
} from "./node-files.ts";

export type SingleNode = Readonly<{
  /** Where it is reached: by the service, which may only make boxes, and by an administrator. */
  service: string;
  admin: string;
  kubectl(...args: string[]): string;
  /** Ends the API server; somebody must start it again. */
  stopApi(): Promise<void>;
  startApi(): Promise<void>;
}> &
  AsyncDisposable;

type Binaries = Readonly<{ parts: string; root: string; gvisor: Gvisor }>;
const namespace = "assay-boxes";

/** Of a Pod, by what its containers run on; gVisor's own threads count. */
const maxProcesses = { runc: 72, gvisor: 512 };

const readyMs = 180_000;
/** The kubelet writes these, and they are the machine's: in this mount namespace they are files of their own. */
const machineSettings = {
  "/proc/sys/vm/overcommit_memory": "1",
  "/proc/sys/vm/panic_on_oom": "0",
  "/proc/sys/kernel/panic": "10",
  "/proc/sys/kernel/panic_on_oops": "1",
  "/proc/sys/kernel/keys/root_maxkeys": "1000000",
  "/proc/sys/kernel/keys/root_maxbytes": "25000000",
};

/** A cluster of one node. It must be started in network and mount namespaces of its own. */
export async function startSingleNode(
  image: string,
  runtime: keyof typeof maxProcesses = "runc",
): Promise<SingleNode> {
  const { parts, root, gvisor } = readBinaries();
  await using starting = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "assay-cluster-"));
  const run = (command: string, ...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", env });
    if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`);
    return stdout;
  };
  const env = {
    ...process.env,
    PATH: [join(root, "usr/bin"), process.env["PATH"], "/usr/sbin", "/sbin"].join(delimiter),
  };
  starting.defer(() => rmSync(folder, { recursive: true, force: true }));
  starting.defer(() => {
    for (const mount of mountsBelow(folder)) spawnSync("umount", ["-l", mount]);
    spawnSync("find", [
      "/sys/fs/cgroup",
      "-depth",
      "-type",
      "d",
      "-path",
      "*/kubepods*",
      "-exec",
      "rmdir",
      "{}",
      "+",
    ]);
  });
  for (const [setting, value] of Object.entries(machineSettings)) {
    const file = join(folder, setting.replaceAll("/", "_"));
    writeFileSync(file, `${value}\n`);
    run("mount", "--bind", file, setting);
    starting.defer(() => void spawnSync("umount", [setting]));
  }
  for (const step of [
    "link set lo up",
    "link add node0 type bridge",
    `addr add ${addresses.node}/24 dev node0`,
    "link set node0 up",
    `route add default dev node0`,
  ])
    run("ip", ...step.split(" "));
  starting.defer(() => {
    for (const link of ["node0", podBridge]) spawnSync("ip", ["link", "del", link], { env });
  });

  const pauseImage = "assay-pause:local";
  buildPause(image, pauseImage);
  const files = writeNodeFiles(folder, {
    pauseImage: `docker.io/library/${pauseImage}`,
    cni: join(root, "usr/lib/cni"),
    gvisor,
    maxProcesses: maxProcesses[runtime],
  });
  const launch = (name: string, command: string, args: readonly string[]): ChildProcess => {
    const output = openSync(join(folder, `${name}.log`), "a");
    return spawn(command, args, { env, stdio: ["ignore", output, output] });
  };
  const use = (name: string, command: string, args: readonly string[]): void => {
    const child = launch(name, command, args);
    starting.defer(async () => end(child));
  };
  const kubectl = (...args: string[]): string => run("kubectl", `--kubeconfig=${files.admin}`, ...args);
  const until = async (what: string, isTrue: () => boolean): Promise<void> => {
    for (const deadline = performance.now() + readyMs; !isTrue(); await wait(250))
      if (performance.now() > deadline) throw new Error(`${what} did not come up.\n${tails(folder)}`);
  };
  const succeeds = (...args: string[]): boolean =>
    spawnSync("kubectl", [`--kubeconfig=${files.admin}`, ...args], { env }).status === 0;

  use("containerd", "containerd", ["--config", files.containerd]);
  // What the kubelet has not ended when it is ended itself would outlive them all.
  const ctr = `ctr -a ${files.socket} -n k8s.io tasks`;
  starting.defer(
    () => void spawnSync("sh", ["-c", `${ctr} ls -q | xargs -r -n 1 ${ctr} delete --force`], { env }),
  );
  use("etcd", parts, ["etcd", "--data-dir", join(folder, "etcd"), "--unsafe-no-fsync"]);
  let api: ChildProcess | undefined;
  starting.defer(async () => end(api));
  const startApi = async (): Promise<void> => {
    api = launch("apiserver", parts, [
      "apiserver",
      "--etcd-servers=http://127.0.0.1:2379",
      `--advertise-address=${addresses.node}`,
      `--service-cluster-ip-range=${addresses.services}`,
      `--cert-dir=${folder}/certificates`,
      `--token-auth-file=${files.tokens}`,
      "--authorization-mode=RBAC",
      "--service-account-issuer=https://kubernetes.default.svc",
      `--service-account-key-file=${files.verifyingKey}`,
      `--service-account-signing-key-file=${files.signingKey}`,
    ]);
    await until("The API server", () => succeeds("get", "--raw=/readyz"));
  };
  await startApi();
  const asAdmin = `--kubeconfig=${files.admin}`;
  use("controllers", parts, [
    "controllers",
    asAdmin,
    "--leader-elect=false",
    `--service-account-private-key-file=${files.signingKey}`,
  ]);
  use("scheduler", parts, ["scheduler", asAdmin, "--leader-elect=false"]);
  use("kubelet", parts, [
    "kubelet",
    asAdmin,
    `--config=${files.kubelet}`,
    `--root-dir=${folder}/kubelet`,
    `--hostname-override=${nodeName}`,
    `--node-ip=${addresses.node}`,
    `--node-labels=${boxNodes.key}=${boxNodes.value}`,
  ]);
  importImages(files.socket, [image, pauseImage], env);
  kubectl("create", "namespace", namespace);
  kubectl("label", "namespace", namespace, "pod-security.kubernetes.io/enforce=restricted");
  kubectl("-n", namespace, "create", "role", "boxes", "--verb=create,get,list,delete", "--resource=pods");
  kubectl("-n", namespace, "create", "rolebinding", "boxes", "--role=boxes", `--user=${users.service}`);
  kubectl("create", "-f", writeRuntimeClass(folder));
  await until("The node", () =>
    succeeds("wait", "--for=condition=Ready", `node/${nodeName}`, "--timeout=1s"),
  );
  await until("The service account", () => succeeds("-n", namespace, "get", "serviceaccount", "default"));

  const started = starting.move();
  return {
    service: files.service,
    admin: files.admin,
    kubectl,
    stopApi: async () => end(api),
    startApi,
    [Symbol.asyncDispose]: async () => {
      spawnSync("kubectl", [asAdmin, "-n", namespace, "delete", "pods", "--all", "--force"], { env });
      await started.disposeAsync();
    },
  };
}

/** Where the set-up has put them. */
function readBinaries(): Binaries {
  const { CLUSTER_PARTS: parts, CLUSTER_ROOT: root, RUNSC_BINARY: runsc, RUNSC_SHIM: shim } = process.env;
  if (!parts || !root || !runsc || !shim)
    throw new Error("Use npm run test:cluster or npm run bench:cluster, which build Kubernetes and gVisor.");
  return { parts, root, gvisor: { runsc, shim } };
}

function writeRuntimeClass(folder: string): string {
  const file = join(folder, "runtime-class.json");
  const metadata = { name: gvisorRuntime };
  const content = { apiVersion: "node.k8s.io/v1", kind: "RuntimeClass", metadata, handler: gvisorRuntime };
  writeFileSync(file, JSON.stringify(content));
  return file;
}

/** The settings with which the service runs boxes there. */
export function clusterEnvironment({ service }: SingleNode, image: string) {
  const { key, value } = boxNodes;
  return {
    SANDBOX_IMAGE: `docker.io/library/${image}`,
    SANDBOX_NODE_SELECTOR: `${key}=${value}`,
    SANDBOX_TOLERATIONS: `${key}=${value}:NoSchedule`,
    KUBECONFIG: service,
  };
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  const over = new AbortController();
  await Promise.race([
    ended,
    wait(10_000, undefined, { signal: over.signal }).then(
      () => child.kill("SIGKILL"),
      () => undefined,
    ),
  ]);
  over.abort();
}

/** What keeps a Pod's namespaces open. The sandbox image has a Python, and nothing is pulled. */
function buildPause(image: string, name: string): void {
  const input = `FROM ${image}\nENTRYPOINT ["python3", "-I", "-S", "-c", "import signal; signal.pause()"]\n`;
  const { status, stderr } = spawnSync("docker", ["build", "-q", "-t", name, "-"], {
    input,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The pause image was not built: ${stderr}`);
}

function importImages(socket: string, images: readonly string[], env: NodeJS.ProcessEnv): void {
  const copy = `docker save ${images.join(" ")} | ctr -a ${socket} -n k8s.io images import -`;
  const { status, stderr } = spawnSync("sh", ["-c", copy], { encoding: "utf8", env });
  if (status !== 0) throw new Error(`The images were not copied: ${stderr}`);
}

function mountsBelow(folder: string): string[] {
  const places = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "");
  return places.filter((place) => place.startsWith(folder)).toReversed();
}

function tails(folder: string): string {
  return spawnSync("sh", ["-c", `tail -n 8 ${folder}/*.log`], { encoding: "utf8" }).stdout;
}
