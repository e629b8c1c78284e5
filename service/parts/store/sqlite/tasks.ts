import type { DatabaseSync } from "node:sqlite";
import { bytesOfTask, type KeptTask, type Tasks } from "../tasks.ts";
import type { Commands } from "./protocol.ts";

type Row = Omit<KeptTask, "isFinished"> & Readonly<{ isFinished: 0 | 1 }>;

export function prepareTasks(db: DatabaseSync): Pick<Commands, keyof Tasks> {
  const { find, list, put, makeRoom } = prepareRows(db);
  return {
    putTask(shelf, task, { maxOfOwner, maxBytes, nowMs }) {
      makeRoom.ofExpired.run({ shelf, nowMs });
      if (!task.isFinished && find(shelf, task.id, nowMs)?.isFinished) return "finished";
      put(shelf, task);
      makeRoom.ofOwner(shelf, task.owner, maxOfOwner);
      makeRoom.ofAll(shelf, maxBytes);
      return "put";
    },
    findTask: find,
    listTasks: list,
  };
}

function prepareRows(db: DatabaseSync) {
  const columns = "id, owner, is_finished AS isFinished, expires_at_ms AS expiresAtMs, body";
  const find = db.prepare(
    `SELECT ${columns} FROM tasks WHERE shelf = :shelf AND id = :id AND expires_at_ms > :nowMs`,
  );
  const list = db.prepare(
    `SELECT ${columns} FROM tasks WHERE shelf = :shelf AND owner = :owner AND expires_at_ms > :nowMs ORDER BY n DESC`,
  );
  const remove = db.prepare("DELETE FROM tasks WHERE shelf = :shelf AND id = :id");
  const insert = db.prepare(
    `INSERT INTO tasks (shelf, id, owner, is_finished, expires_at_ms, bytes, body)
     VALUES (:shelf, :id, :owner, :isFinished, :expiresAtMs, :bytes, :body)`,
  );
  const toTask = ({ isFinished, ...row }: Row): KeptTask => ({ ...row, isFinished: isFinished === 1 });
  return {
    find: (shelf: string, id: string, nowMs: number) => {
      const row = find.get({ shelf, id, nowMs }) as Row | undefined;
      return row && toTask(row);
    },
    list: (shelf: string, owner: string, nowMs: number) =>
      (list.all({ shelf, owner, nowMs }) as Row[]).map(toTask),
    put: (shelf: string, task: KeptTask) => {
      remove.run({ shelf, id: task.id });
      insert.run({ shelf, ...task, isFinished: task.isFinished ? 1 : 0, bytes: bytesOfTask(task) });
    },
    makeRoom: prepareRoom(db),
  };
}

function prepareRoom(db: DatabaseSync) {
  const dropOldestOf = db.prepare(
    `DELETE FROM tasks WHERE n = (SELECT n FROM tasks WHERE shelf = :shelf AND owner = :owner ORDER BY n LIMIT 1)`,
  );
  const share = db.prepare("SELECT tasks FROM task_shares WHERE shelf = :shelf AND owner = :owner");
  const held = db.prepare("SELECT total(bytes) AS bytes FROM task_shares WHERE shelf = :shelf");
  const greediest = db.prepare(
    "SELECT owner FROM task_shares WHERE shelf = :shelf ORDER BY bytes DESC LIMIT 1",
  );
  return {
    ofExpired: db.prepare("DELETE FROM tasks WHERE shelf = :shelf AND expires_at_ms <= :nowMs"),
    ofOwner: (shelf: string, owner: string, maxOfOwner: number) => {
      while (Number(share.get({ shelf, owner })?.["tasks"] ?? 0) > maxOfOwner)
        dropOldestOf.run({ shelf, owner });
    },
    ofAll: (shelf: string, maxBytes: number) => {
      while (Number(held.get({ shelf })?.["bytes"]) > maxBytes)
        dropOldestOf.run({ shelf, owner: greediest.get({ shelf })!["owner"] as string });
    },
  };
}
