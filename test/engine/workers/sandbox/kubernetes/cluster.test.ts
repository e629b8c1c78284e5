import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { connectCluster } from "../../../../../engine/workers/sandbox/kubernetes/cluster.ts";
import { boxLabel, boxPort } from "../../../../../engine/workers/sandbox/kubernetes/pod.ts";
import { config, containersOf, openTestSandbox, runOne, takeBox } from "../../../../support/sandbox.ts";
import { until } from "../../../../support/until.ts";

const { CLUSTER_ADMIN: admin, CLUSTER_NODE: node, CLUSTER_API_SWITCH: apiSwitch } = process.env;

function kubectl(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("kubectl", [`--kubeconfig=${admin}`, ...args], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

async function podAddresses(): Promise<string[]> {
  const namespace = config.SANDBOX_NAMESPACE;
  const { core } = await connectCluster({ namespace, kubeconfig: config.KUBECONFIG });
  const { items } = await core.listNamespacedPod({ namespace, labelSelector: boxLabel });
  return items.flatMap(({ status }) => status?.podIP ?? []);
}

describe("boxes on a cluster", () => {
  test("a program runs in a Pod that is removed afterwards", async () => {
    const sandbox = await openTestSandbox({ poolSize: 2 });
    {
      await using box = await takeBox(sandbox);
      expect(box.kind).toBe("kubernetes");
      expect(await runOne(box, "print(1)")).toMatchObject({ ran: true, returncode: 0, stdout: "1\n" });
    }
    await sandbox[Symbol.asyncDispose]();
    expect(await containersOf(process.pid)).toEqual([]);
  });

  test("nothing can connect to a ready Pod, and no program can connect to the node", async () => {
    await using sandbox = await openTestSandbox();
    await until(() => sandbox.numbers().idle === 1);
    const [address] = await podAddresses();
    const knocking = connect(boxPort, address);
    const [failure] = (await once(knocking, "error")) as [NodeJS.ErrnoException];
    expect(failure.code).toBe("ECONNREFUSED");
    await using box = await takeBox(sandbox);
    const source = `
import socket
for address in [("${node}", 10250), ("${node}", 6443), ("${address}", ${boxPort}), ("127.0.0.1", 1)]:
    try: socket.create_connection(address, 2)
    except OSError as error: print(error.strerror)`;
    const { stdout } = await runOne(box, source);
    expect(stdout).toBe("Network is unreachable\n".repeat(4));
  });

  test("a program finds no credential or name of the cluster", async () => {
    await using sandbox = await openTestSandbox();
    await using box = await takeBox(sandbox);
    const source = `
import os
print(os.path.exists("/var/run/secrets"), [name for name in os.environ if "KUBERNETES" in name or "BOX" in name])
print(open("/etc/resolv.conf").read().split())`;
    const { stdout } = await runOne(box, source);
    expect(stdout).toBe("False []\n['nameserver', '127.0.0.1']\n");
  });

  test("a drained node ends its boxes, and new ones start when it is back", async () => {
    await using sandbox = await openTestSandbox();
    await until(() => sandbox.numbers().idle === 1);
    kubectl("drain", "box-node", "--force", "--delete-emptydir-data", "--timeout=60s");
    await until(() => sandbox.numbers().idle === 0);
    kubectl("uncordon", "box-node");
    await until(() => sandbox.state() === "ok" && sandbox.numbers().idle === 1);
    await using box = await takeBox(sandbox);
    expect(await runOne(box, "print('back')")).toMatchObject({ stdout: "back\n" });
  });

  test("a run continues while the API server is away, and boxes are created again afterwards", async () => {
    await using sandbox = await openTestSandbox();
    {
      await using box = await takeBox(sandbox);
      await turnApi("off");
      expect(await runOne(box, "print('still here')")).toMatchObject({ stdout: "still here\n" });
      await until(() => sandbox.state() === "down");
    }
    await turnApi("on");
    await until(() => sandbox.state() === "ok");
    await using box = await takeBox(sandbox);
    expect(await runOne(box, "print('again')")).toMatchObject({ stdout: "again\n" });
  });
});

/** Who runs the cluster listens there. */
async function turnApi(how: "on" | "off"): Promise<void> {
  const socket = connect(apiSwitch!);
  socket.end(how);
  await once(socket.resume(), "close");
}
