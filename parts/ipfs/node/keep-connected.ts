import type { Libp2p } from "libp2p";
import type { Multiaddr } from "@multiformats/multiaddr";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";

const againAfterMs = 15_000;

/** Dials the configured peers, and again whenever one is lost. */
export function keepConnected(
  libp2p: Libp2p,
  { peers, clock, log }: Readonly<{ peers: readonly Multiaddr[]; clock: Clock; log: Log }>,
): AsyncDisposable {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function keep(peer: Multiaddr): Promise<void> {
    while (!signal.aborted) {
      try {
        // An open connection is used again.
        await libp2p.dial(peer, { signal });
      } catch (error) {
        if (!signal.aborted) log.warn("ipfs peer not reached", { peer: String(peer), cause: String(error) });
      }
      await clock.sleep(againAfterMs, signal).catch(() => undefined);
    }
  }

  const running = Promise.all(peers.map(async (peer) => keep(peer)));
  return {
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await running;
    },
  };
}
