import { decodePaymentRequiredHeader } from "@x402/core/http";
import type { PaymentRequired } from "@x402/core/types";

/** What an address answers to who asks without payment and without a body, as catalogues do. */
export type Probed = Readonly<{
  url: string;
  /** Undefined where nothing answered. */
  status: number | undefined;
  /** What the header PAYMENT-REQUIRED says; undefined where it is missing or cannot be read. */
  required: PaymentRequired | undefined;
  headerLength: number;
}>;

const timeoutMs = 20_000;

export async function probe(url: string): Promise<Probed> {
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => undefined);
  const header = response?.headers.get("payment-required") ?? "";
  await response?.body?.cancel();
  return { url, status: response?.status, required: decode(header), headerLength: header.length };
}

function decode(header: string): PaymentRequired | undefined {
  try {
    return header === "" ? undefined : decodePaymentRequiredHeader(header);
  } catch {
    return undefined;
  }
}
