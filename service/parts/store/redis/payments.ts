import type { Claiming, PaymentRecord, Payments } from "../payments.ts";
import type { Connection } from "./connection.ts";
import type { Keys } from "./keys.ts";
import { repeatLifeS } from "./payment-scripts.ts";
import type { SentTime } from "./time.ts";

export function paymentCommands({ run }: Connection, keys: Keys, time: SentTime): Payments {
  return {
    async findPayment(id) {
      const row = (await run("findPayment", [keys.payment(id)], [])) as Row;
      return row[0] === null ? undefined : toRecord(row);
    },
    async findPaid(payer, request) {
      const row = (await run("findPaid", [keys.paymentMade(payer, request)], [])) as Row;
      return row[0] === "settled" ? toRecord(row) : undefined;
    },
    async claimPayment(claim) {
      const { id, payer, request, owner, identifier } = claim;
      const names = [
        keys.payment(id),
        keys.paymentUnderWay(payer, request),
        keys.paymentRepeated(payer, request),
        keys.paymentsUnpaid(payer),
        keys.paymentsOf(owner),
        keys.owners,
        keys.paymentMade(payer, request),
        ...(identifier === null ? [] : [keys.paymentsIdentified(payer, identifier)]),
      ];
      const { signature, terms, hold, atMs, holdMs, keepUntilMs, maxUnpaid, unpaidSinceMs, sent } = claim;
      const moments = [atMs, holdMs, keepUntilMs, maxUnpaid, unpaidSinceMs, time()];
      const dead = claim.dead.map(keys.payment).join(" ");
      const known = [sent ?? "", claim.mayBegin ? 1 : 0, dead, payer];
      const sentNow = [signature, request, terms, owner, hold, ...moments, ...known];
      return toClaiming((await run("claimPayment", names, sentNow)) as Claimed);
    },
    keepWork: async (id, hold, { answer }) =>
      (await run("keepWork", [keys.payment(id)], [hold, ...(answer === null ? [] : [answer])])) as
        | "kept"
        | "gone",
    async settlePayment(id, { receipt, transfer, atMs, repeatUntilMs }) {
      const { chain, transaction, log } = transfer;
      const repeat = repeatUntilMs === null ? [] : [repeatUntilMs, repeatLifeS(repeatUntilMs - atMs)];
      const what = [receipt, `${chain} ${transaction}`, log ?? "", ...repeat];
      return (await run("settlePayment", [keys.payment(id), keys.transfers, keys.served], what)) as
        | "settled"
        | "gone"
        | "taken";
    },
    async addServed(address) {
      await run("addServed", [keys.served], [address]);
    },
    findServed: async (among) =>
      among.length === 0
        ? []
        : ((await run("findServed", [keys.served], [JSON.stringify(among)])) as string[]),
    async letGoPayment(id, hold, { atMs, isUncertain }) {
      await run("letGoPayment", [keys.payment(id)], [hold, atMs, isUncertain ? 1 : 0]);
    },
    releasePaymentsOf: async (owner, only) => {
      const names = [keys.paymentsOf(owner), keys.owners];
      return (await run("releasePaymentsOf", names, [owner, only ?? "", time()])) as number;
    },
  };
}

type Row = readonly (string | null)[];
type Claimed = readonly [outcome: Claiming["outcome"], record?: Row, isUncertain?: number];

function toClaiming([outcome, row = [], isUncertain]: Claimed): Claiming {
  switch (outcome) {
    case "worked":
      return { outcome, record: toRecord(row), isUncertain: isUncertain === 1 };
    case "settled":
      return { outcome, record: toRecord(row) };
    case "unresolved":
      return { outcome, sent: row[0] ?? "" };
    case "claimed":
    case "under way":
    case "conflict":
    case "unknown":
    case "too many unpaid":
    case "too many uncertain":
      return { outcome };
  }
}

function toRecord([state, signature, request, terms, claimedAtMs, answer, receipt]: Row): PaymentRecord {
  return {
    state: state as PaymentRecord["state"],
    signature: signature ?? "",
    request: request ?? "",
    terms: terms ?? "",
    claimedAtMs: Number(claimedAtMs),
    answer: answer ?? null,
    receipt: receipt ?? null,
  };
}
