import { createHash } from "node:crypto";
import type { PaymentPayload } from "@x402/core/types";
import { maxUint256, type Address, type Hex } from "viem";
import { z } from "zod";
import { Fault } from "../faults.ts";
import { decodeUtf8, parseJson } from "../json/parse-json.ts";
import { readIdentifier } from "./payment-identifier.ts";

/** What a payer signed: EIP-3009's TransferWithAuthorization. */
export type Authorization = Readonly<{
  from: Address;
  to: Address;
  value: string;
  validAfter: string;
  validBefore: string;
  nonce: Hex;
}>;

/** A signed payment of the right shape; whether it is good is another question. */
export type Payment = Readonly<{
  /** `network/asset/payer/nonce`, in lower case. */
  id: string;
  payer: Address;
  /** A digest of the signature. */
  signature: string;
  authorization: Authorization;
  validBeforeMs: number;
  /** The payer's own name for the purchase, in the extension `payment-identifier`. */
  identifier: string | null;
  /** As it was sent, extensions included. */
  payload: PaymentPayload;
}>;

const hex = (min: number, max: number, what: string) =>
  z.string().refine((text) => {
    const digits = text.length - "0x".length;
    return digits >= min && digits <= max && /^0x[0-9a-fA-F]+$/.test(text);
  }, what);
const address = hex(40, 40, "must be 0x and 40 hexadecimal digits");
const isNumber = (text: string): boolean => /^\d{1,78}$/.test(text);
const digits = z
  .string()
  .refine(isNumber, "must be a whole number as text")
  .refine((value) => !isNumber(value) || BigInt(value) <= maxUint256, "must fit into 256 bits");
const text = z.string().min(1).max(256);

const Payload = z.looseObject({
  x402Version: z.literal(2, "must be 2"),
  accepted: z.looseObject({
    scheme: text,
    network: z
      .string()
      .regex(/^[a-z0-9-]{3,8}:[A-Za-z0-9_-]{1,32}$/, "must be a network such as eip155:8453"),
    amount: digits,
    asset: address,
    payTo: address,
    maxTimeoutSeconds: z.number().positive(),
    extra: z.record(z.string(), z.unknown()).nullish(),
  }),
  payload: z.looseObject({
    // A wallet that is a contract signs with more than 65 bytes.
    signature: hex(130, 16_384, "must be 0x and at least 130 hexadecimal digits"),
    authorization: z.looseObject({
      from: address,
      to: address,
      value: digits,
      validAfter: digits,
      validBefore: digits,
      nonce: hex(64, 64, "must be 0x and 64 hexadecimal digits"),
    }),
  }),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

/** Base64 as headers carry it, whatever its lines were broken into; what is no base64 at all may be the JSON itself. */
function decodePayment(sent: string): unknown {
  const text = sent.replace(/\s+/g, "");
  const isBase64 = /^[A-Za-z0-9+/_-]+={0,2}$/.test(text);
  if (!isBase64 && !text.startsWith("{")) throw malformed("The payment is not base64.");
  try {
    return parseJson(isBase64 ? decodeUtf8(Buffer.from(text, "base64")) : sent);
  } catch (error) {
    throw malformed("The payment is not JSON, nor JSON in base64.", error);
  }
}

/**
 * A payment of the right shape, or the refusal that says what is wrong with it, which repeats nothing of what was sent.
 * Every entrance takes it in every form, so that what was paid over one can be sent over another: as an object, as its
 * JSON, or as that in base64.
 */
export function readPayment(given: unknown): Payment {
  const sent = typeof given === "string" ? decodePayment(given) : given;
  if (isPermit2(sent)) throw malformed("Only EIP-3009 authorizations are accepted, not Permit2.");
  const read = Payload.safeParse(sent);
  if (!read.success) throw malformed(`The payment cannot be read: ${describe(read.error.issues[0])}.`);
  const { accepted, payload } = read.data;
  const { from, to, value, validAfter, validBefore, nonce } = payload.authorization;
  return {
    id: [accepted.network, accepted.asset, from, nonce].join("/").toLowerCase(),
    payer: from.toLowerCase() as Address,
    signature: createHash("sha256").update(payload.signature.toLowerCase()).digest("hex"),
    authorization: { from, to, value, validAfter, validBefore, nonce } as Authorization,
    validBeforeMs: Number(validBefore) * 1000,
    identifier: readIdentifier(read.data.extensions),
    payload: sent as PaymentPayload,
  };
}

function isPermit2(sent: unknown): boolean {
  const { payload } = (sent ?? {}) as { payload?: unknown };
  return typeof payload === "object" && payload !== null && "permit2Authorization" in payload;
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  const place = issue?.path.join(".");
  return place ? `${place} ${issue!.message.replace(/^Invalid input: /, "")}` : "it must be an object";
}

function malformed(message: string, cause?: unknown): Fault {
  return new Fault("malformed_payment", { message }, { cause });
}
