import type { Hex } from "viem";
import { waitFor, type DemoStage } from "./stage.ts";

type Reservation = Readonly<{
  reservation_id: string;
  address: Hex;
  amount_wei: string;
  amount: string;
  currency: string;
  credits: number;
  pay_url: string;
}>;

type Key = Readonly<{ credits: number }>;

const credits = 50;

/** A key is paid for with a wallet that nobody knows: the exact amount tells whose payment it is. */
export async function topUp({ product, chain, wallets, tell }: DemoStage): Promise<void> {
  const { api_key, service_url } = product;
  const before = await get<Key>(service_url, "/v1/keys/self", api_key);
  const reserved = await post<Reservation>(service_url, "/v1/keys/deposit", { api_key, credits });
  tell(`${credits} credits cost ${reserved.amount} ${reserved.currency}, to pay on ${reserved.pay_url}`);
  const value = BigInt(reserved.amount_wei);
  const receipt = await chain.send(wallets[1]!, { to: reserved.address, data: "0x", value });
  tell(`paid in ${receipt.transactionHash}`);
  const status = await waitFor("The credit", async () => {
    const path = `/v1/keys/deposit/${reserved.reservation_id}`;
    const found = await get<{ status: string; tx_hash?: string }>(service_url, path, api_key);
    return found.status === "credited" ? found : undefined;
  });
  const key = await get<Key>(service_url, "/v1/keys/self", api_key);
  const gained = key.credits - before.credits;
  if (gained < credits) throw new Error(`The key gained ${gained} credits instead of ${credits}.`);
  tell(`credited from ${status.tx_hash}: the key held ${before.credits} credits and holds ${key.credits}`);
}

async function post<Answer>(base: string, path: string, body: object): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  return read<Answer>(
    path,
    await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) }),
  );
}

async function get<Answer>(base: string, path: string, key: string): Promise<Answer> {
  return read<Answer>(path, await fetch(base + path, { headers: { authorization: `Bearer ${key}` } }));
}

async function read<Answer>(path: string, response: Response): Promise<Answer> {
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}
