import { z } from "zod";
import { fingerprintAddress } from "../../../caller/address.ts";
import { identifyKeyToCredit, keyInBody } from "../../../caller/key-to-credit.ts";
import { requireNative } from "../../../terms/native.ts";
import { topUp } from "../../../credits/topup.ts";
import { utcDay } from "../../../../platform/clock.ts";
import { readBody } from "../../http/read-body.ts";
import type { Route } from "../../http/route.ts";

type Hex = `0x${string}`;

const Body = z.object({
  api_key: keyInBody,
  tx_hash: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, "must be 0x and 64 hexadecimal digits")
    .describe("The transaction that paid."),
  signature: z
    .string()
    .regex(/^0x(?:[0-9a-fA-F]{2}){1,8192}$/, "must be 0x and an even number of hexadecimal digits")
    .optional()
    .describe(
      "The sender's, over the text `assay topup <tx_hash> <deposit_data>`; where the payment names no key.",
    ),
});

const Credited = z.object({
  status: z
    .enum(["credited", "settled", "pending"])
    .describe("`settled` was credited to this key before; `pending` is not deep enough in the chain yet."),
  credits_added: z.int(),
  credits: z.int().describe("What the key has now."),
  remainder_wei: z
    .string()
    .describe("A remainder too small for a credit; it counts toward the next payment."),
  tx_hash: z.string(),
  confirmations: z.int(),
  required_confirmations: z.int(),
});

export const topup: Route = {
  method: "post",
  path: "/v1/keys/topup",
  summary: "Credit a key with a transfer",
  description:
    "Transfers that name the key, or match its reservation, are credited automatically; this call only makes it sooner. " +
    "A transfer that names no key is credited when its sender signs the text `assay topup <tx_hash> <deposit_data>` " +
    "(EIP-191, both in lower case; contract wallets by ERC-1271).",
  isOpenToPages: true,
  mayTakeKey: true,
  request: z.toJSONSchema(Body, { io: "input" }),
  response: {
    status: 200,
    description: "The outcome.",
    schema: z.toJSONSchema(Credited, { io: "input" }),
  },
  refusals: ["unauthorized", "not_found", "rate_limited", "payment_unavailable", "store_unavailable"],
  answer: async (parts, { credential, readJson }) => {
    const { confirmations: required } = requireNative(parts);
    const { api_key: named, tx_hash, signature } = readBody(Body, await readJson());
    const fingerprint = await identifyKeyToCredit(parts, credential, named);
    const tx = tx_hash.toLowerCase() as Hex;
    const { status, creditsAdded, confirmations } = await topUp(parts, {
      fingerprint,
      tx,
      signature: signature as Hex | undefined,
      enforceLimit: async () => {
        await parts.limits.keep("topupsOfKey", fingerprint);
        await parts.limits.keep(
          "topupsOfAddress",
          fingerprintAddress(credential.address, parts.addressSecret),
        );
      },
    });
    const { store, clock } = parts;
    const [{ credits }, remainder] = await Promise.all([
      store.readAccount(fingerprint, utcDay(clock.now())),
      store.readRemainder(fingerprint),
    ]);
    const body: z.infer<typeof Credited> = {
      status,
      credits_added: creditsAdded,
      credits,
      remainder_wei: remainder,
      tx_hash: tx,
      confirmations,
      required_confirmations: required,
    };
    return { status: 200, headers: { "cache-control": "no-store" }, body };
  },
};
