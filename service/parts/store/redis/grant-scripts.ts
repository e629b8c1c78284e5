import { endedGrantLifeMs } from "../grants.ts";

/** As in redis-scripts.ts. A grant's hash holds the name of its account's list, so that it can be taken off it. */

const slackS = 3_600;

const end = `
local function isLive(grant, nowMs)
  local expiresAtMs, isEnded = unpack(redis.call('HMGET', grant, 'expiresAtMs', 'isEnded'))
  return expiresAtMs and not isEnded and tonumber(expiresAtMs) > tonumber(nowMs)
end
local function finish(grant)
  local list, isEnded = unpack(redis.call('HMGET', grant, 'list', 'isEnded'))
  if not list or isEnded then return end
  redis.call('ZREM', list, grant)
  redis.call('HSET', grant, 'isEnded', '1')
  redis.call('EXPIRE', grant, ${(2 * endedGrantLifeMs) / 1000})
end`;

/** Writes until when a grant lives, there and on its account's list. */
const prolong = `
local function prolong(grant, list, nowMs, expiresAtMs)
  local lifeS = math.max(0, math.ceil((tonumber(expiresAtMs) - tonumber(nowMs)) / 1000)) + ${slackS}
  redis.call('HSET', grant, 'expiresAtMs', expiresAtMs)
  redis.call('EXPIRE', grant, lifeS)
  redis.call('ZADD', list, expiresAtMs, grant)
  if redis.call('TTL', list) < lifeS then redis.call('EXPIRE', list, lifeS) end
end`;

const openGrant = `${end}${prolong}
local grant, list = unpack(KEYS)
local account, tokenHash, nowMs, expiresAtMs, maxOpen = unpack(ARGV)
if redis.call('EXISTS', grant) == 1 then
  if isLive(grant, nowMs) and redis.call('HGET', grant, 'tokenHash') == tokenHash then return 'opened' end
  finish(grant)
  return 'used'
end
redis.call('ZREMRANGEBYSCORE', list, '-inf', nowMs)
local tooMany = redis.call('ZCARD', list) - tonumber(maxOpen) + 1
if tooMany > 0 then
  for _, oldest in ipairs(redis.call('ZRANGE', list, 0, tooMany - 1)) do finish(oldest) end
end
redis.call('HSET', grant, 'account', account, 'tokenHash', tokenHash, 'list', list)
prolong(grant, list, nowMs, expiresAtMs)
return 'opened'`;

const turnGrant = `${end}${prolong}
local grant = KEYS[1]
local tokenHash, nextHash, nowMs, expiresAtMs = unpack(ARGV)
if not isLive(grant, nowMs) then return 'gone' end
local present, former, list = unpack(redis.call('HMGET', grant, 'tokenHash', 'formerHash', 'list'))
if present == nextHash and former == tokenHash then return 'turned' end
if present ~= tokenHash then
  finish(grant)
  return 'reused'
end
redis.call('HSET', grant, 'tokenHash', nextHash, 'formerHash', tokenHash)
prolong(grant, list, nowMs, expiresAtMs)
return 'turned'`;

const endGrant = `${end}
finish(KEYS[1])`;

export const grantScripts = { openGrant, turnGrant, endGrant } as const;
