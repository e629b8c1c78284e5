import { randomBytes } from "node:crypto";
import type { Clock } from "../../../../platform/clock.ts";
import type { Log } from "../../../../platform/log.ts";
import { checkoutCommands } from "./checkouts.ts";
import { connect, type Connection } from "./connection.ts";
import { depositCommands } from "./deposits.ts";
import { warnOfLosses } from "./durability.ts";
import { funnelCommands } from "./funnel.ts";
import { grantCommands } from "./grants.ts";
import { journalCommands } from "./journal.ts";
import { nameKeys, type Keys } from "./keys.ts";
import { ledgerCommands } from "./ledger.ts";
import { leaseCommands, noteCommands } from "./notes.ts";
import { ownerCommands } from "./owners.ts";
import { paymentCommands } from "./payments.ts";
import { recordingCommands } from "./recordings.ts";
import { reversalCommands } from "./reversals.ts";
import { reservationCommands } from "./reservations.ts";
import { taskCommands } from "./tasks.ts";
import { sentTimeOf, type SentTime } from "./time.ts";
import type { Beginning, Store } from "../store.ts";

/** The store in one Redis that several replicas share. Not for a Redis Cluster: a command's keys lie anywhere. */
export async function openRedisStore(
  url: string,
  { prefix = "assay:", log, clock }: { prefix?: string; log: Log; clock?: Pick<Clock, "now"> | undefined },
): Promise<Store> {
  await using opening = new AsyncDisposableStack();
  const connection = opening.use(await connect(url, log));
  await warnOfLosses(connection, log);
  const keys = nameKeys(prefix);
  const time = sentTimeOf(clock);
  const journal = journalCommands(connection, keys, time);
  const reservations = reservationCommands(connection, keys);
  const opened = opening.move();
  return {
    ...keyCommands(connection, keys),
    ...ledgerCommands(connection, keys),
    ...callCommands(connection, keys, time),
    ...ownerCommands(connection, keys, time),
    ...journal,
    ...noteCommands(connection, keys),
    ...leaseCommands(connection, keys, time),
    ...reservations,
    ...depositCommands(connection, keys),
    ...checkoutCommands(connection, keys),
    ...reversalCommands(connection, keys),
    ...funnelCommands(connection, keys),
    ...grantCommands(connection, keys),
    ...paymentCommands(connection, keys, time),
    ...recordingCommands(connection, keys),
    ...taskCommands(connection, keys),
    async ping() {
      await connection.send((client) => client.ping());
    },
    // Whatever else may go was given an expiry when it was written.
    async prune(nowMs) {
      await journal.prune(nowMs);
      await reservations.prune(nowMs);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function keyCommands(
  { send, run }: Connection,
  keys: Keys,
): Pick<Store, "secret" | "addKey" | "findKey" | "revokeKey"> {
  return {
    secret: async (name) =>
      (await run("secret", [keys.secret(name)], [randomBytes(32).toString("hex")])) as string,
    async addKey({ fingerprint, createdAtMs, origin }, { address, day, limit }) {
      const values = [createdAtMs, limit, ...(origin === null ? [] : [origin])];
      return (await run("addKey", [keys.key(fingerprint), keys.minted(address, day)], values)) as
        | "added"
        | "refused";
    },
    async findKey(fingerprint) {
      const key = await send((client) => client.hgetall(keys.key(fingerprint)));
      if (key["createdAtMs"] === undefined || key["revokedAtMs"] !== undefined) return undefined;
      const owed = Number(key["owed"] ?? 0);
      const record = { fingerprint, createdAtMs: Number(key["createdAtMs"]), origin: key["origin"] ?? null };
      return owed > 0 ? { ...record, owed } : record;
    },
    async revokeKey(fingerprint, atMs) {
      await run("revokeKey", [keys.key(fingerprint)], [atMs]);
    },
  };
}

function callCommands(
  { run }: Connection,
  keys: Keys,
  time: SentTime,
): Pick<Store, "beginCall" | "keepCall" | "giveBackCall"> {
  return {
    async beginCall({ id, owner, account, digest, atMs, day, allowance, credits }) {
      const names = [
        keys.call(id),
        keys.answer(account, digest),
        keys.open(account, digest),
        keys.used(account, day),
        keys.credits(account),
        keys.entries(account),
        keys.references,
        keys.callsOf(owner),
        keys.owners,
      ];
      const values = [id, atMs, allowance, credits ?? "", owner, time()];
      return toBeginning((await run("beginCall", names, values)) as Began);
    },
    async keepCall(id, answer) {
      const values = answer ? [answer.body, answer.expiresAtMs] : [];
      return (await run("keepCall", [keys.call(id)], values)) as "kept" | "gone";
    },
    async giveBackCall(id, atMs) {
      await run("giveBackCall", [keys.call(id)], [atMs]);
    },
  };
}

type Began = readonly [
  outcome: Beginning["outcome"],
  from: string,
  credits: number,
  usedToday: number,
  answer?: string,
];

function toBeginning([outcome, from, credits, usedToday, answer = ""]: Began): Beginning {
  const account = { credits, usedToday };
  switch (outcome) {
    case "taken":
      return { outcome, from: from as "allowance" | "credits" | "nothing", account };
    case "answered":
      return { outcome, answer, account };
    case "under way":
      return { outcome };
    case "short":
      return { outcome, account };
  }
}
