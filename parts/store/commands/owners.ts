import { sql } from "kysely";
import { excluded, lit, type Dialect } from "../sql/dialect.ts";
import { prepare } from "../sql/statement.ts";
import { share, type CommandSteps } from "../sql/step.ts";
import { returningOwnerTtlMs } from "../store.ts";
import type { Commands } from "./command.ts";

export type Owners = Readonly<{
  /** Whether an owner's last heartbeat has not expired. */
  isAlive(owner: string): CommandSteps<boolean>;
  /** Lists an owner that is not listed, for a while, so that another process settles for it if it dies. */
  list(owner: string): CommandSteps<void>;
}>;

export function createOwners({ db, nowMs }: Dialect): Owners {
  const alive = prepare((given: { owner: string }) =>
    db.selectFrom("owners").select("owner").where("owner", "=", given.owner).where("untilMs", ">", nowMs),
  );
  const list = prepare((given: { owner: string }) =>
    db
      .insertInto("owners")
      .values({ owner: given.owner, untilMs: sql`${nowMs} + ${lit(returningOwnerTtlMs)}` })
      .onConflict((conflict) => conflict.column("owner").doNothing()),
  );
  return {
    *isAlive(owner) {
      return (yield* alive.first({ owner })) !== undefined;
    },
    list: (owner) => list.send({ owner }),
  };
}

export function ownerCommands({ db, nowMs }: Dialect): Pick<Commands, "heartbeat" | "readOwners"> {
  const heartbeat = prepare((given: { owner: string; ttlMs: number }) =>
    db
      .insertInto("owners")
      .values({ owner: given.owner, untilMs: sql`${nowMs} + ${given.ttlMs}` })
      .onConflict((conflict) => conflict.column("owner").doUpdateSet({ untilMs: excluded("untilMs") })),
  );
  const all = prepare(() =>
    db
      .selectFrom("owners")
      .select(["owner", sql<number>`CASE WHEN until_ms <= ${nowMs} THEN 1 ELSE 0 END`.as("isSilent")])
      .orderBy("owner"),
  );
  return {
    *heartbeat(owner, ttlMs) {
      yield* share(`owner ${owner}`);
      yield* heartbeat.last.count({ owner, ttlMs });
    },
    *readOwners() {
      const rows = yield* all.last.all({});
      return rows.map(({ owner, isSilent }) => ({ owner, isSilent: isSilent === 1 }));
    },
  };
}
