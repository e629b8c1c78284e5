import { expect, test } from "vitest";
import { bytesOfVerdict, type SharedVerdict } from "../../../../parts/store/verdicts.ts";
import { aName, noonMs, type Open } from "../builders.ts";

const minuteMs = 60_000;
export const verdictRoom = { maxOfOwner: 10, maxBytesOfOwner: 1_000_000, maxBytes: 1_000_000_000 };
const bounds = { ...verdictRoom, nowMs: noonMs };

export function aVerdict(with_: Partial<SharedVerdict> = {}): SharedVerdict {
  const names = { id: aName(), owner: aName(), deleteHash: aName() };
  return { ...names, createdAtMs: noonMs, expiresAtMs: noonMs + 10 * minuteMs, body: "{}", ...with_ };
}

export function testVerdicts(open: Open): void {
  test("a shared verdict is found as it was shared, by every opening of the store", async () => {
    await using store = await open();
    await using other = await open();
    const verdict = aVerdict({ body: '{"code":"\u{1f40d} ä \\u0000"}' });
    expect(await store.findVerdict(verdict.id, noonMs)).toBeUndefined();
    expect(await store.shareVerdict(verdict, bounds)).toBe("shared");
    expect(await other.findVerdict(verdict.id, noonMs)).toEqual(verdict);
  });

  test("one that is sent twice is kept once, as it was first", async () => {
    await using store = await open();
    const verdict = aVerdict();
    const room = { ...bounds, maxOfOwner: 1 };
    expect(await store.shareVerdict(verdict, room)).toBe("shared");
    expect(await store.shareVerdict({ ...verdict, body: "other" }, room)).toBe("shared");
    expect(await store.findVerdict(verdict.id, noonMs)).toEqual(verdict);
  });

  test("an expired one is not found, counts for nothing, and is pruned", async () => {
    await using store = await open("expiring");
    const verdict = aVerdict();
    const room = { ...bounds, maxOfOwner: 1, maxBytes: bytesOfVerdict(verdict) };
    await store.shareVerdict(verdict, room);
    expect(await store.findVerdict(verdict.id, verdict.expiresAtMs - 1)).toEqual(verdict);
    expect(await store.findVerdict(verdict.id, verdict.expiresAtMs)).toBeUndefined();
    const next = aVerdict({ owner: verdict.owner, expiresAtMs: verdict.expiresAtMs + minuteMs });
    expect(await store.shareVerdict(next, { ...room, nowMs: verdict.expiresAtMs })).toBe("shared");
    await store.prune(verdict.expiresAtMs);
    expect(await store.findVerdict(verdict.id, noonMs)).toBeUndefined();
    expect(await store.findVerdict(next.id, verdict.expiresAtMs)).toEqual(next);
  });

  test("nothing that is kept makes room: an owner with too many is refused, and nobody else", async () => {
    await using store = await open();
    const owner = aName();
    const first = aVerdict({ owner, body: "x".repeat(500) });
    expect(await store.shareVerdict(first, bounds)).toBe("shared");
    const second = aVerdict({ owner });
    expect(await store.shareVerdict(second, { ...bounds, maxOfOwner: 1 })).toBe("too many of owner");
    const few = { ...bounds, maxBytesOfOwner: bytesOfVerdict(first) + bytesOfVerdict(second) - 1 };
    expect(await store.shareVerdict(second, few)).toBe("too many of owner");
    expect(await store.findVerdict(second.id, noonMs)).toBeUndefined();
    expect(await store.findVerdict(first.id, noonMs)).toEqual(first);
    expect(await store.shareVerdict(aVerdict(), { ...few, maxOfOwner: 1 })).toBe("shared");
    const enough = { ...bounds, maxBytesOfOwner: few.maxBytesOfOwner + 1 };
    expect(await store.shareVerdict(second, enough)).toBe("shared");
  });

  test("a full store refuses everybody, and keeps what it has", async () => {
    await using store = await open("full of verdicts");
    const first = aVerdict();
    const full = { ...bounds, maxBytes: 2 * bytesOfVerdict(first) - 1 };
    expect(await store.shareVerdict(first, full)).toBe("shared");
    expect(await store.shareVerdict(aVerdict(), full)).toBe("full");
    expect(await store.shareVerdict(aVerdict(), { ...full, maxBytes: full.maxBytes + 1 })).toBe("shared");
    expect(await store.findVerdict(first.id, noonMs)).toEqual(first);
  });

  test("a deleted one is not found, and deleting it again changes nothing", async () => {
    await using store = await open();
    const [verdict, other] = [aVerdict(), aVerdict()];
    await store.shareVerdict(verdict, bounds);
    await store.shareVerdict(other, bounds);
    await store.deleteVerdict(verdict.id);
    await store.deleteVerdict(verdict.id);
    expect(await store.findVerdict(verdict.id, noonMs)).toBeUndefined();
    expect(await store.findVerdict(other.id, noonMs)).toEqual(other);
  });

  test("many who share at once, from several openings, keep to the limits", async () => {
    const stores = await Promise.all([open(), open(), open()]);
    const owner = aName();
    const told = await Promise.all(
      Array.from({ length: 60 }, async (_, n) =>
        stores[n % 3]!.shareVerdict(aVerdict({ owner }), { ...bounds, maxOfOwner: 7 }),
      ),
    );
    expect(told.filter((outcome) => outcome === "shared")).toHaveLength(7);
    await Promise.all(stores.map(async (store) => store[Symbol.asyncDispose]()));
  });
}
