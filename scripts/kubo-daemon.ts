import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

export type KuboDaemon = Readonly<{ apiUrl: string; gatewayUrl: string }> & AsyncDisposable;

const startLimitMs = 30_000;

/** Everything by which a node would look for others or be found; what is left is who dials it on this machine. */
const toItself: Readonly<Record<string, unknown>> = {
  "Addresses.Swarm": ["/ip4/127.0.0.1/tcp/0"],
  "AutoConf.Enabled": false,
  "AutoNAT.ServiceMode": "disabled",
  "AutoTLS.Enabled": false,
  Bootstrap: [],
  "Discovery.MDNS.Enabled": false,
  DNS: { Resolvers: {} },
  Ipns: { DelegatedPublishers: [] },
  "Provide.Enabled": false,
  "Routing.DelegatedRouters": [],
  "Routing.Type": "none",
  "Swarm.DisableNatPortMap": true,
  "Swarm.EnableHolePunching": false,
  "Swarm.RelayClient.Enabled": false,
  "Swarm.RelayService.Enabled": false,
  "Version.SwarmCheckEnabled": false,
};

/** A fresh Kubo with loopback ports of its own. */
export async function startKubo(
  binary: string,
  { offline }: Readonly<{ offline: boolean }>,
): Promise<KuboDaemon> {
  const repository = mkdtempSync(join(tmpdir(), "assay-kubo-"));
  const env = { ...process.env, IPFS_PATH: repository };
  const run = (...args: string[]): unknown => execFileSync(binary, args, { env, stdio: "ignore" });
  // The profile listens on loopback, at free ports.
  run("init", "--profile=test");
  for (const [key, value] of Object.entries(toItself)) run("config", "--json", key, JSON.stringify(value));
  const args = ["daemon", ...(offline ? ["--offline"] : [])];
  const daemon = spawn(binary, args, { env, stdio: ["ignore", "ignore", "inherit"] });
  const stop = async (): Promise<void> => {
    daemon.kill();
    if (daemon.exitCode === null && daemon.signalCode === null) await once(daemon, "exit");
    rmSync(repository, { recursive: true, force: true });
  };
  try {
    const apiUrl = await addressIn(join(repository, "api"), daemon);
    const gatewayUrl = await addressIn(join(repository, "gateway"), daemon);
    return { apiUrl, gatewayUrl, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Kubo writes down where it listens once it does: as a multiaddr for the API, as a URL for the gateway. */
async function addressIn(file: string, daemon: ChildProcess): Promise<string> {
  for (const deadline = performance.now() + startLimitMs; performance.now() < deadline; await wait(50)) {
    if (daemon.exitCode !== null) throw new Error("Kubo ended before it listened.");
    const port = /(?:\/tcp\/|:)(\d+)\/?$/.exec(tryToRead(file))?.[1];
    if (port) return `http://127.0.0.1:${port}`;
  }
  throw new Error(`Kubo did not listen within ${startLimitMs} ms.`);
}

function tryToRead(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return "";
  }
}
