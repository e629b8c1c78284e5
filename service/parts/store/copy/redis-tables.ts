import { hashes, number, text, texts, type Finding } from "./redis-finding.ts";
import { named, twoNamed } from "./redis-names.ts";

/** The tables that Redis has as one key for each row, or for each account. */
export const plainTables: Readonly<Record<string, Finding>> = {
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
};
