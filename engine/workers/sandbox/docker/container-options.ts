import type { ContainerCreateOptions } from "dockerode";
import { boxFolder } from "../../../package-layer.ts";
import type { SharedPackages } from "../driver.ts";

const mib = 1024 * 1024;

/** Who made a container; the value names the process. */
export const ownerLabel = "assay.sandbox";
/** When, in Unix milliseconds. */
export const createdLabel = "assay.sandbox.created";

/** An option that dockerode's types do not have. */
const ownCgroups = { CgroupnsMode: "private" };

/** Podman's Docker API differs in a few options. */
export type EngineKind = "docker" | "podman";

const usual = { memoryMib: 256, pids: 64 };
/**
 * gVisor's own memory and threads count in the container's limits, and to reach one of these ends the whole box: they are
 * wider, and inside the box a program has limits of its own. There, nproc counts the processes of one box.
 */
const ofGvisor = { memoryMib: 512, pids: 512, addressSpaceMib: 384, nproc: 64 };

type Settings = Readonly<{
  image: string;
  /** Unset: the engine's own default. */
  runtime: string | undefined;
  owner: string;
  createdAtMs: number;
  engine: EngineKind;
  packages?: SharedPackages | undefined;
  /** The profile of system calls, as the engine takes it: itself, or the path of its file. */
  seccomp: string;
}>;

function mountOf({ folder, volume }: SharedPackages) {
  const from =
    volume === undefined
      ? { Type: "bind" as const, Source: folder }
      : { Type: "volume" as const, Source: volume };
  return { ...from, Target: boxFolder, ReadOnly: true };
}

/** The one kind of container that submitted code ever runs in. */
export function containerOptions({
  image,
  runtime,
  owner,
  createdAtMs,
  engine,
  packages,
  seccomp,
}: Settings): ContainerCreateOptions {
  const tmpfs = (sizeMib: number, inodes: number): string =>
    [
      "rw,noexec,nosuid,nodev,mode=1777",
      `size=${sizeMib}m`,
      ...(engine === "docker" ? [`nr_inodes=${inodes}`] : []),
    ].join(",");
  const isGvisor = runtime?.startsWith("runsc") ?? false;
  const { memoryMib, pids } = isGvisor ? ofGvisor : usual;
  const ulimit = (Name: string, limit: number) => ({ Name, Soft: limit, Hard: limit });

  return {
    Image: image,
    User: "65532:65532",
    WorkingDir: "/tmp",
    Hostname: "sandbox",
    // PATH is the image's: a fixed one would hide an interpreter in /usr/local.
    Env: [
      "LANG=C.UTF-8",
      "HOME=/tmp",
      ...(isGvisor ? [`ADDRESS_SPACE_MIB=${ofGvisor.addressSpaceMib}`] : []),
    ],
    Labels: { [ownerLabel]: owner, [createdLabel]: String(createdAtMs) },
    // The channel of frames. It closes with the service, and then the harness ends.
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    OpenStdin: true,
    StdinOnce: true,
    Tty: false,
    NetworkDisabled: true,
    HostConfig: {
      ...(runtime && { Runtime: runtime }),
      NetworkMode: "none",
      IpcMode: "none",
      ...ownCgroups,
      Privileged: false,
      CapDrop: ["ALL"],
      SecurityOpt: ["no-new-privileges", `seccomp=${seccomp}`],
      ReadonlyRootfs: true,
      // What is put into the folder later is seen at once, and nothing in it can be changed from inside.
      ...(packages !== undefined && { Mounts: [mountOf(packages)] }),
      Tmpfs: {
        "/tmp": tmpfs(32, 4096),
        // Its own, since IpcMode none gives none: multiprocessing needs it.
        "/dev/shm": tmpfs(16, 256),
      },
      // The same limit for both: no swap. Pages of the mounts above count in it.
      Memory: memoryMib * mib,
      MemorySwap: memoryMib * mib,
      OomScoreAdj: 500,
      // A quarter of what others have: where processors are scarce, checking and answering go before running.
      CpuShares: 256,
      CpuPeriod: 100_000,
      CpuQuota: 100_000,
      // Never nproc on Docker: the kernel counts it per user over all boxes. Podman sets a low one of its own.
      PidsLimit: pids,
      Ulimits: [
        ulimit("nofile", 256),
        ulimit("fsize", 16 * mib),
        ulimit("core", 0),
        ...(isGvisor ? [ulimit("nproc", ofGvisor.nproc)] : []),
        ...(engine === "podman" && !isGvisor ? [ulimit("nproc", 30_000)] : []),
      ],
      // A flood of output must not fill the host's disk.
      LogConfig: { Type: "none", Config: {} },
      AutoRemove: true,
      Init: false,
      RestartPolicy: { Name: "no" },
    },
  };
}
