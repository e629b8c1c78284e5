import { join } from "node:path";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Backend } from "./backend.ts";
import { createContent } from "./content.ts";
import { createGateway } from "./reading/gateway.ts";
import type { Ipfs } from "./ipfs.ts";
import { createReader } from "./reading/reader.ts";

export type IpfsSettings = Readonly<{
  /** The node's blocks, pins and key are in its folder `ipfs`. */
  dataDir: string;
  /** A Kubo RPC endpoint; unset: a node in this process. */
  apiUrl?: string | undefined;
  /** Asked in turn for what the node cannot get. */
  gatewayUrls?: readonly string[] | undefined;
  /** Where the embedded node listens. */
  listen?: readonly string[] | undefined;
  /** The only nodes the embedded node dials. */
  peers?: readonly string[] | undefined;
  /** Another process publishes into the same folder: only what is there is read, and no node is started. */
  readOnly?: boolean | undefined;
  /** How long a gateway or endpoint may take to answer one question. */
  timeoutMs?: number | undefined;
  /** How long connected peers may take to come up with a block. */
  peerTimeoutMs?: number | undefined;
  clock: Clock;
  log: Log;
}>;

export async function openIpfs(settings: IpfsSettings): Promise<Ipfs> {
  const { gatewayUrls = [], timeoutMs = 10_000, clock, log } = settings;
  const gateways = gatewayUrls.map((url) => createGateway({ url, timeoutMs, clock }));
  return createContent({ backend: await openBackend(settings, timeoutMs), gateways, log });
}

/** Loaded only where they are used: Helia alone takes a second and a hundred megabytes. */
async function openBackend(settings: IpfsSettings, timeoutMs: number): Promise<Backend> {
  const {
    dataDir,
    apiUrl,
    listen,
    peers = [],
    readOnly = false,
    peerTimeoutMs = 2000,
    clock,
    log,
  } = settings;
  const folder = join(dataDir, "ipfs");
  if (apiUrl !== undefined) {
    const { openKubo } = await import("./kubo/kubo.ts");
    return openKubo({ url: apiUrl, readOnly, timeoutMs, clock, log });
  }
  if (readOnly) return createReader(folder);
  const { openEmbedded } = await import("./node/embedded.ts");
  return openEmbedded({ folder, listen: listen ?? [onlyHere], peers, peerTimeoutMs, clock, log });
}

const onlyHere = "/ip4/127.0.0.1/tcp/0";
