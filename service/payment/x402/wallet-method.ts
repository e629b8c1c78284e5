import { randomUUID } from "node:crypto";
import type { Mode } from "../../../engine/job.ts";
import { Fault } from "../../../parts/faults.ts";
import { readSignIn, signInLifeMs } from "../../../parts/x402/sign-in.ts";
import { digestOfRequest } from "../../../parts/proof/receipts/statement.ts";
import { fingerprintAddress } from "../../caller/address.ts";
import { digestOf } from "../../work/job-digest.ts";
import { priceInCredits } from "../../terms/prices.ts";
import { claimDepositsOf, walletAccount } from "../wallet.ts";
import { utcDay } from "../../../platform/clock.ts";
import { x402Terms } from "../../terms/x402-terms.ts";
import type { Caller } from "../../caller/identify.ts";
import { accountMethod } from "../account.ts";
import type { Order, PaymentMethod } from "../method.ts";
import { challenge } from "./challenge.ts";
import { findReplay } from "./hold.ts";
import type { Selling } from "./selling.ts";

/** A wallet that signs in instead of paying: it reads again what it paid for, or spends the credits of its deposits. */
export async function walletMethod(
  parts: Selling,
  order: Order,
): Promise<{ caller: Caller; method: PaymentMethod }> {
  const wallet = await signIn(parts, order);
  const { job, offer } = order;
  const address = fingerprintAddress(order.address, parts.addressSecret);
  const caller: Caller = { kind: "wallet", account: walletAccount(parts, wallet), address };
  const own = accountMethod(parts, caller, job);
  const method: PaymentMethod = {
    shareAs: own.shareAs,
    take: async (signal) => {
      const record = await parts.store.findPaid(wallet, digestOf(job));
      const paid = record && findReplay(record);
      if (paid) return paid;
      await claimWhatIsShort(parts, wallet, job.mode);
      const taken = await own.take(signal);
      if (taken.outcome !== "unpaid") return taken;
      const { message } = taken.fault;
      return challenge(parts, { mode: job.mode, resource: offer.resource(job.mode), job }, { message });
    },
  };
  return { caller, method };
}

/** Who a proof shows to be asking for this request. Every proof is good once, whichever process it is sent to. */
async function signIn(parts: Selling, { job, offer, address }: Order): Promise<`0x${string}`> {
  const { store, clock, config, limits, addressSecret } = parts;
  const networks = x402Terms(config)?.networks ?? [];
  const request = digestOfRequest(job);
  const { url } = offer.resource(job.mode);
  const signedIn = await readSignIn(offer.proof!, { url, networks, request, atMs: clock.now() });
  if ("problem" in signedIn) {
    await limits.keep("unknownKeys", fingerprintAddress(address, addressSecret));
    throw refused(signedIn.problem);
  }
  const { wallet, nonce } = signedIn;
  // A lease of a new owner is given once, and kept for longer than the proof is good.
  const lease = { name: `sign-in ${wallet} ${nonce}`, owner: randomUUID(), lifeMs: 2 * signInLifeMs };
  if (await store.takeLease(lease)) return wallet;
  throw refused("It was used before.");
}

/** Credits what the wallet deposited by now, where its credits do not cover the mode. */
async function claimWhatIsShort(parts: Selling, wallet: `0x${string}`, mode: Mode): Promise<void> {
  const account = walletAccount(parts, wallet);
  const { credits } = await parts.store.readAccount(account, utcDay(parts.clock.now()));
  if (credits < priceInCredits[mode]) await claimDepositsOf(parts, wallet);
}

function refused(problem: string): Fault {
  return new Fault("unauthorized", {
    message: `The proof in SIGN-IN-WITH-X is not valid. ${problem} Ask without it for a new challenge, and sign that.`,
    action: "fix_request",
  });
}
