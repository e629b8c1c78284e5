import { sql } from "kysely";
import { lit, type Dialect } from "../../sql/dialect.ts";
import { pick, prepare } from "../../sql/statement.ts";
import { lock } from "../../sql/step.ts";
import { bytesOfVerdict, type SharedVerdict, type Verdicts } from "../../verdicts.ts";
import type { Commands } from "../command.ts";

const columns = ["id", "owner", "deleteHash", "createdAtMs", "expiresAtMs", "body"] as const;

/** One at a time is shared, so that no two are let in by the same room. */
export function verdictCommands({ db }: Dialect): Pick<Commands, keyof Verdicts> {
  const held = prepare((given: { id: string; owner: string; nowMs: number }) =>
    db.selectNoFrom((query) => [
      query
        .selectFrom("verdicts")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .where("id", "=", given.id)
        .as("isKnown"),
      query
        .selectFrom("verdicts")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .where("owner", "=", given.owner)
        .where("expiresAtMs", ">", given.nowMs)
        .as("ofOwner"),
      query
        .selectFrom("verdicts")
        .select(total.as("bytes"))
        .where("owner", "=", given.owner)
        .where("expiresAtMs", ">", given.nowMs)
        .as("bytesOfOwner"),
      query
        .selectFrom("verdicts")
        .select(total.as("bytes"))
        .where("expiresAtMs", ">", given.nowMs)
        .as("bytes"),
    ]),
  );
  const insert = prepare((given: SharedVerdict & { bytes: number }) =>
    db.insertInto("verdicts").values({ ...pick(given, [...columns, "bytes"]) }),
  );
  const find = prepare((given: { id: string; nowMs: number }) =>
    db
      .selectFrom("verdicts")
      .select(columns)
      .where("id", "=", given.id)
      .where("expiresAtMs", ">", given.nowMs),
  );
  const remove = prepare((given: { id: string }) => db.deleteFrom("verdicts").where("id", "=", given.id));
  return {
    *shareVerdict(verdict, { nowMs, maxOfOwner, maxBytesOfOwner, maxBytes }) {
      yield* lock("verdicts");
      const bytes = bytesOfVerdict(verdict);
      const kept = (yield* held.first({ id: verdict.id, owner: verdict.owner, nowMs }))!;
      if (kept.isKnown === 1) return "shared";
      if (kept.ofOwner! >= maxOfOwner || kept.bytesOfOwner! + bytes > maxBytesOfOwner)
        return "too many of owner";
      if (kept.bytes! + bytes > maxBytes) return "full";
      yield* insert.send({ ...verdict, bytes });
      return "shared";
    },
    *findVerdict(id, nowMs) {
      return yield* find.last.first({ id, nowMs });
    },
    *deleteVerdict(id) {
      yield* remove.last.count({ id });
    },
  };
}

const total = sql<number>`cast(coalesce(sum(bytes), ${lit(0)}) as bigint)`;
