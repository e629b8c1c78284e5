import { Fault } from "../../parts/faults.ts";
import type { Chain } from "../../parts/chain/open-chain.ts";
import { isSignedBy } from "../../parts/deposits/signature.ts";
import { readTransaction, type PaidTransaction } from "../../parts/deposits/read-transaction.ts";
import type { DecidedDeposit, Deposit, DepositRecord } from "../../parts/store/treasury.ts";
import { countDeposit } from "../../parts/store/visits.ts";
import type { Parts } from "../parts.ts";
import { readDepth } from "./deposit-status.ts";
import { overChain, requireNative } from "../terms/native.ts";

type Needs = Pick<Parts, "store" | "clock" | "config" | "deposits" | "log">;

type Hex = `0x${string}`;

/** A payment and the key that it should be credited to. */
export type AskedTopup = Readonly<{
  fingerprint: string;
  tx: Hex;
  signature: Hex | undefined;
  /** Called before the chain is asked; what it throws ends the call. */
  enforceLimit?: () => Promise<void>;
}>;

/** `settled` was credited to this key before; `pending` is not deep enough. */
export type Topup = Readonly<{
  status: "credited" | "settled" | "pending";
  creditsAdded: number;
  confirmations: number;
}>;

/** Credits a key with a transaction's payment: at once if it was reserved for this key, else with its sender's signature. */
export async function topUp(parts: Needs, asked: AskedTopup): Promise<Topup> {
  const { contract, confirmations: required } = requireNative(parts);
  if (await isSettled(parts, asked)) return { status: "settled", creditsAdded: 0, confirmations: required };
  await asked.enforceLimit?.();
  const paid = await overChain(readTransaction(contract, asked.tx));
  if (paid.state === "waiting") return { status: "pending", creditsAdded: 0, confirmations: 0 };
  if (paid.state !== "mined" || paid.deposits.length === 0) throw noDeposit(paid, contract.chainId);
  const confirmations = await overChain(readDepth(contract, paid.block));
  if (confirmations < required) return { status: "pending", creditsAdded: 0, confirmations };

  const records: DecidedDeposit[] = [];
  for (const deposit of paid.deposits) records.push(await decide(parts, asked, deposit));
  const ours = records.filter(({ state, account }) => state === "credited" && account === asked.fingerprint);
  if (ours.length === 0) throw notOurs(asked, records);
  const added = ours.filter(({ isNew }) => isNew);
  return {
    status: added.length > 0 ? "credited" : "settled",
    creditsAdded: added.reduce((sum, { credits }) => sum + credits, 0),
    confirmations,
  };
}

/**
 * Whether nothing is left to do for this key, as the store knows it: a node need not be asked about what is decided.
 * Throws if the payment was credited to another key, or needs its sender's signature and none was sent.
 */
async function isSettled(parts: Needs, asked: AskedTopup): Promise<boolean> {
  const { contract } = requireNative(parts);
  const found = await parts.store.findDeposits(asked.tx);
  const known = found.filter(({ reference }) => reference.startsWith(`${contract.chainId}:`));
  const canChange = known.some(
    ({ state }) => state === "seen" || (state === "unclaimed" && asked.signature !== undefined),
  );
  if (known.length === 0 || canChange) return false;
  if (!known.some(({ account }) => account === asked.fingerprint)) throw notOurs(asked, known);
  return true;
}

/** What the watcher would do with it, no matter who comes first; then, where it is nobody's, what its sender signed. */
async function decide(parts: Needs, asked: AskedTopup, deposit: Deposit): Promise<DecidedDeposit> {
  const { store, clock, log } = parts;
  const { contract, priceWei } = requireNative(parts);
  const terms = { priceWei: String(priceWei), atMs: clock.now() };
  const found = await store.creditDeposit(deposit, terms);
  const isClaimed = found.state === "unclaimed" && (await overChain(isSenders(contract, asked, deposit)));
  const claim = { ...terms, account: asked.fingerprint };
  const decided = (isClaimed ? await store.claimDeposit(deposit.reference, claim) : undefined) ?? found;
  await countDeposit(parts, decided);
  const { reference, state, account, credits, isNew } = decided;
  if (isNew) log.info("a deposit was credited by topup", { reference, state, account, credits });
  return decided;
}

/** Whether who sent the payment signed that it is for this key. */
async function isSenders(chain: Chain, asked: AskedTopup, { sender }: Deposit): Promise<boolean> {
  const { signature } = asked;
  if (signature === undefined) return false;
  return isSignedBy(chain, { address: sender, message: textToSign(asked), signature });
}

/** What the sender signs (EIP-191) to give a payment to a key. */
function textToSign({ tx, fingerprint }: Pick<AskedTopup, "tx" | "fingerprint">): string {
  return `assay topup ${tx} 0x${fingerprint}`;
}

function noDeposit({ state }: PaidTransaction, chainId: number): Fault {
  const problems = {
    unknown: `Chain ${chainId} has no such transaction. A new one can take a few seconds to appear: try again, then check tx_hash.`,
    reverted: "This transaction failed, so nothing was paid.",
    mined: "This transaction paid nothing to the address that POST /v1/keys/deposit returns.",
    waiting: "This transaction is not in a block yet.",
  };
  const fault = badField("tx_hash", problems[state], state === "mined" ? "no_deposit" : state);
  // Nothing is wrong with a request that only came early: the same one may do in a moment.
  return state === "unknown" ? tryAgain(fault) : fault;
}

const tryAgainS = 5;

function tryAgain({ code, message, detail }: Fault): Fault {
  return new Fault(code, { ...detail, message, action: "retry", retryAfterS: tryAgainS });
}

/** Nothing of the transaction is this key's: it was another's, or its sender has not said that it is. */
function notOurs(asked: AskedTopup, records: readonly DepositRecord[]): Fault {
  const unclaimed = records.find(({ state }) => state === "unclaimed");
  if (!unclaimed)
    return badField("tx_hash", "This transaction was credited to another key.", "credited_elsewhere");
  const wanted = `have the sender, ${unclaimed.sender}, sign this text (EIP-191) and send the signature along: ${textToSign(asked)}`;
  return asked.signature === undefined
    ? badField("signature", `This payment does not name a key: ${wanted}`, "missing")
    : badField("signature", `This signature is not the sender's: ${wanted}`, "not_the_senders");
}

function badField(field: string, message: string, type: string): Fault {
  return new Fault("bad_request", { message, fields: [{ loc: [field], msg: message, type }] });
}
