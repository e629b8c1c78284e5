import { sql } from "kysely";
import { lit, type Dialect } from "../sql/dialect.ts";
import { prepare } from "../sql/statement.ts";
import { lock } from "../sql/step.ts";
import { maxOrigins, otherOrigins } from "../treasury.ts";
import type { Commands } from "./command.ts";

export function funnelCommands({ db, readSent }: Dialect): Pick<Commands, "countVisit" | "readFunnel"> {
  const known = prepare((given: { origin: string }) =>
    db.selectFrom("visits").select("origin").where("origin", "=", given.origin).limit(lit(1)),
  );
  const origins = prepare(() =>
    db
      .selectFrom("visits")
      .select(({ fn }) => fn.count<number>("origin").distinct().as("origins"))
      .where("origin", "<>", lit(otherOrigins)),
  );
  const count = prepare((given: { kind: string; origin: string; atMs: number }) =>
    db
      .insertInto("visits")
      .values({ kind: given.kind, origin: given.origin, visits: lit(1), firstAtMs: given.atMs })
      .onConflict((conflict) =>
        conflict.columns(["kind", "origin"]).doUpdateSet({
          visits: sql`visits.visits + 1`,
          firstAtMs: sql`CASE WHEN visits.first_at_ms < excluded.first_at_ms
            THEN visits.first_at_ms ELSE excluded.first_at_ms END`,
        }),
      ),
  );
  const since = prepare(() =>
    db.selectFrom("visits").select(({ fn }) => fn.min<number | null>("firstAtMs").as("sinceMs")),
  );
  const all = prepare(() =>
    db.selectFrom("visits").select(["kind", "origin", "visits as count"]).orderBy("kind").orderBy("origin"),
  );
  return {
    *countVisit({ kind, origin, atMs }) {
      if ((yield* readSent()) !== undefined) return;
      let named = origin;
      if (!(yield* known.first({ origin }))) {
        yield* lock("origins");
        const hasRoom = (yield* origins.first({}))!.origins < maxOrigins;
        if (!hasRoom && !(yield* known.first({ origin }))) named = otherOrigins;
      }
      yield* count.send({ kind, origin: named, atMs });
    },
    *readFunnel() {
      const { sinceMs } = (yield* since.first({}))!;
      return { sinceMs, counts: yield* all.last.all({}) };
    },
  };
}
