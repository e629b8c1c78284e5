import type { V1Pod } from "@kubernetes/client-node";
import { boxFolder } from "../../../package-layer.ts";
import { boxLifetimeMs, type Mark, type SharedPackages } from "../driver.ts";

/** On every Pod and claim that any service's sandbox makes. */
export const boxLabel = "assay.dev/box";
/** Annotations, since a label may not hold what names a process. */
const ownerNote = "assay.dev/owner";
const createdNote = "assay.dev/created";

/** Where the harness in a Pod listens. */
export const boxPort = 7070;

export type Toleration = Readonly<{ key: string; value: string; effect: string }>;

export type PodSettings = Readonly<{
  image: string;
  /** The RuntimeClass; unset: the cluster's default. Names that begin with runsc get the limits of gVisor. */
  runtime: string | undefined;
  /** The nodes that boxes may be on. */
  nodeSelector: Readonly<Record<string, string>>;
  tolerations: readonly Toleration[];
  /** The profile of system calls, as a path in the kubelet's folder of such profiles. */
  seccompProfile: string;
  packages?: SharedPackages | undefined;
}>;

/** What names a box, for who finds it left over. */
export function toMetadata(name: string, { owner, createdAtMs }: Mark) {
  return {
    name,
    labels: { [boxLabel]: "true" },
    annotations: { [ownerNote]: owner, [createdNote]: String(createdAtMs) },
  };
}

export function toMark(annotations: Readonly<Record<string, string>> = {}): Mark {
  return { owner: annotations[ownerNote] ?? "", createdAtMs: Number(annotations[createdNote] ?? 0) };
}

/**
 * The one kind of Pod that submitted code ever runs in. What a Pod cannot be told, limits of files, of processor time and
 * that there is no network, the harness sees to itself.
 */
export function podOf(
  { image, runtime, nodeSelector, tolerations, seccompProfile, packages }: PodSettings,
  name: string,
  { mark, keySha256 }: Readonly<{ mark: Mark; keySha256: string }>,
): V1Pod {
  const isGvisor = runtime?.startsWith("runsc") ?? false;
  const claimName = packages?.volume;
  const memory = (sizeLimit: string) => ({ medium: "Memory", sizeLimit });
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: toMetadata(name, mark),
    spec: {
      // Nothing runs beyond it, even where every service has died.
      activeDeadlineSeconds: boxLifetimeMs / 1000,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      restartPolicy: "Never",
      terminationGracePeriodSeconds: 1,
      hostname: "sandbox",
      // The names of the cluster are nothing that a program should read.
      dnsPolicy: "None",
      dnsConfig: { nameservers: ["127.0.0.1"] },
      ...(runtime && { runtimeClassName: runtime }),
      nodeSelector: { ...nodeSelector },
      tolerations: tolerations.map((each) => ({ ...each, operator: "Equal" })),
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 65532,
        runAsGroup: 65532,
        seccompProfile: { type: "Localhost", localhostProfile: seccompProfile },
      },
      containers: [
        {
          name: "box",
          image,
          imagePullPolicy: "IfNotPresent",
          workingDir: "/tmp",
          env: Object.entries({
            LANG: "C.UTF-8",
            HOME: "/tmp",
            BOX_PORT: String(boxPort),
            BOX_KEY_SHA256: keySha256,
            // Kubelets end the whole container where its memory is used up, so a program has a limit of its own.
            ADDRESS_SPACE_MIB: "384",
            // Elsewhere the kernel counts them per user over all boxes of a node, and the node's own limit must do.
            ...(isGvisor && { MAX_PROCESSES: "64" }),
          }).map(([key, value]) => ({ name: key, value })),
          ports: [{ containerPort: boxPort }],
          resources: {
            requests: { cpu: "250m", memory: "512Mi" },
            limits: { cpu: "1", memory: "512Mi" },
          },
          securityContext: {
            allowPrivilegeEscalation: false,
            privileged: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ["ALL"] },
          },
          volumeMounts: [
            { name: "tmp", mountPath: "/tmp" },
            { name: "shm", mountPath: "/dev/shm" },
            ...(claimName === undefined ? [] : [{ name: "packages", mountPath: boxFolder, readOnly: true }]),
          ],
        },
      ],
      volumes: [
        { name: "tmp", emptyDir: memory("32Mi") },
        { name: "shm", emptyDir: memory("16Mi") },
        ...(claimName === undefined
          ? []
          : [{ name: "packages", persistentVolumeClaim: { claimName, readOnly: true } }]),
      ],
    },
  };
}
