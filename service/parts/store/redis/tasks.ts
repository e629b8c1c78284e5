import { bytesOfTask, type KeptTask, type Tasks } from "../tasks.ts";
import type { Connection } from "./connection.ts";
import type { Keys } from "./keys.ts";

const members = ["id", "owner", "isFinished", "expiresAtMs", "body"] as const;

type Row = readonly [id: string, owner: string, isFinished: string, expiresAtMs: string, body: string];

export function taskCommands({ run, send }: Connection, keys: Keys): Tasks {
  return {
    async putTask(shelf, task, { maxOfOwner, maxBytes, nowMs }) {
      const { id, owner, isFinished, expiresAtMs, body } = task;
      const names = [
        keys.task(shelf, id),
        keys.tasks(shelf),
        keys.taskShares(shelf),
        keys.taskTotals(shelf),
        keys.tasksOf(shelf, owner),
      ];
      const written = [id, owner, isFinished ? 1 : 0, expiresAtMs, body, bytesOfTask(task)];
      return (await run("putTask", names, [...written, nowMs, maxOfOwner, maxBytes])) as "put" | "finished";
    },
    async findTask(shelf, id, nowMs) {
      const row = await send((client) => client.hmget(keys.task(shelf, id), ...members));
      if (row.includes(null)) return undefined;
      const task = toTask(row as unknown as Row);
      return task.expiresAtMs > nowMs ? task : undefined;
    },
    async listTasks(shelf, owner, nowMs) {
      return ((await run("listTasks", [keys.tasksOf(shelf, owner)], [nowMs])) as Row[]).map(toTask);
    },
  };
}

function toTask([id, owner, isFinished, expiresAtMs, body]: Row): KeptTask {
  return { id, owner, isFinished: isFinished === "1", expiresAtMs: Number(expiresAtMs), body };
}
