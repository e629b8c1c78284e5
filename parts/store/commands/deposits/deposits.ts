import { excluded, lit, type Dialect } from "../../sql/dialect.ts";
import { prepare } from "../../sql/statement.ts";
import { lock, type CommandSteps } from "../../sql/step.ts";
import type { DecidedDeposit, Deposit, DepositRecord } from "../../treasury.ts";
import { fillCredits, toPriceText, toWeiText } from "../../wei.ts";
import type { Commands } from "../command.ts";
import type { DepositRows } from "./deposit-rows.ts";
import type { Ledger } from "../ledger.ts";
import type { ReservationRows } from "./reservations.ts";

type DepositCommands = Pick<
  Commands,
  | "seeDeposit"
  | "forgetSeen"
  | "creditDeposit"
  | "claimDeposit"
  | "readDeposit"
  | "findDeposits"
  | "listUnclaimed"
  | "listDeposits"
  | "readRemainder"
>;
type Parts = Readonly<{ rows: DepositRows; reservations: ReservationRows; ledger: Ledger }>;

/** What a deposit has before it is decided. */
const undecided = {
  state: "seen",
  account: null,
  priceWei: null,
  credits: 0,
  reservedCredits: 0,
  reservation: null,
} as const;

export function depositCommands(dialect: Dialect, parts: Parts): DepositCommands {
  const { rows } = parts;
  const remainders = prepareRemainders(dialect);
  return {
    ...prepareDeciding(dialect, { ...parts, remainders }),
    *readRemainder(account) {
      return (yield* remainders.find.last.first({ account }))?.wei ?? "0";
    },
    *readDeposit(reference) {
      return yield* rows.byReference.last.first({ reference });
    },
    *findDeposits(tx) {
      return yield* rows.ofTx.last.all({ tx });
    },
    *listUnclaimed({ chainId, ...page }) {
      return yield* rows.unclaimed.last.all({ chain: String(chainId), ...page });
    },
    *listDeposits({ after = "", limit }) {
      return yield* rows.page.last.all({ after, limit });
    },
    *forgetSeen(chainId, upToBlock, fromBlock = 0) {
      yield* lock("treasury");
      yield* rows.forgetSeen.last.count({ chain: String(chainId), upToBlock, fromBlock });
    },
    *seeDeposit(given) {
      const deposit = { ...canonical(given), ...undecided };
      yield* lock("treasury");
      const known = yield* rows.byReference.first(deposit);
      if (!isDecided(known)) yield* rows.put(deposit);
    },
  };
}

function prepareDeciding(
  dialect: Dialect,
  parts: Parts & Readonly<{ remainders: ReturnType<typeof prepareRemainders> }>,
): Pick<Commands, "creditDeposit" | "claimDeposit"> {
  const { rows, reservations } = parts;
  const { db } = dialect;
  const key = prepare((given: { account: string }) =>
    db
      .selectFrom("keys")
      .select("fingerprint")
      .where("fingerprint", "=", given.account)
      .where("revokedAtMs", "is", lit(null)),
  );
  const credit = createCrediting(parts);
  return {
    *creditDeposit(given, { priceWei, atMs }) {
      const price = toPriceText(priceWei);
      const deposit = { ...canonical(given), ...undecided };
      yield* lock("treasury");
      const known = yield* rows.byReference.first(deposit);
      if (isDecided(known)) return { ...known, isNew: false };
      const reservation = yield* reservations.match(deposit);
      const account = deposit.fingerprint ?? reservation?.account;
      if (account !== undefined && (yield* key.first({ account })))
        return yield* credit(deposit, { account, reservation, priceWei: price, atMs });
      const unclaimed = { ...deposit, state: "unclaimed" } as const;
      yield* rows.put(unclaimed);
      return { ...unclaimed, isNew: true };
    },
    *claimDeposit(reference, { account, priceWei, atMs }) {
      const price = toPriceText(priceWei);
      yield* lock("treasury");
      const known = yield* rows.byReference.first({ reference });
      const isFree = known?.state === "unclaimed" && (yield* key.first({ account })) !== undefined;
      if (!isFree) return known && { ...known, isNew: false };
      return yield* credit(known, { account, reservation: undefined, priceWei: price, atMs });
    },
  };
}

type Target = Readonly<{
  account: string;
  reservation: Readonly<{ id: string; credits: number }> | undefined;
  priceWei: string;
  atMs: number;
}>;

/** The entry, the remainder, the reservation and the record: all in the transaction of the command. */
function createCrediting({ rows, reservations, ledger, remainders }: Parameters<typeof prepareDeciding>[1]) {
  return function* credit(deposit: DepositRecord, target: Target): CommandSteps<DecidedDeposit> {
    const { account, reservation, priceWei, atMs } = target;
    const { reference, amountWei } = deposit;
    yield* lock(`account ${account}`);
    const { credits, reservedCredits, remainderWei } = fillCredits({
      remainderWei: (yield* remainders.find.first({ account }))?.wei ?? "0",
      amountWei,
      priceWei,
      reserved: reservation?.credits ?? 0,
    });
    if (!(yield* ledger.writeNew({ account, delta: credits, reason: "deposit", reference, atMs }))) {
      throw new Error(`Deposit ${reference} has an entry but was never decided.`);
    }
    yield* remainders.leave.send({ account, wei: remainderWei });
    if (reservation) yield* reservations.settle.send({ id: reservation.id, reference });
    const filled = { account, priceWei, credits, reservedCredits, reservation: reservation?.id ?? null };
    const credited = { ...deposit, state: "credited", ...filled } as const;
    yield* rows.put(credited);
    return { ...credited, isNew: true };
  };
}

function prepareRemainders({ db }: Dialect) {
  return {
    find: prepare((given: { account: string }) =>
      db.selectFrom("remainders").select("wei").where("account", "=", given.account),
    ),
    leave: prepare((given: { account: string; wei: string }) =>
      db
        .insertInto("remainders")
        .values({ account: given.account, wei: given.wei })
        .onConflict((conflict) => conflict.column("account").doUpdateSet({ wei: excluded("wei") })),
    ),
  };
}

function isDecided(known: DepositRecord | undefined): known is DepositRecord {
  return known !== undefined && known.state !== "seen";
}

function canonical({ reference, tx, sender, amountWei, fingerprint, block, blockTimeMs }: Deposit): Deposit {
  return { reference, tx, sender, amountWei: toWeiText(amountWei), fingerprint, block, blockTimeMs };
}
