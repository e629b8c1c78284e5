/** As in redis-scripts.ts. */

/** What a reader is given, in this order. */
const checkoutFields = ["session", "account", "credits", "amountCents", "createdAtMs", "state"] as const;

const read = `
local function read(checkout)
  return redis.call('HMGET', checkout, ${checkoutFields.map((field) => `'${field}'`).join(", ")})
end`;

const addCheckout = `
local checkout, checkouts, open, references = unpack(KEYS)
local session, account, credits, amountCents, createdAtMs, place = unpack(ARGV)
if redis.call('EXISTS', checkout) == 1 then return end
local isPaid = redis.call('SISMEMBER', references, 'card ' .. session) == 1
redis.call('HSET', checkout, 'session', session, 'account', account, 'credits', credits, 'amountCents', amountCents,
  'createdAtMs', createdAtMs, 'place', place, 'state', isPaid and 'credited' or 'open')
redis.call('ZADD', checkouts, 0, checkout)
if not isPaid then redis.call('ZADD', open, 0, place) end`;

const closeCheckout = `
local checkout, open = unpack(KEYS)
local state, place = unpack(redis.call('HMGET', checkout, 'state', 'place'))
if state ~= 'open' then return end
redis.call('HSET', checkout, 'state', 'closed')
redis.call('ZREM', open, place)`;

const openCheckouts = `${read}
local found = {}
for _, place in ipairs(redis.call('ZRANGEBYLEX', KEYS[1], ARGV[1], ARGV[2], 'LIMIT', 0, ARGV[3])) do
  table.insert(found, read(string.match(place, '^[^ ]+ (.+)$')))
end
return found`;

const listCheckouts = `${read}
local found = {}
for _, checkout in ipairs(redis.call('ZRANGEBYLEX', KEYS[1], ARGV[1], '+', 'LIMIT', 0, ARGV[2])) do
  table.insert(found, read(checkout))
end
return found`;

export const checkoutScripts = { addCheckout, closeCheckout, openCheckouts, listCheckouts } as const;
