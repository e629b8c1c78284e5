import { sql } from "kysely";
import { lit, type Dialect } from "../../sql/dialect.ts";
import { pick, prepare, toQuery } from "../../sql/statement.ts";
import { lock, type CommandSteps } from "../../sql/step.ts";
import { bytesOfTask, type KeptTask, type Tasks } from "../../tasks.ts";
import type { Commands } from "../command.ts";

type Row = Omit<KeptTask, "isFinished"> & Readonly<{ isFinished: number }>;

export function taskCommands(dialect: Dialect): Pick<Commands, keyof Tasks> {
  const { db } = dialect;
  const columns = ["id", "owner", "isFinished", "expiresAtMs", "body"] as const;
  const find = prepare((given: { shelf: string; id: string; nowMs: number }) =>
    db
      .selectFrom("tasks")
      .select(columns)
      .where("shelf", "=", given.shelf)
      .where("id", "=", given.id)
      .where("expiresAtMs", ">", given.nowMs),
  );
  const list = prepare((given: { shelf: string; owner: string; nowMs: number }) =>
    db
      .selectFrom("tasks")
      .select(columns)
      .where("shelf", "=", given.shelf)
      .where("owner", "=", given.owner)
      .where("expiresAtMs", ">", given.nowMs)
      .orderBy("n", "desc"),
  );
  const put = preparePutting(dialect);
  const room = prepareRoom(dialect);
  return {
    *putTask(shelf, task, { maxOfOwner, maxBytes, nowMs }) {
      yield* lock(`shelf ${shelf}`);
      yield* room.ofExpired.send({ shelf, nowMs });
      if (!task.isFinished) {
        const known = yield* find.first({ shelf, id: task.id, nowMs });
        if (known?.isFinished === 1) return "finished";
      }
      yield* put(shelf, task);
      yield* room.ofOwner(shelf, task.owner, maxOfOwner);
      yield* room.ofAll(shelf, maxBytes);
      return "put";
    },
    *findTask(shelf, id, nowMs) {
      const row = yield* find.last.first({ shelf, id, nowMs });
      return row && toTask(row);
    },
    *listTasks(shelf, owner, nowMs) {
      return (yield* list.last.all({ shelf, owner, nowMs })).map(toTask);
    },
  };
}

function toTask({ isFinished, ...row }: Row): KeptTask {
  return { ...row, isFinished: isFinished === 1 };
}

function preparePutting({ db }: Dialect): (shelf: string, task: KeptTask) => CommandSteps<void> {
  const remove = prepare((given: { shelf: string; id: string }) =>
    db.deleteFrom("tasks").where("shelf", "=", given.shelf).where("id", "=", given.id),
  );
  const insert = prepare((given: Row & { shelf: string; bytes: number }) =>
    db.insertInto("tasks").values({
      ...pick(given, ["shelf", "id", "owner", "isFinished", "expiresAtMs", "bytes", "body"]),
    }),
  );
  return function* put(shelf, task) {
    yield* remove.send({ shelf, id: task.id });
    yield* insert.send({ ...task, shelf, isFinished: task.isFinished ? 1 : 0, bytes: bytesOfTask(task) });
  };
}

function prepareRoom({ db, taskShares }: Dialect) {
  const dropOldestOf = prepare((given: { shelf: string; owner: string }) =>
    db
      .deleteFrom("tasks")
      .where(
        "n",
        "=",
        sql<number>`(SELECT n FROM tasks WHERE shelf = ${given.shelf} AND owner = ${given.owner} ORDER BY n LIMIT ${lit(1)})`,
      ),
  );
  const share = prepare((given: { shelf: string; owner: string }) =>
    toQuery(
      db,
      sql<{ tasks: number }>`SELECT tasks FROM ${taskShares} AS shares
        WHERE shelf = ${given.shelf} AND owner = ${given.owner}`,
    ),
  );
  const held = prepare((given: { shelf: string }) =>
    toQuery(
      db,
      sql<{ owner: string; bytes: number; all: number }>`SELECT owner, bytes, sum(bytes) OVER () AS "all"
        FROM ${taskShares} AS shares WHERE shelf = ${given.shelf} ORDER BY bytes DESC LIMIT ${lit(1)}`,
    ),
  );
  return {
    ofExpired: prepare((given: { shelf: string; nowMs: number }) =>
      db.deleteFrom("tasks").where("shelf", "=", given.shelf).where("expiresAtMs", "<=", given.nowMs),
    ),
    *ofOwner(shelf: string, owner: string, maxOfOwner: number): CommandSteps<void> {
      const tasks = (yield* share.first({ shelf, owner }))?.tasks ?? 0;
      for (let left = tasks; left > maxOfOwner; left -= 1) yield* dropOldestOf.send({ shelf, owner });
    },
    *ofAll(shelf: string, maxBytes: number): CommandSteps<void> {
      for (;;) {
        const greediest = yield* held.first({ shelf });
        if (!greediest || greediest.all <= maxBytes) return;
        yield* dropOldestOf.send({ shelf, owner: greediest.owner });
      }
    },
  };
}
