import { expect, test } from "vitest";
import { manualClock } from "../../../support/manual-clock.ts";
import { aName, noonMs, type Open } from "../builders.ts";

export function testNotes(open: Open): void {
  test("a note is read as it was written, and none is found before", async () => {
    await using store = await open();
    const name = aName();
    expect(await store.readNote(name)).toBeUndefined();
    expect(await store.writeNote({ name, version: 0, text: "first" })).toBe("written");
    expect(await store.readNote(name)).toEqual({ name, version: 1, text: "first" });
    expect(await store.writeNote({ name, version: 1, text: "" })).toBe("written");
    expect(await store.readNote(name)).toEqual({ name, version: 2, text: "" });
    expect(await store.readNote(aName())).toBeUndefined();
  });

  test("only the newest version of a note can be replaced", async () => {
    await using store = await open();
    const name = aName();
    expect(await store.writeNote({ name, version: 1, text: "too early" })).toBe("stale");
    expect(await store.readNote(name)).toBeUndefined();
    await store.writeNote({ name, version: 0, text: "first" });
    await store.writeNote({ name, version: 1, text: "second" });
    for (const version of [0, 1, 3]) {
      expect(await store.writeNote({ name, version, text: "other" })).toBe("stale");
    }
    expect(await store.readNote(name)).toEqual({ name, version: 2, text: "second" });
  });

  test("a note that is sent twice is written once", async () => {
    await using store = await open();
    const name = aName();
    for (const version of [0, 1]) {
      const note = { name, version, text: `${version} 🧪\0\n` };
      expect(await store.writeNote(note)).toBe("written");
      expect(await store.writeNote(note)).toBe("written");
      expect(await store.readNote(name)).toEqual({ ...note, version: version + 1 });
    }
    expect(await store.writeNote({ name, version: 0, text: "0 🧪\0\n" })).toBe("stale");
  });

  test.for([0, 1])("one of fifty parallel writers of version %i succeeds", async (version) => {
    await using one = await open();
    await using other = await open();
    const name = aName();
    if (version > 0) await one.writeNote({ name, version: 0, text: "first" });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? one : other).writeNote({ name, version, text: `${n}` })),
    );
    expect(answers.filter((answer) => answer === "written")).toHaveLength(1);
    const text = String(answers.indexOf("written"));
    expect(await other.readNote(name)).toEqual({ name, version: version + 1, text });
  });

  test("notes survive any pruning", async () => {
    await using store = await open();
    const name = aName();
    await store.writeNote({ name, version: 0, text: "kept" });
    await store.prune(noonMs + 400 * 86_400_000);
    expect(await store.readNote(name)).toMatchObject({ text: "kept" });
  });

  const lease = (name: string, owner: string, lifeMs = 100) => ({ name, owner, lifeMs });

  test("a lease has one owner until it expires", async () => {
    const clock = manualClock(noonMs);
    await using store = await open(undefined, clock);
    const name = aName();
    expect(await store.takeLease(lease(name, "one"))).toBe(true);
    await clock.advance(99);
    expect(await store.takeLease(lease(name, "two"))).toBe(false);
    expect(await store.takeLease(lease(aName(), "two"))).toBe(true);
    await clock.advance(1);
    expect(await store.takeLease(lease(name, "two"))).toBe(true);
    await clock.advance(99);
    expect(await store.takeLease(lease(name, "one"))).toBe(false);
  });

  test("an owner that renews its lease has it for longer, and never for less", async () => {
    const clock = manualClock(noonMs);
    await using store = await open(undefined, clock);
    const name = aName();
    for (const lifeMs of [100, 300, 200]) {
      expect(await store.takeLease(lease(name, "one", lifeMs))).toBe(true);
    }
    await clock.advance(299);
    expect(await store.takeLease(lease(name, "two"))).toBe(false);
    await clock.advance(1);
    expect(await store.takeLease(lease(name, "two"))).toBe(true);
  });

  test("a lease is held until it expires by the store's own time", async () => {
    await using store = await open();
    const [held, over] = [aName(), aName()];
    await store.takeLease(lease(held, "one", 60_000));
    await store.takeLease(lease(over, "one", 0));
    expect(await store.takeLease(lease(held, "two"))).toBe(false);
    expect(await store.takeLease(lease(over, "two"))).toBe(true);
  });

  test("a lease that is ended is free, and only its owner can end it", async () => {
    const clock = manualClock(noonMs);
    await using store = await open(undefined, clock);
    const name = aName();
    await store.endLease({ name, owner: "one" });
    await store.takeLease(lease(name, "one"));
    await store.endLease({ name, owner: "two" });
    expect(await store.takeLease(lease(name, "two"))).toBe(false);
    await store.endLease({ name, owner: "one" });
    await store.endLease({ name, owner: "one" });
    expect(await store.takeLease(lease(name, "two"))).toBe(true);
  });

  test("pruning leaves an unexpired lease, however late it is by the pruner's clock", async () => {
    const clock = manualClock(noonMs);
    await using store = await open(undefined, clock);
    const name = aName();
    await store.takeLease(lease(name, "one"));
    await clock.advance(99);
    await store.prune(noonMs + 86_400_000);
    expect(await store.takeLease(lease(name, "two"))).toBe(false);
    await clock.advance(1);
    await store.prune(noonMs);
    expect(await store.takeLease(lease(name, "two"))).toBe(true);
  });

  test("one of twenty owners that ask at once gets the lease", async () => {
    await using one = await open();
    await using other = await open();
    const name = aName();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? one : other).takeLease(lease(name, `owner ${n}`, 60_000)),
      ),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
  });
}
