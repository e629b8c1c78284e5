import { expect, test } from "vitest";
import { createUnpaidTasks } from "../../../service/parts/unpaid-tasks.ts";
import { manualClock } from "../../support/manual-clock.ts";

type Task = Readonly<{ id: string; code: string }>;

function openShelf() {
  const clock = manualClock();
  return { clock, tasks: createUnpaidTasks<Task>(clock) };
}

test("a task is found as it was last put", () => {
  const { tasks } = openShelf();
  tasks.put({ id: "1", code: "first" }, "caller");
  tasks.put({ id: "1", code: "second" }, "caller");
  expect(tasks.find("1")).toEqual({ id: "1", code: "second" });
  expect(tasks.find("2")).toBeUndefined();
});

test("a task is forgotten ten minutes after it was last put", async () => {
  const { clock, tasks } = openShelf();
  for (const id of ["old", "renewed"]) tasks.put({ id, code: "" }, "caller");
  await clock.advance(9 * 60_000);
  tasks.put({ id: "renewed", code: "" }, "caller");
  await clock.advance(60_000);
  expect([tasks.find("old"), tasks.find("renewed")?.id]).toEqual([undefined, "renewed"]);
  await clock.advance(9 * 60_000);
  expect(tasks.find("renewed")).toBeUndefined();
});

const there = (tasks: { find(id: string): unknown }, ids: string[]) =>
  ids.filter((id) => tasks.find(id) !== undefined);

test("of more than five thousand, the oldest are forgotten", () => {
  const { tasks } = openShelf();
  const ids = Array.from({ length: 5_005 }, (_, id) => `${id}`);
  for (const id of ids) tasks.put({ id, code: "" }, "caller");
  expect(there(tasks, ids)).toEqual(ids.slice(5));
});

test("who floods it with many tasks pushes out their own, and others' stay", () => {
  const { tasks } = openShelf();
  const mine = ["a", "b", "c"];
  for (const id of mine) tasks.put({ id, code: "" }, "honest");
  const flood = Array.from({ length: 12_000 }, (_, n) => `${n}`);
  for (const [n, id] of flood.entries()) tasks.put({ id, code: "" }, `flooder ${n % 7}`);
  expect(there(tasks, mine)).toEqual(mine);
  expect(there(tasks, flood)).toHaveLength(4_997);
});

test("who floods it with long tasks pushes out their own, even by one that is too long alone", () => {
  const { tasks } = openShelf();
  tasks.put({ id: "mine", code: "x".repeat(1024 * 1024) }, "honest");
  const code = "x".repeat(3 * 1024 * 1024);
  for (let n = 0; n < 50; n += 1) tasks.put({ id: `${n}`, code }, `flooder ${n % 2}`);
  tasks.put({ id: "huge", code: "x".repeat(33 * 1024 * 1024) }, "flooder 3");
  expect(there(tasks, ["mine", "huge", "0", "49"])).toEqual(["mine", "49"]);
});

test("a task that somebody else put again, or that was forgotten, counts for nobody else", async () => {
  const { clock, tasks } = openShelf();
  const code = "x".repeat(20 * 1024 * 1024);
  tasks.put({ id: "1", code }, "one");
  tasks.put({ id: "1", code: "" }, "other");
  tasks.put({ id: "2", code }, "one");
  expect(there(tasks, ["1", "2"])).toEqual(["1", "2"]);
  await clock.advance(10 * 60_000);
  tasks.put({ id: "3", code }, "one");
  tasks.put({ id: "4", code: "x".repeat(10 * 1024 * 1024) }, "other");
  expect(there(tasks, ["1", "2", "3", "4"])).toEqual(["3", "4"]);
});

test("of more than 32 MB, the oldest are forgotten; one that is put again counts once", () => {
  const { tasks } = openShelf();
  const code = "é".repeat(4 * 1024 * 1024); // 8 MB
  for (const id of ["1", "2", "3", "3", "3"]) tasks.put({ id, code }, "caller");
  expect(tasks.find("1")).toBeDefined();
  tasks.put({ id: "4", code }, "caller");
  expect(["1", "2", "3", "4"].map((id) => tasks.find(id) !== undefined)).toEqual([false, true, true, true]);
  tasks.put({ id: "5", code: "x".repeat(33 * 1024 * 1024) }, "caller");
  expect(["2", "3", "4", "5"].map((id) => tasks.find(id) !== undefined)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
