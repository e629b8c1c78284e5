import { expect, test } from "vitest";
import type { Store } from "../../../../parts/store/store.ts";
import { aCall, anAccount, anAnswer, aName, noonMs, type Open } from "../builders.ts";

/** A call that was begun and kept with this answer. */
async function answered(store: Store, body: string, expiresAtMs = noonMs + 600_000) {
  const call = aCall({ account: await anAccount(store, 10) });
  await store.beginCall(call);
  await store.keepCall(call.id, { body, expiresAtMs });
  return call;
}

export function testAnswers(open: Open): void {
  test("a repeated call is answered from memory and not charged", async () => {
    await using store = await open();
    const call = await answered(store, "the answer");
    const again = { ...call, id: aName() };
    const expected = { outcome: "answered", answer: "the answer", account: { credits: 9, usedToday: 0 } };
    expect(await store.beginCall(again)).toEqual(expected);
    expect(await store.beginCall(again)).toEqual(expected);
  });

  test("an answer belongs to its account and its digest", async () => {
    await using store = await open();
    const call = await answered(store, "the answer");
    const account = await anAccount(store, 1);
    expect(await store.beginCall(aCall({ account, digest: call.digest }))).toMatchObject({
      outcome: "taken",
    });
    expect(await store.beginCall(aCall({ account: call.account }))).toMatchObject({ outcome: "taken" });
  });

  test("an answer is valid until it expires, by the caller's clock", async () => {
    await using store = await open();
    const call = await answered(store, "brief", noonMs + 1_000);
    const at = (atMs: number) => store.beginCall({ ...call, id: aName(), atMs });
    expect(await at(noonMs + 999)).toMatchObject({ outcome: "answered" });
    expect(await at(noonMs + 1_000)).toMatchObject({ outcome: "taken" });
  });

  test("a call kept without an answer is not remembered", async () => {
    await using store = await open();
    const call = aCall({ account: await anAccount(store, 10) });
    await store.beginCall(call);
    await store.keepCall(call.id, undefined);
    expect(await store.beginCall({ ...call, id: aName() })).toMatchObject({ outcome: "taken" });
  });

  test("a newer answer replaces an expired one, and giving the older call back leaves it", async () => {
    await using store = await open();
    const older = await answered(store, "older", noonMs + 1_000);
    const newer = { ...older, id: aName(), atMs: noonMs + 2_000 };
    await store.beginCall(newer);
    await store.keepCall(newer.id, { body: "newer", expiresAtMs: noonMs + 9_000 });
    await store.giveBackCall(older.id, noonMs + 3_000);
    const repeated = await store.beginCall({ ...newer, id: aName() });
    expect(repeated).toMatchObject({ outcome: "answered", answer: "newer", account: { credits: 9 } });
  });

  test("an answered id takes nothing after the answer has expired", async () => {
    await using store = await open();
    const call = await answered(store, "gone soon");
    const again = { ...call, id: aName() };
    await store.beginCall(again);
    await store.giveBackCall(call.id, noonMs);
    expect(await store.beginCall(again)).toEqual({ outcome: "under way" });
    expect(await store.readEntries(call.account)).toHaveLength(3);
  });

  test.for([
    ["empty", ""],
    ["of 500 kB with emoji and NULs", "a\0é🧪\n".repeat(56_000)],
  ] as const)("an answer %s is returned unchanged", async ([, body]) => {
    await using store = await open();
    const call = await answered(store, body);
    const again = await store.beginCall({ ...call, id: aName() });
    expect(again.outcome === "answered" && again.answer === body).toBe(true);
  });

  test("answers of many concurrent calls are each remembered", async () => {
    await using store = await open();
    const calls = Array.from({ length: 40 }, () => aCall({ allowance: 1 }));
    await Promise.all(calls.map((call) => store.beginCall(call)));
    await Promise.all(calls.map(({ id }) => store.keepCall(id, anAnswer(id))));
    const repeated = await Promise.all(calls.map((call) => store.beginCall({ ...call, id: aName() })));
    expect(repeated.map((again) => again.outcome === "answered" && again.answer)).toEqual(
      calls.map(({ id }) => id),
    );
  });
}
