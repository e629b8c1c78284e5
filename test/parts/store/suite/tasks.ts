import { expect, test } from "vitest";
import type { Store } from "../../../../parts/store/store.ts";
import { bytesOfTask, type KeptTask } from "../../../../parts/store/tasks.ts";
import { aName, noonMs, type Open } from "../builders.ts";

const minuteMs = 60_000;
const bounds = { maxOfOwner: 10, maxBytes: 1_000_000, nowMs: noonMs };

/** An unfinished task of a new owner, valid for ten minutes. */
function aTask(with_: Partial<KeptTask> = {}): KeptTask {
  const defaults = { owner: aName(), isFinished: false, body: "{}" };
  return { id: aName(), ...defaults, expiresAtMs: noonMs + 10 * minuteMs, ...with_ };
}

const idsOf = async (store: Store, shelf: string, owner: string, nowMs = noonMs) =>
  (await store.listTasks(shelf, owner, nowMs)).map(({ id }) => id);

export function testTasks(open: Open): void {
  test("a task is found as it was last put, by every opening of the store", async () => {
    await using store = await open();
    await using other = await open();
    const [shelf, task] = [aName(), aTask({ body: '{"text":"\u{1f40d} ä \\u0000"}' })];
    expect(await store.findTask(shelf, task.id, noonMs)).toBeUndefined();
    expect(await store.putTask(shelf, task, bounds)).toBe("put");
    expect(await other.findTask(shelf, task.id, noonMs)).toEqual(task);
    const changed = { ...task, isFinished: true, body: "changed" };
    expect(await other.putTask(shelf, changed, bounds)).toBe("put");
    expect(await store.findTask(shelf, task.id, noonMs)).toEqual(changed);
    expect(await store.findTask(aName(), task.id, noonMs)).toBeUndefined();
  });

  test("tasks are listed newest first, to their owner only, and one that is put again is the newest", async () => {
    await using store = await open();
    const [shelf, owner] = [aName(), aName()];
    const [a, b, c] = [aTask({ owner }), aTask({ owner }), aTask({ owner })];
    for (const task of [a, b, c, aTask(), a]) await store.putTask(shelf, task, bounds);
    expect(await store.listTasks(shelf, owner, noonMs)).toEqual([a, c, b]);
    expect(await idsOf(store, shelf, aName())).toEqual([]);
    expect(await idsOf(store, aName(), owner)).toEqual([]);
  });

  test("a finished task stays finished when anyone puts it", async () => {
    await using store = await open();
    const [shelf, task] = [aName(), aTask()];
    const finished = { ...task, isFinished: true, body: "done" };
    await store.putTask(shelf, finished, bounds);
    expect(await store.putTask(shelf, { ...task, body: "late" }, bounds)).toBe("finished");
    expect(await store.findTask(shelf, task.id, noonMs)).toEqual(finished);
    expect(await store.putTask(shelf, { ...finished, body: "told again" }, bounds)).toBe("put");
  });

  test("the writer that finishes a task wins over a concurrent one", async () => {
    await using store = await open();
    await using other = await open();
    const shelf = aName();
    for (let round = 0; round < 20; round += 1) {
      const task = aTask();
      await Promise.all([
        store.putTask(shelf, { ...task, isFinished: true }, bounds),
        other.putTask(shelf, task, bounds),
      ]);
      expect(await store.findTask(shelf, task.id, noonMs)).toMatchObject({ isFinished: true });
    }
  });

  test("an expired task is gone, counts for nothing, and can be put again unfinished", async () => {
    await using store = await open();
    const [shelf, owner] = [aName(), aName()];
    const old = aTask({ owner, isFinished: true, expiresAtMs: noonMs + minuteMs });
    await store.putTask(shelf, old, bounds);
    const laterMs = noonMs + minuteMs;
    expect(await store.findTask(shelf, old.id, laterMs - 1)).toBeDefined();
    expect(await store.findTask(shelf, old.id, laterMs)).toBeUndefined();
    expect(await idsOf(store, shelf, owner, laterMs)).toEqual([]);
    const later = { ...bounds, maxOfOwner: 1, maxBytes: bytesOfTask(old), nowMs: laterMs };
    const again = { ...old, isFinished: false, expiresAtMs: laterMs + minuteMs };
    expect(await store.putTask(shelf, again, later)).toBe("put");
    expect(await idsOf(store, shelf, owner, laterMs)).toEqual([old.id]);
  });

  test("the oldest of an owner's tasks make room", async () => {
    await using store = await open();
    const [shelf, owner, other] = [aName(), aName(), aTask()];
    await store.putTask(shelf, other, bounds);
    const tasks = Array.from({ length: 13 }, () => aTask({ owner }));
    for (const task of tasks) await store.putTask(shelf, task, bounds);
    expect(await idsOf(store, shelf, owner)).toEqual(
      tasks
        .slice(3)
        .map(({ id }) => id)
        .toReversed(),
    );
    expect(await store.findTask(shelf, other.id, noonMs)).toEqual(other);
  });

  test("when the list is full, the oldest task of the owner with most tasks makes room", async () => {
    await using store = await open();
    const [shelf, honest, greedy] = [aName(), aName(), aName()];
    const full = { ...bounds, maxOfOwner: 1000, maxBytes: 20_000 };
    const mine = aTask({ owner: honest, body: "x".repeat(5000) });
    await store.putTask(shelf, mine, full);
    const many = Array.from({ length: 30 }, () => aTask({ owner: greedy, body: "y".repeat(1000) }));
    for (const task of many) await store.putTask(shelf, task, full);
    expect(await idsOf(store, shelf, honest)).toEqual([mine.id]);
    const left = await idsOf(store, shelf, greedy);
    expect(left).toEqual(
      many
        .slice(-left.length)
        .map(({ id }) => id)
        .toReversed(),
    );
    expect(left).toHaveLength(Math.floor((20_000 - bytesOfTask(mine)) / bytesOfTask(many[0]!)));
    // One that is too long by itself pushes out no other owner's.
    const huge = aTask({ body: "z".repeat(30_000) });
    await store.putTask(shelf, huge, full);
    expect(await store.findTask(shelf, huge.id, noonMs)).toBeUndefined();
    expect(await idsOf(store, shelf, honest)).toEqual([mine.id]);
  });

  test("a task that another owner puts counts for that one only", async () => {
    await using store = await open();
    const [shelf, first, second] = [aName(), aName(), aName()];
    const task = aTask({ owner: first });
    await store.putTask(shelf, task, bounds);
    await store.putTask(shelf, { ...task, owner: second }, bounds);
    expect(await idsOf(store, shelf, first)).toEqual([]);
    expect(await idsOf(store, shelf, second)).toEqual([task.id]);
  });

  test("many concurrent writers, from several openings, keep to the limits", async () => {
    const stores = await Promise.all([open(), open(), open()]);
    const [shelf, owner] = [aName(), aName()];
    await Promise.all(
      Array.from({ length: 60 }, async (_, n) =>
        stores[n % 3]!.putTask(shelf, aTask({ owner, body: String(n) }), { ...bounds, maxOfOwner: 7 }),
      ),
    );
    expect(await idsOf(stores[0]!, shelf, owner)).toHaveLength(7);
    await Promise.all(stores.map(async (store) => store[Symbol.asyncDispose]()));
  });
}
