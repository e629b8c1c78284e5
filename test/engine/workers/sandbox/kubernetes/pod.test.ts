import { expect, test } from "vitest";
import { nodeProfile } from "../../../../../engine/workers/sandbox/kubernetes/node-profile.ts";
import { podOf, toMark } from "../../../../../engine/workers/sandbox/kubernetes/pod.ts";
import { seccompProfile } from "../../../../../engine/workers/sandbox/seccomp.ts";

const settings = {
  image: "an-image",
  runtime: undefined,
  nodeSelector: { "assay.dev/boxes": "true" },
  tolerations: [{ key: "assay.dev/boxes", value: "true", effect: "NoSchedule" }],
  seccompProfile: "assay.json",
};
const mark = { owner: "a host|7|123", createdAtMs: 9 };
const given = { mark, keySha256: "abc" };

test("a Pod has every possible restriction", () => {
  const { metadata, spec } = podOf(settings, "box-1", given);
  expect(metadata).toEqual({
    name: "box-1",
    labels: { "assay.dev/box": "true" },
    annotations: { "assay.dev/owner": "a host|7|123", "assay.dev/created": "9" },
  });
  expect(toMark(metadata!.annotations)).toEqual(mark);
  const { containers, ...pod } = spec!;
  expect(pod).toEqual({
    activeDeadlineSeconds: 900,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    restartPolicy: "Never",
    terminationGracePeriodSeconds: 1,
    hostname: "sandbox",
    dnsPolicy: "None",
    dnsConfig: { nameservers: ["127.0.0.1"] },
    nodeSelector: { "assay.dev/boxes": "true" },
    tolerations: [{ key: "assay.dev/boxes", operator: "Equal", value: "true", effect: "NoSchedule" }],
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 65_532,
      runAsGroup: 65_532,
      seccompProfile: { type: "Localhost", localhostProfile: "assay.json" },
    },
    volumes: [
      { name: "tmp", emptyDir: { medium: "Memory", sizeLimit: "32Mi" } },
      { name: "shm", emptyDir: { medium: "Memory", sizeLimit: "16Mi" } },
    ],
  });
  expect(containers).toEqual([
    {
      name: "box",
      image: "an-image",
      imagePullPolicy: "IfNotPresent",
      workingDir: "/tmp",
      env: [
        { name: "LANG", value: "C.UTF-8" },
        { name: "HOME", value: "/tmp" },
        { name: "BOX_PORT", value: "7070" },
        { name: "BOX_KEY_SHA256", value: "abc" },
        { name: "ADDRESS_SPACE_MIB", value: "384" },
      ],
      ports: [{ containerPort: 7070 }],
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
      ],
    },
  ]);
});

test("the harness on gVisor limits the number of processes", () => {
  const { spec } = podOf({ ...settings, runtime: "runsc-assay" }, "box-1", given);
  expect(spec!.runtimeClassName).toBe("runsc-assay");
  expect(spec!.containers[0]!.env).toContainEqual({ name: "MAX_PROCESSES", value: "64" });
});

test("nodes get the same seccomp profile with their own architecture names", () => {
  const { architectures, ...rules } = JSON.parse(nodeProfile()) as { architectures: string[] };
  expect(architectures).toEqual(["SCMP_ARCH_X86_64", "SCMP_ARCH_AARCH64"]);
  expect(JSON.parse(seccompProfile)).toMatchObject(rules);
});
