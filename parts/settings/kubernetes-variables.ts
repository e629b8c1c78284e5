import { z } from "zod";
import { operatorSecret } from "./environment.ts";

const label = /^([\w./-]+)=([\w.-]*)$/;
const taint = /^([\w./-]+)=([\w.-]*):(NoSchedule|PreferNoSchedule|NoExecute)$/;

/** Entries with commas between them, each read by its shape. */
const listOf = <Entry>(shape: RegExp, message: string, toEntry: (parts: string[]) => Entry) =>
  z
    .string()
    .default("")
    .transform((text) => text.split(",").map((entry) => entry.trim()))
    .transform((entries) => entries.filter((entry) => entry !== ""))
    .pipe(
      z.array(
        z
          .string()
          .regex(shape, message)
          .transform((entry) => toEntry(shape.exec(entry)!.slice(1))),
      ),
    );

/** Where boxes are, when they are Pods. */
export const kubernetesVariables = {
  KUBECONFIG: z.string().optional(),
  SANDBOX_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, "must be the name of a namespace")
    .default("assay-boxes"),
  SANDBOX_NODE_SELECTOR: listOf(
    label,
    "must be label=value, separated by commas",
    ([key = "", value = ""]) => [key, value] as const,
  ),
  SANDBOX_TOLERATIONS: listOf(
    taint,
    "must be key=value:NoSchedule, separated by commas",
    ([key = "", value = "", effect = ""]) => ({ key, value, effect }),
  ),
  SANDBOX_SECCOMP_PROFILE: z
    .string()
    .regex(/^[\w.-]+(?:\/[\w.-]+)*$/, "must be a path in the kubelet's folder of profiles")
    .default("assay.json"),
  SANDBOX_WARM_POOL: z.string().optional(),
  // The harness reads no longer ones.
  SANDBOX_WARM_POOL_SECRET: operatorSecret.max(255).optional(),
};
