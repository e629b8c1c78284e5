import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Ledger } from "./ledger.ts";
import { prepareAliveness } from "./owners.ts";
import type { Commands } from "./protocol.ts";
import { returningOwnerLifeMs, type Account, type Beginning, type CallRecord } from "../store.ts";

/** A row of `calls`. One that was given back before it began has nothing but an id, a state and a moment. */
type Row = Readonly<{
  id: string;
  state: "open" | "kept" | "given back" | "not taken";
  account: string;
  digest: string;
  day: string;
  price: number | null;
  outcome: Beginning["outcome"] | null;
  source: "allowance" | "credits" | "nothing" | null;
  credits: number | null;
  usedToday: number | null;
}>;

type Around = Readonly<{ ledger: Ledger; /** The store's own time. */ now: () => number }>;

type CallCommands = Pick<Commands, "beginCall" | "keepCall" | "giveBackCall" | "giveBackCallsOf">;

export function prepareCalls(db: DatabaseSync, { ledger, now }: Around): CallCommands {
  const rows = prepareRows(db);
  const answers = prepareAnswers(db);
  const take = prepareTaking(db, ledger);
  const uncount = db.prepare("UPDATE used SET calls = calls - 1 WHERE day = ? AND account = ? AND calls > 0");

  function decide(call: CallRecord): Beginning {
    const answer = answers.find(call);
    if (answer !== undefined) {
      return { outcome: "answered", answer, account: ledger.readAccount(call.account, call.day) };
    }
    return rows.isOpen(call) ? { outcome: "under way" } : take(call);
  }

  /** What the first sending was answered. If the answer has been deleted since, the call starts again. */
  function repeat({ outcome, source, credits, usedToday }: Row, call: CallRecord): Beginning {
    if (outcome === null) return { outcome: "short", account: ledger.readAccount(call.account, call.day) };
    if (outcome === "under way") return { outcome };
    const account = { credits: credits ?? 0, usedToday: usedToday ?? 0 };
    if (outcome === "short") return { outcome, account };
    if (outcome === "taken") return { outcome, from: source ?? "nothing", account };
    const answer = answers.find(call);
    return answer === undefined ? { outcome: "under way" } : { outcome, answer, account };
  }

  const isAlive = prepareAliveness(db, now);
  const listOwner = db.prepare("INSERT INTO owners VALUES (?, ?) ON CONFLICT (owner) DO NOTHING");

  function undo(row: Row, atMs: number): void {
    const { id, account, digest, day, price, source } = row;
    if (source === "credits")
      ledger.write({ account, delta: price ?? 0, reason: "give_back", reference: id, atMs });
    if (source === "allowance") uncount.run(day, account);
    answers.forget(row.account, digest, id);
    rows.move(id, "given back");
  }

  return {
    beginCall(call) {
      const seen = rows.find(call.id);
      if (seen) return repeat(seen, call);
      const beginning = decide(call);
      rows.insert(call, beginning);
      if (beginning.outcome === "taken") listOwner.run(call.owner, now() + returningOwnerLifeMs);
      return beginning;
    },
    keepCall(id, answer) {
      const row = rows.find(id);
      if (row?.state === "open") {
        rows.move(id, "kept");
        if (answer) answers.remember(row, answer);
        return "kept";
      }
      return row?.state === "kept" ? "kept" : "gone";
    },
    giveBackCall(id, atMs) {
      const row = rows.find(id);
      if (!row) rows.bar(id, atMs);
      else if (row.state === "open" || row.state === "kept") undo(row, atMs);
    },
    giveBackCallsOf(owner, atMs, only) {
      if (only === "if silent" && isAlive(owner)) return 0;
      const open = rows.openOf(owner);
      for (const row of open) undo(row, atMs);
      rows.forgetOwner(owner);
      return open.length;
    },
  };
}

/** Takes the charge from the first purse that covers it. */
function prepareTaking(db: DatabaseSync, ledger: Ledger): (call: CallRecord) => Beginning {
  const count = db.prepare(
    "INSERT INTO used VALUES (?, ?, 1) ON CONFLICT (day, account) DO UPDATE SET calls = calls + 1",
  );
  return ({ id, account: name, day, allowance, credits, atMs }) => {
    const account = ledger.readAccount(name, day);
    if (account.usedToday < allowance) {
      count.run(day, name);
      return taken("allowance", { ...account, usedToday: account.usedToday + 1 });
    }
    if (credits === 0) return taken("nothing", account);
    if (credits === null || account.credits < credits) return { outcome: "short", account };
    const isNew = ledger.write({ account: name, delta: -credits, reason: "charge", reference: id, atMs });
    return isNew
      ? taken("credits", { ...account, credits: account.credits - credits })
      : { outcome: "short", account };
  };
}

function taken(from: "allowance" | "credits" | "nothing", account: Account): Beginning {
  return { outcome: "taken", from, account };
}

function prepareRows(db: DatabaseSync) {
  const columns = "id, state, account, digest, day, price, outcome, source, credits, used_today AS usedToday";
  const find = db.prepare(`SELECT ${columns} FROM calls WHERE id = ?`);
  const open = db.prepare("SELECT 1 FROM calls WHERE account = ? AND digest = ? AND state = 'open'");
  const openOf = db.prepare(`SELECT ${columns} FROM calls WHERE owner = ? AND state = 'open'`);
  const move = db.prepare("UPDATE calls SET state = ? WHERE id = ?");
  const bar = db.prepare("INSERT INTO calls (id, state, at_ms) VALUES (?, 'given back', ?)");
  const forgetOwner = db.prepare("DELETE FROM owners WHERE owner = ?");
  const insert = db.prepare(
    `INSERT INTO calls (id, state, at_ms, owner, account, digest, day, price, outcome, source, credits, used_today)
     VALUES (:id, :state, :atMs, :owner, :account, :digest, :day, :price, :outcome, :source, :credits, :usedToday)`,
  );
  return {
    find: (id: string) => find.get(id) as Row | undefined,
    isOpen: ({ account, digest }: CallRecord) => open.get(account, digest) !== undefined,
    openOf: (owner: string) => openOf.all(owner) as Row[],
    move: (id: string, state: Row["state"]) => void move.run(state, id),
    bar: (id: string, atMs: number) => void bar.run(id, atMs),
    forgetOwner: (owner: string) => void forgetOwner.run(owner),
    insert: (call: CallRecord, beginning: Beginning) => insertRow(insert, call, beginning),
  };
}

function insertRow(insert: StatementSync, call: CallRecord, beginning: Beginning): void {
  const { id, owner, account, digest, day, atMs, credits: price } = call;
  const { outcome } = beginning;
  const isTaken = outcome === "taken";
  const after = outcome === "under way" ? { credits: null, usedToday: null } : beginning.account;
  const state: Row["state"] = isTaken ? "open" : "not taken";
  const source = isTaken ? beginning.from : null;
  const { credits, usedToday } = after;
  insert.run({ id, state, atMs, owner, account, digest, day, price, outcome, source, credits, usedToday });
}

function prepareAnswers(db: DatabaseSync) {
  const find = db.prepare("SELECT body FROM answers WHERE account = ? AND digest = ? AND expires_at_ms > ?");
  const remember = db.prepare(
    "INSERT OR REPLACE INTO answers VALUES (:account, :digest, :call, :expiresAtMs, :body)",
  );
  const forget = db.prepare("DELETE FROM answers WHERE account = ? AND digest = ? AND call = ?");
  return {
    find: ({ account, digest, atMs }: CallRecord) =>
      find.get(account, digest, atMs)?.["body"] as string | undefined,
    remember: ({ id, account, digest }: Row, { body, expiresAtMs }: { body: string; expiresAtMs: number }) =>
      void remember.run({ account, digest, call: id, expiresAtMs, body }),
    forget: (account: string, digest: string, id: string) => void forget.run(account, digest, id),
  };
}
