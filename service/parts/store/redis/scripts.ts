import { checkoutScripts } from "./checkout-scripts.ts";
import { depositScripts } from "./deposit-scripts.ts";
import { funnelScripts } from "./funnel-scripts.ts";
import { grantScripts } from "./grant-scripts.ts";
import { journalScripts } from "./journal-scripts.ts";
import { ledgerScripts, writeEntry } from "./ledger-scripts.ts";
import { paymentScripts } from "./payment-scripts.ts";
import { recordingScripts } from "./recording-scripts.ts";
import { reversalScripts } from "./reversal-scripts.ts";
import { reservationScripts } from "./reservation-scripts.ts";
import { taskScripts } from "./task-scripts.ts";
import { isSilent, storeTime } from "./time.ts";
import { returningOwnerLifeMs } from "../store.ts";

/**
 * One script for each command that writes: Redis runs it whole, and the id is checked inside, so a command that is
 * sent twice happens once. Whether something has expired is decided by the moments in the arguments, for leases by the
 * server's own time; the seconds after which Redis drops a key only clean up, and are longer than the key can matter.
 */
const lifeS = { counter: 4 * 86_400, closedCall: 2 * 3_600, answerBeyondExpiry: 3_600 };

const secret = `
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('GET', KEYS[1])`;

const addKey = `
local key, minted = unpack(KEYS)
local createdAtMs, limit, origin = unpack(ARGV)
if redis.call('EXISTS', key) == 1 then return 'added' end
if tonumber(redis.call('GET', minted) or 0) >= tonumber(limit) then return 'refused' end
redis.call('INCR', minted)
redis.call('EXPIRE', minted, ${lifeS.counter})
redis.call('HSET', key, 'createdAtMs', createdAtMs)
if origin then redis.call('HSET', key, 'origin', origin) end
return 'added'`;

const revokeKey = `
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSETNX', KEYS[1], 'revokedAtMs', ARGV[1]) end`;

/** Answers { outcome, from, credits, usedToday, answer }. */
const beginCall = `${writeEntry}${storeTime}
local call, answer, open, used, credits, entries, references, callsOf, owners = unpack(KEYS)
local id, atMs, allowance, price, owner, time = unpack(ARGV)
local left = tonumber(redis.call('GET', credits) or 0)
local usedToday = tonumber(redis.call('GET', used) or 0)

local function remembered()
  local expiresAtMs = redis.call('HGET', answer, 'expiresAtMs')
  return expiresAtMs and tonumber(expiresAtMs) > tonumber(atMs) and redis.call('HGET', answer, 'body')
end

if redis.call('EXISTS', call) == 1 then
  local outcome, from, creditsThen, usedThen =
    unpack(redis.call('HMGET', call, 'outcome', 'from', 'creditsThen', 'usedThen'))
  if not outcome then return { 'short', '', left, usedToday } end
  local body = outcome == 'answered' and remembered()
  if outcome == 'answered' and not body then outcome = 'under way' end
  return { outcome, from or '', tonumber(creditsThen), tonumber(usedThen), body or nil }
end

local function decide()
  local body = remembered()
  if body then return 'answered', '', body end
  if redis.call('EXISTS', open) == 1 then return 'under way', '' end
  if usedToday < tonumber(allowance) then
    usedToday = redis.call('INCR', used)
    redis.call('EXPIRE', used, ${lifeS.counter})
    return 'taken', 'allowance'
  end
  if price == '0' then return 'taken', 'nothing' end
  if price == '' or left < tonumber(price) then return 'short', '' end
  if not writeEntry(credits, entries, references, '-' .. price, atMs, 'charge', id) then return 'short', '' end
  left = left - tonumber(price)
  return 'taken', 'credits'
end

local outcome, from, body = decide()
redis.call('HSET', call, 'outcome', outcome, 'from', from, 'creditsThen', left, 'usedThen', usedToday)
if outcome == 'taken' then
  redis.call('HSET', call, 'state', 'open', 'id', id, 'atMs', atMs, 'price', price, 'answer', answer, 'open', open,
    'used', used, 'credits', credits, 'entries', entries, 'references', references, 'callsOf', callsOf)
  redis.call('SET', open, call)
  redis.call('SADD', callsOf, call)
  redis.call('HSETNX', owners, owner, storeTime(time) + ${returningOwnerLifeMs})
else
  redis.call('EXPIRE', call, ${lifeS.closedCall})
end
return { outcome, from, left, usedToday, body }`;

/** Ends an open call; its other names were written into it when it began. */
const close = `
local function close(call, state)
  local open, callsOf = unpack(redis.call('HMGET', call, 'open', 'callsOf'))
  if redis.call('GET', open) == call then redis.call('DEL', open) end
  redis.call('SREM', callsOf, call)
  redis.call('HSET', call, 'state', state)
  redis.call('EXPIRE', call, ${lifeS.closedCall})
end`;

const keepCall = `${close}
local call = KEYS[1]
local body, expiresAtMs = unpack(ARGV)
local state, answer, atMs = unpack(redis.call('HMGET', call, 'state', 'answer', 'atMs'))
if state == 'kept' then return 'kept' end
if state ~= 'open' then return 'gone' end
close(call, 'kept')
if body then
  local lifeS = math.max(0, math.ceil((tonumber(expiresAtMs) - tonumber(atMs)) / 1000)) + ${lifeS.answerBeyondExpiry}
  redis.call('HSET', answer, 'body', body, 'expiresAtMs', expiresAtMs, 'call', call)
  redis.call('EXPIRE', answer, lifeS)
end
return 'kept'`;

const undo = `${writeEntry}${close}
local function undo(call, atMs)
  local state, id, from, price, answer, used, credits, entries, references = unpack(redis.call('HMGET', call,
    'state', 'id', 'from', 'price', 'answer', 'used', 'credits', 'entries', 'references'))
  if state ~= 'open' and state ~= 'kept' then return end
  close(call, 'given back')
  if from == 'credits' then writeEntry(credits, entries, references, price, atMs, 'give_back', id) end
  -- The counter may have been dropped since; counting down from nothing would give an extra call.
  if from == 'allowance' and tonumber(redis.call('GET', used) or 0) > 0 then redis.call('DECR', used) end
  if redis.call('HGET', answer, 'call') == call then redis.call('DEL', answer) end
end`;

const giveBackCall = `${undo}
local call, atMs = KEYS[1], ARGV[1]
if redis.call('EXISTS', call) == 1 then return undo(call, atMs) end
redis.call('HSET', call, 'state', 'given back')
redis.call('EXPIRE', call, ${lifeS.closedCall})`;

const beat = `${storeTime}
local owner, lifeMs, time = unpack(ARGV)
redis.call('HSET', KEYS[1], owner, storeTime(time) + lifeMs)`;

/** Answers { owner, 1 where it is silent, owner, ... }. */
const readOwners = `${storeTime}
local owners = redis.call('HGETALL', KEYS[1])
local nowMs = storeTime(ARGV[1])
for n = 2, #owners, 2 do owners[n] = tonumber(owners[n]) <= nowMs and 1 or 0 end
return owners`;

const giveBackCallsOf = `${undo}${storeTime}${isSilent}
local callsOf, owners = unpack(KEYS)
local owner, atMs, only, time = unpack(ARGV)
if only == 'if silent' and not isSilent(owners, owner, storeTime(time)) then return 0 end
local calls = redis.call('SMEMBERS', callsOf)
for _, call in ipairs(calls) do undo(call, atMs) end
redis.call('HDEL', owners, owner)
return #calls`;

export const scripts = {
  secret,
  addKey,
  revokeKey,
  beginCall,
  keepCall,
  giveBackCall,
  beat,
  readOwners,
  giveBackCallsOf,
  ...ledgerScripts,
  ...journalScripts,
  ...reservationScripts,
  ...reversalScripts,
  ...depositScripts,
  ...checkoutScripts,
  ...funnelScripts,
  ...grantScripts,
  ...paymentScripts,
  ...recordingScripts,
  ...taskScripts,
} as const;

export type ScriptName = keyof typeof scripts;
