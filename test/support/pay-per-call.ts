import { x402Client } from "@x402/core/client";
import {
  decodePaymentRequiredHeader,
  decodePaymentResponseHeader,
  encodePaymentSignatureHeader,
} from "@x402/core/http";
import type { PaymentPayload, PaymentRequired } from "@x402/core/types";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { appendPaymentIdentifierToExtensions } from "@x402/extensions/payment-identifier";
import { wrapFetchWithPayment } from "@x402/fetch";
import type { PrivateKeyAccount } from "viem/accounts";

export type Paid = Readonly<{
  status: number;
  headers: Headers;
  body: any;
  /** The decoded headers of the answer. */
  required: PaymentRequired | undefined;
  receipt: any;
}>;

/** A payer at a service: its signatures, and the data that it sends with them. */
export type PayPerCall = Readonly<{
  /** Signs the terms of an unpaid call's answer. */
  sign(mode: string, identifier?: string): Promise<PaymentPayload>;
  post(mode: string, body: unknown, payment?: PaymentPayload): Promise<Paid>;
}>;

export function payPerCall(url: string, payer: PrivateKeyAccount): PayPerCall {
  return {
    sign: async (mode, identifier) => {
      const { required } = await postPaid(url, mode, { body: undefined });
      return identifier === undefined
        ? signingClient(payer).createPaymentPayload(required!)
        : signIdentified(payer, required!, identifier);
    },
    post: async (mode, body, payment) => postPaid(url, mode, { body, payment }),
  };
}

/** A fetch that pays automatically, as payers' programs do. */
export function payingFetch(payer: PrivateKeyAccount): typeof fetch {
  return wrapFetchWithPayment(fetch, signingClient(payer)) as typeof fetch;
}

/** A payment under an identifier of the payer's own. */
export async function signIdentified(
  payer: PrivateKeyAccount,
  required: PaymentRequired,
  identifier: string,
): Promise<PaymentPayload> {
  const extensions = appendPaymentIdentifierToExtensions(
    structuredClone(required.extensions ?? {}),
    identifier,
  );
  return signingClient(payer).createPaymentPayload({ ...required, extensions });
}

/** Signs everything. */
export function signingClient(payer: PrivateKeyAccount): x402Client {
  return new x402Client().register("eip155:*", new ExactEvmScheme(payer)).setSpendControls(false);
}

type Sent = {
  body: unknown;
  /** The client address that a trusted proxy reports. */
  from?: string | undefined;
  payment?: PaymentPayload | string | undefined;
  signal?: AbortSignal | undefined;
};

export async function postPaid(
  url: string,
  mode: string,
  { body, payment, from, signal }: Sent,
): Promise<Paid> {
  const header = typeof payment === "object" ? encodePaymentSignatureHeader(payment) : payment;
  const response = await fetch(`${url}/v1/x402/${mode}`, {
    method: "POST",
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(header !== undefined && { "payment-signature": header }),
      ...(from !== undefined && { "x-forwarded-for": from }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const required = response.headers.get("payment-required");
  const receipt = response.headers.get("payment-response");
  return {
    status: response.status,
    headers: response.headers,
    body: await response.json(),
    required: required === null ? undefined : decodePaymentRequiredHeader(required),
    receipt: receipt === null ? undefined : decodePaymentResponseHeader(receipt),
  };
}
