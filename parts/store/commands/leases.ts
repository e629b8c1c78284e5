import { sql } from "kysely";
import type { Dialect } from "../sql/dialect.ts";
import { prepare } from "../sql/statement.ts";
import type { Commands } from "./command.ts";

export function leaseCommands({ db, nowMs }: Dialect): Pick<Commands, "takeLease" | "endLease"> {
  const take = prepare((given: { name: string; owner: string; lifeMs: number }) =>
    db
      .insertInto("leases")
      .values({ name: given.name, owner: given.owner, untilMs: sql`${nowMs} + ${given.lifeMs}` })
      .onConflict((conflict) =>
        conflict
          .column("name")
          .doUpdateSet({
            owner: sql`excluded.owner`,
            untilMs: sql`CASE WHEN leases.owner = excluded.owner AND leases.until_ms > excluded.until_ms
              THEN leases.until_ms ELSE excluded.until_ms END`,
          })
          .where(sql<boolean>`leases.owner = excluded.owner OR leases.until_ms <= ${nowMs}`),
      ),
  );
  const end = prepare((given: { name: string; owner: string }) =>
    db.deleteFrom("leases").where("name", "=", given.name).where("owner", "=", given.owner),
  );
  return {
    *takeLease(lease) {
      return (yield* take.last.count(lease)) === 1;
    },
    *endLease(lease) {
      yield* end.last.count(lease);
    },
  };
}
