import type { Clock } from "../../platform/clock.ts";
import type { AgentParts } from "../parts.ts";
import type { ReadingProgress } from "../state/progress.ts";
import { createWake } from "../state/wake.ts";

/** Tells when the chain has a new block. */
export type Heads = Readonly<{
  /** Resolves when the chain has another block than what was read, or when so much time has passed. */
  next(maxMs: number, read: Reading): Promise<void>;
}>;

type Reading = ReturnType<ReadingProgress["last"]>;
type Needs = Pick<AgentParts, "config" | "clock" | "log" | "market" | "stopping">;

/** How often a node that tells of no blocks is asked for its newest. */
const pollMs = 250;

/** By subscription where CHAIN_WS_URL names a node that has one; by asking where not, or while that is gone. */
export function followHeads(parts: Needs): Heads {
  const { config, clock, log, stopping } = parts;
  const wake = createWake(clock);
  let isSubscribed = false;
  let isTold = false;
  if (config.CHAIN_WS_URL !== undefined)
    void subscribe(config.CHAIN_WS_URL, { clock, stopping }, (told) => {
      if (isSubscribed !== (told !== "gone")) log.info("subscription to new blocks", { told });
      isSubscribed = told !== "gone";
      isTold ||= told === "new block";
      wake.wake();
    });
  return {
    next: async (maxMs, read) => {
      for (const untilMs = clock.monotonic() + maxMs; !stopping.aborted && !isTold;) {
        const leftMs = untilMs - clock.monotonic();
        if (leftMs <= 0) break;
        const isAsking = !isSubscribed && read.by === "us";
        await wake.woken(isAsking ? Math.min(pollMs, leftMs) : leftMs, stopping);
        if (isAsking && clock.monotonic() < untilMs && (await hasMore(parts, read.block))) break;
      }
      isTold = false;
    },
  };
}

async function hasMore({ market, config }: Needs, read: bigint): Promise<boolean> {
  const head = await market.client.getBlockNumber({ cacheTime: 0 }).catch(() => undefined);
  return head !== undefined && head - BigInt(config.AGENT_CONFIRMATIONS - 1) !== read;
}

type Told = "subscribed" | "new block" | "gone";

/** A socket that breaks is opened again; nothing is lost by it, since blocks only tell when to look. */
async function subscribe(
  url: string,
  { clock, stopping }: { clock: Clock; stopping: AbortSignal },
  tell: (told: Told) => void,
): Promise<void> {
  while (!stopping.aborted) {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const socket = new WebSocket(url);
    const params = { jsonrpc: "2.0", id: 1, method: "eth_subscribe", params: ["newHeads"] };
    socket.addEventListener("open", () => socket.send(JSON.stringify(params)));
    socket.addEventListener("message", ({ data }) => tell(toTold(String(data))));
    socket.addEventListener("close", () => close());
    socket.addEventListener("error", () => close());
    const hangUp = (): void => socket.close();
    stopping.addEventListener("abort", hangUp, { once: true });
    await closed;
    stopping.removeEventListener("abort", hangUp);
    tell("gone");
    await clock.sleep(reopenMs, stopping).catch(() => undefined);
  }
}

const reopenMs = 5000;

/** The answer to the subscription has our id; an error there means that the node tells of no blocks. */
function toTold(text: string): Told {
  const { id, error } = JSON.parse(text) as { id?: number; error?: object };
  if (error) return "gone";
  return id === 1 ? "subscribed" : "new block";
}
