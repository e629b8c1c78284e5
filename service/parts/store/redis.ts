import { randomBytes } from "node:crypto";
import type { Log } from "../log.ts";
import { connect, type Connection } from "./redis-connection.ts";
import { warnOfLosses } from "./redis-durability.ts";
import { journalCommands } from "./redis-journal.ts";
import { nameKeys, type Keys } from "./redis-keys.ts";
import { leaseCommands, noteCommands } from "./redis-notes.ts";
import type { Beginning, Entry, Store } from "./store.ts";

/** The store in one Redis that several replicas share. Not for a Redis Cluster: a command's keys lie anywhere. */
export async function openRedisStore(
  url: string,
  { prefix = "assay:", log }: { prefix?: string; log: Log },
): Promise<Store> {
  await using opening = new AsyncDisposableStack();
  const connection = opening.use(await connect(url, log));
  await warnOfLosses(connection, log);
  const keys = nameKeys(prefix);
  const opened = opening.move();
  return {
    ...keyCommands(connection, keys),
    ...ledgerCommands(connection, keys),
    ...callCommands(connection, keys),
    ...ownerCommands(connection, keys),
    ...journalCommands(connection, keys),
    ...noteCommands(connection, keys),
    ...leaseCommands(connection, keys),
    async ping() {
      await connection.send((client) => client.ping());
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
      return { fingerprint, createdAtMs: Number(key["createdAtMs"]), origin: key["origin"] ?? null };
    },
    async revokeKey(fingerprint, atMs) {
      await run("revokeKey", [keys.key(fingerprint)], [atMs]);
    },
  };
}

function ledgerCommands(
  { send, run }: Connection,
  keys: Keys,
): Pick<Store, "grant" | "readAccount" | "readEntries"> {
  return {
    async grant({ account, delta, reference, atMs }) {
      const names = [keys.credits(account), keys.entries(account), keys.references];
      return (await run("grant", names, [delta, atMs, reference])) as "granted" | "settled";
    },
    async readAccount(account, day) {
      const [credits, used] = await send((client) =>
        client.mget(keys.credits(account), keys.used(account, day)),
      );
      return { credits: Number(credits ?? 0), usedToday: Number(used ?? 0) };
    },
    async readEntries(account) {
      const lines = await send((client) => client.lrange(keys.entries(account), 0, -1));
      return lines.map((line) => toEntry(account, line));
    },
  };
}

function toEntry(account: string, line: string): Entry {
  const [delta, atMs, reason, ...reference] = line.split(" ");
  return {
    account,
    delta: Number(delta),
    reason: reason as Entry["reason"],
    reference: reference.join(" "),
    atMs: Number(atMs),
  };
}

function callCommands(
  { run }: Connection,
  keys: Keys,
): Pick<Store, "beginCall" | "keepCall" | "giveBackCall" | "giveBackCallsOf"> {
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
      ];
      return toBeginning((await run("beginCall", names, [id, atMs, allowance, credits ?? ""])) as Began);
    },
    async keepCall(id, answer) {
      const values = answer ? [answer.body, answer.expiresAtMs] : [];
      return (await run("keepCall", [keys.call(id)], values)) as "kept" | "gone";
    },
    async giveBackCall(id, atMs) {
      await run("giveBackCall", [keys.call(id)], [atMs]);
    },
    giveBackCallsOf: async (owner, atMs) =>
      (await run("giveBackCallsOf", [keys.callsOf(owner), keys.owners], [owner, atMs])) as number,
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

function ownerCommands({ send }: Connection, keys: Keys): Pick<Store, "beat" | "readOwners"> {
  return {
    async beat(owner, untilMs) {
      await send((client) => client.hset(keys.owners, owner, untilMs));
    },
    async readOwners() {
      const owners = await send((client) => client.hgetall(keys.owners));
      return Object.entries(owners)
        .map(([owner, untilMs]) => ({ owner, untilMs: Number(untilMs) }))
        .toSorted((a, b) => (a.owner < b.owner ? -1 : 1));
    },
  };
}
