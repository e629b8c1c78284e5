import { describe, expect, test } from "vitest";
import type { Store } from "../../../parts/store/store.ts";
import type { CuttingProxy } from "./cutting-proxy.ts";

/** Commands by what they do, each on names of its own. */
export type Writes<Names> = Record<string, (store: Store, names: Names) => Promise<unknown>>;

type Cutting = Readonly<{ open(url?: string): Promise<Store>; proxy: CuttingProxy }>;
export type Scene<Names> = Readonly<{
  prepare(store: Store): Promise<Names>;
  /** The stored data afterwards, without the names that differ between runs. */
  observe(store: Store, names: Names): Promise<unknown>;
  writes: Writes<Names>;
}>;

/** Every command happens once although its answer is lost. */
export function testLostAnswers<Names>(
  { open, proxy }: Cutting,
  { prepare, observe, writes }: Scene<Names>,
): void {
  describe.for(Object.entries(writes))("%s", ([, write]) => {
    test("happens once when its answer is lost, and is answered after all", async () => {
      await using direct = await open();
      await using cut = await open(proxy.url);
      const [one, other] = [await prepare(direct), await prepare(direct)];
      const expected = await write(direct, one);
      proxy.cut(1);
      expect(await write(cut, other)).toEqual(expected);
      expect(proxy.left()).toBe(0);
      expect(await observe(direct, other)).toEqual(await observe(direct, one));
    });

    test("happens once when the connection is lost before it is done, if it takes more than one round trip", async () => {
      await using direct = await open();
      await using cut = await open(proxy.url);
      const [one, other] = [await prepare(direct), await prepare(direct)];
      const expected = await write(direct, one);
      proxy.cut(1, "under way");
      expect(await write(cut, other)).toEqual(expected);
      proxy.cut(0);
      expect(await observe(direct, other)).toEqual(await observe(direct, one));
    });

    test("happens once when its answer is lost twice, and is unavailable", async () => {
      await using direct = await open();
      await using cut = await open(proxy.url);
      const [one, other] = [await prepare(direct), await prepare(direct)];
      await write(direct, one);
      proxy.cut(2);
      await expect(write(cut, other)).rejects.toMatchObject({ code: "store_unavailable" });
      expect(proxy.left()).toBe(0);
      expect(await observe(direct, other)).toEqual(await observe(direct, one));
    });
  });
}
