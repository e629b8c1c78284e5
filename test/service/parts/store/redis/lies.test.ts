import { Redis } from "ioredis";
import { afterAll, expect, test } from "vitest";
import { proveLedger } from "../../../../../scripts/ledger/prove.ts";
import { openRedisStore } from "../../../../../service/parts/store/redis/redis.ts";
import { startRedis } from "../../../../support/redis-server.ts";
import { aGrant, silentLog } from "../builders.ts";
import { aDeposit, aKey, terms } from "../treasury-builders.ts";

const redis = await startRedis();
const admin = new Redis(redis.url);

afterAll(async () => {
  admin.disconnect();
  await redis[Symbol.asyncDispose]();
});

/** What is done to Redis behind the store's back, and what is said of it. */
const lies: Record<string, { does: (account: string) => Promise<unknown>; says: RegExp }> = {
  "a balance that was raised": {
    does: (account) => admin.incr(`assay:credits:${account}`),
    says: /^Account \w+ holds 3 credits, but its entries add up to 2\.$/,
  },
  "a reference that is written twice, for another account": {
    does: async () => {
      await admin.rpush("assay:entries:other", "1 0 grant operator");
      await admin.set("assay:credits:other", 1);
    },
    says: /^grant operator is written more than once/,
  },
  "an entry that was lost": {
    does: (account) => admin.lpop(`assay:entries:${account}`),
    says: /^Account \w+ holds 2 credits, but its entries add up to 1\.$/,
  },
  "wei that were lost": {
    does: (account) => admin.del(`assay:remainder:${account}`),
    says: /^Account \w+ has 0 wei left over, but its deposits leave 700\.$/,
  },
  "a deposit that was lost": {
    does: async () => admin.del((await admin.keys("assay:deposit:*"))[0]!),
    says: /^Account \w+ has an entry of deposit \S+, which is not recorded\.$/,
  },
};

test.for(Object.entries(lies))("the proof of the ledger finds %s", async ([, { does, says }]) => {
  await admin.flushall();
  await using store = await openRedisStore(redis.url, { log: silentLog });
  const account = await aKey(store);
  await store.grant({ ...aGrant(account, 1), reference: "operator" });
  await store.creditDeposit(aDeposit({ fingerprint: account, amountWei: "1700" }), terms);
  expect((await proveLedger(store)).contradictions).toEqual([]);
  await does(account);
  expect((await proveLedger(store)).contradictions).toContainEqual(expect.stringMatching(says));
});
