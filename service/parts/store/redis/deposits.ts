import type { Connection } from "./connection.ts";
import { depositFields, toDeposit, type DepositRow } from "./deposit-record.ts";
import type { Keys } from "./keys.ts";
import type { Store } from "../store.ts";
import type { DecidedDeposit, Deposit, DepositRecord } from "../treasury.ts";
import { fillCredits, toPriceText, toWeiText } from "../wei.ts";

type Deciding = Pick<Store, "creditDeposit" | "claimDeposit">;
type Seeing = Pick<Store, "seeDeposit" | "forgetSeen">;
type Looking = Pick<
  Store,
  "readDeposit" | "findDeposits" | "listUnclaimed" | "listDeposits" | "readRemainder"
>;

export function depositCommands(connection: Connection, keys: Keys): Deciding & Seeing & Looking {
  const looking = lookingCommands(connection, keys);
  return { ...seeingCommands(connection, keys), ...looking, ...decidingCommands(connection, keys, looking) };
}

function seeingCommands({ run }: Connection, keys: Keys): Seeing {
  return {
    async seeDeposit(deposit) {
      await run("seeDeposit", namesOf(deposit, keys), valuesOf(deposit));
    },
    async forgetSeen(chainId, upToBlock, fromBlock = 0) {
      await run("forgetSeen", [keys.seen(String(chainId)), keys.deposits], [upToBlock, fromBlock]);
    },
  };
}

function lookingCommands({ run, send }: Connection, keys: Keys): Looking {
  return {
    async readDeposit(reference) {
      const row = await send((client) => client.hmget(keys.deposit(reference), ...depositFields));
      return row[0] === null ? undefined : toDeposit(row as DepositRow);
    },
    async findDeposits(tx) {
      const rows = (await run("findDeposits", [keys.depositsOf(tx)], [])) as DepositRow[];
      return rows.map(toDeposit).toSorted(byPosition);
    },
    async listUnclaimed({ chainId, sinceMs, limit }) {
      const names = [keys.unclaimed(String(chainId))];
      return ((await run("listUnclaimed", names, [sinceMs, limit])) as DepositRow[]).map(toDeposit);
    },
    async listDeposits({ after, limit }) {
      const above = after === undefined ? "-" : `(${keys.deposit(after)}`;
      return ((await run("listDeposits", [keys.deposits], [above, limit])) as DepositRow[]).map(toDeposit);
    },
    readRemainder: async (account) => (await send((client) => client.get(keys.remainder(account)))) ?? "0",
  };
}

type Answer =
  | readonly [how: "new" | "known", deposit: DepositRow]
  | readonly [how: "other", account: string, reservedCredits: string];

function decidingCommands(
  { run }: Connection,
  keys: Keys,
  { readDeposit, readRemainder }: Looking,
): Deciding {
  /**
   * Sends a script until what it was told of the account and the reservation is so. The first time it may not know them;
   * each time after that another deposit was credited.
   */
  async function decide(
    script: "creditDeposit" | "claimDeposit",
    wei: { account: string; amountWei: string; priceWei: string; atMs: number },
    rest: { names: readonly string[]; values: readonly (string | number)[] },
  ): Promise<DecidedDeposit> {
    const { amountWei, priceWei, atMs } = wei;
    let { account } = wei;
    let reserved = "";
    for (;;) {
      const remainderWei = await readRemainder(account);
      const filled = fillCredits({ remainderWei, amountWei, priceWei, reserved: Number(reserved) });
      const outcome = [filled.credits, filled.remainderWei, filled.reservedCredits];
      const told = [account, remainderWei, ...outcome, priceWei, atMs, reserved];
      const names = [...accountNames(account, keys), ...rest.names];
      const answer = (await run(script, names, [...told, ...rest.values])) as Answer;
      if (answer[0] !== "other") return { ...toDeposit(answer[1]), isNew: answer[0] === "new" };
      [, account, reserved] = answer;
    }
  }

  return {
    async creditDeposit(deposit, { priceWei, atMs }) {
      const { reference, amountWei, fingerprint } = deposit;
      const unclaimed = keys.unclaimed(chainOf(reference));
      const lists = [keys.reservationsOf(toWeiText(amountWei)), keys.unsettled, unclaimed];
      const rest = { names: [...namesOf(deposit, keys), ...lists], values: valuesOf(deposit) };
      const wei = { account: fingerprint ?? "", amountWei, priceWei: toPriceText(priceWei), atMs };
      return decide("creditDeposit", wei, rest);
    },
    async claimDeposit(reference, { account, priceWei, atMs }) {
      const price = toPriceText(priceWei);
      const known = await readDeposit(reference);
      if (known?.state !== "unclaimed") return known && { ...known, isNew: false };
      const names = [keys.deposit(reference), keys.unclaimed(chainOf(reference))];
      const rest = { names, values: [] };
      return decide("claimDeposit", { account, amountWei: known.amountWei, priceWei: price, atMs }, rest);
    },
  };
}

function accountNames(account: string, keys: Keys): readonly string[] {
  const ledger = [keys.credits(account), keys.entries(account), keys.references, keys.accounts];
  return [keys.key(account), ...ledger, keys.remainder(account)];
}

function namesOf({ reference, tx, amountWei }: Deposit, keys: Keys): readonly string[] {
  const seen = [keys.seen(chainOf(reference)), keys.seenOf(toWeiText(amountWei))];
  return [keys.deposit(reference), keys.deposits, keys.depositsOf(tx), ...seen];
}

/** The chain a reference begins with. */
function chainOf(reference: string): string {
  return reference.slice(0, reference.indexOf(":"));
}

function valuesOf(deposit: Deposit): readonly (string | number)[] {
  const { reference, tx, sender, amountWei, fingerprint, block, blockTimeMs } = deposit;
  return [reference, tx, sender, toWeiText(amountWei), fingerprint ?? "", block, blockTimeMs];
}

/** A longer reference of one transaction has a position of more digits. */
function byPosition({ reference: a }: DepositRecord, { reference: b }: DepositRecord): number {
  return a.length - b.length || (a < b ? -1 : 1);
}
