/** As in redis-scripts.ts. The list holds the names of all recordings by their cursors. */

const addRecording = `
local recording, list, totals = unpack(KEYS)
local code, rules, mode, atMs, bytes, maxItems, maxBytes = unpack(ARGV)
if redis.call('EXISTS', recording) == 0 then
  local cursor = redis.call('HINCRBY', totals, 'cursor', 1)
  redis.call('HSET', recording, 'cursor', cursor, 'code', code, 'rules', rules, 'mode', mode, 'atMs', atMs, 'bytes', bytes)
  redis.call('ZADD', list, cursor, recording)
  redis.call('HINCRBY', totals, 'bytes', bytes)
end
local function isFull()
  local kept = redis.call('ZCARD', list)
  return kept > tonumber(maxItems) or tonumber(redis.call('HGET', totals, 'bytes')) > tonumber(maxBytes)
end
while isFull() do
  local oldest = redis.call('ZPOPMIN', list)[1]
  redis.call('HINCRBY', totals, 'bytes', '-' .. redis.call('HGET', oldest, 'bytes'))
  redis.call('DEL', oldest)
end`;

const listRecordings = `
local list = KEYS[1]
local after, limit, maxBytes = unpack(ARGV)
local page, bytes = {}, 0
for _, name in ipairs(redis.call('ZRANGEBYSCORE', list, '(' .. after, '+inf', 'LIMIT', 0, limit)) do
  bytes = bytes + tonumber(redis.call('HGET', name, 'bytes'))
  if #page > 0 and bytes > tonumber(maxBytes) then break end
  page[#page + 1] = redis.call('HMGET', name, 'cursor', 'code', 'rules', 'mode', 'atMs')
end
return page`;

export const recordingScripts = { addRecording, listRecordings } as const;
