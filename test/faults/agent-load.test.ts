import { beforeAll, expect, test } from "vitest";
import { openTestAgent } from "../support/agent.ts";
import { askAtOnce } from "../support/ask-at-once.ts";
import { openStage, type Stage } from "../support/marketplace-stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  return async () => stage[Symbol.asyncDispose]();
});

test.for([
  { operator: "an account", safe: false, owner: 0 },
  { operator: "a Safe", safe: true, owner: 1 },
])("100 requests at once are delivered once by $operator, many in a transaction", async ({ safe, owner }) => {
  const { chain } = stage;
  const shop = await stage.createShop(chain.users[owner]!, { safe });
  await using agent = await openTestAgent(shop.env);
  const datas = await Promise.all(Array.from({ length: 100 }, async (_, n) => shop.put(`x = ${n % 10}\n`)));
  const asked = await askAtOnce(chain, { mech: shop.mech, datas, requesters: chain.users.slice(2, 12) });
  const ids = asked.map(({ id }) => id);
  for (const id of ids) await agent.reaches(id, "settled");
  const { transactions, delivering, ...account } = await shop.account(ids);
  expect(account).toEqual({ delivered: ids.map(() => 1), refused: 0 });
  expect(transactions).toBe(delivering);
  expect(transactions).toBeLessThan(50);
  expect(await chain.tracker.read.mapMechBalances([shop.mech.address])).toBe(shop.rateWei * 100n);
});
