import { randomUUID } from "node:crypto";
import { mkdtempDisposable, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSqliteStore } from "../../../parts/store/sqlite/sqlite.ts";
import { createUnpaidTasks } from "../../../service/tasks/unpaid-tasks.ts";
import { manualClock } from "../../support/manual-clock.ts";

type Task = Readonly<{ id: string; state: string; code: string }>;

const aTask = (with_: Partial<Task> = {}): Task => ({
  id: randomUUID(),
  state: "input required",
  code: "",
  ...with_,
});

async function openShelf() {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await mkdtempDisposable(join(tmpdir(), "assay-tasks-")));
  const store = opening.use(await openSqliteStore(join(folder.path, "tasks.sqlite")));
  const clock = manualClock();
  const opened = opening.move();
  return {
    clock,
    folder: folder.path,
    tasks: createUnpaidTasks<Task>(store, clock),
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

test("a task is found as it was last put", async () => {
  await using shelf = await openShelf();
  const task = aTask({ code: "first 🐍" });
  await shelf.tasks.put(task, "caller");
  expect(await shelf.tasks.find(task.id)).toEqual(task);
  const changed = { ...task, code: "second" };
  await shelf.tasks.put(changed, "caller");
  expect(await shelf.tasks.find(task.id)).toEqual(changed);
  expect(await shelf.tasks.find(randomUUID())).toBeUndefined();
});

test("a paid task stays paid", async () => {
  await using shelf = await openShelf();
  const task = aTask();
  expect(await shelf.tasks.put({ ...task, state: "completed" }, "caller")).toBe("put");
  expect(await shelf.tasks.put(task, "caller")).toBe("finished");
  expect(await shelf.tasks.find(task.id)).toMatchObject({ state: "completed" });
});

test("a task exists until ten minutes after it was last put", async () => {
  await using shelf = await openShelf();
  const { clock, tasks } = shelf;
  const [old, renewed] = [aTask(), aTask()];
  for (const task of [old, renewed]) await tasks.put(task, "caller");
  await clock.advance(9 * 60_000);
  await tasks.put(renewed, "caller");
  await clock.advance(60_000);
  expect([await tasks.find(old.id), await tasks.find(renewed.id)]).toEqual([undefined, renewed]);
  await clock.advance(9 * 60_000);
  expect(await tasks.find(renewed.id)).toBeUndefined();
});

test("a flood of tasks drops the flooder's own, and others stay", async () => {
  await using shelf = await openShelf();
  const { tasks } = shelf;
  const mine = aTask({ code: "x".repeat(1024 * 1024) });
  await tasks.put(mine, "honest");
  const flood = Array.from({ length: 30 }, () => aTask({ code: "x".repeat(2 * 1024 * 1024) }));
  for (const [n, task] of flood.entries()) await tasks.put(task, `flooder ${n % 2}`);
  const found = await Promise.all(flood.map(async ({ id }) => tasks.find(id)));
  expect(found.filter(Boolean).length).toBeLessThan(16);
  expect(found.at(-1)).toEqual(flood.at(-1));
  expect(await tasks.find(mine.id)).toEqual(mine);
});

test("neither the code nor the id of a task can be read in the store", async () => {
  await using shelf = await openShelf();
  const task = aTask({ code: "secret = 'not for the store'\n" });
  await shelf.tasks.put(task, "caller");
  for (const name of await readdir(shelf.folder)) {
    const bytes = await readFile(join(shelf.folder, name));
    for (const text of ["not for the store", task.id]) expect(bytes.includes(text)).toBe(false);
  }
  expect(await shelf.tasks.find(task.id)).toEqual(task);
});
