/** What a box costs as a container and as a Pod, in one run and in turns. */
import { spawnSync } from "node:child_process";
import { measureDrivers } from "../test/bench/drivers.ts";
import { printRows } from "../test/bench/row.ts";
import { clusterEnvironment, startSingleNode } from "./cluster/single-node.ts";

const { CLUSTER_PARTS: parts, CLUSTER_ROOT: root, SANDBOX_IMAGE: image } = process.env;
if (!parts || !root || !image)
  throw new Error("Use npm run bench:cluster, which builds the cluster and the sandbox image.");

await using cluster = await startSingleNode({ parts, root }, image);
const docker = { SANDBOX: "docker", SANDBOX_IMAGE: image };
const kubernetes = { SANDBOX: "kubernetes", ...clusterEnvironment(cluster, image) };
const rows = await measureDrivers({ docker, kubernetes });
const engine = spawnSync("docker", ["version", "--format", "{{.Server.Version}}"], { encoding: "utf8" });
const node = cluster.kubectl(
  "get",
  "nodes",
  "-o",
  "jsonpath={.items[0].status.nodeInfo.kubeletVersion} {.items[0].status.nodeInfo.containerRuntimeVersion}",
);
const day = new Date().toISOString().slice(0, 10);
printRows(`A box in Docker ${engine.stdout.trim()} and on Kubernetes ${node}, runc, medians, ${day}`, rows);
