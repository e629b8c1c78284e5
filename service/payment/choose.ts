import { Fault } from "../../parts/faults.ts";
import { identify, recognise, type Caller, type Credential } from "../caller/identify.ts";
import type { UnpaidCall } from "../answers.ts";
import type { Parts } from "../parts.ts";
import { accountMethod } from "./account.ts";
import type { PaymentOffer, Order, PaymentMethod } from "./method.ts";
import { askForPayment } from "./x402/ask-for-payment.ts";
import type { Selling } from "./x402/selling.ts";
import { walletMethod } from "./x402/wallet-method.ts";
import { x402Method } from "./x402/x402-method.ts";

/**
 * Who is charged; undefined where only a payment for this call can pay: at an address that knows no key, or for a caller
 * without one who brings a payment or can be told the price. A key that is sent must be a good one.
 */
export async function findCaller(
  parts: Parts,
  credential: Credential,
  offer: PaymentOffer | undefined,
): Promise<Caller | undefined> {
  if (offer?.isAlone) {
    if (!isSold(parts)) throw new Fault("not_found");
    return undefined;
  }
  const known = recognise(parts, credential);
  if (known) return known;
  return identify(parts, credential).catch((error: unknown) => {
    const isKeyless =
      error instanceof Fault && error.code === "unauthorized" && credential.secret === undefined;
    if (isKeyless && canPayAlone(parts, offer)) return undefined;
    throw error;
  });
}

/** Who is charged, and how the call can be paid: the account first, then a payment for this call alone. */
export async function methodsFor(
  parts: Parts,
  caller: Caller | undefined,
  order: Omit<Order, "offer"> & { offer: PaymentOffer | undefined },
): Promise<{ caller: Caller | undefined; methods: readonly PaymentMethod[] }> {
  const { job, offer } = order;
  if (isSold(parts) && offer?.isAlone && offer.payment === undefined && offer.proof !== undefined) {
    const wallet = await walletMethod(parts, { ...order, offer });
    return { caller: wallet.caller, methods: [wallet.method] };
  }
  const own = caller ? [accountMethod(parts, caller, job)] : [];
  const alone = isSold(parts) && canPayAlone(parts, offer) ? [x402Method(parts, { ...order, offer })] : [];
  return { caller, methods: [...own, ...alone] };
}

/** The price, where catalogues ask for it without a request; undefined where a request or what pays for it was sent. */
export async function answerProbe(
  parts: Parts,
  body: unknown,
  { offer, origin }: { offer: PaymentOffer | undefined; origin: string },
): Promise<UnpaidCall | undefined> {
  const isProbe = body === undefined && offer?.payment === undefined && offer?.proof === undefined;
  if (!isProbe || offer?.mode === undefined || !isSold(parts)) return undefined;
  return askForPayment(parts, { offer, mode: offer.mode, origin });
}

function isSold(parts: Parts): parts is Selling {
  return parts.x402 !== undefined;
}

function canPayAlone({ x402 }: Pick<Parts, "x402">, offer: PaymentOffer | undefined): offer is PaymentOffer {
  return x402 !== undefined && offer !== undefined && (offer.payment !== undefined || offer.asks);
}
