/** As in redis-scripts.ts. Answers false, and changes nothing, when the reference was written before. */
export const writeEntry = `
local function writeEntry(credits, entries, references, delta, atMs, reason, reference)
  if redis.call('SADD', references, reason .. ' ' .. reference) == 0 then return false end
  redis.call('INCRBY', credits, delta)
  redis.call('RPUSH', entries, table.concat({ delta, atMs, reason, reference }, ' '))
  return true
end`;

/** The checkout is that of a card payment, if it is one. */
const grant = `${writeEntry}
local credits, entries, references, accounts, checkout, checkoutsOpen = unpack(KEYS)
local account, delta, atMs, reason, reference = unpack(ARGV)
if tonumber(redis.call('GET', credits) or 0) + tonumber(delta) < 0 then
  return redis.error_reply('ASSAY a balance cannot fall below zero')
end
if not writeEntry(credits, entries, references, delta, atMs, reason, reference) then return 'settled' end
redis.call('ZADD', accounts, 0, account)
if reason == 'card' and redis.call('EXISTS', checkout) == 1 then
  redis.call('HSET', checkout, 'state', 'credited')
  redis.call('ZREM', checkoutsOpen, redis.call('HGET', checkout, 'place'))
end
return 'granted'`;

const readStatement = `
local credits, remainder, entries, key, reversalsOf = unpack(KEYS)
local reversed = 0
for _, name in ipairs(redis.call('SMEMBERS', reversalsOf)) do
  local taken, state = unpack(redis.call('HMGET', name, 'credits', 'state'))
  if state == 'taken' then reversed = reversed + tonumber(taken) end
end
return { redis.call('GET', credits), redis.call('GET', remainder), redis.call('LRANGE', entries, 0, -1),
  redis.call('HGET', key, 'owed'), reversed }`;

export const ledgerScripts = { grant, readStatement } as const;
