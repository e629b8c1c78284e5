import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { Address, Hex } from "viem";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import type { LocalChain } from "../../scripts/chain/local-chain.ts";
import { fixedPriceNative, type LocalMech } from "../../scripts/chain/marketplace.ts";
import { createShelf } from "../support/ipfs-shelf.ts";
import { signForSafe } from "../support/safe-message.ts";

export type Form = Readonly<Record<string, string>>;
type Terms = Readonly<{
  chain: LocalChain;
  signer: LocalAccount;
  content: unknown;
  nonce: bigint;
  rateWei?: bigint;
  mech?: LocalMech["mech"];
  paymentType?: Hex;
  /** A Safe that the signer owns and that is the requester. */
  wallet?: NonNullable<LocalMech["safe"]>;
}>;

/** A request as its sender signs it and sends it to the mech's own address. */
export async function signRequest(terms: Terms): Promise<{ id: Hex; form: Form }> {
  const { chain, signer, content, nonce, mech = chain.mech, wallet } = terms;
  const { paymentType = fixedPriceNative } = terms;
  const data = typeof content === "string" ? content : JSON.stringify(content);
  const { digest } = await createShelf().put(data);
  const rateWei = terms.rateWei ?? (await mech.read.maxDeliveryRate());
  const sender: Address = wallet?.address ?? signer.address;
  const id = await chain.marketplace.read.getRequestId([
    mech.address,
    sender,
    digest,
    rateWei,
    paymentType,
    nonce,
  ]);
  const signature = wallet
    ? await signForSafe(chain, { safe: sender, owner: signer, hash: id })
    : await signer.sign({ hash: id });
  return {
    id,
    form: {
      sender,
      signature,
      ipfs_hash: digest,
      request_id: String(BigInt(id)),
      delivery_rate: String(rateWei),
      nonce: String(nonce),
      ipfs_data: data,
    },
  };
}

/** Sends it as clients do: a form, whatever the content type says. */
export async function submit(
  url: string,
  form: Form,
): Promise<{ status: number; headers: Headers; body: any }> {
  const response = await fetch(`${url}/send_signed_requests`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: new URLSearchParams(form).toString(),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Asks for the answer as clients do: a GET with a form in its body. */
export async function fetchInfo(
  url: string,
  id: Hex,
  more: Form = {},
): Promise<{ status: number; body: any }> {
  const form = new URLSearchParams({ request_id: String(BigInt(id)), ...more }).toString();
  const headers = { "content-length": form.length };
  const asking = httpRequest(`${url}/fetch_offchain_info`, { method: "GET", headers }).end(form);
  const [response] = (await once(asking, "response")) as [IncomingMessage];
  return { status: response.statusCode!, body: JSON.parse(await text(response)) };
}
