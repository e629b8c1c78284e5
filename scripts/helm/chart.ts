import { readFileSync } from "node:fs";
import { seccompProfile } from "../../engine/workers/sandbox/seccomp.ts";
import { valuesSchema } from "./values-schema.ts";

/** The files of the chart that are made from the code, by path. */
export function chartFiles(): Readonly<Record<string, string>> {
  return {
    "deploy/helm/assay/Chart.yaml": chartDescription(),
    "deploy/helm/assay/values.schema.json": toJson(valuesSchema()),
    "deploy/helm/assay/files/seccomp.json": toJson(nodeProfile()),
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

type EngineProfile = Readonly<{ archMap: readonly Readonly<{ architecture: string }>[] }>;

/** The profile of system calls as kubelet's runtimes read it from a file: without Docker's map of architectures. */
function nodeProfile(): object {
  const { archMap, ...rules } = JSON.parse(seccompProfile) as EngineProfile;
  return { ...rules, architectures: archMap.map(({ architecture }) => architecture) };
}

function toJson(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
