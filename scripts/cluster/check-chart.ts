import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SingleNode } from "./single-node.ts";

const chart = "deploy/helm/assay";
/** The test cluster has no Prometheus operator, and so no such kind. */
const lacking = "serviceMonitor.enabled=false";

/** The chart with every set of values, as a real API server takes it: a field that is misspelt fails. */
export function checkChart({ kubectl }: Pick<SingleNode, "kubectl">, helm: string): void {
  for (const values of readdirSync(join(chart, "ci"))) {
    const args = [
      "template",
      "assay",
      chart,
      "-f",
      join(chart, "ci", values),
      "--set",
      lacking,
      "--kube-version",
      "1.35",
    ];
    const { status, stdout, stderr } = spawnSync(helm, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`helm template with ${values}: ${stderr}`);
    const file = join(tmpdir(), `assay-chart-${process.pid}.yaml`);
    writeFileSync(file, stdout);
    process.stdout.write(
      `${values}\n${kubectl("apply", "--dry-run=server", "--validate=strict", "-f", file)}\n`,
    );
  }
}
