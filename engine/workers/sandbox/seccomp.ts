/** How a rule looks at one argument of a system call. */
type Argument = Readonly<{ index: number; value: number; valueTwo?: number; op: string }>;
type Rule = Readonly<{
  names: readonly string[];
  action: string;
  args?: readonly Argument[];
  errnoRet?: number;
}>;

/** What ordinary programs ask of the kernel, by subject. Whatever is not named here is refused. */
const allowed = {
  files: `access chdir chmod chown close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2
    fadvise64 fallocate fchdir fchmod fchmodat fchmodat2 fchown fchownat fdatasync flock fstat fstatfs fsync
    ftruncate futimesat getcwd getdents getdents64 lchown link linkat lseek lstat mkdir mkdirat newfstatat open
    openat openat2 pread64 preadv preadv2 pwrite64 pwritev pwritev2 read readahead readlink readlinkat readv rename
    renameat renameat2 rmdir sendfile splice stat statfs statx symlink symlinkat sync_file_range tee truncate umask
    unlink unlinkat utime utimensat utimes vmsplice write writev`,
  attributes: `fgetxattr flistxattr fremovexattr fsetxattr getxattr lgetxattr listxattr llistxattr lremovexattr
    lsetxattr removexattr setxattr`,
  waiting: `epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2
    inotify_add_watch inotify_init inotify_init1 inotify_rm_watch pause pipe pipe2 poll ppoll pselect6 select signalfd
    signalfd4`,
  memory: `brk madvise membarrier memfd_create mincore mlock mlock2 mlockall mmap mprotect mremap msync munlock
    munlockall munmap`,
  processes: `arch_prctl execve execveat exit exit_group fork getpgid getpgrp getpid getppid getsid gettid
    pidfd_open prctl restart_syscall set_robust_list get_robust_list set_tid_address setpgid setsid
    vfork wait4 waitid rseq`,
  signals: `rt_sigaction rt_sigpending rt_sigprocmask rt_sigreturn rt_sigsuspend rt_sigtimedwait
    sigaltstack`,
  threads: `futex futex_requeue futex_wait futex_waitv futex_wake getcpu sched_get_priority_max
    sched_get_priority_min sched_getaffinity sched_getattr sched_getparam sched_getscheduler sched_rr_get_interval
    sched_setaffinity sched_yield`,
  time: `alarm clock_getres clock_gettime clock_nanosleep getitimer gettimeofday nanosleep setitimer time times
    timer_create timer_delete timer_getoverrun timer_gettime timer_settime timerfd_create timerfd_gettime
    timerfd_settime`,
  identity: `capget getegid geteuid getgid getgroups getpriority getrandom getresgid getresuid getrlimit getrusage
    getuid ioprio_get setrlimit sysinfo uname`,
  // Of sockets that exist: which may be made is said below.
  sockets: `accept accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmmsg recvmsg sendmmsg
    sendmsg sendto setsockopt shutdown`,
};

const family = { unix: 1, inet: 2, inet6: 10 };
const namespaceFlags = 0x7e020000;
const fileType = { mask: 0o170000, fifo: 0o010000 };
/** Their first argument names the process or, of `tkill`, the thread; the first process has one thread, of its own number. */
const sendsSignal = ["kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"];
const firstProcess = 1;
/** Of `fcntl`: copies, flags, locks, pipes, sealed memory. Not the three that say who gets signals, and which. */
const descriptorCommands = {
  lowest: { mask: 0xfffffff8, value: 0 },
  others: [9, 11, 16, 36, 37, 38, 1030, 1031, 1032, 1033, 1034],
};
/** FIOSETOWN and SIOCSPGRP name who gets the signals of a descriptor; the two beside them are no loss. */
const ownerRequests = { mask: 0xfffffffc, value: 0x8900 };
const allBits = 0xffffffff;
const permissionDenied = 1;
const notImplemented = 38;

const allow = (names: readonly string[], ...args: Argument[]): Rule => ({
  names,
  action: "SCMP_ACT_ALLOW",
  ...(args.length > 0 && { args }),
});
const equals = (index: number, value: number): Argument => ({ index, value, op: "SCMP_CMP_EQ" });
const masked = (index: number, mask: number, value: number): Argument => ({
  index,
  value: mask,
  valueTwo: value,
  op: "SCMP_CMP_MASKED_EQ",
});

const same = (index: number, value: number): Argument => masked(index, allBits, value);

/**
 * Allows the calls unless the bits of the mask are the value. A profile cannot say that, so each of these bits has a rule
 * that allows where it differs. The upper half of a register is in no mask: the kernel ignores it for these arguments.
 */
function allowUnless(names: readonly string[], index: number, { mask, value }: typeof ownerRequests): Rule[] {
  const bits = Array.from({ length: 32 }, (_, n) => 2 ** n).filter((bit) => hasBit(mask, bit));
  return bits.map((bit) => allow(names, masked(index, bit, hasBit(value, bit) ? 0 : bit)));
}

function hasBit(value: number, bit: number): boolean {
  return Math.floor(value / bit) % 2 === 1;
}

/**
 * The system calls of a box, for the engine as JSON. A refusal is an error and not a death: a library that probes what
 * the kernel can do must be able to go on. 32-bit calls are in neither architecture's list and so all refused.
 */
export const seccompProfile = JSON.stringify({
  defaultAction: "SCMP_ACT_ERRNO",
  defaultErrnoRet: permissionDenied,
  archMap: ["SCMP_ARCH_X86_64", "SCMP_ARCH_AARCH64"].map((architecture) => ({
    architecture,
    subArchitectures: [],
  })),
  syscalls: [
    allow(Object.values(allowed).flatMap((names) => names.split(/\s+/))),
    // In an empty network namespace these fail as on a machine without a network; every other family reaches the
    // kernel itself or, with vsock, the hypervisor.
    ...Object.values(family).map((number) => allow(["socket"], equals(0, number))),
    allow(["socketpair"], equals(0, family.unix)),
    allow(["clone"], masked(0, namespaceFlags, 0)),
    // Its flags are behind a pointer, out of a filter's sight. The C library then takes clone.
    { names: ["clone3"], action: "SCMP_ACT_ERRNO", errnoRet: notImplemented },
    // The kernel keeps signals of the box from its first process. Other runtimes deliver them. `pidfd_send_signal` is in no
    // list: which process a descriptor stands for is out of a filter's sight.
    ...allowUnless(sendsSignal, 0, { mask: allBits, value: firstProcess }),
    allow(["fcntl"], masked(1, descriptorCommands.lowest.mask, descriptorCommands.lowest.value)),
    ...descriptorCommands.others.map((command) => allow(["fcntl"], same(1, command))),
    ...allowUnless(["ioctl"], 1, ownerRequests),
    // Limits of itself: those of the first process could be set as well.
    allow(["prlimit64"], same(0, 0)),
    allow(["mknod"], masked(1, fileType.mask, fileType.fifo)),
    allow(["mknodat"], masked(2, fileType.mask, fileType.fifo)),
    // The question which personality it is, and no change of it.
    allow(["personality"], equals(0, 0xffffffff)),
  ] satisfies Rule[],
});
