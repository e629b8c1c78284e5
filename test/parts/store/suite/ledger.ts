import { expect, test } from "vitest";
import { aCall, aGrant, anAccount, aName, noonMs, today, type Open } from "../builders.ts";

export function testLedger(open: Open): void {
  test("an unknown account has no balance, no use and no entries", async () => {
    await using store = await open();
    const account = aName();
    expect(await store.readAccount(account, today)).toEqual({ credits: 0, usedToday: 0 });
    expect(await store.readEntries(account)).toEqual([]);
  });

  test("a grant adds its credits", async () => {
    await using store = await open();
    const grant = aGrant(aName(), 40);
    expect(await store.grant(grant)).toBe("granted");
    expect(await store.readAccount(grant.account, today)).toEqual({ credits: 40, usedToday: 0 });
    expect(await store.readEntries(grant.account)).toEqual([grant]);
  });

  test("a reference is granted once, whatever the second grant says", async () => {
    await using store = await open();
    const grant = aGrant(aName(), 40);
    const other = { ...grant, account: aName(), delta: 7, atMs: noonMs + 1 };
    expect(await store.grant(grant)).toBe("granted");
    expect(await store.grant(grant)).toBe("settled");
    expect(await store.grant(other)).toBe("settled");
    expect(await store.readAccount(grant.account, today)).toMatchObject({ credits: 40 });
    expect(await store.readAccount(other.account, today)).toMatchObject({ credits: 0 });
  });

  test("one of a hundred parallel grants of one reference is granted", async () => {
    await using one = await open();
    await using other = await open();
    const grant = aGrant(aName(), 5);
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, n) => (n % 2 ? one : other).grant(grant)),
    );
    expect(outcomes.filter((outcome) => outcome === "granted")).toHaveLength(1);
    expect(await one.readAccount(grant.account, today)).toMatchObject({ credits: 5 });
  });

  test("a grant cannot take a balance below zero", async () => {
    await using store = await open();
    const account = await anAccount(store, 3);
    await expect(store.grant(aGrant(account, -4))).rejects.toBeInstanceOf(Error);
    expect(await store.readAccount(account, today)).toMatchObject({ credits: 3 });
    expect(await store.readEntries(account)).toHaveLength(1);
  });

  test("a command that fails does not undo those sent beside it", async () => {
    await using store = await open();
    const account = await anAccount(store, 3);
    const settled = await Promise.allSettled([
      store.grant(aGrant(account, 1)),
      store.grant(aGrant(account, -100)),
      store.grant(aGrant(account, 1)),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await store.readAccount(account, today)).toMatchObject({ credits: 5 });
  });

  test("entries are read oldest first: grant, charge, give-back", async () => {
    await using store = await open();
    const grant = aGrant(aName(), 10);
    const { account } = grant;
    const call = aCall({ account, credits: 4, atMs: noonMs + 1 });
    await store.grant(grant);
    await store.beginCall(call);
    await store.giveBackCall(call.id, noonMs + 2);
    expect(await store.readEntries(account)).toEqual([
      grant,
      { account, delta: -4, reason: "charge", reference: call.id, atMs: noonMs + 1 },
      { account, delta: 4, reason: "give_back", reference: call.id, atMs: noonMs + 2 },
    ]);
  });

  test("large balances are exact", async () => {
    await using store = await open();
    const account = await anAccount(store, 9_000_000_000_000_001);
    await store.beginCall(aCall({ account, credits: 3 }));
    expect(await store.readAccount(account, today)).toMatchObject({ credits: 8_999_999_999_999_998 });
    expect((await store.readEntries(account))[0]).toMatchObject({ delta: 9_000_000_000_000_001 });
  });

  test("names whose concatenation is equal stay separate", async () => {
    await using store = await open();
    const [a, b] = [aName(), aName()];
    await store.beginCall(aCall({ account: a, digest: `1:${b}`, allowance: 5 }));
    const other = aCall({ account: `${a}:1`, digest: b, allowance: 5 });
    expect(await store.beginCall(other)).toMatchObject({ outcome: "taken" });
    expect(await store.readAccount(`${a}:1`, today)).toEqual({ credits: 0, usedToday: 1 });
  });

  test("a NUL does not end a name", async () => {
    await using store = await open();
    const account = await anAccount(store, 5);
    await store.beginCall(aCall({ account: `${account}\0more`, allowance: 1 }));
    expect(await store.readAccount(account, today)).toEqual({ credits: 5, usedToday: 0 });
    expect(await store.readAccount(`${account}\0more`, today)).toEqual({ credits: 0, usedToday: 1 });
  });

  test.for([
    ["a NUL", "a\0b"],
    ["an emoji", "🜚🧪"],
    ["spaces and newlines", " a  b\n\tc "],
    ["quotes", `'";--`],
  ])("names with %s are returned unchanged", async ([, text]) => {
    await using store = await open();
    const account = `${aName()}${text}`;
    const grant = { ...aGrant(account, 2), reference: `${aName()}${text}` };
    const call = aCall({ id: `${aName()}${text}`, account, digest: `d${text}` });
    await store.grant(grant);
    await store.beginCall(call);
    await store.keepCall(call.id, { body: `answer ${text}`, expiresAtMs: noonMs + 1_000 });
    expect(await store.readEntries(account)).toMatchObject([
      grant,
      { account, reference: call.id, delta: -1 },
    ]);
    const again = await store.beginCall({ ...call, id: aName() });
    expect(again).toMatchObject({ outcome: "answered", answer: `answer ${text}` });
  });
}
