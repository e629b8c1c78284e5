import { writeEntry } from "./ledger-scripts.ts";

/** As in redis-scripts.ts. What an account owes is written on its key, where it is found with the key. */
const begin = `${writeEntry}
local key, credits, entries, references, accounts, reversal, reversalsOf = unpack(KEYS)
local account, atMs, reference, session = unpack(ARGV)
local held = tonumber(redis.call('GET', credits) or 0)
local owed = tonumber(redis.call('HGET', key, 'owed') or 0)
local function change(delta, reason, name)
  if delta == 0 then return end
  writeEntry(credits, entries, references, string.format('%.0f', delta), atMs, reason, name)
  redis.call('ZADD', accounts, 0, account)
end
local function owe(delta)
  if delta ~= 0 then redis.call('HINCRBY', key, 'owed', string.format('%.0f', delta)) end
end
local function put(cents, taken, state)
  redis.call('HSET', reversal, 'reference', reference, 'session', session, 'account', account, 'cents', cents,
    'credits', taken, 'state', state)
  redis.call('SADD', reversalsOf, reversal)
end`;

/** Reckoned as creditsDue() in reversals.ts reckons it. */
const reverse = `${begin}
local cents, soldCredits, soldCents = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
if redis.call('EXISTS', reversal) == 1 then return 'settled' end
local allCents, taken = cents, 0
for _, name in ipairs(redis.call('SMEMBERS', reversalsOf)) do
  local its, itsCents, itsCredits, state = unpack(redis.call('HMGET', name, 'session', 'cents', 'credits', 'state'))
  if its == session and state == 'taken' then
    allCents = allCents + tonumber(itsCents)
    taken = taken + tonumber(itsCredits)
  end
end
local share = math.floor(soldCredits * math.min(allCents, soldCents) / soldCents)
local due = math.max(0, share - taken)
local paid = math.min(due, held)
put(cents, due, 'taken')
change(-paid, 'reversal', reference)
owe(due - paid)
return 'reversed'`;

const returnReversal = `${begin}
local state, taken = unpack(redis.call('HMGET', reversal, 'state', 'credits'))
if not state then put(0, 0, 'returned') end
if state ~= 'taken' then return 'settled' end
redis.call('HSET', reversal, 'state', 'returned')
local forgiven = math.min(tonumber(taken), owed)
owe(-forgiven)
change(tonumber(taken) - forgiven, 'reversal_undone', reference)
return 'returned'`;

const collectOwed = `${begin}
local paid = math.min(owed, held)
if paid > 0 then
  change(-paid, 'reversal', 'owed:' .. account .. ':' .. redis.call('HINCRBY', key, 'owedPayments', 1))
  owe(-paid)
end
return owed - paid`;

export const reversalScripts = { reverse, returnReversal, collectOwed } as const;
