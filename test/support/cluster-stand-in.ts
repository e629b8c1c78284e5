import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { V1Container, V1ObjectMeta, V1PodStatus } from "@kubernetes/client-node";
import { freePort } from "./free-port.ts";

const python = fileURLToPath(new URL("../../.tools/python/bin/python", import.meta.url));
const script = fileURLToPath(new URL("../../engine/python/sandbox/harness.py", import.meta.url));

type Resource = {
  metadata: V1ObjectMeta;
  spec: { containers?: V1Container[] } & Record<string, unknown>;
  status?: unknown;
};

/**
 * A stand-in for a cluster: it answers the few calls that the driver makes, and where a Pod would run it runs the harness
 * as a process of this machine, one at a time. Of agent-sandbox it plays the controller: a claim gets such a process too.
 */
export type ClusterStandIn = Readonly<{
  kubeconfig: string;
  /** The address of its API. */
  server: string;
  /** Where the harness listens, in place of the port that Pods are told. */
  port: number;
  resources: ReadonlyMap<string, Resource>;
  /** The process that stands for a Pod. */
  processOf(name: string): ChildProcess | undefined;
  /** Every call, as method and path. */
  asked: readonly string[];
  /** Whether the API answers. */
  setAway(isAway: boolean): void;
  /** The state that every Pod reports from now on, instead of running. */
  setStatus(status: V1PodStatus): void;
}> &
  AsyncDisposable;

export async function startClusterStandIn({ poolSecretSha256 = "" } = {}): Promise<ClusterStandIn> {
  const folder = mkdtempSync(join(tmpdir(), "assay-cluster-"));
  const port = await freePort();
  const resources = new Map<string, Resource>();
  const processes = new Map<string, ChildProcess>();
  const asked: string[] = [];
  let isAway = false;
  let status: V1PodStatus | undefined;

  function run(name: string, env: Readonly<Record<string, string>>): void {
    const started = spawn(python, ["-s", "-P", "-u", script], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { PATH: process.env["PATH"], ...env, BOX_PORT: String(port) },
    });
    processes.set(name, started);
  }

  function create(kind: string, resource: Resource): void {
    const name = resource.metadata.name!;
    resources.set(name, resource);
    if (kind === "sandboxclaims") {
      run(name, { BOX_KEY_SHA256: poolSecretSha256 });
      resource.status = {
        conditions: [{ type: "Ready", status: "True" }],
        sandbox: { podIPs: ["127.0.0.1"] },
      };
    } else if (status) {
      resource.status = status;
    } else {
      const env = resource.spec.containers![0]!.env!.map(({ name: key, value }) => [key, value!] as const);
      run(name, Object.fromEntries(env));
      resource.status = { phase: "Running", podIP: "127.0.0.1" };
    }
  }

  async function answer(request: IncomingMessage): Promise<object | undefined> {
    const [, kind = "", name] = /\/(pods|sandboxclaims)(?:\/([^/?]+))?/.exec(request.url!) ?? [];
    if (request.method === "POST") {
      const resource = (await json(request)) as Resource;
      create(kind, resource);
      return resource;
    }
    if (name === undefined) return { items: [...resources.values()] };
    const found = resources.get(name);
    if (found && request.method === "DELETE") {
      resources.delete(name);
      processes.get(name)?.kill("SIGKILL");
    }
    return found;
  }

  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url!.split("?")[0]}`);
    if (isAway) return void request.socket.destroy();
    void answer(request).then((body) => {
      response.writeHead(body ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(body ?? { kind: "Status", code: 404 }));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: apiPort } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${apiPort}`;
  const kubeconfig = join(folder, "kubeconfig.json");
  writeFileSync(kubeconfig, JSON.stringify(toKubeconfig(url)));

  return {
    kubeconfig,
    server: url,
    port,
    resources,
    processOf: (name) => processes.get(name),
    asked,
    setAway: (away) => {
      isAway = away;
    },
    setStatus: (given) => {
      status = given;
    },
    [Symbol.asyncDispose]: async () => {
      for (const running of processes.values()) running.kill("SIGKILL");
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function toKubeconfig(server: string): object {
  const name = "stand-in";
  return {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster: { server, "insecure-skip-tls-verify": true } }],
    users: [{ name, user: { token: "not-looked-at" } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    "current-context": name,
  };
}
