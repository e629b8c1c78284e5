import { DatabaseError } from "pg";
import { sql } from "kysely";
import { lit } from "../sql/dialect.ts";
import { prepare, toQuery } from "../sql/statement.ts";
import type { CommandSteps } from "../sql/step.ts";
import { returningOwnerTtlMs, type BeginCallResult, type CallRecord } from "../store.ts";
import { lockNamed, postgresDialect } from "./dialect.ts";

const { db, nowMs } = postgresDialect;

type Taken = Readonly<{ source: "allowance" | "credits"; credits: number; usedToday: number }>;

/**
 * Finds the key, looks, and takes the charge in one statement, so in one round trip. It sees one moment, and that is before
 * it has its locks: it takes them only where nobody has them, and nothing at all where the key, the answer or the balance
 * leave anything to decide. What another commits in between breaks a rule of the tables; an equal call that was kept in
 * between has put its answer into the place that this one needs, an answer that is over already.
 */
const charge = prepare((given: CallRecord) =>
  toQuery(
    db,
    sql<Taken>`WITH free AS MATERIALIZED (
      SELECT FROM (SELECT
        pg_try_advisory_xact_lock_shared(${lockNamed(sql`'owner ' || cast(${given.owner} as text)`)}) AS owner,
        pg_try_advisory_xact_lock(${lockNamed(sql`'call ' || cast(${given.id} as text)`)}) AS call,
        pg_try_advisory_xact_lock(${lockNamed(sql`'account ' || cast(${given.account} as text)`)}) AS account
      ) AS locks WHERE owner AND call AND account
    ), look AS MATERIALIZED (
      SELECT
        coalesce((SELECT credits FROM balances WHERE account = ${given.account}), 0) AS credits,
        coalesce((SELECT calls FROM used WHERE day = ${given.day} AND account = ${given.account}), 0) AS used_today
      FROM free
      WHERE EXISTS (SELECT FROM keys WHERE fingerprint = ${given.account} AND revoked_at_ms IS NULL)
        AND NOT EXISTS (SELECT FROM debts WHERE account = ${given.account} AND owed > 0)
        AND NOT EXISTS (SELECT FROM answers
          WHERE account = ${given.account} AND digest = ${given.digest} AND expires_at_ms > ${given.atMs})
        AND NOT EXISTS (SELECT FROM calls
          WHERE account = ${given.account} AND digest = ${given.digest} AND state = ${lit("open")})
    ), place AS (
      INSERT INTO answers (account, digest, call, expires_at_ms, body)
      SELECT ${given.account}, ${given.digest}, ${given.id}, 0, '' FROM look
      ON CONFLICT DO NOTHING RETURNING call
    ), counted AS (
      INSERT INTO used SELECT ${given.day}, ${given.account}, 1 FROM look, place WHERE used_today < ${given.allowance}
      ON CONFLICT (day, account) DO UPDATE SET calls = used.calls + 1 WHERE used.calls < ${given.allowance}
      RETURNING calls
    ), charged AS (
      INSERT INTO entries (account, delta, reason, reference, at_ms)
      SELECT ${given.account}, -cast(${given.credits} as bigint), ${lit("charge")}, ${given.id}, cast(${given.atMs} as bigint)
      FROM look, place
      WHERE used_today >= ${given.allowance} AND cast(${given.credits} as bigint) BETWEEN 1 AND credits
      RETURNING delta
    ), taken AS MATERIALIZED (
      SELECT ${lit("allowance")} AS source, look.credits, counted.calls AS used_today FROM look, counted
      UNION ALL
      SELECT ${lit("credits")}, look.credits + charged.delta, look.used_today FROM look, charged
    ), call AS (
      INSERT INTO calls (id, state, at_ms, owner, account, digest, day, price, outcome, source, credits, used_today)
      SELECT ${given.id}, ${lit("open")}, cast(${given.atMs} as bigint), ${given.owner}, ${given.account}, ${given.digest},
        ${given.day}, cast(${given.credits} as bigint), ${lit("taken")}, source, credits, used_today FROM taken
    ), listed AS (
      INSERT INTO owners SELECT ${given.owner}, ${nowMs} + ${lit(returningOwnerTtlMs)} FROM taken
      WHERE NOT EXISTS (SELECT FROM owners WHERE owner = ${given.owner}) ON CONFLICT DO NOTHING
    )
    SELECT source, credits, used_today FROM taken`,
  ),
);

/** Nothing where the shared command has to decide. */
export function* chargeAtOnce(call: CallRecord): CommandSteps<BeginCallResult | undefined> {
  const taken = yield* charge.last.first(call);
  if (!taken) return undefined;
  const { source, credits, usedToday } = taken;
  return { outcome: "taken", from: source, account: { credits, usedToday } };
}

/** A call, an open digest or an entry that is there already, or a balance that does not cover it: SQLSTATE. */
const broken = new Set(["23505", "23514"]);

/** Whether a charge broke a rule of the tables, and was not made. */
export function isTakenMeanwhile(error: unknown): boolean {
  return error instanceof DatabaseError && broken.has(error.code ?? "");
}
