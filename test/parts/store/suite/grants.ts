import { expect, test } from "vitest";
import type { Store } from "../../../../parts/store/store.ts";
import { aName, noonMs, type Open } from "../builders.ts";

const lifeMs = 90 * 86_400_000;

/** A grant of a new account that opens at noon; its refresh token's hash is `first`. */
export function anOpening(with_: Partial<Parameters<Store["openGrant"]>[0]> = {}) {
  const opening = { tokenHash: "first", nowMs: noonMs, expiresAtMs: noonMs + lifeMs, maxOpen: 50 };
  return { id: aName(), account: `account-${aName()}`, ...opening, ...with_ };
}

/** Exchanges the token of this hash for the next, by default a minute later. */
export function aTurn(id: string, tokenHash: string, nextHash: string, atMs = noonMs + 60_000) {
  return { id, tokenHash, nextHash, nowMs: atMs, expiresAtMs: atMs + lifeMs };
}

export function testGrants(open: Open): void {
  test("a grant is found from its opening until it expires", async () => {
    await using store = await open();
    const opening = anOpening();
    const { id, account, expiresAtMs } = opening;
    expect(await store.readGrant(id, noonMs)).toBeUndefined();
    expect(await store.openGrant(opening)).toBe("opened");
    expect(await store.readGrant(id, noonMs)).toEqual({ id, account, expiresAtMs });
    expect(await store.readGrant(id, expiresAtMs - 1)).toEqual({ id, account, expiresAtMs });
    expect(await store.readGrant(id, expiresAtMs)).toBeUndefined();
  });

  test("an opening that is sent twice opens one grant; another one of the same id ends it", async () => {
    await using store = await open();
    const opening = anOpening();
    for (let n = 0; n < 2; n += 1) expect(await store.openGrant(opening)).toBe("opened");
    expect(await store.openGrant({ ...opening, tokenHash: "other" })).toBe("used");
    expect(await store.readGrant(opening.id, noonMs)).toBeUndefined();
    for (const tokenHash of ["first", "other"]) {
      expect(await store.openGrant({ ...opening, tokenHash })).toBe("used");
    }
    expect(await store.rotateGrant(aTurn(opening.id, "first", "second"))).toBe("gone");
  });

  test("a token is exchanged for the next, and extends the grant", async () => {
    await using store = await open();
    const opening = anOpening();
    await store.openGrant(opening);
    const [later, muchLater] = [opening.expiresAtMs - 1, opening.expiresAtMs + lifeMs / 2];
    expect(await store.rotateGrant(aTurn(opening.id, "first", "second", later))).toBe("turned");
    expect(await store.rotateGrant(aTurn(opening.id, "second", "third", muchLater))).toBe("turned");
    expect(await store.readGrant(opening.id, muchLater + lifeMs - 1)).toMatchObject({
      account: opening.account,
    });
    expect(await store.rotateGrant(aTurn(opening.id, "third", "fourth", muchLater + lifeMs))).toBe("gone");
  });

  test("an exchange that is sent twice gets the same answer twice", async () => {
    await using store = await open();
    const opening = anOpening();
    await store.openGrant(opening);
    const turn = aTurn(opening.id, "first", "second");
    for (let n = 0; n < 3; n += 1) expect(await store.rotateGrant(turn)).toBe("turned");
    expect(await store.rotateGrant(aTurn(opening.id, "second", "third"))).toBe("turned");
  });

  test("a token that was exchanged before ends the grant when it is used again", async () => {
    await using store = await open();
    const opening = anOpening();
    await store.openGrant(opening);
    await store.rotateGrant(aTurn(opening.id, "first", "second"));
    expect(await store.rotateGrant(aTurn(opening.id, "first", "another"))).toBe("reused");
    expect(await store.readGrant(opening.id, noonMs)).toBeUndefined();
    expect(await store.rotateGrant(aTurn(opening.id, "second", "third"))).toBe("gone");
    expect(await store.rotateGrant(aTurn(aName(), "first", "second"))).toBe("gone");
  });

  test("a grant that was ended stays ended, and ending an unknown one does nothing", async () => {
    await using store = await open();
    const opening = anOpening();
    await store.endGrant(opening.id, noonMs);
    await store.openGrant(opening);
    for (let n = 0; n < 2; n += 1) await store.endGrant(opening.id, noonMs);
    expect(await store.readGrant(opening.id, noonMs)).toBeUndefined();
    expect(await store.openGrant(opening)).toBe("used");
  });

  test("the longest unused grant of an account makes room, and other accounts keep theirs", async () => {
    await using store = await open();
    const account = aName();
    const neighbour = anOpening();
    await store.openGrant(neighbour);
    const openings = [0, 1, 2, 3].map((n) =>
      anOpening({ account, maxOpen: 3, nowMs: noonMs + n, expiresAtMs: noonMs + n + lifeMs }),
    );
    for (const opening of openings.slice(0, 3)) await store.openGrant(opening);
    await store.rotateGrant(aTurn(openings[0]!.id, "first", "second"));
    await store.openGrant(openings[3]!);
    const found = await Promise.all(openings.map(async ({ id }) => store.readGrant(id, noonMs + 60_000)));
    expect(found.map((grant) => grant !== undefined)).toEqual([true, false, true, true]);
    expect(await store.readGrant(neighbour.id, noonMs)).toBeDefined();
  });

  test("expired and ended grants take no room", async () => {
    await using store = await open();
    const account = aName();
    const expired = anOpening({ account, maxOpen: 2, expiresAtMs: noonMs + 10 });
    const [ended, kept, next] = [0, 1, 2].map(() => anOpening({ account, maxOpen: 2, nowMs: noonMs + 20 }));
    for (const opening of [expired, ended!]) await store.openGrant(opening);
    await store.endGrant(ended!.id, noonMs + 20);
    for (const opening of [kept!, next!]) await store.openGrant(opening);
    for (const { id } of [kept!, next!]) expect(await store.readGrant(id, noonMs + 20)).toBeDefined();
  });

  test("one of fifty concurrent openings of one id opens, and its grant is ended", async () => {
    await using one = await open();
    await using other = await open();
    const opening = anOpening();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        (n % 2 ? one : other).openGrant({ ...opening, tokenHash: `token ${n}` }),
      ),
    );
    expect(answers.filter((answer) => answer === "opened")).toHaveLength(1);
    expect(await one.readGrant(opening.id, noonMs)).toBeUndefined();
  });

  test("one of twenty concurrent exchanges of one token succeeds, and the next ends the grant", async () => {
    await using one = await open();
    await using other = await open();
    const opening = anOpening();
    await one.openGrant(opening);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? one : other).rotateGrant(aTurn(opening.id, "first", `next ${n}`)),
      ),
    );
    const count = (meant: string) => answers.filter((answer) => answer === meant).length;
    expect([count("turned"), count("reused"), count("gone")]).toEqual([1, 1, 18]);
  });

  test("pruning leaves a live grant, and keeps an ended one for five minutes", async () => {
    await using store = await open();
    const [lives, ended] = [anOpening(), anOpening()];
    for (const opening of [lives, ended]) await store.openGrant(opening);
    await store.endGrant(ended.id, noonMs);
    await store.prune(noonMs + 299_999);
    expect(await store.openGrant(ended)).toBe("used");
    await store.prune(lives.expiresAtMs - 1);
    expect(await store.readGrant(lives.id, lives.expiresAtMs - 1)).toBeDefined();
  });
}
