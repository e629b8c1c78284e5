import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Store } from "../../../../parts/store/store.ts";
import { aName, noonMs, type Open } from "../builders.ts";

type Added = Parameters<Store["addRecording"]>[0];

const room = { maxItems: 1000, maxBytes: 10_000_000 };

/** A snippet that no other test recorded. */
export function aRecording(with_: Partial<Added> = {}): Added {
  const code = with_.code ?? `x = "${aName()}`;
  const digest = createHash("sha256").update(code).digest("hex");
  return { digest, code, rules: ["ruff:invalid-syntax"], mode: "static", atMs: noonMs, ...with_ };
}

export async function listAll(store: Store): Promise<readonly string[]> {
  return (await store.listRecordings({ after: 0, limit: 100 })).map(({ code }) => code);
}

export function testRecordings(open: Open): void {
  test("a store without recordings lists none", async () => {
    await using store = await open(aName());
    expect(await store.listRecordings({ after: 0, limit: 100 })).toEqual([]);
  });

  test("recordings are listed unchanged, oldest first", async () => {
    await using store = await open(aName());
    const recorded = [aRecording(), aRecording({ rules: ["mypy:operator", "ruff:F821"], mode: "execute" })];
    for (const recording of recorded) await store.addRecording(recording, room);
    const listed = await store.listRecordings({ after: 0, limit: 100 });
    expect(listed).toEqual(
      recorded.map(({ code, rules, mode, atMs }) => ({
        cursor: expect.any(Number),
        code,
        rules,
        mode,
        atMs,
      })),
    );
    expect(listed[1]!.cursor).toBeGreaterThan(listed[0]!.cursor);
  });

  test("a repeated recording is one item, and keeps its place", async () => {
    await using store = await open(aName());
    const [first, second] = [aRecording(), aRecording()];
    for (const recording of [first, second, first, { ...first, atMs: noonMs + 1 }])
      await store.addRecording(recording, room);
    expect(await store.listRecordings({ after: 0, limit: 100 })).toMatchObject([
      { code: first.code, atMs: noonMs },
      { code: second.code },
    ]);
  });

  test("text is returned byte for byte", async () => {
    await using store = await open(aName());
    const code = "s = '\u{1f40d} ä \\u0000 \t'\r\n\n";
    await store.addRecording(aRecording({ code }), room);
    expect(await listAll(store)).toEqual([code]);
  });

  test("pages follow each other to the end, and continue from there", async () => {
    await using store = await open(aName());
    const recorded = Array.from({ length: 7 }, () => aRecording());
    for (const recording of recorded.slice(0, 5)) await store.addRecording(recording, room);
    const read: string[] = [];
    let after = 0;
    const readOn = async (): Promise<void> => {
      for (;;) {
        const page = await store.listRecordings({ after, limit: 2 });
        if (page.length === 0) return;
        read.push(...page.map(({ code }) => code));
        after = page.at(-1)!.cursor;
      }
    };
    await readOn();
    for (const recording of recorded.slice(5)) await store.addRecording(recording, room);
    await readOn();
    expect(read).toEqual(recorded.map(({ code }) => code));
  });

  test("the oldest of too many items are dropped, and cursors are not reused", async () => {
    await using store = await open(aName());
    const recorded = Array.from({ length: 5 }, () => aRecording());
    const few = { ...room, maxItems: 2 };
    for (const recording of recorded.slice(0, 4)) await store.addRecording(recording, few);
    expect(await listAll(store)).toEqual(recorded.slice(2, 4).map(({ code }) => code));
    const [, { cursor } = { cursor: 0 }] = await store.listRecordings({ after: 0, limit: 2 });
    await store.addRecording(aRecording(), { ...room, maxItems: 0 });
    expect(await listAll(store)).toEqual([]);
    await store.addRecording(recorded[4]!, few);
    const [newest] = await store.listRecordings({ after: cursor, limit: 2 });
    expect(newest).toMatchObject({ code: recorded[4]!.code });
    expect(newest!.cursor).toBeGreaterThan(cursor + 1);
  });

  test("the oldest items are dropped when they have too many bytes, as many as needed and no more", async () => {
    await using store = await open(aName());
    // A name of 36 bytes, letters of two, and two for the empty list of rules.
    const sized = (bytes: number) => aRecording({ code: aName() + "ä".repeat((bytes - 38) / 2), rules: [] });
    const [small, other, large, last] = [sized(100), sized(200), sized(700), sized(300)];
    const tight = { ...room, maxBytes: 1000 };
    for (const recording of [small, other, large]) await store.addRecording(recording, tight);
    expect(await listAll(store)).toEqual([small.code, other.code, large.code]);
    await store.addRecording(last, tight);
    expect(await listAll(store)).toEqual([large.code, last.code]);
  });

  test("a page ends early when its items are long, but is never empty", async () => {
    await using store = await open(aName());
    const long = () => aRecording({ code: aName().padEnd(2_500_000, "x") });
    const recorded = [long(), long(), aRecording({ code: aName().padEnd(4_500_000, "x") }), aRecording()];
    for (const recording of recorded) await store.addRecording(recording, { ...room, maxBytes: 20_000_000 });
    const sizes: number[][] = [];
    for (let after = 0; ;) {
      const page = await store.listRecordings({ after, limit: 100 });
      if (page.length === 0) break;
      sizes.push(page.map(({ code }) => code.length));
      after = page.at(-1)!.cursor;
    }
    expect(sizes).toEqual([[2_500_000], [2_500_000], [4_500_000], [expect.any(Number)]]);
  });

  test("fifty recordings of ten snippets at once are ten items", async () => {
    const name = aName();
    await using one = await open(name);
    await using other = await open(name);
    const recorded = Array.from({ length: 10 }, () => aRecording());
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => (n % 2 ? one : other).addRecording(recorded[n % 10]!, room)),
    );
    expect(new Set(await listAll(one))).toEqual(new Set(recorded.map(({ code }) => code)));
    expect(await listAll(one)).toHaveLength(10);
  });
}
