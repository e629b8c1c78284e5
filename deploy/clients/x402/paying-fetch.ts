import { setTimeout as sleep } from "node:timers/promises";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";

/** What a program may spend. */
export type Purse = Readonly<{
  privateKey: `0x${string}`;
  /** Never more than this for one call. */
  maxUsd: number;
  /** A token of six decimals beside the well-known dollars, such as a local chain's: `eip155:31337/0x…`. */
  token?: string | undefined;
}>;

const sixDecimals = 1_000_000;
const maxTries = 4;

/** `fetch` that pays what it is asked for, within the purse. Where it is asked for more, it throws and pays nothing. */
export function payingFetch(purse: Purse): typeof fetch {
  return wrapFetchWithPayment(fetchPatiently, openPayer(purse));
}

/** Signs payments within the purse, for who sends them along by other means. */
export function openPayer({ privateKey, maxUsd, token }: Purse): x402Client {
  return new x402Client()
    .register("eip155:*", new ExactEvmScheme(privateKeyToAccount(privateKey)))
    .setSpendControls({
      maxAmountPerPayment: `$${maxUsd}`,
      allowedAssets: token === undefined ? [] : [allow(token, maxUsd)],
    });
}

function allow(token: string, maxUsd: number) {
  const [network = "", asset = ""] = token.split("/");
  const maxAmountPerPayment = String(Math.floor(maxUsd * sixDecimals));
  return { network: network as `${string}:${string}`, asset, maxAmountPerPayment };
}

/**
 * Asks again with the same signature when the answer was lost or the service could not be paid just then. A signature
 * pays once: an answer that was paid for is given again without a second charge.
 */
async function fetchPatiently(...asked: Parameters<typeof fetch>): Promise<Response> {
  const request = new Request(...asked);
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await fetch(request.clone());
      if (response.status !== 503 || tries === maxTries) return response;
      await sleep(Number(response.headers.get("retry-after") ?? 1) * 1000);
    } catch (error) {
      if (tries === maxTries) throw error;
      await sleep(250 * tries);
    }
  }
}
