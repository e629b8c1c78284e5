import type { Clock } from "../../platform/clock.ts";
import type { AgentParts } from "../parts.ts";
import type { ReadingProgress } from "../state/progress.ts";
import { createWake } from "../state/wake.ts";

/** Waits for new blocks. */
export type Heads = Readonly<{
  /** Resolves when the chain has another block than `read`, or after `maxMs`. */
  next(maxMs: number, read: Reading): Promise<void>;
}>;

type Reading = ReturnType<ReadingProgress["last"]>;
type Needs = Pick<AgentParts, "config" | "clock" | "log" | "market" | "stopping">;

/** How often a node without subscriptions is asked for its newest block. */
const pollMs = 250;

/** Subscribes where CHAIN_WS_URL is set and the node supports it; polls otherwise, and while the subscription is broken. */
export function followHeads(parts: Needs): Heads {
  const { config, clock, log, stopping } = parts;
  const wake = createWake(clock);
  let isSubscribed = false;
  let hasNewBlock = false;
  if (config.CHAIN_WS_URL !== undefined)
    void subscribe(config.CHAIN_WS_URL, { clock, stopping }, (notice) => {
      if (isSubscribed !== (notice !== "gone")) log.info("subscription to new blocks", { told: notice });
      isSubscribed = notice !== "gone";
      hasNewBlock ||= notice === "new block";
      wake.wake();
    });
  return {
    next: async (maxMs, read) => {
      for (const untilMs = clock.monotonic() + maxMs; !stopping.aborted && !hasNewBlock;) {
        const leftMs = untilMs - clock.monotonic();
        if (leftMs <= 0) break;
        const isAsking = !isSubscribed && read.by === "us";
        await wake.woken(isAsking ? Math.min(pollMs, leftMs) : leftMs, stopping);
        if (isAsking && clock.monotonic() < untilMs && (await hasMore(parts, read.block))) break;
      }
      hasNewBlock = false;
    },
  };
}

async function hasMore({ market, config }: Needs, read: bigint): Promise<boolean> {
  const head = await market.client.getBlockNumber({ cacheTime: 0 }).catch(() => undefined);
  return head !== undefined && head - BigInt(config.AGENT_CONFIRMATIONS - 1) !== read;
}

type Notice = "subscribed" | "new block" | "gone";

/** Reopens a socket that breaks. Nothing is lost: a new block only triggers a read from the cursor. */
async function subscribe(
  url: string,
  { clock, stopping }: { clock: Clock; stopping: AbortSignal },
  tell: (notice: Notice) => void,
): Promise<void> {
  while (!stopping.aborted) {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const socket = new WebSocket(url);
    const params = { jsonrpc: "2.0", id: 1, method: "eth_subscribe", params: ["newHeads"] };
    socket.addEventListener("open", () => socket.send(JSON.stringify(params)));
    socket.addEventListener("message", ({ data }) => tell(toNotice(String(data))));
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

/** The reply to our subscription has our id; an error in it means that the node has no subscriptions. */
function toNotice(text: string): Notice {
  const { id, error } = JSON.parse(text) as { id?: number; error?: object };
  if (error) return "gone";
  return id === 1 ? "subscribed" : "new block";
}
