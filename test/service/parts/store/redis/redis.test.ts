import { afterAll } from "vitest";
import { openRedisStore } from "../../../../../service/parts/store/redis/redis.ts";
import { startRedis } from "../../../../support/redis-server.ts";
import { testStore } from "../suite/suite.ts";
import { silentLog } from "../builders.ts";

const redis = await startRedis();
afterAll(() => redis[Symbol.asyncDispose]());

testStore((apart = "conformance", clock?) =>
  openRedisStore(redis.url, { prefix: `${apart}:`, log: silentLog, clock }),
);
