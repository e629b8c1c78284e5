import type { AgentConfig } from "./config.ts";
import { openHttpServer } from "./http-server.ts";
import { openAgentParts, type AgentOverrides, type AgentParts } from "./parts.ts";
import { releaseDeadLeases } from "./journal/release-dead-leases.ts";
import { watchNumbers } from "./http/numbers.ts";
import { run } from "./run.ts";

/** A running agent. Disposing it finishes what is under way, then closes its parts. */
export type Agent = Readonly<{
  url: string;
  parts: AgentParts;
  /** Resolves when it has stopped. */
  ended: Promise<void>;
}> &
  AsyncDisposable;

/** Opens the parts and works until `stopping` is aborted. */
export async function startAgent(
  config: AgentConfig,
  stopping: AbortSignal,
  overrides: AgentOverrides = {},
): Promise<Agent> {
  await using opening = new AsyncDisposableStack();
  const ending = new AbortController();
  const signal = AbortSignal.any([stopping, ending.signal]);
  const parts = opening.use(await openAgentParts(config, signal, overrides));
  const server = opening.use(await openHttpServer(parts));
  watchNumbers(parts);
  await releaseDeadLeases(parts);
  const ended = run(parts);
  opening.defer(async () => {
    ending.abort();
    await ended;
  });
  parts.log.info("the agent is running", {
    url: server.url,
    version: parts.release.version,
    chainId: parts.market.chainId,
    mechs: parts.market.mechs.map(({ address, operator, isSafe, payment }) => ({
      address,
      operator,
      isSafe,
      payment,
    })),
    signer: parts.account.address,
    validationRegistry: parts.validation?.address,
    ipfs: parts.ipfs.addresses(),
  });
  const { IPFS_API_URL, IPFS_GATEWAY_URL = [], IPFS_PEERS, SIGNED_REQUESTS, PUBLIC_AGENT_URL } = config;
  if (IPFS_API_URL === undefined && IPFS_GATEWAY_URL.length + IPFS_PEERS.length === 0)
    parts.log.warn("only requests that this node holds itself can be read: set IPFS_GATEWAY_URL");
  if (SIGNED_REQUESTS === "on" && PUBLIC_AGENT_URL === undefined)
    parts.log.warn(
      "clients find no address for signed requests: set PUBLIC_AGENT_URL and publish the tool list",
    );
  if (config.VALIDATION_REGISTRY !== undefined && !parts.validation)
    parts.log.info("no validations are served: set VALIDATION_ALLOW");
  for (const { address, payment } of parts.market.mechs) {
    if (payment === "unknown") parts.log.warn("earnings of this mech are not collected", { mech: address });
  }
  const opened = opening.move();
  return { url: server.url, parts, ended, [Symbol.asyncDispose]: async () => opened.disposeAsync() };
}
