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
  tasks.put({ id: "1", code: "first" });
  tasks.put({ id: "1", code: "second" });
  expect(tasks.find("1")).toEqual({ id: "1", code: "second" });
  expect(tasks.find("2")).toBeUndefined();
});

test("a task is forgotten ten minutes after it was last put", async () => {
  const { clock, tasks } = openShelf();
  for (const id of ["old", "renewed"]) tasks.put({ id, code: "" });
  await clock.advance(9 * 60_000);
  tasks.put({ id: "renewed", code: "" });
  await clock.advance(60_000);
  expect([tasks.find("old"), tasks.find("renewed")?.id]).toEqual([undefined, "renewed"]);
  await clock.advance(9 * 60_000);
  expect(tasks.find("renewed")).toBeUndefined();
});

test("of more than two hundred, the oldest are forgotten", () => {
  const { tasks } = openShelf();
  for (let id = 0; id < 205; id += 1) tasks.put({ id: `${id}`, code: "" });
  const kept = Array.from({ length: 205 }, (_, id) => tasks.find(`${id}`)).filter(Boolean);
  expect([kept.length, kept[0]!.id]).toEqual([200, "5"]);
});

test("of more than 32 MB, the oldest are forgotten; one that is put again counts once", () => {
  const { tasks } = openShelf();
  const code = "é".repeat(4 * 1024 * 1024); // 8 MB
  for (const id of ["1", "2", "3", "3", "3"]) tasks.put({ id, code });
  expect(tasks.find("1")).toBeDefined();
  tasks.put({ id: "4", code });
  expect(["1", "2", "3", "4"].map((id) => tasks.find(id) !== undefined)).toEqual([false, true, true, true]);
  tasks.put({ id: "5", code: "x".repeat(33 * 1024 * 1024) });
  expect(["2", "3", "4", "5"].map((id) => tasks.find(id) !== undefined)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
