import { generatePaymentId } from "@x402/extensions/payment-identifier";
import type { PaymentPayload } from "@x402/core/types";
import type { Mode } from "../../../../engine/job.ts";
import type { Verdict } from "../../../../engine/verdict.ts";
import { faults } from "../../../../parts/faults.ts";
import { postPaid, signIdentified, type Paid } from "../../../support/pay-per-call.ts";
import { askUntilRight, type Answered } from "../ask-until-right.ts";
import { programOf } from "../programs.ts";
import type { FaultScene } from "../scene.ts";
import type { Traffic } from "./traffic.ts";

const modes: readonly Mode[] = ["static", "static", "repair", "static", "execute"];
/** Of the token's smallest unit. */
const prices: Readonly<Record<Mode, bigint>> = { static: 10_000n, repair: 30_000n, execute: 100_000n };

/** Calls that are paid for one by one. A payment that expired is signed again under its identifier, and still pays once. */
export async function openX402(scene: FaultScene): Promise<Traffic> {
  const { record, payer } = scene;
  const { token, payee } = scene.chain.payments;
  const name = "x402";
  const heldBy = async (address: `0x${string}`): Promise<bigint> => token.read.balanceOf([address]);
  const before = { payer: await heldBy(payer.address), payee: await heldBy(payee.address) };
  let sent = 0;
  let spent = 0n;

  async function send(): Promise<void> {
    const n = sent++;
    const program = programOf(modes[n % modes.length]!, `x402_${n}`);
    const { mode, isRight: _, ...body } = program;
    let identifier = generatePaymentId();
    let payment: PaymentPayload | undefined;
    let isPaid = false;
    const ask = async (signal: AbortSignal): Promise<Answered> => {
      if (!payment) {
        const offer = await postPaid(scene.url, mode, { body: undefined, signal });
        if (!offer.required) return toAnswered(offer);
        payment = await signIdentified(payer, offer.required, identifier);
      }
      const paid = await postPaid(scene.url, mode, { body, payment, signal });
      const answered = toAnswered(paid);
      if (paid.status === faults.payment_required.http) payment = undefined;
      if ("verdict" in answered && answered.verdict.meta.incomplete.length > 0) {
        // It was paid for, and its payment would get the same answer again.
        payment = undefined;
        identifier = generatePaymentId();
      }
      isPaid = paid.receipt?.success === true;
      return answered;
    };
    const goesOn = (code: string): boolean =>
      ["busy", "engine_unavailable", "payment_unavailable", "store_unavailable", "payment_required"].includes(
        code,
      );
    const incomplete = await askUntilRight({ traffic: name, program, record, goesOn, ask });
    if (incomplete === undefined) return;
    if (!isPaid) record.violate(`${name}: a verdict without a receipt of its payment.`);
    spent += BigInt(1 + incomplete) * prices[mode];
  }

  return {
    name,
    share: 3,
    send,
    prove: async () => {
      const paid = before.payer - (await heldBy(payer.address));
      const earned = (await heldBy(payee.address)) - before.payee;
      return paid === spent && earned === spent
        ? []
        : [`${name}: the payer paid ${paid} and we earned ${earned} for calls worth ${spent}.`];
    },
  };
}

function toAnswered({ status, body }: Paid): Answered {
  return status === 200
    ? { verdict: body as Verdict }
    : { refusal: String(body.error), message: String(body.message) };
}
