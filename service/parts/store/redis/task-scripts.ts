/**
 * As in redis-scripts.ts. A shelf has the names of its tasks by when they expire, of each owner's by age, and of those
 * lists by the bytes they hold. What cleans up after a shelf that nobody uses lets its tasks live longer than its lists.
 */
const lifeBeyondS = { task: 2 * 3_600, list: 3_600 };

const putTask = `
local task, tasks, shares, totals, ofOwner = unpack(KEYS)
local id, owner, isFinished, expiresAtMs, body, bytes, nowMs, maxOfOwner, maxBytes = unpack(ARGV)
local function drop(name)
  local list, held = unpack(redis.call('HMGET', name, 'list', 'bytes'))
  redis.call('ZREM', tasks, name)
  if not list then return end
  redis.call('DEL', name)
  redis.call('ZREM', list, name)
  redis.call('HINCRBY', totals, 'bytes', '-' .. held)
  if tonumber(redis.call('ZINCRBY', shares, '-' .. held, list)) <= 0 then redis.call('ZREM', shares, list) end
end
local function dropOldestOf(list) drop(redis.call('ZRANGE', list, 0, 0)[1]) end

for _, name in ipairs(redis.call('ZRANGEBYSCORE', tasks, '-inf', nowMs)) do drop(name) end
if isFinished == '0' and redis.call('HGET', task, 'isFinished') == '1' then return 'finished' end
drop(task)
local lifeS = math.max(0, math.ceil((tonumber(expiresAtMs) - tonumber(nowMs)) / 1000))
redis.call('HSET', task, 'id', id, 'owner', owner, 'isFinished', isFinished, 'expiresAtMs', expiresAtMs, 'body', body,
  'bytes', bytes, 'list', ofOwner)
redis.call('EXPIRE', task, lifeS + ${lifeBeyondS.task})
redis.call('ZADD', tasks, expiresAtMs, task)
redis.call('ZADD', ofOwner, redis.call('HINCRBY', totals, 'n', 1), task)
redis.call('ZINCRBY', shares, bytes, ofOwner)
redis.call('HINCRBY', totals, 'bytes', bytes)
while redis.call('ZCARD', ofOwner) > tonumber(maxOfOwner) do dropOldestOf(ofOwner) end
while tonumber(redis.call('HGET', totals, 'bytes')) > tonumber(maxBytes) do
  dropOldestOf(redis.call('ZREVRANGE', shares, 0, 0)[1])
end
for _, list in ipairs({ tasks, shares, totals, ofOwner }) do redis.call('EXPIRE', list, lifeS + ${lifeBeyondS.list}) end
return 'put'`;

/** Answers { { id, owner, isFinished, expiresAtMs, body }, ... }. */
const listTasks = `
local listed = {}
for _, name in ipairs(redis.call('ZREVRANGE', KEYS[1], 0, -1)) do
  local task = redis.call('HMGET', name, 'id', 'owner', 'isFinished', 'expiresAtMs', 'body')
  if task[1] and tonumber(task[4]) > tonumber(ARGV[1]) then listed[#listed + 1] = task end
end
return listed`;

export const taskScripts = { putTask, listTasks } as const;
