import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeProfile } from "../../engine/workers/sandbox/kubernetes/node-profile.ts";

/** Inside a network namespace of its own, so anything may be here. */
export const addresses = { node: "10.99.0.1", pods: "10.88.0.0/24", services: "10.96.0.0/16" };
export const nodeName = "box-node";
/** What connects the Pods; their first one makes it. */
export const podBridge = "boxes0";
const seccompProfileName = "assay.json";
/** The label and the taint of the nodes that boxes are on. */
export const boxNodes = { key: "assay.dev/boxes", value: "true" };

/** Its name as a handler of the node and as a RuntimeClass. */
export const gvisorRuntime = "runsc";
/** The runtime and what containerd starts it by. */
export type Gvisor = Readonly<{ runsc: string; shim: string }>;

/** Who may do what is decided by the API server: the service is not an administrator. */
export const users = { admin: "cluster-admin", service: "assay-service" };

export type NodeFiles = Readonly<{
  folder: string;
  admin: string;
  service: string;
  containerd: string;
  kubelet: string;
  tokens: string;
  signingKey: string;
  verifyingKey: string;
  socket: string;
}>;

type NodeSettings = Readonly<{ pauseImage: string; cni: string; gvisor: Gvisor; maxProcesses: number }>;

/** Everything that the parts of a single-node cluster read, in one folder. */
export function writeNodeFiles(
  folder: string,
  { pauseImage, cni, gvisor, maxProcesses }: NodeSettings,
): NodeFiles {
  const place = (...parts: string[]): string => join(folder, ...parts);
  for (const each of ["cni", "kubelet/seccomp", "pod-logs", "certificates"])
    mkdirSync(place(each), { recursive: true });
  const write = (name: string, content: string | object): string => {
    const file = place(name);
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, undefined, 2));
    return file;
  };

  const tokens = { admin: randomBytes(24).toString("hex"), service: randomBytes(24).toString("hex") };
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const socket = place("containerd.sock");
  const runsc = write("runsc.toml", gvisorSettings(gvisor));
  write(`kubelet/seccomp/${seccompProfileName}`, nodeProfile());
  write("cni/10-boxes.conflist", network(addresses.pods));
  return {
    folder,
    socket,
    admin: write("admin.kubeconfig", kubeconfig(tokens.admin)),
    service: write("service.kubeconfig", kubeconfig(tokens.service)),
    tokens: write(
      "tokens.csv",
      `${tokens.admin},${users.admin},1,system:masters\n${tokens.service},${users.service},2\n`,
    ),
    signingKey: write("service-accounts.key", privateKey),
    verifyingKey: write("service-accounts.pub", publicKey),
    containerd: write(
      "containerd.toml",
      containerdSettings({ folder, socket, pauseImage, cni, runsc, shim: gvisor.shim }),
    ),
    kubelet: write("kubelet.json", kubeletSettings(folder, { socket, maxProcesses })),
  };
}

function kubeconfig(token: string): object {
  const name = "single-node";
  const cluster = { server: `https://${addresses.node}:6443`, "insecure-skip-tls-verify": true };
  return {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    "current-context": name,
  };
}

function network(subnet: string): object {
  const ipam = { type: "host-local", ranges: [[{ subnet }]], routes: [{ dst: "0.0.0.0/0" }] };
  const bridge = { type: "bridge", bridge: podBridge, isGateway: true, ipMasq: false, ipam };
  return { cniVersion: "1.0.0", name: "boxes", plugins: [bridge, { type: "loopback" }] };
}

type ContainerdPlaces = Readonly<
  Record<"folder" | "socket" | "pauseImage" | "cni" | "runsc" | "shim", string>
>;

function containerdSettings({ folder, socket, pauseImage, cni, runsc, shim }: ContainerdPlaces): string {
  return `version = 2
root = "${folder}/images"
state = "${folder}/running"
[grpc]
address = "${socket}"
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "${pauseImage}"
restrict_oom_score_adj = true
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "${cni}"
conf_dir = "${folder}/cni"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
runtime_type = "io.containerd.runc.v2"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.${gvisorRuntime}]
runtime_type = "io.containerd.runsc.v1"
runtime_path = "${shim}"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.${gvisorRuntime}.options]
TypeUrl = "io.containerd.runsc.v1.options"
ConfigPath = "${runsc}"
`;
}

/** Without the last, profiles of system calls are ignored. */
function gvisorSettings({ runsc }: Gvisor): string {
  return `binary_name = "${runsc}"
[runsc_config]
platform = "systrap"
oci-seccomp = "true"
`;
}

function kubeletSettings(
  folder: string,
  { socket, maxProcesses }: Readonly<{ socket: string; maxProcesses: number }>,
): object {
  return {
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    kind: "KubeletConfiguration",
    containerRuntimeEndpoint: `unix://${socket}`,
    cgroupDriver: "cgroupfs",
    cgroupRoot: "/",
    failCgroupV1: false,
    failSwapOn: false,
    authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
    authorization: { mode: "AlwaysAllow" },
    enforceNodeAllocatable: [],
    evictionHard: { "memory.available": "0%", "nodefs.available": "0%", "imagefs.available": "0%" },
    imageGCHighThresholdPercent: 100,
    makeIPTablesUtilChains: false,
    podLogsDir: `${folder}/pod-logs`,
    resolvConf: "",
    maxPods: 40,
    // A Pod cannot be told such a limit itself; the pause process counts in it.
    podPidsLimit: maxProcesses,
    registerWithTaints: [{ ...boxNodes, effect: "NoSchedule" }],
    syncFrequency: "2s",
    volumePluginDir: `${folder}/volume-plugins`,
  };
}
