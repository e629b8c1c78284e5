import { Redis } from "ioredis";
import { systemClock } from "../../../../platform/clock.ts";
import { named, namesOf, splitByLength, twoNamed } from "./redis-names.ts";
import type { Row, RowSource } from "./rows.ts";

type Hash = Readonly<Record<string, string>>;

/** How the rows of a table are found: under every name of a kind, what is there as rows. */
type Finding = Readonly<{ kind: string; rowsAt(client: Redis, name: string): Promise<readonly Row[]> }>;

const beyondItsTimeMs = 3_600_000;

/** A store in Redis, read as rows. It is not written so: its lists and sets are made by its scripts alone. */
export async function openRedisRows(url: string): Promise<RowSource> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  await client.connect();
  return {
    async *read({ name }) {
      if (name === "visits") return yield await visitRows(client);
      if (name === "transfers") return yield await transferRows(client);
      const { kind, rowsAt } = findings[name]!;
      for await (const names of client.scanStream({ match: namesOf(kind), count: 500 }) as AsyncIterable<
        string[]
      >) {
        const rows = await Promise.all([...new Set(names)].map(async (found) => rowsAt(client, found)));
        if (rows.length > 0) yield rows.flat();
      }
    },
    async [Symbol.asyncDispose]() {
      client.disconnect();
    },
  };
}

/** One row for each name of a kind, made from the text there. */
function texts(kind: string, toRow: (name: string, text: string) => Row): Finding {
  return { kind, rowsAt: async (client, name) => [toRow(name, (await client.get(name)) ?? "")] };
}

/** The same, of the hash there; nothing where it is not what it should be. */
function hashes(kind: string, toRow: (name: string, hash: Hash) => Row | undefined): Finding {
  return {
    kind,
    async rowsAt(client, name) {
      const row = toRow(name, await client.hgetall(name));
      return row === undefined ? [] : [row];
    },
  };
}

/** A column of text; an empty one is none where the scripts write none so. */
const text = (value: string | undefined): string | null =>
  value === undefined || value === "" ? null : value;
const number = (value: string | undefined): number | null =>
  value === undefined || value === "" ? null : Number(value);

const findings: Readonly<Record<string, Finding>> = {
  secrets: texts("secret", (name, value) => ({ name: named("secret", name), value })),
  keys: hashes("key", (name, { createdAtMs, origin, revokedAtMs }) =>
    createdAtMs === undefined
      ? undefined
      : {
          fingerprint: named("key", name),
          created_at_ms: Number(createdAtMs),
          origin: origin ?? null,
          revoked_at_ms: number(revokedAtMs),
        },
  ),
  debts: hashes("key", (name, { owed, owedPayments }) =>
    owed === undefined && owedPayments === undefined
      ? undefined
      : { account: named("key", name), owed: Number(owed ?? 0), payments: Number(owedPayments ?? 0) },
  ),
  minted: texts("minted", (name, keys) => {
    const [address, day] = twoNamed("minted", name);
    return { day, address, keys: Number(keys) };
  }),
  used: texts("used", (name, calls) => {
    const [account, day] = twoNamed("used", name);
    return { day, account, calls: Number(calls) };
  }),
  remainders: texts("remainder", (name, wei) => ({ account: named("remainder", name), wei })),
  entries: {
    kind: "entries",
    async rowsAt(client, name) {
      const lines = await client.lrange(name, 0, -1);
      return lines.map((line) => {
        const [delta, atMs, reason = "", ...reference] = line.split(" ");
        const account = named("entries", name);
        return { account, delta: Number(delta), reason, reference: reference.join(" "), at_ms: Number(atMs) };
      });
    },
  },
  answers: hashes("answer", (name, { call = "", expiresAtMs, body = "" }) => {
    const [account, digest] = twoNamed("answer", name);
    return { account, digest, call: named("call", call), expires_at_ms: Number(expiresAtMs), body };
  }),
  journal: hashes("entry", (_, { book = "", id = "", state = "", body = "", ...moments }) => ({
    book,
    id,
    state,
    version: Number(moments["version"]),
    seen_at_ms: Number(moments["seenAtMs"]),
    changed_at_ms: Number(moments["changedAtMs"]),
    due_at_ms: number(moments["dueAtMs"]),
    body,
  })),
  notes: hashes("note", (name, { version, text: words = "" }) => ({
    name: named("note", name),
    version: Number(version),
    text: words,
  })),
  reservations: hashes("reservation", (_, { id = "", account = "", amountWei = "", deposit, ...rest }) => ({
    id,
    account,
    credits: Number(rest["credits"]),
    amount_wei: amountWei,
    created_at_ms: Number(rest["createdAtMs"]),
    expires_at_ms: Number(rest["expiresAtMs"]),
    deposit: deposit === undefined ? null : named("deposit", deposit),
  })),
  deposits: hashes("deposit", (_, { reference = "", tx = "", sender = "", amountWei = "", ...rest }) => ({
    reference,
    chain: reference.split(":")[0]!,
    tx,
    sender,
    amount_wei: amountWei,
    fingerprint: text(rest["fingerprint"]),
    block: Number(rest["block"]),
    block_time_ms: Number(rest["blockTimeMs"]),
    state: rest["state"] ?? "",
    account: text(rest["account"]),
    price_wei: text(rest["priceWei"]),
    credits: Number(rest["credits"]),
    reservation: text(rest["reservation"]),
    reserved_credits: Number(rest["reservedCredits"] ?? 0),
  })),
  checkouts: hashes("checkout", (_, { session = "", account = "", state = "", ...rest }) => ({
    session,
    account,
    credits: Number(rest["credits"]),
    amount_cents: Number(rest["amountCents"]),
    created_at_ms: Number(rest["createdAtMs"]),
    state,
  })),
  reversals: hashes(
    "reversal",
    (_, { reference = "", session = "", account = "", cents, credits, state = "" }) => ({
      reference,
      session,
      account,
      cents: Number(cents),
      credits: Number(credits),
      state,
    }),
  ),
  grants: hashes(
    "oauth-grant",
    (name, { account = "", tokenHash = "", formerHash, expiresAtMs, isEnded }) => ({
      id: named("oauth-grant", name),
      account,
      token_hash: tokenHash,
      former_hash: formerHash ?? null,
      expires_at_ms: Number(expiresAtMs),
      is_ended: isEnded === undefined ? 0 : 1,
    }),
  ),
  recordings: hashes("recording", (name, { cursor, mode = "", atMs, bytes, rules = "", code = "" }) => ({
    cursor: Number(cursor),
    digest: named("recording", name),
    mode,
    at_ms: Number(atMs),
    bytes: Number(bytes),
    rules,
    code,
  })),
  payments: {
    kind: "payment",
    async rowsAt(client, name) {
      const { unpaid = "", ...hash } = await client.hgetall(name);
      const leftMs = await client.pttl(name);
      return [
        {
          id: named("payment", name),
          state: hash["state"] ?? "",
          signature: hash["signature"] ?? "",
          payer: named("payments-unpaid", unpaid),
          request: hash["request"] ?? "",
          terms: hash["terms"] ?? "",
          claimed_at_ms: Number(hash["claimedAtMs"]),
          // Only its expiry says so here, and not to the millisecond: to the minute, so that two readings agree.
          keep_until_ms: Math.ceil((systemClock.now() + leftMs - beyondItsTimeMs) / 60_000) * 60_000,
          unpaid_at_ms: number((await client.zscore(unpaid, name)) ?? undefined),
          is_uncertain: hash["isUncertain"] === "1" ? 1 : 0,
          repeat_until_ms: number(hash["repeatUntilMs"]),
          receipt: hash["receipt"] ?? null,
          answer: hash["answer"] ?? null,
        },
      ];
    },
  },
};

async function visitRows(client: Redis): Promise<readonly Row[]> {
  const since = Number((await client.get("assay:visits-since")) ?? 0);
  return Object.entries(await client.hgetall("assay:visits")).map(([field, visits]) => {
    const [kind, origin] = splitByLength(field);
    return { kind, origin, visits: Number(visits), first_at_ms: since };
  });
}

async function transferRows(client: Redis): Promise<readonly Row[]> {
  return Object.entries(await client.hgetall("assay:transfers")).flatMap(([field, lines]) => {
    const [chain = "", ...tx] = field.split(" ");
    return lines
      .split("\n")
      .filter(Boolean)
      .map((line) => {
        const [log, ...payment] = line.split(" ");
        return { chain, tx: tx.join(" "), payment: named("payment", payment.join(" ")), log: number(log) };
      });
  });
}
