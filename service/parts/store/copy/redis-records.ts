import type { Redis } from "ioredis";
import { systemClock } from "../../../../platform/clock.ts";
import { number, type Finding } from "./redis-finding.ts";
import { named, splitByLength, twoNamed } from "./redis-names.ts";
import type { StoreRow } from "./rows.ts";

const beyondItsTimeMs = 3_600_000;

/** The tables whose rows Redis has in more places than one. */
export const gatheredTables: Readonly<Record<string, Finding>> = {
  // By their owner's list, which has them by age.
  tasks: {
    kind: "tasks-of",
    async rowsAt(client, list) {
      const [shelf] = twoNamed("tasks-of", list);
      const hashesThere = await Promise.all(
        (await client.zrange(list, "0", "-1")).map(async (name) => client.hgetall(String(name))),
      );
      return hashesThere.flatMap(({ id, owner = "", isFinished, expiresAtMs, bytes, body = "" }) =>
        id === undefined
          ? []
          : [
              {
                shelf,
                id,
                owner,
                is_finished: Number(isFinished),
                expires_at_ms: Number(expiresAtMs),
                bytes: Number(bytes),
                body,
              },
            ],
      );
    },
  },
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
          unpaid_at_ms: number(String((await client.zscore(unpaid, name)) ?? "")),
          is_uncertain: hash["isUncertain"] === "1" ? 1 : 0,
          // When it was settled is not kept here; the order of their claims is that of a payer's payments.
          settled_at_ms: hash["state"] === "settled" ? Number(hash["claimedAtMs"]) : null,
          repeat_until_ms: number(hash["repeatUntilMs"]),
          receipt: hash["receipt"] ?? null,
          answer: hash["answer"] ?? null,
          identifier:
            hash["identified"] === undefined ? null : twoNamed("payments-identified", hash["identified"])[1],
          sent: hash["sent"] ?? null,
        },
      ];
    },
  },
};

export async function visitRows(client: Redis): Promise<readonly StoreRow[]> {
  const since = Number((await client.get("assay:visits-since")) ?? 0);
  return Object.entries(await client.hgetall("assay:visits")).map(([field, visits]) => {
    const [kind, origin] = splitByLength(field);
    return { kind, origin, visits: Number(visits), first_at_ms: since };
  });
}

export async function transferRows(client: Redis): Promise<readonly StoreRow[]> {
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
