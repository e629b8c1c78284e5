import { maxOrigins, otherOrigins } from "../treasury.ts";

/** As in redis-scripts.ts. */
const lifeS = { visit: 600 };

const countVisit = `
local visit, visits, origins, since = unpack(KEYS)
local named, other, origin, atMs = unpack(ARGV)
if not redis.call('SET', visit, '', 'NX', 'EX', ${lifeS.visit}) then return end
local isTold = origin == '${otherOrigins}' or redis.call('SISMEMBER', origins, origin) == 1
if not isTold and redis.call('SCARD', origins) < ${maxOrigins} then
  redis.call('SADD', origins, origin)
  isTold = true
end
redis.call('HINCRBY', visits, isTold and named or other, 1)
local sinceMs = tonumber(redis.call('GET', since) or atMs)
redis.call('SET', since, tonumber(atMs) < sinceMs and atMs or string.format('%.0f', sinceMs))`;

const readFunnel = `
local visits, since = unpack(KEYS)
return { redis.call('GET', since), redis.call('HGETALL', visits) }`;

export const funnelScripts = { countVisit, readFunnel } as const;
