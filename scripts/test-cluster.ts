/**
 * The tests of the sandbox with every box a Pod, on a cluster of one node that is started for them. One file after
 * another, since some of them turn parts of the cluster off.
 */
import { listenForTests } from "./cluster/api-switch.ts";
import { checkChart } from "./cluster/check-chart.ts";
import { addresses, gvisorRuntime } from "./cluster/node-files.ts";
import { clusterEnvironment, startSingleNode } from "./cluster/single-node.ts";
import { runTools, type ToolRun } from "./tool-runs.ts";

const { CLUSTER_ROOT: root, HELM_BINARY: helm, SANDBOX_IMAGE: image } = process.env;
if (!root || !helm || !image)
  throw new Error("Use npm run test:cluster, which builds the cluster, Helm and the sandbox image.");

await using cluster = await startSingleNode(image);
checkChart(cluster, helm);
Object.assign(process.env, clusterEnvironment(cluster, image), {
  BOXES: "kubernetes",
  CLUSTER_ADMIN: cluster.admin,
  CLUSTER_NODE: addresses.node,
  PATH: `${root}/usr/bin:${process.env["PATH"]}`,
});
await using apiSwitch = await listenForTests(cluster);
process.env["CLUSTER_API_SWITCH"] = apiSwitch.path;
const asked = process.argv.slice(2);
const attacks = "test/engine/workers/sandbox/attacks.test.ts";
const boxes = (name: string, files: readonly string[]): ToolRun => ({
  name,
  tool: "vitest",
  args: ["run", "--no-file-parallelism", ...files],
});
const files = asked.length > 0 ? asked : ["test/engine/workers/sandbox/kubernetes", attacks];
const onRunc = await runTools([boxes("boxes on runc", files)], { afterFailure: "stop" });
process.env["SANDBOX_RUNTIME"] = gvisorRuntime;
const onGvisor = await runTools([boxes("boxes on gVisor", asked.length > 0 ? asked : [attacks])], {
  afterFailure: "stop",
});
process.exitCode = onRunc || onGvisor;
