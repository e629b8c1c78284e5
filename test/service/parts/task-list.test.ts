import { expect, test } from "vitest";
import { createTaskList } from "../../../service/parts/task-list.ts";
import { manualClock } from "../../support/manual-clock.ts";

test("tasks are listed newest first, to their own account only", () => {
  const clock = manualClock();
  const tasks = createTaskList(clock);
  for (const id of ["1", "2"]) tasks.note("mine", { id, contextId: "c", atMs: clock.now() });
  tasks.note("yours", { id: "3", contextId: "c", atMs: clock.now() });
  expect(tasks.of("mine").map(({ id }) => id)).toEqual(["2", "1"]);
  expect(tasks.of("yours")).toEqual([{ id: "3", contextId: "c", atMs: clock.now() }]);
  expect(tasks.of("nobody")).toEqual([]);
});

test("a task is forgotten after ten minutes", async () => {
  const clock = manualClock();
  const tasks = createTaskList(clock);
  tasks.note("mine", { id: "old", contextId: "c", atMs: clock.now() });
  await clock.advance(5 * 60_000);
  tasks.note("mine", { id: "new", contextId: "c", atMs: clock.now() });
  await clock.advance(5 * 60_000);
  expect(tasks.of("mine").map(({ id }) => id)).toEqual(["new"]);
});

test("of more than a thousand, the oldest are forgotten", () => {
  const clock = manualClock();
  const tasks = createTaskList(clock);
  for (let id = 0; id < 1005; id += 1) tasks.note("mine", { id: `${id}`, contextId: "c", atMs: clock.now() });
  const listed = tasks.of("mine");
  expect([listed.length, listed[0]!.id, listed.at(-1)!.id]).toEqual([1000, "1004", "5"]);
});
