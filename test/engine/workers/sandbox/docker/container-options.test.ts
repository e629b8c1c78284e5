import { expect, test } from "vitest";
import { containerOptions } from "../../../../../engine/workers/sandbox/docker/container-options.ts";
import { readDockerHost } from "../../../../../engine/docker-host.ts";
import { seccompProfile } from "../../../../../engine/workers/sandbox/seccomp.ts";

const settings = {
  image: "an-image",
  runtime: undefined,
  owner: "me",
  createdAtMs: 7,
  seccomp: seccompProfile,
};

type Profile = { defaultAction: string; syscalls: { names: string[]; action: string; args?: unknown[] }[] };
const profile = JSON.parse(seccompProfile) as Profile;
const allowedAlways = profile.syscalls
  .filter(({ action, args }) => action === "SCMP_ACT_ALLOW" && !args)
  .flatMap(({ names }) => names);

test("a box has every restriction", () => {
  const { HostConfig, ...container } = containerOptions({ ...settings, engine: "docker" });
  expect(container).toEqual({
    Image: "an-image",
    User: "65532:65532",
    WorkingDir: "/tmp",
    Hostname: "sandbox",
    Env: ["LANG=C.UTF-8", "HOME=/tmp"],
    Labels: { "assay.sandbox": "me", "assay.sandbox.created": "7" },
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    OpenStdin: true,
    StdinOnce: true,
    Tty: false,
    NetworkDisabled: true,
  });
  expect(HostConfig).toEqual({
    NetworkMode: "none",
    IpcMode: "none",
    CgroupnsMode: "private",
    Privileged: false,
    CapDrop: ["ALL"],
    SecurityOpt: ["no-new-privileges", `seccomp=${seccompProfile}`],
    ReadonlyRootfs: true,
    Tmpfs: {
      "/tmp": "rw,noexec,nosuid,nodev,mode=1777,size=32m,nr_inodes=4096",
      "/dev/shm": "rw,noexec,nosuid,nodev,mode=1777,size=16m,nr_inodes=256",
    },
    Memory: 268_435_456,
    MemorySwap: 268_435_456,
    OomScoreAdj: 500,
    CpuPeriod: 100_000,
    CpuShares: 256,
    CpuQuota: 100_000,
    PidsLimit: 64,
    Ulimits: [
      { Name: "nofile", Soft: 256, Hard: 256 },
      { Name: "fsize", Soft: 16_777_216, Hard: 16_777_216 },
      { Name: "core", Soft: 0, Hard: 0 },
    ],
    LogConfig: { Type: "none", Config: {} },
    AutoRemove: true,
    Init: false,
    RestartPolicy: { Name: "no" },
  });
});

test("a runtime is requested only when one is set", () => {
  const { HostConfig, Env } = containerOptions({ ...settings, runtime: "crun", engine: "docker" });
  expect(HostConfig).toMatchObject({ Runtime: "crun", PidsLimit: 64, Memory: 268_435_456 });
  expect(Env).toEqual(["LANG=C.UTF-8", "HOME=/tmp"]);
});

test("a program on gVisor is limited inside the box, since gVisor's own threads and memory count", () => {
  const { HostConfig, Env } = containerOptions({ ...settings, runtime: "runsc", engine: "docker" });
  expect(HostConfig).toMatchObject({ PidsLimit: 512, Memory: 536_870_912, MemorySwap: 536_870_912 });
  expect(HostConfig?.Ulimits).toContainEqual({ Name: "nproc", Soft: 64, Hard: 64 });
  expect(Env).toContain("ADDRESS_SPACE_MIB=384");
});

test("Podman gets no options that it refuses, and a process limit above its own low one", () => {
  const { Tmpfs, Ulimits } = containerOptions({ ...settings, engine: "podman" }).HostConfig ?? {};
  expect(JSON.stringify(Tmpfs)).not.toContain("nr_inodes");
  expect(Ulimits).toContainEqual({ Name: "nproc", Soft: 30_000, Hard: 30_000 });
});

test("system calls are refused with an error unless listed", () => {
  expect(profile.defaultAction).toBe("SCMP_ACT_ERRNO");
  expect(JSON.stringify(profile)).not.toContain("KILL");
  expect(allowedAlways.length).toBe(new Set(allowedAlways).size);
});

test.for([
  "socket",
  "socketpair",
  "clone",
  "clone3",
  "mknod",
  "mknodat",
  "personality",
  "fcntl",
  "ioctl",
  "prlimit64",
  ..."kill tkill tgkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_send_signal".split(" "),
  ..."io_uring_setup io_uring_enter userfaultfd bpf perf_event_open fanotify_init kcmp modify_ldt ioperm iopl".split(
    " ",
  ),
  ..."ptrace process_vm_readv process_vm_writev process_madvise pidfd_getfd mount umount2 pivot_root chroot".split(
    " ",
  ),
  ..."fsopen fsconfig fsmount fspick open_tree move_mount mount_setattr unshare setns keyctl add_key".split(
    " ",
  ),
  ..."request_key shmget shmat semget semop msgget msgsnd ipc mq_open setuid setgid setreuid setresuid".split(
    " ",
  ),
  ..."setgroups capset setpriority ioprio_set sched_setattr set_mempolicy mbind get_mempolicy".split(" "),
  ..."open_by_handle_at name_to_handle_at quotactl acct sync syncfs settimeofday clock_settime".split(" "),
  ..."adjtimex clock_adjtime reboot kexec_load init_module finit_module delete_module syslog swapon".split(
    " ",
  ),
  ..."sethostname vhangup memfd_secret landlock_create_ruleset pkey_alloc io_setup seccomp".split(" "),
])("%s is not allowed without a condition", (name) => {
  expect(allowedAlways).not.toContain(name);
});

test.for([
  [undefined, { socketPath: "/var/run/docker.sock" }],
  ["unix:///run/podman/podman.sock", { socketPath: "/run/podman/podman.sock" }],
  ["tcp://10.0.0.7:2375", { host: "10.0.0.7", port: 2375 }],
  ["tcp://[::1]:2375", { host: "::1", port: 2375 }],
  ["ssh://somewhere", undefined],
  ["tcp://somewhere", undefined],
  ["somewhere", undefined],
] as const)("DOCKER_HOST %s is interpreted as in Docker", ([host, address]) => {
  expect(readDockerHost(host)).toEqual(address);
});
