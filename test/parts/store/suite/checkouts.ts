import { expect, test } from "vitest";
import { aName, noonMs, today, type Open } from "../builders.ts";
import { aCheckout } from "../treasury-builders.ts";

const everyOne = { beforeMs: noonMs + 1_000_000, limit: 100 };

export function testCheckouts(open: Open): void {
  test("checkouts that began before a given time are listed oldest first, page by page", async () => {
    await using store = await open("pages of checkouts");
    const [third, first, second, tooYoung] = [
      aCheckout({ createdAtMs: noonMs + 2 }),
      aCheckout({ createdAtMs: noonMs, session: `cs_b${aName()}` }),
      aCheckout({ createdAtMs: noonMs, session: `cs_c${aName()}` }),
      aCheckout({ createdAtMs: noonMs + 3 }),
    ];
    for (const checkout of [third, first, second, tooYoung]) await store.addCheckout(checkout);
    const beforeMs = noonMs + 3;
    expect(await store.openCheckouts({ beforeMs, limit: 9 })).toEqual([first, second, third]);
    expect(await store.openCheckouts({ beforeMs, limit: 2 })).toEqual([first, second]);
    expect(await store.openCheckouts({ after: first, beforeMs, limit: 1 })).toEqual([second]);
    expect(await store.openCheckouts({ after: second, beforeMs, limit: 9 })).toEqual([third]);
    expect(await store.openCheckouts({ after: third, beforeMs, limit: 9 })).toEqual([]);
  });

  test("a closed checkout is not open, and adding it again does not open it", async () => {
    await using store = await open("closed checkouts");
    const checkout = aCheckout();
    await store.addCheckout(checkout);
    await store.closeCheckout(checkout.session);
    await store.closeCheckout(checkout.session);
    await store.addCheckout(checkout);
    await store.closeCheckout(aCheckout().session);
    expect(await store.openCheckouts(everyOne)).toEqual([]);
    expect(await store.listCheckouts({ limit: 9 })).toEqual([{ ...checkout, state: "closed" }]);
  });

  test("a card payment credits its checkout, whether it was open, closed, or comes later", async () => {
    await using store = await open("paid checkouts");
    const [opened, closed, late, unpaid] = [aCheckout(), aCheckout(), aCheckout(), aCheckout()];
    for (const checkout of [opened, closed, unpaid]) await store.addCheckout(checkout);
    await store.closeCheckout(closed.session);
    for (const { session: reference, account, credits: delta } of [opened, closed, late]) {
      const payment = { account, delta, reason: "card", reference, atMs: noonMs } as const;
      expect(await store.grant(payment)).toBe("granted");
      expect(await store.grant(payment)).toBe("settled");
      expect(await store.readEntries(account)).toEqual([payment]);
      expect(await store.readAccount(account, today)).toMatchObject({ credits: 50 });
    }
    await store.addCheckout(late);
    await store.closeCheckout(opened.session);
    expect(await store.openCheckouts(everyOne)).toEqual([unpaid]);
    const states = (await store.listCheckouts({ limit: 9 })).map(({ session, state }) => [session, state]);
    expect(Object.fromEntries(states)).toEqual({
      [opened.session]: "credited",
      [closed.session]: "credited",
      [late.session]: "credited",
      [unpaid.session]: "open",
    });
  });

  test("a grant that is not a card payment credits no checkout, even with its name", async () => {
    await using store = await open("granted checkouts");
    const checkout = aCheckout();
    const { session: reference, account } = checkout;
    const grant = { account, delta: 5, reason: "grant", reference, atMs: noonMs } as const;
    await store.addCheckout(checkout);
    expect(await store.grant(grant)).toBe("granted");
    expect(await store.openCheckouts(everyOne)).toEqual([checkout]);
    expect(await store.grant({ ...grant, reason: "card" })).toBe("granted");
    expect(await store.openCheckouts(everyOne)).toEqual([]);
    expect(await store.readAccount(account, today)).toMatchObject({ credits: 10 });
  });

  test("one of a hundred parallel card payments of one session is granted", async () => {
    await using one = await open();
    await using other = await open();
    const { session: reference, account, credits: delta } = aCheckout();
    const payment = { account, delta, reason: "card", reference, atMs: noonMs } as const;
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => (n % 2 ? one : other).grant(payment)),
    );
    expect(answers.filter((answer) => answer === "granted")).toHaveLength(1);
    expect(await one.readAccount(account, today)).toMatchObject({ credits: 50 });
  });
}
