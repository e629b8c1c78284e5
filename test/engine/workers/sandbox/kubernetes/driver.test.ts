import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { startBox, type WarmBox } from "../../../../../engine/workers/sandbox/box.ts";
import type { BoxDriver } from "../../../../../engine/workers/sandbox/driver.ts";
import { encodeRequest } from "../../../../../engine/workers/sandbox/frames.ts";
import {
  openKubernetesDriver,
  type KubernetesSettings,
} from "../../../../../engine/workers/sandbox/kubernetes/driver.ts";
import { createMeters } from "../../../../../engine/workers/sandbox/meters.ts";
import { systemClock } from "../../../../../platform/clock.ts";
import { openLog } from "../../../../../platform/log.ts";
import { createMetrics } from "../../../../../parts/observe/metrics.ts";
import { startClusterStandIn, type ClusterStandIn } from "../../../../support/cluster-stand-in.ts";
import { runOne } from "../../../../support/sandbox.ts";
import { until } from "../../../../support/until.ts";

const mark = { owner: "me|1 on this machine", createdAtMs: 1_700_000_000_000 };

async function openFor(cluster: ClusterStandIn, more: Partial<KubernetesSettings> = {}): Promise<BoxDriver> {
  return openKubernetesDriver({
    kubeconfig: cluster.kubeconfig,
    namespace: "boxes",
    image: "an-image",
    runtime: undefined,
    nodeSelector: {},
    tolerations: [],
    seccompProfile: "assay.json",
    warmPool: undefined,
    port: cluster.port,
    ...more,
  });
}

async function start(driver: BoxDriver, id: string): Promise<WarmBox> {
  return startBox(
    { driver, clock: systemClock, log: openLog("silent"), meters: createMeters(createMetrics()) },
    id,
  );
}

const asBox = (box: WarmBox) => ({ ...box, [Symbol.asyncDispose]: box.destroy });

/** A connection of somebody who is on the Pod network too; what he is told before it closes. */
async function knock(port: number, said: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  socket.on("data", (bytes) => (heard += String(bytes)));
  socket.on("error", (error) => (heard += "code" in error ? String(error.code) : ""));
  socket.write(said);
  return new Promise((resolve) => socket.on("close", () => resolve(heard)));
}

test("a program runs over the one connection to its Pod's harness, and the Pod is removed afterwards", async () => {
  await using cluster = await startClusterStandIn();
  const driver = await openFor(cluster);
  const id = await driver.create(mark);
  expect(await driver.list()).toEqual([{ id, ...mark }]);
  const box = await start(driver, id);
  expect(box).toMatchObject({ id, kind: "kubernetes" });
  expect(await knock(cluster.port, "anything\n")).toBe("ECONNREFUSED");
  expect(await runOne(asBox(box), "print(1)")).toMatchObject({ ran: true, returncode: 0, stdout: "1\n" });
  await box.destroy();
  expect(cluster.resources.size).toBe(0);
  await expect(driver.remove(id)).resolves.toBeUndefined();
});

test("a client without the key gets nothing and blocks nobody, and the Pod's environment does not contain the key", async () => {
  await using cluster = await startClusterStandIn();
  const driver = await openFor(cluster);
  const id = await driver.create(mark);
  const { env = [] } = cluster.resources.get(id)!.spec.containers![0]!;
  const told = env.map(({ value }) => value!);
  // It takes a while until it listens.
  let refused = "ECONNREFUSED";
  await until(async () => (refused = await knock(cluster.port, "a-guess\n")) !== "ECONNREFUSED");
  expect(refused).toBe("");
  for (const guess of [...told, "x".repeat(1000)]) {
    // A reset where not all was read is as good as an end.
    expect(["", "ECONNRESET"]).toContain(await knock(cluster.port, `${guess}\n`));
  }
  const silent = Array.from({ length: 20 }, () => connect(cluster.port, "127.0.0.1").on("error", () => {}));
  await Promise.all(silent.map(async (socket) => once(socket, "connect")));
  const box = await start(driver, id);
  expect(await runOne(asBox(box), "print('mine')")).toMatchObject({ stdout: "mine\n" });
  await box.destroy();
  for (const socket of silent) socket.destroy();
});

const attack = `
import ctypes, errno, json, os, socket, subprocess, sys
failed = {}
def attempt(name, work):
    try:
        work()
        failed[name] = "succeeded"
    except OSError as error:
        failed[name] = errno.errorcode.get(error.errno, str(error.errno))
port = PORT
attempt("tcp", lambda: socket.create_connection(("127.0.0.1", port), 2))
attempt("tcp6", lambda: socket.socket(socket.AF_INET6))
attempt("udp", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
attempt("raw", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))
attempt("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0))
attempt("vsock", lambda: socket.socket(40, socket.SOCK_STREAM))
attempt("server", lambda: socket.create_server(("", 0)))
libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 41, "aarch64": 198}[os.uname().machine]
def high_bits():
    if libc.syscall(ctypes.c_long(number), ctypes.c_long((1 << 32) | 2), 1, 0) < 0: raise OSError(ctypes.get_errno(), "")
attempt("high bits", high_bits)
child = "import socket; socket.create_connection(('127.0.0.1', %d), 2)" % port
failed["child"] = "Network is unreachable" in subprocess.run([sys.executable, "-c", child], capture_output=True, text=True).stderr
sockets = [fd for fd in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{fd}") and os.readlink(f"/proc/self/fd/{fd}").startswith("socket:")]
failed["held"] = sockets
one, other = socket.socketpair()
one.send(b"x")
failed["inside"] = other.recv(1).decode()
print(json.dumps(failed))
`;

test.for(["fresh", "watched"] as const)(
  "no program (%s) has a network or the harness's connection",
  async (mode) => {
    await using cluster = await startClusterStandIn();
    const driver = await openFor(cluster);
    const box = await start(driver, await driver.create(mark));
    const apiPort = new URL(cluster.server).port;
    const { stdout, stderr } = await runOne(asBox(box), attack.replace("PORT", apiPort), { mode });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      ...Object.fromEntries(
        ["tcp", "tcp6", "udp", "raw", "netlink", "vsock", "server", "high bits"].map((name) => [
          name,
          "ENETUNREACH",
        ]),
      ),
      child: true,
      held: [],
      inside: "x",
    });
    await box.destroy();
  },
);

test("a program ends when the service closes the connection", async () => {
  await using cluster = await startClusterStandIn();
  const driver = await openFor(cluster);
  const id = await driver.create(mark);
  const { stream, start: begin } = await driver.connect(id);
  await begin();
  await once(stream, "data");
  const run = { source: "while True: pass", total_ms: 60_000 };
  const programs = [{ id: "0", mode: "fresh", wall_ms: 60_000, splices: [] }];
  stream.write(encodeRequest("R", { ...run, programs }));
  await once(stream, "data");
  stream.destroy();
  await until(() => cluster.processOf(id)?.exitCode === 0);
  expect(cluster.processOf(id)?.exitCode).toBe(0);
});

test("a Pod that cannot start says why", async () => {
  await using cluster = await startClusterStandIn();
  const driver = await openFor(cluster);
  const waiting = { reason: "ErrImagePull", message: "no such image" };
  cluster.setStatus({
    phase: "Pending",
    containerStatuses: [
      { name: "box", image: "", imageID: "", ready: false, restartCount: 0, state: { waiting } },
    ],
  });
  await expect(driver.connect(await driver.create(mark))).rejects.toThrow("ErrImagePull no such image");
  cluster.setStatus({ phase: "Failed", reason: "DeadlineExceeded" });
  await expect(driver.connect(await driver.create(mark))).rejects.toThrow("the Pod ended: DeadlineExceeded");
});

test("an outage of the API is detected, and so is its return", async () => {
  await using cluster = await startClusterStandIn();
  const driver = await openFor(cluster);
  await expect(driver.ping()).resolves.toBeUndefined();
  cluster.setAway(true);
  await expect(driver.ping()).rejects.toThrow("fetch failed");
  cluster.setAway(false);
  await expect(driver.ping()).resolves.toBeUndefined();
});

test("a box of a warm pool is a claim that expires without the service", async () => {
  const secret = "s".repeat(32);
  const poolSecretSha256 = createHash("sha256").update(secret).digest("hex");
  await using cluster = await startClusterStandIn({ poolSecretSha256 });
  const driver = await openFor(cluster, { warmPool: { name: "boxes", secret } });
  await driver.ping();
  const id = await driver.create(mark);
  expect(cluster.resources.get(id)!.spec).toEqual({
    warmPoolRef: { name: "boxes" },
    lifecycle: { shutdownTime: "2023-11-14T22:28:20.000Z", shutdownPolicy: "Delete" },
  });
  expect(await driver.list()).toEqual([{ id, ...mark }]);
  const box = await start(driver, id);
  expect(await runOne(asBox(box), "print(1)")).toMatchObject({ stdout: "1\n" });
  await box.destroy();
  expect(cluster.resources.size).toBe(0);
  expect(cluster.asked.filter((each) => each.endsWith("/pods"))).toEqual([]);
});
