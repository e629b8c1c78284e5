/** What a box costs as a container and as a Pod, in one run and in turns. */
import { spawnSync } from "node:child_process";
import { measureDrivers } from "../test/bench/drivers.ts";
import { printRows } from "../test/bench/row.ts";
import { gvisorRuntime } from "./cluster/node-files.ts";
import { clusterEnvironment, startSingleNode } from "./cluster/single-node.ts";
import { startGvisorEngine } from "./gvisor-engine.ts";

const { RUNSC_BINARY: runsc, SANDBOX_IMAGE: image } = process.env;
if (!runsc || !image)
  throw new Error("Use npm run bench:cluster, which builds the cluster, gVisor and the sandbox image.");

await using cluster = await startSingleNode(image, "gvisor");
await using gvisorEngine = await startGvisorEngine(runsc, image);
const docker = { SANDBOX: "docker", SANDBOX_IMAGE: image };
const kubernetes = { SANDBOX: "kubernetes", ...clusterEnvironment(cluster, image) };
const onGvisor = { SANDBOX_RUNTIME: gvisorRuntime };
const rows = await measureDrivers({
  "Docker, runc": docker,
  "Kubernetes, runc": kubernetes,
  "Docker, gVisor": { ...docker, ...onGvisor, DOCKER_HOST: gvisorEngine.dockerHost },
  "Kubernetes, gVisor": { ...kubernetes, ...onGvisor },
});
const engine = spawnSync("docker", ["version", "--format", "{{.Server.Version}}"], { encoding: "utf8" });
const node = cluster.kubectl(
  "get",
  "nodes",
  "-o",
  "jsonpath={.items[0].status.nodeInfo.kubeletVersion} {.items[0].status.nodeInfo.containerRuntimeVersion}",
);
const day = new Date().toISOString().slice(0, 10);
printRows(`A box in Docker ${engine.stdout.trim()} and on Kubernetes ${node}, medians, ${day}`, rows);
