import { randomUUID } from "node:crypto";
import { x402HTTPClient } from "@x402/fetch";
import { erc20Abi, formatUnits, type Hex } from "viem";
import { openPayer } from "../../deploy/clients/x402/paying-fetch.ts";
import type { DemoStage } from "./stage.ts";

const decimals = 6;
/** New in every run: who paid for an answer before is not charged for it again. */
const job = {
  code: `def total(xs: list[int]) -> int:  # ${randomUUID()}\n    return sum(xs) + "1"\n`,
};

/** What a program does that has a wallet and nothing else: it is told the price, signs, gets a verdict and a receipt. */
export async function payPerCall(stage: DemoStage): Promise<void> {
  const { product, tell } = stage;
  const { address, private_key: privateKey } = product.accounts[2]!;
  const token = `eip155:${product.chain_id}/${product.x402_asset}`;
  const payer = new x402HTTPClient(openPayer({ privateKey, maxUsd: 0.01, token }));
  const url = `${product.service_url}/v1/x402/static`;

  const challenge = await post(url);
  if (challenge.status !== 402) throw new Error(`Without payment the answer was ${challenge.status}.`);
  const required = payer.getPaymentRequiredResponse((name) => challenge.headers.get(name), undefined);
  const price = BigInt((required.accepts[0] as { amount: string }).amount);
  tell(`without payment: 402, which asks for ${formatUnits(price, decimals)} of the token`);

  const before = await balanceOf(stage, address);
  const signed = payer.encodePaymentSignatureHeader(await payer.createPaymentPayload(required));
  const paid = await served(await post(url, signed));
  const receipt = payer.getPaymentSettleResponse((name) => paid.headers.get(name));
  if (!receipt.success) throw new Error(`The payment failed: ${receipt.errorReason}.`);
  tell(`paid: ${paid.verdict.valid ? "valid" : "not valid"}, ${paid.verdict.diagnostics.length} findings`);
  const spent = before - (await balanceOf(stage, address));
  if (spent !== price) throw new Error(`${spent} were paid instead of ${price}.`);
  tell(`receipt: transaction ${receipt.transaction}, which moved exactly ${formatUnits(spent, decimals)}`);

  const again = await served(await post(url, signed));
  const spentTwice = before - (await balanceOf(stage, address));
  if (spentTwice !== price) throw new Error(`The second time ${spentTwice - price} more were paid.`);
  if (again.headers.get("payment-response") !== paid.headers.get("payment-response"))
    throw new Error("The second time there was another receipt.");
  tell("the same signature again: the same verdict and receipt, at no charge");
}

type Verdict = Readonly<{ valid: boolean; diagnostics: readonly unknown[] }>;

async function post(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const sent = { "content-type": "application/json", ...headers };
  return fetch(url, { method: "POST", headers: sent, body: JSON.stringify(job) });
}

async function served(response: Response) {
  const text = await response.text();
  if (response.status !== 200) throw new Error(`The paid call answered ${response.status}: ${text}`);
  return { headers: response.headers, verdict: JSON.parse(text) as Verdict };
}

async function balanceOf({ chain, product }: DemoStage, holder: Hex): Promise<bigint> {
  const token = { address: product.x402_asset, abi: erc20Abi };
  return chain.readContract({ ...token, functionName: "balanceOf", args: [holder] });
}
