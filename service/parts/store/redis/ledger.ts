import type { Connection } from "./connection.ts";
import type { Keys } from "./keys.ts";
import type { LedgerEntry, Store } from "../store.ts";

type LedgerCommands = Pick<Store, "grant" | "readAccount" | "readEntries" | "readStatement" | "listAccounts">;

export function ledgerCommands(connection: Connection, keys: Keys): LedgerCommands {
  const { send, run } = connection;
  return {
    async grant({ account, delta, reason, reference, atMs }) {
      const ledger = [keys.credits(account), keys.entries(account), keys.references, keys.accounts];
      const names = [...ledger, keys.checkout(reference), keys.checkoutsOpen];
      return (await run("grant", names, [account, delta, atMs, reason, reference])) as "granted" | "settled";
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
    async readStatement(account) {
      const names = [
        keys.credits(account),
        keys.remainder(account),
        keys.entries(account),
        keys.key(account),
        keys.reversalsOf(account),
      ];
      const [credits, remainderWei, lines, owed, reversed] = (await run(
        "readStatement",
        names,
        [],
      )) as Statement;
      return {
        credits: Number(credits ?? 0),
        remainderWei: remainderWei ?? "0",
        owed: Number(owed ?? 0),
        reversed,
        entries: lines.map((line) => toEntry(account, line)),
      };
    },
    async listAccounts({ after, limit }) {
      if (after === undefined) await listForgotten(connection, keys);
      const above = after === undefined ? "-" : `(${after}`;
      const accounts = await send((client) =>
        client.zrangebylex(keys.accounts, above, "+", "LIMIT", 0, limit),
      );
      if (accounts.length === 0) return [];
      const credits = await send((client) => client.mget(accounts.map(keys.credits)));
      return accounts.map((account, n) => ({ account, credits: Number(credits[n] ?? 0) }));
    },
  };
}

type Statement = readonly [
  credits: string | null,
  remainderWei: string | null,
  lines: readonly string[],
  owed: string | null,
  reversed: number,
];

function toEntry(account: string, line: string): LedgerEntry {
  const [delta, atMs, reason, ...reference] = line.split(" ");
  return {
    account,
    delta: Number(delta),
    reason: reason as LedgerEntry["reason"],
    reference: reference.join(" "),
    atMs: Number(atMs),
  };
}

/** Lists accounts that a version before the list has written, or that only a fault can have left off it. */
async function listForgotten({ send }: Connection, keys: Keys): Promise<void> {
  for (const nameOf of [keys.entries, keys.credits, keys.remainder]) {
    const start = nameOf("");
    const pattern = `${start.replaceAll(/[\\*?[\]^]/g, "\\$&")}*`;
    for (let cursor = "0", isFirst = true; isFirst || cursor !== "0"; isFirst = false) {
      const [next, names] = await send((client) => client.scan(cursor, "MATCH", pattern, "COUNT", 1_000));
      cursor = next;
      const members = names.flatMap((name) => [0, name.slice(start.length)]);
      if (members.length > 0) await send((client) => client.zadd(keys.accounts, ...members));
    }
  }
}
