import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSqliteStore } from "../../../parts/store/sqlite/sqlite.ts";
import { createTaskList } from "../../../service/tasks/task-list.ts";
import { manualClock } from "../../support/manual-clock.ts";

async function openList() {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await mkdtempDisposable(join(tmpdir(), "assay-tasks-")));
  const store = opening.use(await openSqliteStore(join(folder.path, "tasks.sqlite")));
  const clock = manualClock();
  const opened = opening.move();
  return {
    clock,
    tasks: createTaskList(store, clock),
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

test("tasks are listed newest first, to their own account only", async () => {
  await using list = await openList();
  const { clock, tasks } = list;
  const atMs = clock.now();
  for (const id of ["1", "2", "same"]) await tasks.note("mine", { id, contextId: "c", atMs });
  await tasks.note("yours", { id: "same", contextId: "other", atMs });
  expect((await tasks.of("mine")).map(({ id }) => id)).toEqual(["same", "2", "1"]);
  expect(await tasks.of("yours")).toEqual([{ id: "same", contextId: "other", atMs }]);
  expect(await tasks.of("nobody")).toEqual([]);
});

test("a task is listed for ten minutes", async () => {
  await using list = await openList();
  const { clock, tasks } = list;
  await tasks.note("mine", { id: "old", contextId: "c", atMs: clock.now() });
  await clock.advance(5 * 60_000);
  await tasks.note("mine", { id: "new", contextId: "c", atMs: clock.now() });
  await clock.advance(5 * 60_000);
  expect((await tasks.of("mine")).map(({ id }) => id)).toEqual(["new"]);
});

test("the oldest of an account's more than a thousand tasks are dropped, and nobody else's", async () => {
  await using list = await openList();
  const { clock, tasks } = list;
  const note = async (account: string, id: string) =>
    tasks.note(account, { id, contextId: "c", atMs: clock.now() });
  await note("yours", "first");
  await Promise.all(Array.from({ length: 1005 }, async (_, id) => note("mine", `${id}`)));
  const listed = await tasks.of("mine");
  expect([listed.length, listed[0]!.id, listed.at(-1)!.id]).toEqual([1000, "1004", "5"]);
  expect(await tasks.of("yours")).toHaveLength(1);
});
