import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { wei, type History } from "./ledger-history.ts";

/** A change of the file without the store, and the report about it. */
type Lie = Readonly<{ does: (names: History) => string; says: (names: History) => string[] }>;

export const lies: Record<string, Lie> = {
  "a balance that was raised": {
    does: () => "UPDATE balances SET credits = 61",
    says: ({ account }) => [`Account ${account} holds 61 credits, but its entries add up to 60.`],
  },
  "a balance of nobody": {
    does: () => "INSERT INTO balances VALUES ('nobody', 5)",
    says: () => ["Account nobody holds 5 credits, but its entries add up to 0."],
  },
  "a balance that is gone": {
    does: () => "DELETE FROM balances",
    says: ({ account }) => [`Account ${account} holds 0 credits, but its entries add up to 60.`],
  },
  "a grant that came after it was spent": {
    does: () => "UPDATE entries SET n = 99 WHERE reason = 'grant'",
    says: ({ account, kept, givenBack }) => [
      `Account ${account} falls to -3 credits with charge ${kept.id}.`,
      `Account ${account} falls to -4 credits with charge ${givenBack.id}.`,
      `Account ${account} falls to -3 credits with give_back ${givenBack.id}.`,
    ],
  },
  "a give-back of what was never charged": {
    does: ({ givenBack }) =>
      `UPDATE entries SET reference = 'other' WHERE reason = 'charge' AND reference = '${givenBack.id}'`,
    says: ({ account, givenBack }) => [
      `Account ${account} was given back 1 for ${givenBack.id}, but was charged 0 before.`,
    ],
  },
  "a charge that adds": {
    does: ({ kept }) =>
      `UPDATE entries SET delta = 3 WHERE reference = '${kept.id}'; UPDATE balances SET credits = 66`,
    says: ({ account, kept }) => [`Entry charge ${kept.id} of account ${account} has a delta of 3.`],
  },
  "a deposit entry without a record": {
    does: ({ named }) => `DELETE FROM deposits WHERE reference = '${named.reference}'`,
    says: ({ account, named }) => [
      `Account ${account} has an entry of deposit ${named.reference}, which is not recorded.`,
      expect.stringContaining("has 1200 wei left over, but its deposits leave 700."),
    ],
  },
  "a deposit entry of what is unclaimed": {
    does: ({ named }) =>
      `UPDATE deposits SET state = 'unclaimed', account = NULL, credits = 0 WHERE reference = '${named.reference}'`,
    says: ({ named }) => [
      expect.stringContaining(`has an entry of deposit ${named.reference}, which is unclaimed.`),
      expect.stringContaining("but its deposits leave 700."),
    ],
  },
  "a deposit that is recorded for somebody else": {
    does: ({ named }) => `UPDATE deposits SET account = 'nobody' WHERE reference = '${named.reference}'`,
    says: ({ account, named }) => [
      `Deposit ${named.reference} is recorded as 2 credits to account nobody, but its entry says 2 to account ${account}.`,
    ],
  },
  "a deposit that filled too few credits": {
    does: ({ named }) =>
      `UPDATE deposits SET credits = 1 WHERE reference = '${named.reference}';
       UPDATE entries SET delta = 1 WHERE reference = '${named.reference}'; UPDATE balances SET credits = 59;
       UPDATE remainders SET wei = '1000000000000001200'`,
    says: ({ account, named, settling }) =>
      [named, settling].map(
        ({ reference }, n) =>
          `Deposit ${reference} leaves ${n === 0 ? "1000000000000000500" : "1000000000000001200"} wei on account ${account} at 1000000000000000000 wei a credit.`,
      ),
  },
  "wei that are gone": {
    does: () => "UPDATE remainders SET wei = '1199'",
    says: ({ account }) => [`Account ${account} has 1199 wei left over, but its deposits leave 1200.`],
  },
  "wei of nobody": {
    does: () => "INSERT INTO remainders VALUES ('nobody', '5')",
    says: () => ["Account nobody has 5 wei left over, but its deposits leave 0."],
  },
  "a credited deposit without an entry": {
    does: ({ named, account }) =>
      `DELETE FROM entries WHERE reference = '${named.reference}'; UPDATE balances SET credits = 58;
       UPDATE remainders SET wei = '700' WHERE account = '${account}'`,
    says: ({ named, account }) => [
      `Deposit ${named.reference} is credited to account ${account}, which has no entry of it.`,
    ],
  },
  "an unclaimed deposit that somebody has": {
    does: ({ unclaimed }) =>
      `UPDATE deposits SET account = 'nobody', credits = 7 WHERE reference = '${unclaimed.reference}'`,
    says: ({ unclaimed }) => [
      `Deposit ${unclaimed.reference} is unclaimed, but recorded as 7 credits to account nobody.`,
    ],
  },
  "a reservation that two deposits settled": {
    does: ({ named, reservation }) =>
      `CREATE TABLE copy (reference TEXT PRIMARY KEY, chain, tx, sender, amount_wei, fingerprint, block, block_time_ms,
         state, account, price_wei, credits, reservation, reserved_credits);
       INSERT INTO copy SELECT * FROM deposits; DROP TABLE deposits; ALTER TABLE copy RENAME TO deposits;
       UPDATE deposits SET reservation = '${reservation.id}' WHERE reference = '${named.reference}'`,
    says: ({ reservation, named }) => [
      expect.stringContaining(`which names `),
      expect.stringContaining(`Deposit ${named.reference} of ${wei} wei`),
      expect.stringMatching(new RegExp(`^Reservation ${reservation.id} was settled twice: by .* and by `)),
    ],
  },
  "a reservation that is gone": {
    does: ({ reservation }) => `DELETE FROM reservations WHERE id = '${reservation.id}'`,
    says: ({ settling, reservation }) => [
      `Deposit ${settling.reference} settled reservation ${reservation.id}, which is not recorded.`,
    ],
  },
  "a reservation that was settled too late": {
    does: ({ settling }) =>
      `UPDATE deposits SET block_time_ms = 9999999999999 WHERE reference = '${settling.reference}'`,
    says: ({ settling, reservation }) => [
      `Deposit ${settling.reference} settled reservation ${reservation.id}, though its block was not in time.`,
    ],
  },
  "a checkout that was credited without an entry": {
    does: ({ checkout }) =>
      `DELETE FROM entries WHERE reference = '${checkout.session}'; UPDATE balances SET credits = 10`,
    says: ({ checkout, account }) => [
      `Checkout ${checkout.session} is credited, but account ${account} has no entry of it.`,
    ],
  },
  "a paid checkout that is open": {
    does: () => "UPDATE checkouts SET state = 'open'",
    says: ({ checkout, account }) => [
      `Checkout ${checkout.session} is open, but account ${account} has an entry of it.`,
    ],
  },
  "a checkout of another number of credits": {
    does: () => "UPDATE checkouts SET credits = 49",
    says: ({ checkout, account }) => [
      `Checkout ${checkout.session} was of 49 credits for account ${account}, but its entry is of 50 for account ${account}.`,
    ],
  },
};

export function tamper(file: string, sql: string): void {
  using db = new DatabaseSync(file);
  db.exec(`DROP TRIGGER balance; DROP TRIGGER checkout_credited; ${sql}`);
}
