/**
 * The tests of the sandbox, and programs that lie to their examples, with every box a Pod, on a cluster of one node that is started for them. One file after
 * another, since some of them turn parts of the cluster off.
 */
import { listenForTests } from "./cluster/api-switch.ts";
import { checkChart } from "./cluster/check-chart.ts";
import { addresses, gvisorRuntime } from "./cluster/node-files.ts";
import { clusterEnvironment, startSingleNode } from "./cluster/single-node.ts";
import { runTools } from "./tool-runs.ts";

const { CLUSTER_ROOT: root, HELM_BINARY: helm, SANDBOX_IMAGE: image } = process.env;
if (!root || !helm || !image)
  throw new Error("Use npm run test:cluster, which builds the cluster, gVisor, Helm and the sandbox image.");
process.env["PATH"] = `${root}/usr/bin:${process.env["PATH"]}`;

const [folder, attacks] = ["kubernetes", "attacks.test.ts"].map(
  (name) => `test/engine/workers/sandbox/${name}`,
) as [string, string];
const forgingPrograms = "test/engine/execute/forge.test.ts";
const asked = process.argv.slice(2);
const onRunc = await testBoxes("runc", image, asked.length > 0 ? asked : [folder, attacks, forgingPrograms]);
const onGvisor = await testBoxes("gvisor", image, asked.length > 0 ? asked : [attacks, forgingPrograms]);
process.exitCode = onRunc || onGvisor;

async function testBoxes(
  runtime: "runc" | "gvisor",
  sandboxImage: string,
  files: readonly string[],
): Promise<number> {
  await using cluster = await startSingleNode(sandboxImage, runtime);
  if (runtime === "runc") checkChart(cluster, helm!);
  await using apiSwitch = await listenForTests(cluster);
  Object.assign(process.env, clusterEnvironment(cluster, sandboxImage), {
    BOXES: "kubernetes",
    CLUSTER_ADMIN: cluster.admin,
    CLUSTER_NODE: addresses.node,
    CLUSTER_API_SWITCH: apiSwitch.path,
    ...(runtime === "gvisor" && { SANDBOX_RUNTIME: gvisorRuntime }),
  });
  const args = ["run", "--no-file-parallelism", ...files];
  return await runTools([{ name: `boxes on ${runtime}`, tool: "vitest", args }], { afterFailure: "stop" });
}
