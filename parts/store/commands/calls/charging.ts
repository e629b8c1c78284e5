import { sql } from "kysely";
import { lit, type Dialect } from "../../sql/dialect.ts";
import { pick, prepare } from "../../sql/statement.ts";
import { lock, share, type CommandSteps } from "../../sql/step.ts";
import type { Tables } from "../../sql/tables.ts";
import type { Account, BeginCallResult, CallRecord } from "../../store.ts";
import type { Commands } from "../command.ts";
import type { Ledger } from "../ledger.ts";
import { prepareLook, toFound, type FoundCall, type SeenCall } from "./look.ts";
import type { Owners } from "../owners.ts";

type Around = Readonly<{ ledger: Ledger; owners: Owners }>;

/** Answers from memory, or takes a charge. */
export function chargingCommands(
  dialect: Dialect,
  { ledger, owners }: Around,
): Pick<Commands, "beginCall" | "beginCallOfKey"> {
  const look = prepareLook(dialect);
  const key = prepareKey(dialect);
  const insert = prepareInsert(dialect);
  const count = prepareCounting(dialect);

  /** Takes the charge from the first purse that covers it. */
  function* take(call: CallRecord, { account, isCharged }: FoundCall): CommandSteps<BeginCallResult> {
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

  function* begin(call: CallRecord, found: FoundCall): CommandSteps<BeginCallResult> {
    const { answer, account } = found;
    const beginning: BeginCallResult =
      answer !== null
        ? { outcome: "answered", answer, account }
        : found.isOpen
          ? { outcome: "under way" }
          : yield* take(call, found);
    yield* insert(call, beginning);
    if (beginning.outcome === "taken") yield* owners.list(call.owner);
    return beginning;
  }

  function* find(call: CallRecord): CommandSteps<FoundCall> {
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

function taken(from: "allowance" | "credits" | "nothing", account: Account): BeginCallResult {
  return { outcome: "taken", from, account };
}

/** What the first sending was answered. If the answer has been deleted since, the call starts again. */
function repeat(seen: SeenCall, { account: present, answer }: FoundCall): BeginCallResult {
  const { outcome, source, credits, usedToday } = seen;
  if (outcome === null) return { outcome: "short", account: present };
  if (outcome === "under way") return { outcome };
  const account = { credits: credits ?? 0, usedToday: usedToday ?? 0 };
  if (outcome === "short") return { outcome, account };
  if (outcome === "taken") return { outcome, from: source ?? "nothing", account };
  return answer === null ? { outcome: "under way" } : { outcome, answer, account };
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

function prepareInsert({
  db,
}: Dialect): (call: CallRecord, beginning: BeginCallResult) => CommandSteps<void> {
  const insert = prepare((given: Tables["calls"]) =>
    db.insertInto("calls").values({
      ...pick(given, [
        "id",
        "state",
        "atMs",
        "owner",
        "account",
        "digest",
        "day",
        "price",
        "outcome",
        "source",
        "credits",
        "usedToday",
      ]),
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
