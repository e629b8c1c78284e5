import { createPublicClient, http, type PublicClient } from "viem";
import type { Clock } from "../../platform/clock.ts";
import { fetchWhole } from "../../parts/chain/whole-answer.ts";

const timeoutMs = 10_000;
/** How long calls under way may still take when the agent stops. */
const lastCallsMs = 2000;

/** The node's client. A node that does not answer cannot delay a stopping agent. */
export function createChainClient(
  url: string,
  { clock, stopping }: { clock: Clock; stopping: AbortSignal },
): Readonly<{ client: PublicClient }> & Disposable {
  const hangingUp = new AbortController();
  const closed = new AbortController();
  const onStop = async (): Promise<void> => {
    await clock.sleep(lastCallsMs, closed.signal).catch(() => undefined);
    hangingUp.abort();
  };
  stopping.addEventListener("abort", () => void onStop(), { once: true });
  const fetchFn: typeof fetch = async (input, init) => {
    const signals = init?.signal ? [init.signal, hangingUp.signal] : [hangingUp.signal];
    return fetchWhole(input, { ...init, signal: AbortSignal.any(signals) });
  };
  const transport = http(url, { timeout: timeoutMs, retryCount: 1, fetchFn });
  return {
    client: createPublicClient({ transport, cacheTime: 0 }),
    [Symbol.dispose]: () => closed.abort(),
  };
}
