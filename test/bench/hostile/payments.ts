import { encodePaymentSignatureHeader } from "@x402/core/http";
import type { PaymentPayload } from "@x402/core/types";
import { judgeAnswer, pick, post, type Attack, type Random } from "./attack.ts";

type Changed = (payment: PaymentPayload, random: Random) => PaymentPayload | string;
type Words = { signature: string; authorization: Record<string, string> };

const change = (payment: PaymentPayload, changed: (words: Words) => Words): PaymentPayload => ({
  ...payment,
  payload: changed(structuredClone(payment.payload) as Words),
});

/** Payments that must buy nothing. */
const bad: Readonly<Record<string, Changed>> = {
  "no payment at all": (_, random) => Buffer.from(String(random())).toString("base64"),
  "not base64": () => "%%%%",
  "a long header": () => "A".repeat(12_000),
  "a signature of zeros": (payment) =>
    change(payment, (words) => ({ ...words, signature: `0x${"00".repeat(65)}` })),
  "another amount": (payment) =>
    change(payment, ({ signature, authorization }) => ({
      signature,
      authorization: { ...authorization, value: "1" },
    })),
  "another payee": (payment) =>
    change(payment, ({ signature, authorization }) => ({
      signature,
      authorization: { ...authorization, to: authorization["from"]! },
    })),
  expired: (payment) =>
    change(payment, ({ signature, authorization }) => ({
      signature,
      authorization: { ...authorization, validBefore: "1" },
    })),
  "another nonce": (payment, random) =>
    change(payment, ({ signature, authorization }) => ({
      signature,
      authorization: {
        ...authorization,
        nonce: `0x${Math.floor(random() * 2 ** 48)
          .toString(16)
          .padStart(64, "0")}`,
      },
    })),
};

/** A payment that is signed once and buys one call: the others present changed copies of it, or it again. */
export function paymentAttacks(signed: PaymentPayload) {
  const served = new Set<string>();
  const attack = (random: Random): Attack => {
    const isCopy = random() < 0.4;
    const name = isCopy ? "the same payment for another request" : pick(random, Object.keys(bad));
    const mode = isCopy ? "static" : pick(random, ["static", "repair", "execute"]);
    const code = `x = ${Math.floor(random() * 1e9)}\n`;
    return {
      kind: "payment",
      name,
      run: async (target) => {
        const payment = isCopy ? signed : bad[name]!(signed, random);
        const header = typeof payment === "string" ? payment : encodePaymentSignatureHeader(payment);
        const { status, text } = await post(
          { ...target, key: "" },
          `/v1/x402/${mode}`,
          JSON.stringify({ code }),
          { "payment-signature": header },
        );
        if (status !== 200) return judgeAnswer(status, text);
        served.add(code);
        return isCopy ? "held" : `${name} was served`;
      },
    };
  };
  return { attack, /** How many different requests the one payment bought. */ served: () => served.size };
}
