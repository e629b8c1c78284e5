import { z } from "zod";
import { reserveAmount } from "../../../credits/deposit.ts";
import { identifyKeyToCredit, keyInBody } from "../../../caller/key-to-credit.ts";
import { requireNative } from "../../../terms/native.ts";
import { showReservation } from "../../../credits/reservation-view.ts";
import { readBody } from "../../http/read-body.ts";
import type { Route } from "../../http/route.ts";

const Body = z.object({
  api_key: keyInBody,
  credits: z.int().min(1).max(100_000),
});

export const ReservationView = z.object({
  reservation_id: z.string(),
  address: z.string().describe("The contract to send the amount to."),
  chain_id: z.int(),
  amount_wei: z
    .string()
    .describe("The exact amount: the price and a remainder that identifies this payment."),
  amount: z.string().describe("The same in whole coins, as wallets show it."),
  currency: z.string(),
  credits: z.int(),
  deposit_data: z
    .string()
    .describe("Send it as the transaction's data to name the key; then any amount is accepted."),
  expires_at: z.iso.datetime().describe("The payment must be in a block by this time."),
  payment_uri: z.string().describe("Opens a wallet with the payment filled in (EIP-681)."),
  pay_url: z.url().describe("A page to pay on with a wallet, open to anyone who has this link."),
});

export const deposit: Route = {
  method: "post",
  path: "/v1/keys/deposit",
  summary: "Buy credits with a transfer on chain",
  description:
    "Reserves an exact amount for the key, for a day: a transfer of exactly that amount to the address is credited to " +
    "it, no matter who sends it. There is a second way that needs no reservation: any amount, with `deposit_data` as the " +
    "data of the transaction, which EIP-681 links cannot carry: `cast send --value 0.2ether ADDRESS DEPOSIT_DATA`. " +
    "What does not fill a credit stays on the key and counts toward its next deposit. A transfer that is neither is " +
    "kept, and `POST /v1/keys/topup` credits it. A key has at most 5 reservations open.",
  isOpenToPages: true,
  mayTakeKey: true,
  request: z.toJSONSchema(Body, { io: "input" }),
  response: {
    status: 201,
    description: "What to pay, where, and until when.",
    schema: z.toJSONSchema(ReservationView, { io: "input" }),
  },
  refusals: ["unauthorized", "not_found", "rate_limited", "payment_unavailable", "store_unavailable"],
  answer: async (parts, { credential, readJson }) => {
    const terms = requireNative(parts);
    const { api_key: named, credits } = readBody(Body, await readJson());
    const fingerprint = await identifyKeyToCredit(parts, credential, named);
    const body: z.infer<typeof ReservationView> = showReservation(
      parts.config,
      terms,
      await reserveAmount(parts, { fingerprint, credits }),
    );
    return { status: 201, headers: { "cache-control": "no-store" }, body };
  },
};
