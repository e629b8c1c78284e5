import { randomBytes } from "node:crypto";
import { createSIWxMessage, SIGN_IN_WITH_X } from "@x402/extensions/sign-in-with-x";
import { isAddressEqual, recoverMessageAddress, size, type Address, type Hex } from "viem";
import { z } from "zod";
import { fromIso, toIso } from "../../platform/clock.ts";
import { isLow } from "../proof/low-signature.ts";
import { decodeUtf8, parseJson } from "../json/parse-json.ts";

/** How long a proof is valid after its challenge. */
export const signInLifeMs = 5 * 60_000;
/** So far the clock of who wrote it may be ahead of ours. */
const slackMs = 30_000;

type Challenged = Readonly<{
  /** The address that is to be asked again with the proof. */
  url: string;
  networks: readonly string[];
  /** The digest of the request: a proof is good for that one alone. */
  request: string;
  atMs: number;
}>;

/** What a wallet signs to show that it is asking (CAIP-122). Its nonce is new, and `requestId` is the request. */
export function signInExtension({
  url,
  networks,
  request,
  atMs,
}: Challenged): Readonly<Record<string, unknown>> {
  const info = {
    domain: new URL(url).host,
    uri: url,
    version: "1",
    statement: "Use what this wallet bought.",
    nonce: randomBytes(8).toString("hex"),
    issuedAt: toIso(atMs),
    expirationTime: toIso(atMs + signInLifeMs),
    requestId: request,
  };
  const supportedChains = networks.map((chainId) => ({ chainId, type: "eip191" }));
  // The SDK's own schema is longer than all the rest, and only repeats what CAIP-122 says of a proof.
  return { [SIGN_IN_WITH_X]: { info, supportedChains, schema: { type: "object" } } };
}

const line = z.string().min(1).max(2048);
const moment = z
  .string()
  .max(40)
  .refine((text) => !Number.isNaN(fromIso(text)));

const Proof = z.object({
  domain: line,
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  statement: line.optional(),
  uri: line,
  version: z.literal("1"),
  chainId: z.string().regex(/^eip155:\d{1,20}$/),
  type: z.literal("eip191"),
  nonce: z.string().regex(/^[A-Za-z0-9]{8,64}$/),
  issuedAt: moment,
  expirationTime: moment.optional(),
  notBefore: moment.optional(),
  requestId: line.optional(),
  resources: z.array(line).max(16).optional(),
  signature: z.string().regex(/^0x[0-9a-fA-F]{130}$/, "must be the signature of an account, of 65 bytes"),
});

type Proof = z.infer<typeof Proof>;

export type SignIn = Readonly<{ wallet: Address; nonce: string }> | Readonly<{ problem: string }>;

/** Who signed a proof, if it is one for this request and its time has come and is not over; else what is wrong with it. */
export async function readSignIn(header: string, asked: Challenged): Promise<SignIn> {
  const read = Proof.safeParse(decode(header));
  if (!read.success) {
    const [issue] = read.error.issues;
    const place = issue?.path.join(".");
    return { problem: place ? `\`${place}\` is missing or not valid.` : "It is not JSON in Base64." };
  }
  const proof = read.data;
  const problem = findProblem(proof, asked);
  if (problem !== undefined) return { problem };
  const signer = await recoverSigner(proof);
  if (signer === undefined || !isAddressEqual(signer, proof.address as Address))
    return { problem: "It is not signed by `address`." };
  return { wallet: proof.address.toLowerCase() as Address, nonce: proof.nonce };
}

function findProblem(proof: Proof, { url, networks, request, atMs }: Challenged): string | undefined {
  if (proof.domain !== new URL(url).host || proof.uri !== url) return `It is not for ${url}.`;
  if (!networks.includes(proof.chainId)) return `\`chainId\` must be one of ${networks.join(", ")}.`;
  if (proof.requestId !== request) return "It is for another request: `requestId` is not this one's SHA-256.";
  const issuedAtMs = fromIso(proof.issuedAt);
  if (issuedAtMs > atMs + slackMs) return "`issuedAt` is in the future.";
  const isOver = proof.expirationTime !== undefined && fromIso(proof.expirationTime) <= atMs;
  if (isOver || issuedAtMs + signInLifeMs <= atMs) return "It has expired.";
  if (proof.notBefore !== undefined && fromIso(proof.notBefore) > atMs) return "It is not valid yet.";
  return undefined;
}

/** Undefined where nobody can have signed it, or its words make no message that wallets sign. */
async function recoverSigner({ signature, ...proof }: Proof): Promise<Address | undefined> {
  const signed = signature as Hex;
  if (size(signed) !== 65 || !isLow(signed)) return undefined;
  try {
    const message = createSIWxMessage(proof as Parameters<typeof createSIWxMessage>[0], proof.address);
    return await recoverMessageAddress({ message, signature: signed });
  } catch {
    return undefined;
  }
}

function decode(header: string): unknown {
  try {
    return parseJson(decodeUtf8(Buffer.from(header, "base64")));
  } catch {
    return undefined;
  }
}
