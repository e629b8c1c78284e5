import { storeTime } from "./time.ts";

/** As in redis-scripts.ts. An entry's hash holds the names it is listed under, so that it can be taken off them. */
const lifeS = { taking: 600, leaseBeyondEnd: 3_600 };

/** What a reader is given, in this order. */
export const entryFields = [
  "book",
  "id",
  "state",
  "version",
  "seenAtMs",
  "changedAtMs",
  "dueAtMs",
  "body",
] as const;

const read = `
local function read(entry)
  return redis.call('HMGET', entry, ${entryFields.map((field) => `'${field}'`).join(", ")})
end`;

const unlist = `
local function unlist(entry, places, counts, ended)
  local place, tally, due, held = unpack(redis.call('HMGET', entry, 'place', 'tally', 'due', 'held'))
  redis.call('ZREM', places, place)
  redis.call('ZREM', ended, entry)
  redis.call('ZREM', due, entry)
  redis.call('ZREM', held, entry)
  if redis.call('HINCRBY', counts, tally, -1) == 0 then redis.call('HDEL', counts, tally) end
end`;

/** What adding and writing have in common: their keys and values, and how an entry is put in place. */
const put = `
local entry, places, counts, ended, due, held = unpack(KEYS)
local book, id, version, state, seenAtMs, changedAtMs, dueAtMs, body, place, tally, isEnded = unpack(ARGV)
local function put(newVersion)
  redis.call('HSET', entry, 'book', book, 'id', id, 'state', state, 'version', newVersion, 'seenAtMs', seenAtMs,
    'changedAtMs', changedAtMs, 'dueAtMs', dueAtMs, 'body', body, 'place', place, 'tally', tally, 'due', due,
    'held', held)
  redis.call('ZADD', places, 0, place)
  redis.call('HINCRBY', counts, tally, 1)
  if dueAtMs ~= '' then redis.call('ZADD', due, dueAtMs, entry) end
  if isEnded == '1' then redis.call('ZADD', ended, changedAtMs, entry) end
end`;

const addEntry = `${put}
if redis.call('EXISTS', entry) == 1 then return 'known' end
put(1)
return 'added'`;

const writeEntry = `${read}${unlist}${put}
local found = read(entry)
local ahead = found[4] and tonumber(found[4]) - tonumber(version)
if ahead == 0 then
  unlist(entry, places, counts, ended)
  redis.call('HDEL', entry, 'holder', 'taking')
  put(version + 1)
  return 'written'
end
local isSame = found[3] == state and found[5] == seenAtMs and found[6] == changedAtMs and found[7] == dueAtMs
  and found[8] == body
return ahead == 1 and isSame and 'written' or 'stale'`;

/**
 * KEYS: the taking, then where each state's entries are due and held. A taking that is sent again gives what the first
 * sending took, so far as that is still held by it.
 */
const takeEntries = `${read}${storeTime}
local taking = KEYS[1]
local owner, nowMs, holdMs, limit, time = unpack(ARGV)
local timeMs = storeTime(time)

local function release(entry, due, held)
  redis.call('ZREM', held, entry)
  redis.call('HDEL', entry, 'holder', 'taking')
  redis.call('ZADD', due, redis.call('HGET', entry, 'dueAtMs'), entry)
end

local function findFree()
  local free = {}
  for n = 2, #KEYS, 2 do
    local due, held = KEYS[n], KEYS[n + 1]
    for _, entry in ipairs(redis.call('ZRANGEBYSCORE', held, '-inf', timeMs)) do release(entry, due, held) end
    local found = redis.call('ZRANGEBYSCORE', due, '-inf', nowMs, 'WITHSCORES', 'LIMIT', 0, limit)
    for i = 1, #found, 2 do
      table.insert(free, { entry = found[i], dueAtMs = tonumber(found[i + 1]), due = due, held = held })
    end
  end
  table.sort(free, function(a, b)
    if a.dueAtMs ~= b.dueAtMs then return a.dueAtMs < b.dueAtMs end
    return a.entry < b.entry
  end)
  return free
end

if redis.call('EXISTS', taking) == 0 then
  for n, one in ipairs(findFree()) do
    if n > tonumber(limit) then break end
    redis.call('ZREM', one.due, one.entry)
    redis.call('ZADD', one.held, timeMs + holdMs, one.entry)
    redis.call('HSET', one.entry, 'holder', owner, 'taking', taking)
    redis.call('RPUSH', taking, one.entry)
  end
  redis.call('EXPIRE', taking, ${lifeS.taking})
end
local taken = {}
for _, entry in ipairs(redis.call('LRANGE', taking, 0, -1)) do
  if redis.call('HGET', entry, 'taking') == taking then table.insert(taken, read(entry)) end
end
return taken`;

const holdEntry = `${storeTime}
local owner, holdMs, time = unpack(ARGV)
local holder, held = unpack(redis.call('HMGET', KEYS[1], 'holder', 'held'))
if holder ~= owner then return 'lost' end
redis.call('ZADD', held, 'XX', storeTime(time) + holdMs, KEYS[1])
return 'held'`;

const listEntries = `${read}
local entries = {}
for _, place in ipairs(redis.call('ZREVRANGEBYLEX', KEYS[1], ARGV[1], '-', 'LIMIT', 0, ARGV[2])) do
  table.insert(entries, read(string.match(place, '^[^ ]+ [^ ]+ (.+)$')))
end
return entries`;

const pruneEntries = `${unlist}
local places, counts, ended = unpack(KEYS)
for _, entry in ipairs(redis.call('ZRANGEBYSCORE', ended, '-inf', '(' .. ARGV[1], 'LIMIT', 0, 1000)) do
  unlist(entry, places, counts, ended)
  redis.call('DEL', entry)
end`;

const writeNote = `
local version, text = unpack(ARGV)
local foundVersion, foundText = unpack(redis.call('HMGET', KEYS[1], 'version', 'text'))
local ahead = tonumber(foundVersion or 0) - tonumber(version)
if ahead == 0 then redis.call('HSET', KEYS[1], 'version', version + 1, 'text', text) end
return (ahead == 0 or (ahead == 1 and foundText == text)) and 'written' or 'stale'`;

const takeLease = `${storeTime}
local owner, lifeMs, time = unpack(ARGV)
local nowMs = storeTime(time)
local untilMs = nowMs + lifeMs
local holder, heldUntilMs = unpack(redis.call('HMGET', KEYS[1], 'owner', 'untilMs'))
heldUntilMs = tonumber(heldUntilMs or 0)
if holder and holder ~= owner and heldUntilMs > nowMs then return 0 end
if holder == owner then untilMs = math.max(untilMs, heldUntilMs) end
redis.call('HSET', KEYS[1], 'owner', owner, 'untilMs', untilMs)
redis.call('EXPIRE', KEYS[1], math.max(0, math.ceil((untilMs - nowMs) / 1000)) + ${lifeS.leaseBeyondEnd})
return 1`;

const endLease = `
if redis.call('HGET', KEYS[1], 'owner') == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

export const journalScripts = {
  addEntry,
  writeEntry,
  takeEntries,
  holdEntry,
  listEntries,
  pruneEntries,
  writeNote,
  takeLease,
  endLease,
} as const;
