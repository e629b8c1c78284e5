import { randomUUID } from "node:crypto";
import type { Job, Mode } from "../../../engine/job.ts";
import { Fault } from "../../../parts/faults.ts";
import { readSignIn, signInLifeMs } from "../../../parts/x402/sign-in.ts";
import { digestOfRequest } from "../../../parts/proof/receipts/statement.ts";
import type { PaidAnswer } from "../../answers.ts";
import type { Parts } from "../../parts.ts";
import { fingerprintAddress } from "../../caller/address.ts";
import { digestOf } from "../call.ts";
import { priceInCredits } from "../../terms/prices.ts";
import { claimDepositsOf, walletAccount } from "../wallet.ts";
import { utcDay } from "../../../platform/clock.ts";
import { x402Terms } from "../../terms/x402-terms.ts";
import type { PaidResource } from "./submission.ts";
import { findReplay } from "./work.ts";

type Asked = Readonly<{ proof: string; job: Job; resource: PaidResource; address: string }>;

/** Who a proof shows to be asking for this request. Every proof is good once, whichever process it is sent to. */
export async function signIn(parts: Parts, { proof, job, resource, address }: Asked): Promise<`0x${string}`> {
  const { store, clock, config, limits, addressSecret } = parts;
  const networks = x402Terms(config)?.networks ?? [];
  const request = digestOfRequest(job);
  const signedIn = await readSignIn(proof, { url: resource.url, networks, request, atMs: clock.now() });
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

/** What a wallet paid for before, by whichever payment; undefined where it did not, or it is not kept any more. */
export async function findPaid(
  { store }: Pick<Parts, "store">,
  wallet: `0x${string}`,
  job: Job,
): Promise<Extract<PaidAnswer, { outcome: "served" }> | undefined> {
  const record = await store.findPaid(wallet, digestOf(job));
  return record && findReplay(record);
}

/** The account whose credits a wallet spends, with what it deposited by now where that is needed. */
export async function openWallet(parts: Parts, wallet: `0x${string}`, mode: Mode): Promise<string> {
  const account = walletAccount(parts, wallet);
  const { credits } = await parts.store.readAccount(account, utcDay(parts.clock.now()));
  if (credits < priceInCredits[mode]) await claimDepositsOf(parts, wallet);
  return account;
}

function refused(problem: string): Fault {
  return new Fault("unauthorized", {
    message: `The proof in SIGN-IN-WITH-X is not valid. ${problem} Ask without it for a new challenge, and sign that.`,
    action: "fix_request",
  });
}
