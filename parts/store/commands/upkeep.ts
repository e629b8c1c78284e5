import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { utcDay } from "../../../platform/clock.ts";
import { endedLifeMs, endedStates } from "../journal.ts";
import { lit, type Dialect } from "../sql/dialect.ts";
import { prepare, toQuery } from "../sql/statement.ts";
import { unusedLifeMs } from "../treasury.ts";
import type { Commands } from "./command.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The max number of rows that one command deletes from tables that may be very large. */
const atATime = 1_000;

export function upkeepCommands(dialect: Dialect): Pick<Commands, "ping" | "secret" | "prune"> {
  const { db } = dialect;
  const look = prepare(() => db.selectFrom("secrets").select("name").limit(lit(1)));
  const make = prepare((given: { name: string; value: string }) =>
    db
      .insertInto("secrets")
      .values({ name: given.name, value: given.value })
      .onConflict((conflict) => conflict.doNothing()),
  );
  const secret = prepare((given: { name: string }) =>
    db.selectFrom("secrets").select("value").where("name", "=", given.name),
  );
  const drops = prepareDrops(dialect);
  return {
    *ping() {
      yield* look.last.first({});
    },
    *secret(name) {
      yield* make.send({ name, value: randomBytes(32).toString("hex") });
      return (yield* secret.last.first({ name }))!.value;
    },
    *prune(nowMs) {
      const moments = {
        nowMs,
        hourAgoMs: nowMs - hourMs,
        oldestDay: utcDay(nowMs - 3 * dayMs),
        endedMs: nowMs - endedLifeMs,
        unusedMs: nowMs - unusedLifeMs,
      };
      for (const drop of drops) yield* drop.send(moments);
    },
  };
}

type Moments = Readonly<{
  nowMs: number;
  hourAgoMs: number;
  oldestDay: string;
  endedMs: number;
  unusedMs: number;
}>;

function prepareDrops({ db, nowMs, drop, dropSent }: Dialect) {
  const drops: ((given: Moments) => ReturnType<Dialect["drop"]>)[] = [
    (given) => drop("answers", sql`expires_at_ms <= ${given.nowMs}`),
    (given) => drop("calls", sql`state <> ${lit("open")} AND at_ms < ${given.hourAgoMs}`),
    (given) => drop("used", sql`day < ${given.oldestDay}`),
    (given) => drop("minted", sql`day < ${given.oldestDay}`),
    (given) =>
      drop(
        "journal",
        sql`state IN (${sql.join(endedStates.map(lit))}) AND changed_at_ms < ${given.endedMs}`,
        { first: "changed_at_ms", atATime },
      ),
    (given) =>
      drop("reservations", sql`deposit IS NULL AND expires_at_ms < ${given.unusedMs}`, {
        first: "expires_at_ms",
        atATime,
        index: "reservations_unused",
      }),
    () => drop("leases", sql`until_ms <= ${nowMs}`),
    (given) =>
      drop("payments", sql`keep_until_ms <= ${given.nowMs} AND hold IS NULL`, {
        first: "keep_until_ms",
        atATime,
      }),
    (given) => drop("grants", sql`expires_at_ms <= ${given.nowMs}`),
    (given) => drop("tasks", sql`expires_at_ms <= ${given.nowMs}`),
    (given) => drop("verdicts", sql`expires_at_ms <= ${given.nowMs}`),
    ...dropSent,
  ];
  return drops.map((write) => prepare((given: Moments) => toQuery(db, write(given))));
}
