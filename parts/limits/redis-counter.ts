import { createHmac } from "node:crypto";
import type { Redis } from "ioredis";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { Clock } from "../../platform/clock.ts";
import type { Counter } from "./counter.ts";
import { inTime } from "./in-time.ts";
import { connect, type RedisPlace } from "./redis-connection.ts";
import { limitTable, type Limit, type LimitName } from "./table.ts";

/** For every process that shares the Redis. What it counts rejects where Redis does not answer in time. */
export type RedisCounter = Readonly<{ count: Counter; isConnected(): boolean; close(): void }>;

type Settings = RedisPlace & Readonly<{ secret: string; clock: Pick<Clock, "monotonic"> }>;

const answerWithinMs = 100;

/**
 * The library's own script counts what is refused too, and an undo that comes after the window's end begins one with −1.
 * This one changes nothing in either case. The library passes points, seconds and the limit.
 */
const countUpTo = `
local left = redis.call('pttl', KEYS[1])
local before = left > 0 and tonumber(redis.call('get', KEYS[1])) or 0
if left <= 0 then left = 1000 * ARGV[2] end
local after = before + tonumber(ARGV[1])
if after >= 0 and after <= tonumber(ARGV[3]) then redis.call('set', KEYS[1], after, 'PX', left) end
return {after, left}`;

/** Counts what names do without telling the Redis who they are. */
export async function openRedisCounter({ secret, clock, ...place }: Settings): Promise<RedisCounter> {
  const { client, close } = await connect(place);
  const limiters = Object.fromEntries(
    Object.entries<Limit>(limitTable).map(([name, limit]) => [name, limiterOf(client, name, limit)]),
  ) as Record<LimitName, RateLimiterRedis>;
  return {
    isConnected: () => client.status === "ready",
    close,
    count: async (limit, who, points) => {
      const name = createHmac("sha256", secret).update(who).digest("base64url");
      const beganAtMs = clock.monotonic();
      try {
        const { msBeforeNext } = await inTime(answerWithinMs, limiters[limit].consume(name, points));
        place.onAnswer();
        const undo = (): void => {
          // Later it would take another's point of the next window.
          if (clock.monotonic() < beganAtMs + msBeforeNext)
            limiters[limit].reward(name, points).catch(() => undefined);
        };
        return { isTooMuch: false, undo };
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        // Without any points it was refused from memory, without Redis.
        if (refused.consumedPoints > 0) place.onAnswer();
        return { isTooMuch: true, endsInMs: refused.msBeforeNext };
      }
    },
  };
}

function limiterOf(storeClient: Redis, name: string, { max, forS, isFinal }: Limit): RateLimiterRedis {
  return new RateLimiterRedis({
    storeClient,
    keyPrefix: `assay-limits:${name}`,
    points: max,
    duration: forS,
    rejectIfRedisNotReady: true,
    customIncrTtlLuaScript: countUpTo,
    // Where something may be undone, a name that is full now may have room before its window ends.
    ...(isFinal && { inMemoryBlockOnConsumed: max + 1 }),
  });
}
