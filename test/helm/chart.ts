import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";

/** A Helm built from its module assumes an old cluster unless it gets the version. */
const cluster = ["--kube-version", "1.35.0"];
const folder = join(import.meta.dirname, "../../deploy/helm/assay");

/** By the names that the tests use. */
export const valueFiles = {
  default: [],
  minimal: ["--values", join(folder, "ci/minimal-values.yaml")],
  everything: ["--values", join(folder, "ci/everything-values.yaml")],
} as const;

export type ValueFile = keyof typeof valueFiles;

function helm(...args: readonly string[]): { status: number | null; output: string; errors: string } {
  const { status, stdout, stderr } = spawnSync(process.env["HELM_BINARY"]!, args, { encoding: "utf8" });
  return { status, output: stdout, errors: stderr };
}

export function lint(values: ValueFile) {
  return helm("lint", "--strict", folder, ...cluster, ...valueFiles[values]);
}

export function template(values: ValueFile, ...more: readonly string[]) {
  return helm("template", "try", folder, "--namespace", "checks", ...cluster, ...valueFiles[values], ...more);
}

/** The part of a Kubernetes object that the tests read. */
export type Manifest = Readonly<{
  kind: string;
  metadata: Readonly<{ name: string; namespace?: string; labels: Readonly<Record<string, string>> }>;
  spec: Readonly<Record<string, unknown>>;
  rules?: readonly Readonly<{ apiGroups: string[]; resources: string[]; verbs: string[] }>[];
}>;

/** A repeated key throws. */
export function render(values: ValueFile, ...more: readonly string[]): readonly Manifest[] {
  const { status, output, errors } = template(values, ...more);
  if (status !== 0) throw new Error(errors);
  const documents = parseAllDocuments(output, { uniqueKeys: true });
  if (!Array.isArray(documents)) throw new Error("Helm rendered nothing.");
  for (const { errors: problems } of documents) if (problems[0]) throw problems[0];
  return documents.map((document) => document.toJS() as Manifest | null).filter((each) => each !== null);
}
