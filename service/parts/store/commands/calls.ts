import { sql } from "kysely";
import { excluded, lit, type Dialect } from "../sql/dialect.ts";
import { prepare } from "../sql/statement.ts";
import { lock, lockAll, share, type Steps } from "../sql/step.ts";
import type { Tables } from "../sql/tables.ts";
import type { Account, Beginning, CallRecord } from "../store.ts";
import type { Commands } from "./command.ts";
import { creditsOf, usedBy, type Ledger } from "./ledger.ts";
import type { Owners } from "./owners.ts";

type BeginningCommands = Pick<Commands, "beginCall" | "beginCallOfKey">;
type UndoingCommands = Pick<Commands, "giveBackCall" | "giveBackCallsOf">;
type Around = Readonly<{ ledger: Ledger; owners: Owners }>;

export function callCommands(
  dialect: Dialect,
  around: Around,
): BeginningCommands & UndoingCommands & Pick<Commands, "keepCall"> {
  return {
    ...prepareBeginning(dialect, around),
    keepCall: prepareKeeping(dialect),
    ...prepareUndoing(dialect, around),
  };
}

function prepareBeginning(dialect: Dialect, { ledger, owners }: Around): BeginningCommands {
  const look = prepareLook(dialect);
  const key = prepareKey(dialect);
  const insert = prepareInsert(dialect);
  const count = prepareCounting(dialect);

  /** Takes the charge from the first purse that covers it. */
  function* take(call: CallRecord, { account, isCharged }: Found): Steps<Beginning> {
    const { id, account: name, day, allowance, credits, atMs } = call;
    if (account.usedToday < allowance) {
      yield* count.send({ day, account: name });
      return taken("allowance", { ...account, usedToday: account.usedToday + 1 });
    }
    if (credits === 0) return taken("nothing", account);
    if (credits === null || account.credits < credits || isCharged) return { outcome: "short", account };
    yield* ledger.write({ account: name, delta: -credits, reason: "charge", reference: id, atMs });
    return taken("credits", { ...account, credits: account.credits - credits });
  }

  function* begin(call: CallRecord, found: Found): Steps<Beginning> {
    const { answer, account } = found;
    const beginning: Beginning =
      answer !== null
        ? { outcome: "answered", answer, account }
        : found.isOpen
          ? { outcome: "under way" }
          : yield* take(call, found);
    yield* insert(call, beginning);
    if (beginning.outcome === "taken") yield* owners.list(call.owner);
    return beginning;
  }

  function* find(call: CallRecord): Steps<Found> {
    yield* share(`owner ${call.owner}`);
    yield* lock(`call ${call.id}`);
    yield* lock(`account ${call.account}`);
    return toFound((yield* look.first(call))!);
  }

  return {
    *beginCall(call) {
      const found = yield* find(call);
      return found.seen ? repeat(found.seen, found) : yield* begin(call, found);
    },
    *beginCallOfKey(call) {
      const found = yield* find(call);
      if (found.seen) return repeat(found.seen, found);
      const known = yield* key.first(call);
      return known ? yield* begin(call, found) : { outcome: "no key" };
    },
  };
}

/** A key that may be charged. */
function prepareKey({ db }: Dialect) {
  return prepare((given: { account: string }) =>
    db
      .selectFrom("keys")
      .select("fingerprint")
      .where("fingerprint", "=", given.account)
      .where("revokedAtMs", "is", lit(null))
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom("debts")
              .select("account")
              .where("account", "=", given.account)
              .where("owed", ">", lit(0)),
          ),
        ),
      ),
  );
}

function taken(from: "allowance" | "credits" | "nothing", account: Account): Beginning {
  return { outcome: "taken", from, account };
}

type Seen = Pick<Tables["calls"], "outcome" | "source" | "credits" | "usedToday">;
type Found = Readonly<{
  account: Account;
  answer: string | null;
  isOpen: boolean;
  /** Its charge was written down before, by a sending whose call is forgotten by now. */
  isCharged: boolean;
  seen: Seen | undefined;
}>;

/** What the first sending was answered. If the answer has been deleted since, the call starts again. */
function repeat(seen: Seen, { account: present, answer }: Found): Beginning {
  const { outcome, source, credits, usedToday } = seen;
  if (outcome === null) return { outcome: "short", account: present };
  if (outcome === "under way") return { outcome };
  const account = { credits: credits ?? 0, usedToday: usedToday ?? 0 };
  if (outcome === "short") return { outcome, account };
  if (outcome === "taken") return { outcome, from: source ?? "nothing", account };
  return answer === null ? { outcome: "under way" } : { outcome, answer, account };
}

/** All that a beginning depends on, in one statement: a call that is kept meanwhile is open, or answered. */
function prepareLook({ db }: Dialect) {
  return prepare((given: CallRecord) =>
    db
      .selectFrom(sql<{ one: number }>`(SELECT 1 AS one)`.as("always"))
      .leftJoin("calls as seen", (join) => join.on("seen.id", "=", given.id))
      .select((query) => [
        "seen.id",
        "seen.outcome",
        "seen.source",
        "seen.credits as creditsThen",
        "seen.usedToday as usedThen",
        creditsOf(given.account).as("credits"),
        usedBy(given).as("usedToday"),
        query
          .selectFrom("answers")
          .select("body")
          .where("account", "=", given.account)
          .where("digest", "=", given.digest)
          .where("expiresAtMs", ">", given.atMs)
          .as("answer"),
        query
          .selectFrom("calls as other")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .where("other.account", "=", given.account)
          .where("other.digest", "=", given.digest)
          .where("other.state", "=", lit("open"))
          .as("isOpen"),
        query
          .selectFrom("entries")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .where("reason", "=", lit("charge"))
          .where("reference", "=", given.id)
          .as("isCharged"),
      ]),
  );
}

type Looked = Readonly<{
  id: string | null;
  outcome: Seen["outcome"];
  source: Seen["source"];
  creditsThen: number | null;
  usedThen: number | null;
  credits: number;
  usedToday: number;
  answer: string | null;
  isOpen: number | null;
  isCharged: number | null;
}>;

function toFound({ id, outcome, source, creditsThen, usedThen, ...row }: Looked): Found {
  const { credits, usedToday, answer, isOpen, isCharged } = row;
  const seen = { outcome, source, credits: creditsThen, usedToday: usedThen };
  return {
    account: { credits, usedToday },
    answer,
    isOpen: isOpen === 1,
    isCharged: isCharged === 1,
    seen: id === null ? undefined : seen,
  };
}

function prepareCounting({ db }: Dialect) {
  return prepare((given: { day: string; account: string }) =>
    db
      .insertInto("used")
      .values({ day: given.day, account: given.account, calls: lit(1) })
      .onConflict((conflict) =>
        conflict.columns(["day", "account"]).doUpdateSet({ calls: sql`used.calls + 1` }),
      ),
  );
}

function prepareInsert({ db }: Dialect): (call: CallRecord, beginning: Beginning) => Steps<void> {
  const insert = prepare((given: Tables["calls"]) =>
    db.insertInto("calls").values({
      id: given.id,
      state: given.state,
      atMs: given.atMs,
      owner: given.owner,
      account: given.account,
      digest: given.digest,
      day: given.day,
      price: given.price,
      outcome: given.outcome,
      source: given.source,
      credits: given.credits,
      usedToday: given.usedToday,
    }),
  );
  return (call, beginning) => {
    const { id, owner, account, digest, day, atMs, credits: price } = call;
    const { outcome } = beginning;
    const isTaken = outcome === "taken";
    const after = outcome === "under way" ? { credits: null, usedToday: null } : beginning.account;
    const state = isTaken ? "open" : "not taken";
    const source = isTaken ? beginning.from : null;
    return insert.send({ id, owner, account, digest, day, atMs, price, outcome, state, source, ...after });
  };
}

/** The lock keeps the call from being given back between the answer and the state. */
function prepareKeeping({ db }: Dialect): Commands["keepCall"] {
  const remember = prepare((given: { id: string; body: string; expiresAtMs: number }) =>
    db
      .insertInto("answers")
      .columns(["account", "digest", "call", "expiresAtMs", "body"])
      .expression(
        sql`SELECT account, digest, id, cast(${given.expiresAtMs} as bigint), cast(${given.body} as text)
          FROM calls WHERE id = ${given.id} AND state = ${lit("open")}`,
      )
      .onConflict((conflict) =>
        conflict.columns(["account", "digest"]).doUpdateSet({
          call: excluded("call"),
          expiresAtMs: excluded("expiresAtMs"),
          body: excluded("body"),
        }),
      ),
  );
  const keep = prepare((given: { id: string }) =>
    db
      .updateTable("calls")
      .set({ state: lit("kept") })
      .where("id", "=", given.id)
      .where("state", "=", lit("open")),
  );
  const state = prepare((given: { id: string }) =>
    db.selectFrom("calls").select("state").where("id", "=", given.id),
  );
  return function* keepCall(id, answer) {
    yield* lock(`call ${id}`);
    if (answer) yield* remember.send({ id, ...answer });
    yield* keep.send({ id });
    return (yield* state.last.first({ id }))?.state === "kept" ? "kept" : "gone";
  };
}

type Undone = Pick<Tables["calls"], "id" | "state" | "account" | "digest" | "day" | "price" | "source">;

function prepareUndoing(dialect: Dialect, { ledger, owners }: Around): UndoingCommands {
  const { db, held } = dialect;
  const columns = ["id", "state", "account", "digest", "day", "price", "source"] as const;
  const find = prepare((given: { id: string }) =>
    held(db.selectFrom("calls").select(columns).where("id", "=", given.id)),
  );
  const open = (given: { owner: string }) =>
    db
      .selectFrom("calls")
      .select(columns)
      .where("owner", "=", given.owner)
      .where("state", "=", lit("open"))
      .orderBy("id");
  const list = prepare(open);
  const listHeld = prepare((given: { owner: string }) => held(open(given)));
  const bar = prepare((given: { id: string; atMs: number }) =>
    db.insertInto("calls").values({ id: given.id, state: lit("given back"), atMs: given.atMs }),
  );
  const forgetOwner = prepare((given: { owner: string }) =>
    db.deleteFrom("owners").where("owner", "=", given.owner),
  );
  const undo = prepareUndo(dialect, ledger);
  return {
    *giveBackCall(id, atMs) {
      yield* lock(`call ${id}`);
      const row = yield* find.first({ id });
      if (!row) yield* bar.send({ id, atMs });
      else if (row.state === "open" || row.state === "kept") {
        yield* lock(`account ${row.account}`);
        yield* undo(row, atMs);
      }
    },
    *giveBackCallsOf(owner, atMs, only) {
      yield* lock(`owner ${owner}`);
      if (only === "if silent" && (yield* owners.isAlive(owner))) return 0;
      const before = yield* list.all({ owner });
      yield* lockAll(before.map(({ id }) => `call ${id}`));
      yield* lockAll(before.map(({ account }) => `account ${account}`));
      const rows = before.length === 0 ? before : yield* listHeld.all({ owner });
      for (const row of rows) yield* undo(row, atMs);
      yield* forgetOwner.send({ owner });
      return rows.length;
    },
  };
}

function prepareUndo({ db }: Dialect, ledger: Ledger): (row: Undone, atMs: number) => Steps<void> {
  const uncount = prepare((given: { day: string | null; account: string | null }) =>
    db
      .updateTable("used")
      .set({ calls: sql`calls - 1` })
      .where("day", "=", given.day)
      .where("account", "=", given.account)
      .where("calls", ">", lit(0)),
  );
  const forget = prepare((given: Undone) =>
    db
      .deleteFrom("answers")
      .where("account", "=", given.account)
      .where("digest", "=", given.digest)
      .where("call", "=", given.id),
  );
  const move = prepare((given: { id: string }) =>
    db
      .updateTable("calls")
      .set({ state: lit("given back") })
      .where("id", "=", given.id),
  );
  return function* undo(row, atMs) {
    const { id, account, day, price, source } = row;
    if (source === "credits") {
      const back = { delta: price ?? 0, reason: "give_back", reference: id, atMs } as const;
      yield* ledger.write({ account: account!, ...back });
    }
    if (source === "allowance") yield* uncount.send({ day, account });
    yield* forget.send(row);
    yield* move.send({ id });
  };
}
