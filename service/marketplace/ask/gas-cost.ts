import type { Parts } from "../../parts.ts";

/** What a request costs in gas: `test/contracts/asking.test.ts` measures it. */
export const requestGas = 410_000n;

/** How long a page waits for the price of gas; without it the page says the amount of gas alone. */
const patienceMs = 500;

/** In wei, at the price of the moment; undefined where this service does not know the chain, or it does not answer. */
export async function priceOfGas(
  { chain, clock, gasPrice }: Pick<Parts, "chain" | "clock" | "gasPrice">,
  chainId: number,
): Promise<bigint | undefined> {
  if (chain?.chainId !== chainId) return undefined;
  const { client } = chain;
  const waiting = new AbortController();
  const late = clock.sleep(patienceMs, waiting.signal).then(
    () => undefined,
    () => undefined,
  );
  const read = gasPrice(async () => client.getGasPrice()).catch(() => undefined);
  const found = await Promise.race([read, late]);
  waiting.abort();
  return found && found.value * requestGas;
}
