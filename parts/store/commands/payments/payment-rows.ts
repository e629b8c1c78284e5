import { sql } from "kysely";
import type { PaymentClaim, PaymentRecord, PaymentSettlement, Transfer } from "../../payments.ts";
import { lit, type Dialect } from "../../sql/dialect.ts";
import { prepare } from "../../sql/statement.ts";

/** A payment with what decides about it. */
export type PaymentRow = PaymentRecord &
  Readonly<{
    id: string;
    hold: string | null;
    /** By the store's time. */
    isHeld: number;
    isUncertain: number;
    identifier: string | null;
    sent: string | null;
  }>;

export type PaymentRows = ReturnType<typeof preparePaymentRows>;

const columns = [
  "id",
  "state",
  "signature",
  "request",
  "terms",
  "claimedAtMs",
  "answer",
  "receipt",
  "hold",
  "isUncertain",
  "identifier",
  "sent",
] as const;

export function preparePaymentRows(dialect: Dialect) {
  return { ...prepareFinding(dialect), ...prepareClaims(dialect), ...prepareProgress(dialect) };
}

function prepareFinding({ db, nowMs, held }: Dialect) {
  const payments = db
    .selectFrom("payments")
    .select(columns)
    .select(
      sql<number>`CASE WHEN hold IS NOT NULL AND held_until_ms > ${nowMs} THEN 1 ELSE 0 END`.as("isHeld"),
    );
  const byId = ({ id }: { id: string }) => payments.where("id", "=", id);
  return {
    find: prepare(byId),
    findHeld: prepare((given: { id: string }) => held(byId(given))),
    /** The newest of several. */
    paid: prepare((given: { payer: string; request: string }) =>
      payments
        .where("payer", "=", given.payer)
        .where("request", "=", given.request)
        .where("state", "=", lit("settled"))
        .orderBy("settledAtMs", "desc")
        .limit(lit(1)),
    ),
    /** Others of a payer under an identifier, the settled ones first. */
    identified: prepare((given: { payer: string; identifier: string; id: string }) =>
      payments
        .where("payer", "=", given.payer)
        .where("identifier", "=", given.identifier)
        .where("id", "<>", given.id)
        .orderBy(sql`CASE WHEN state = 'settled' THEN 0 ELSE 1 END`),
    ),
    repeatable: prepare((given: { payer: string; request: string; atMs: number }) =>
      payments
        .where("payer", "=", given.payer)
        .where("request", "=", given.request)
        .where("state", "=", lit("settled"))
        .where("repeatUntilMs", ">", given.atMs)
        .orderBy("repeatUntilMs", "desc")
        .limit(lit(1)),
    ),
    /** What else of a payer decides whether a payment may begin. */
    around: prepare((given: { payer: string; request: string; unpaidSinceMs: number }) =>
      db.selectNoFrom((query) => [
        query
          .selectFrom("payments")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .where("payer", "=", given.payer)
          .where("request", "=", given.request)
          .where("hold", "is not", lit(null))
          .where("heldUntilMs", ">", nowMs)
          .as("underWay"),
        query
          .selectFrom("payments")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .where("payer", "=", given.payer)
          .where("unpaidAtMs", ">", given.unpaidSinceMs)
          .as("unpaid"),
        query
          .selectFrom("payments")
          .select(sql<number>`coalesce(sum(is_uncertain), 0)`.as("n"))
          .where("payer", "=", given.payer)
          .where("unpaidAtMs", ">", given.unpaidSinceMs)
          .as("uncertain"),
      ]),
    ),
  };
}

function prepareClaims({ db, nowMs }: Dialect) {
  return {
    hold: prepare(
      (
        given: Pick<PaymentClaim, "id" | "owner" | "hold" | "holdMs" | "identifier" | "sent"> & {
          isUncertain: number;
        },
      ) =>
        db
          .updateTable("payments")
          .set({
            owner: given.owner,
            hold: given.hold,
            heldUntilMs: sql`${nowMs} + ${given.holdMs}`,
            isUncertain: given.isUncertain,
            identifier: sql`coalesce(identifier, ${given.identifier})`,
            sent: sql`coalesce(sent, ${given.sent})`,
          })
          .where("id", "=", given.id),
    ),
    insert: prepare((given: PaymentClaim) =>
      db.insertInto("payments").values({
        id: given.id,
        state: lit("claimed"),
        signature: given.signature,
        payer: given.payer,
        request: given.request,
        terms: given.terms,
        claimedAtMs: given.atMs,
        keepUntilMs: given.keepUntilMs,
        owner: given.owner,
        hold: given.hold,
        heldUntilMs: sql`${nowMs} + ${given.holdMs}`,
        isUncertain: lit(0),
        identifier: given.identifier,
        sent: given.sent,
      }),
    ),
    drop: prepare((given: { id: string }) => db.deleteFrom("payments").where("id", "=", given.id)),
    dropClaimed: prepare((given: { id: string }) =>
      db.deleteFrom("payments").where("id", "=", given.id).where("state", "=", lit("claimed")),
    ),
  };
}

const letGo = { owner: lit(null), hold: lit(null), heldUntilMs: lit(null) } as const;

function prepareProgress({ db }: Dialect) {
  return {
    work: prepare((given: { id: string; hold: string; answer: string | null }) =>
      db
        .updateTable("payments")
        .set({ state: lit("worked"), answer: given.answer })
        .where("id", "=", given.id)
        .where("hold", "=", given.hold)
        .where("state", "<>", lit("settled")),
    ),
    settle: prepare((given: { id: string } & Omit<PaymentSettlement, "transfer">) =>
      db
        .updateTable("payments")
        .set({
          ...letGo,
          state: lit("settled"),
          receipt: given.receipt,
          settledAtMs: given.atMs,
          repeatUntilMs: given.repeatUntilMs,
          unpaidAtMs: lit(null),
        })
        .where("id", "=", given.id)
        .where("state", "=", lit("worked")),
    ),
    /** What was not worked for. */
    forget: prepare((given: { id: string; hold: string }) =>
      db
        .deleteFrom("payments")
        .where("id", "=", given.id)
        .where("hold", "=", given.hold)
        .where("state", "=", lit("claimed")),
    ),
    leave: prepare((given: { id: string; hold: string; atMs: number; isUncertain: number }) =>
      db
        .updateTable("payments")
        .set({
          ...letGo,
          unpaidAtMs: given.atMs,
          isUncertain: sql`CASE WHEN is_uncertain > ${given.isUncertain} THEN is_uncertain ELSE ${given.isUncertain} END`,
        })
        .where("id", "=", given.id)
        .where("hold", "=", given.hold)
        .where("state", "=", lit("worked")),
    ),
    forgetOf: prepare((given: { owner: string }) =>
      db.deleteFrom("payments").where("owner", "=", given.owner).where("state", "=", lit("claimed")),
    ),
    releaseOf: prepare((given: { owner: string }) =>
      db
        .updateTable("payments")
        .set({ ...letGo, isUncertain: lit(1) })
        .where("owner", "=", given.owner),
    ),
  };
}

/** What was counted before is counted permanently, whichever payment it was for and whether that is still known. */
export function prepareTransfers({ db }: Dialect) {
  type Counted = Transfer & Readonly<{ id: string }>;
  return {
    taken: prepare((given: Counted) =>
      db
        .selectFrom("transfers")
        .select("payment")
        .where("chain", "=", given.chain)
        .where("tx", "=", given.transaction)
        .where(
          sql<boolean>`(cast(${given.log} as bigint) IS NULL OR log = ${given.log} OR payment = ${given.id})`,
        )
        .limit(lit(1)),
    ),
    insert: prepare((given: Counted) =>
      db
        .insertInto("transfers")
        .values({ chain: given.chain, tx: given.transaction, payment: given.id, log: given.log }),
    ),
    serve: prepare((given: { id: string }) =>
      db
        .insertInto("served")
        .columns(["address"])
        .expression(db.selectFrom("payments").select("payer").where("id", "=", given.id))
        .onConflict((conflict) => conflict.doNothing()),
    ),
  };
}

export function toRecord(row: PaymentRow): PaymentRecord {
  const { state, signature, request, terms, claimedAtMs, answer, receipt } = row;
  return { state, signature, request, terms, claimedAtMs, answer, receipt };
}
