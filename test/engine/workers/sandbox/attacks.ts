import { expect } from "vitest";
import {
  capBytes,
  endedWell,
  ofLength,
  outOfMemory,
  outOfTime,
  overflows,
  prints,
  type Attack,
} from "./attack.ts";

/** Prints which of these expressions did not fail, hence `[]` where all of them did. */
function whichSucceed(tries: readonly string[], preface = "", afterwards = ""): string {
  return `
import ctypes, errno, os, shutil, signal, socket, struct, subprocess, sys
${preface}
succeeded = []
for attempt in ${JSON.stringify(tries)}:
    try:
        if eval(attempt) != "refused":
            succeeded.append(attempt)
    except (OSError, ValueError, OverflowError):
        pass
${afterwards}
print(succeeded)`;
}

/** Calls of the kernel by number, on x86-64 and on aarch64. */
const systemCalls = {
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  fsopen: [430, 430],
  open_tree: [428, 428],
  io_uring_setup: [425, 425],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  init_module: [175, 105],
  finit_module: [313, 273],
  kexec_load: [246, 104],
  clock_settime: [227, 112],
  settimeofday: [164, 170],
  adjtimex: [159, 171],
  shmget: [29, 194],
  semget: [64, 190],
  msgget: [68, 186],
  mq_open: [240, 180],
  setuid: [105, 146],
  setgroups: [116, 159],
  capset: [126, 91],
  setpriority: [141, 140],
  set_mempolicy: [238, 237],
  name_to_handle_at: [303, 264],
  quotactl: [179, 60],
  acct: [163, 89],
  syncfs: [306, 267],
  syslog: [103, 116],
  sethostname: [170, 161],
  fanotify_init: [300, 262],
  memfd_secret: [447, 447],
  landlock_create_ruleset: [444, 444],
  io_setup: [206, 0],
  seccomp: [317, 277],
  personality: [135, 92],
} as const;

const kernelPreface = `
libc = ctypes.CDLL(None, use_errno=True)
column = 0 if os.uname().machine == "x86_64" else 1
def call(numbers, *args):
    ctypes.set_errno(0)
    libc.syscall(numbers[column], *(ctypes.c_ulong(arg) if isinstance(arg, int) else arg for arg in args))
    return "refused" if ctypes.get_errno() in (errno.EPERM, errno.ENOSYS) else ctypes.get_errno()`;

const forgery = `
import json, struct
frame = json.dumps({"type": "result", "id": "0", "ran": True, "returncode": 0, "stdout": "forged"}).encode()
frame = struct.pack(">I", len(frame)) + frame`;

export const attacks: Readonly<Record<string, Readonly<Record<string, Attack>>>> = {
  time: {
    "a busy loop": {
      source: "print('so far', flush=True)\nwhile True: pass",
      holds: { ...outOfTime, stdout: "so far\n" },
      wallMs: 600,
    },
    sleeping: { source: "import time\ntime.sleep(60)", holds: outOfTime, wallMs: 600 },
    "work in C that no Python timer interrupts": {
      source: "import re\nre.match(r'(a+)+$', 'a' * 60 + 'b')",
      holds: outOfTime,
      wallMs: 600,
    },
    "a deadlock": {
      source: "import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()",
      holds: outOfTime,
      wallMs: 600,
    },
    "a thread that never ends": {
      source:
        "import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()\nprint('main', flush=True)",
      holds: { ...outOfTime, stdout: "main\n" },
      wallMs: 600,
      isAboutTheEnd: true,
    },
    "an exit handler that never ends": {
      source: "import atexit, time\natexit.register(time.sleep, 60)",
      holds: outOfTime,
      wallMs: 600,
      isAboutTheEnd: true,
    },
    "ignoring every signal": {
      source: `
import signal
for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    try: signal.signal(number, signal.SIG_IGN)
    except OSError: pass
while True: pass`,
      holds: outOfTime,
      wallMs: 600,
    },
    "stopping itself": {
      source: "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
      holds: outOfTime,
      wallMs: 600,
    },
  },

  processes: {
    "a fork bomb": {
      source: "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass",
      holds: outOfTime,
      wallMs: 600,
    },
    "a thread bomb": {
      source: `
import threading, time
count = 0
try:
    while count < 1000:
        threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
        count += 1
except RuntimeError: pass
print(count < 64)`,
      holds: prints("True"),
    },
    "a daemon that holds the output open": {
      source: `
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0: time.sleep(60)
    os._exit(0)
print("parent")`,
      holds: prints("parent"),
    },
    "children that go on computing": {
      source:
        "import os\nfor n in range(4):\n    if os.fork() == 0:\n        while True: pass\nprint('parent')",
      holds: prints("parent"),
    },
    "a chain of children that races the kill": {
      source:
        "import os\nif os.fork() == 0:\n    while True:\n        if os.fork(): os._exit(0)\nprint('parent')",
      holds: prints("parent"),
    },
  },

  memory: {
    "many small allocations": {
      source: "kept = []\nwhile True: kept.append(str(len(kept)) * 10000)",
      holds: { ran: true, returncode: -9, timed_out: false },
      onGvisor: { holds: outOfMemory },
      onKubernetes: { holds: outOfMemory },
    },
    "one huge allocation": {
      source: "import sys\ntry: kept = b'x' * 10**12\nexcept MemoryError: print('MemoryError')",
      holds: prints("MemoryError"),
    },
    "spread over children": {
      source: `
import os, time
children = []
for n in range(8):
    child = os.fork()
    if child == 0:
        kept = bytearray(os.urandom(1)) * (64 << 20)
        time.sleep(60)
    children.append(child)
print(os.waitpid(-1, 0)[1])`,
      holds: prints("9"),
      onGvisor: { endsBox: true },
    },
    "shared memory": {
      source: `
try:
    for n in range(8):
        with open(f"/dev/shm/{n}", "wb") as file: file.write(b"x" * (4 << 20))
except OSError as error: print(error.errno)`,
      holds: prints("28"),
      // It makes this folder itself; the memory of the Pod is its limit then.
      onGvisorInPods: { holds: endedWell },
    },
  },

  disk: {
    "filling /tmp": {
      source: `
try:
    for n in range(64):
        with open(f"/tmp/{n}", "wb") as file: file.write(b"x" * (1 << 20))
except OSError as error: print(error.errno)`,
      holds: prints("28"),
    },
    "using up the inodes": {
      source: `
count = 0
try:
    while count < 100_000:
        open(f"/tmp/{count}", "w").close()
        count += 1
except OSError as error: print(error.errno, count < 4096)`,
      holds: prints("28 True"),
      onGvisor: { holds: { ran: true, stdout: "" } },
      onKubernetes: { holds: { ran: true, stdout: "" } },
    },
    "a sparse file": {
      source: `
try:
    with open("/tmp/sparse", "wb") as file: file.truncate(1 << 40)
except OSError as error: print(error.errno)`,
      holds: prints("27"),
    },
    descriptors: {
      source: `
kept = []
try:
    while True: kept.append(open("/dev/null"))
except OSError as error: print(error.errno, len(kept) < 256)`,
      holds: prints("24 True"),
    },
  },

  output: {
    "a flood": {
      source: "while True: print('x' * 1000)",
      holds: { ...overflows, stdout_truncated: true, stdout: ofLength(capBytes) },
    },
    "a flood of errors": {
      source: "import sys\nwhile True: sys.stderr.write('x' * 1000)",
      holds: { ...overflows, stderr_truncated: true, stderr: ofLength(capBytes) },
    },
    "a flood from children": {
      source: "import os\nos.fork()\nos.fork()\nwhile True: os.write(1, b'x' * 1000)",
      holds: overflows,
    },
    "exactly as much as is kept": {
      source: `import sys\nsys.stdout.write("x" * ${capBytes})`,
      holds: { ...endedWell, stdout_truncated: false, stdout: ofLength(capBytes) },
    },
    "one more than is kept": {
      source: `import sys\nsys.stdout.write("x" * ${capBytes + 1})`,
      holds: { ran: true, stdout_truncated: true, stdout: ofLength(capBytes) },
    },
    "a full pipe at the exit": {
      source: "import atexit\natexit.register(print, 'x' * 60_000)",
      holds: { ...endedWell, stdout: ofLength(60_001) },
      isAboutTheEnd: true,
    },
    "closed streams": {
      source: "import os, sys\nfor fd in (0, 1, 2): os.close(fd)",
      holds: { ran: true, timed_out: false, stdout: "" },
    },
    "bytes that are no text": {
      source: "import os\nos.write(1, b'a\\xff\\xfeb')",
      holds: { ...endedWell, stdout: "a\ufffd\ufffdb" },
    },
    surrogates: {
      source: "print('\\ud800')",
      holds: { ran: true, returncode: 1, stdout: "", stderr: expect.stringContaining("UnicodeEncodeError") },
    },
  },

  crash: {
    "reading address zero": {
      source: "import ctypes\nctypes.string_at(0)",
      holds: { ran: true, returncode: -11 },
    },
    aborting: { source: "import os\nos.abort()", holds: { ran: true, returncode: -6 } },
    "endless recursion": {
      source: "def f(): f()\nf()",
      holds: { ran: true, returncode: 1, stderr: expect.stringContaining("RecursionError") },
    },
    "killing itself": {
      source: "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
      holds: { ran: true, returncode: -9, timed_out: false },
    },
    "a core file": {
      source: "import resource\nprint(resource.getrlimit(resource.RLIMIT_CORE))",
      holds: prints("(0, 0)"),
    },
  },

  "the first process": {
    "every signal to it": {
      source: `
import os, signal
for number in range(1, 65):
    for pid in {1, os.getppid()}:
        try: os.kill(pid, number)
        except OSError: pass
print("still here")`,
      holds: { ran: true, stdout: "still here\n" },
    },
    "signals by every call that sends one": {
      source: whichSucceed(
        // A process is named by 32 bits: what stands in the upper half of a register must make no difference.
        ["1", "1 | 1 << 32", "1 | 0xffffffff << 32"].flatMap((first) => [
          `call((62, 129), ${first}, 0)`,
          `call((200, 130), ${first}, 0)`,
          `call((234, 131), ${first}, 1, 0)`,
          `call((129, 138), ${first}, 10, info)`,
          `call((297, 240), ${first}, 1, 10, info)`,
        ]),
        `${kernelPreface}
info = ctypes.create_string_buffer(struct.pack("iii", 10, 0, -1), 128)`,
      ),
      holds: prints("[]"),
    },
    "signals through descriptors": {
      source: whichSucceed(
        [
          "call((424, 424), os.pidfd_open(1), 0, 0, 0)",
          "call((424, 424), os.open('/proc/1', os.O_RDONLY), 0, 0, 0)",
          "fcntl.fcntl(one, fcntl.F_SETOWN, 1)",
          "call((72, 25), one.fileno(), 8 | 1 << 32, 1)",
          "fcntl.fcntl(one, 15, struct.pack('ii', 1, 1))",
          "fcntl.fcntl(one, fcntl.F_SETSIG, 9)",
          "fcntl.ioctl(one, 0x8901, struct.pack('i', 1))",
          "fcntl.ioctl(one, 0x8902, struct.pack('i', 1))",
          "call((16, 29), one.fileno(), 0x8901 | 1 << 32, ctypes.byref(ctypes.c_int(1)))",
        ],
        `${kernelPreface}
import fcntl
one, other = socket.socketpair()
def still_sends():
    fcntl.fcntl(one, fcntl.F_SETFL, fcntl.fcntl(one, fcntl.F_GETFL) | os.O_ASYNC)
    other.send(b"wake")`,
        "still_sends()",
      ),
      holds: prints("[]"),
    },
    "limits set for it": {
      source: whichSucceed(
        ["CPU", "NOFILE", "AS", "FSIZE"].map(
          (name) => `resource.prlimit(1, resource.RLIMIT_${name}, (0, 0))`,
        ),
        "import resource",
      ),
      holds: prints("[]"),
    },
    "killing everything": {
      source: "import os, signal\nos.kill(-1, signal.SIGKILL)\nprint('alone')",
      holds: { ran: true, timed_out: false },
    },
    "reading it": {
      source: whichSucceed([
        "open('/proc/1/mem', 'rb')",
        "open('/proc/1/environ', 'rb').read()",
        "open('/proc/1/maps').read()",
        "os.listdir('/proc/1/fd')",
        "os.readlink('/proc/1/fd/0')",
        "os.readlink('/proc/1/exe')",
        "os.listdir('/proc/1/map_files')",
        "os.open('/proc/1/fd/1', os.O_WRONLY)",
      ]),
      holds: prints("[]"),
      onGvisor: { holds: prints(`["os.listdir('/proc/1/fd')"]`) },
    },
    "tracing it": {
      source: whichSucceed(
        [
          "call((101, 117), 16, 1, 0, 0)",
          "call((101, 117), 0x4206, 1, 0, 0)",
          "call((310, 270), 1, 0, 0, 0, 0, 0)",
          "call((438, 438), os.pidfd_open(1), 0, 0)",
        ],
        kernelPreface,
      ),
      holds: prints("[]"),
    },
  },

  files: {
    "writing outside the places for it": {
      source: whichSucceed([
        ...["/", "/etc", "/usr/bin", "/usr/lib", "/sandbox", "/proc", "/sys", "/dev", "/var", "/home"].map(
          (folder) => `open('${folder}/planted', 'w')`,
        ),
        "open('/etc/passwd', 'a')",
        "open('/sandbox/harness.py', 'a')",
        "os.unlink('/sandbox/harness.py')",
        "os.chmod('/sandbox', 0o777)",
        "os.rename('/usr', '/tmp/usr')",
      ]),
      holds: prints("[]"),
    },
    "settings of the kernel": {
      source: whichSucceed([
        "open('/proc/sys/kernel/hostname', 'w')",
        "open('/proc/sys/vm/overcommit_memory', 'w')",
        "open('/proc/sysrq-trigger', 'w')",
        "open('/sys/kernel/uevent_helper', 'w')",
        "open('/proc/1/oom_score_adj', 'w')",
        "open('/proc/kcore', 'rb').read(1) or 'refused'",
        "open('/proc/keys').read() or 'refused'",
        "open('/proc/timer_list').read() or 'refused'",
        "os.listdir('/sys/firmware') or 'refused'",
      ]),
      holds: prints("[]"),
    },
    "running a file planted there": {
      source: whichSucceed([
        "shutil.copy(os.path.realpath(sys.executable), '/tmp/planted') and os.chmod('/tmp/planted', 0o755) or subprocess.run(['/tmp/planted', '-c', ''])",
        "shutil.copy(os.path.realpath(sys.executable), '/dev/shm/planted') and os.chmod('/dev/shm/planted', 0o755) or subprocess.run(['/dev/shm/planted', '-c', ''])",
      ]),
      holds: prints("[]"),
      // Nothing tells a Pod's mounts that no file there can be run; that is depth, and no boundary.
      onKubernetes: { holds: endedWell },
    },
    "other processes": {
      source: "import os\nprint(len([pid for pid in os.listdir('/proc') if pid.isdigit()]) <= 2)",
      holds: prints("True"),
    },
    "becoming someone else": {
      source: whichSucceed([
        "os.setuid(0)",
        "os.setgid(0)",
        "os.setgroups([0])",
        "os.chown('/tmp', 0, 0)",
        "os.chroot('/tmp')",
      ]),
      holds: prints("[]"),
    },
    "secrets in the environment": {
      source:
        "import os\nprint(sorted(set(os.environ) - {'PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'HOME', 'HOSTNAME', 'PYTHONHASHSEED', 'PYTHONIOENCODING', 'PYTHONUTF8', 'GPG_KEY', 'PYTHON_VERSION', 'PYTHON_SHA256', 'OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS'}))",
      holds: prints("[]"),
    },
  },

  network: {
    "reaching anybody": {
      source: whichSucceed([
        "socket.create_connection(('1.1.1.1', 80), 2)",
        "socket.create_connection(('169.254.169.254', 80), 2)",
        "socket.create_connection(('172.17.0.1', 2375), 2)",
        "socket.create_connection(('::1', 80), 2)",
        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('8.8.8.8', 53))",
        "socket.getaddrinfo('example.com', 80)",
        "socket.socket(socket.AF_UNIX).connect('/var/run/docker.sock')",
        "socket.socket(socket.AF_UNIX).connect('/run/containerd/containerd.sock')",
      ]),
      holds: prints("[]"),
    },
    "other families of sockets": {
      source: whichSucceed(
        [16, 17, 40, 38, 31, 29, 15, 21, 44, 4, 5, 9].map(
          (family) => `socket.socket(${family}, socket.SOCK_DGRAM)`,
        ),
      ),
      holds: prints("[]"),
    },
    "raw sockets": {
      source: whichSucceed([
        "socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)",
        "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)",
        "socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 3)",
        "socket.socket(40, socket.SOCK_STREAM)",
      ]),
      holds: prints("[]"),
    },
    "other interfaces than its own": {
      source: "import socket\nprint([name for _, name in socket.if_nameindex() if name != 'lo'])",
      holds: { ran: true, stdout: expect.stringMatching(/^(?:\[\]\n)?$/) },
    },
  },

  kernel: {
    "calls that programs have no need of": {
      source: whichSucceed(
        Object.values(systemCalls).map(([x86, arm]) => `call((${x86}, ${arm}), 0, 0, 0, 0, 0, 0)`),
        kernelPreface,
      ),
      holds: prints("[]"),
    },
    "namespaces by clone": {
      source: whichSucceed(
        [0x10000000, 0x00020000, 0x20000000, 0x40000000, 0x02000000].map(
          (flag) => `call((56, 220), ${flag} | 17, 0, 0, 0, 0)`,
        ),
        kernelPreface,
      ),
      holds: prints("[]"),
    },
    devices: {
      source: whichSucceed([
        "os.mknod('/tmp/device', 0o600 | 0o020000, os.makedev(1, 1))",
        "os.mknod('/tmp/disk', 0o600 | 0o060000, os.makedev(8, 0))",
      ]),
      holds: prints("[]"),
    },
  },

  input: {
    "asking for input": {
      source: "input()",
      holds: { ran: true, returncode: 1, stderr: expect.stringContaining("EOFError") },
    },
    "reading what is not meant for it": {
      source: `
import os, select
read = b""
for fd in range(256):
    try:
        os.set_blocking(fd, False)
        read += os.read(fd, 100)
    except OSError: pass
print(read)`,
      holds: prints("b''"),
    },
  },

  frames: {
    "well-formed frames in the output": {
      source: `${forgery}\nimport os\nos.write(1, frame * 3)`,
      holds: { ...endedWell, stdout: expect.stringContaining("forged") },
    },
    "well-formed frames on every descriptor": {
      source: `${forgery}
import os
for fd in range(256):
    try: os.write(fd, frame)
    except OSError: pass`,
      holds: { ran: true, stdout: expect.stringContaining("forged") },
    },
    "broken frames and garbage": {
      source: "import os\nos.write(1, b'\\xff' * 100 + b'ASY1R\\0\\0\\0\\0')",
      holds: { ran: true, returncode: 0 },
    },
  },
};
