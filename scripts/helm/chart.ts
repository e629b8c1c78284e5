import { readFileSync } from "node:fs";
import { nodeProfile } from "../../engine/workers/sandbox/kubernetes/node-profile.ts";
import { valuesSchema } from "./values-schema.ts";

/** The files of the chart that are made from the code, by path. */
export function chartFiles(): Readonly<Record<string, string>> {
  return {
    "deploy/helm/assay/Chart.yaml": chartDescription(),
    "deploy/helm/assay/values.schema.json": `${JSON.stringify(valuesSchema(), undefined, 2)}\n`,
    "deploy/helm/assay/files/seccomp.json": nodeProfile(),
  };
}

/** The chart has the version of the code, and installs the images of that version. */
function chartDescription(): string {
  const { version, description } = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, string>;
  return `# Written by \`npm run docs\` from scripts/helm/chart.ts.
apiVersion: v2
name: assay
description: ${JSON.stringify(description)}
type: application
version: ${version}
appVersion: ${JSON.stringify(version)}
# Since then a Pod can wait before it stops.
kubeVersion: ">=1.30.0-0"
`;
}
