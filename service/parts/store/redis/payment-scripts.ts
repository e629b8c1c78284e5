import { isSilent, storeTime } from "./time.ts";
import { returningOwnerLifeMs } from "../store.ts";

/** As in redis-scripts.ts. A payment's other names are written into it when it is claimed. */
const lifeS = { beyondItsTime: 3_600, unpaid: 86_400 };

const read = `
local function read(payment)
  return redis.call('HMGET', payment, 'state', 'signature', 'request', 'terms', 'claimedAtMs', 'answer', 'receipt')
end`;

const findPayment = `${read}
return read(KEYS[1])`;

const findPaid = `${read}
return read(redis.call('GET', KEYS[1]) or '')`;

/** Answers { outcome, record, isUncertain }. */
const claimPayment = `${read}${storeTime}
local payment, underWay, repeated, unpaid, heldOf, owners, made, identified = unpack(KEYS)
local signature, request, terms, owner, hold, atMs, holdMs, keepUntilMs, maxUnpaid, unpaidSinceMs, time, sent, mayBegin,
  dead, payer = unpack(ARGV)
local nowMs = storeTime(time)
local function lifeUntil(untilMs)
  return math.max(0, math.ceil((tonumber(untilMs) - tonumber(atMs)) / 1000)) + ${lifeS.beyondItsTime}
end

local function isHeld(name)
  local untilMs = redis.call('HGET', name, 'heldUntilMs')
  return untilMs and tonumber(untilMs) > nowMs
end

local function take()
  if identified and redis.call('HSETNX', payment, 'identified', identified) == 1 then
    redis.call('HSET', payment, 'sent', sent)
    redis.call('SADD', identified, payment)
    redis.call('EXPIRE', identified, math.max(redis.call('TTL', identified), lifeUntil(keepUntilMs)))
  end
  local heldOfBefore = redis.call('HGET', payment, 'heldOf')
  if heldOfBefore then redis.call('SREM', heldOfBefore, payment) end
  redis.call('HSET', payment, 'hold', hold, 'heldUntilMs', nowMs + holdMs, 'heldOf', heldOf)
  redis.call('SADD', heldOf, payment)
  redis.call('SET', underWay, payment, 'EX', lifeUntil(atMs + holdMs))
  redis.call('HSETNX', owners, owner, nowMs + ${returningOwnerLifeMs})
end

local function begin()
  local earlier = redis.call('GET', repeated)
  if earlier and tonumber(redis.call('HGET', earlier, 'repeatUntilMs') or 0) > tonumber(atMs) then
    return { 'settled', read(earlier) }
  end
  local other = redis.call('GET', underWay)
  if other and isHeld(other) then return { 'under way' } end
  if mayBegin ~= '1' then return { 'unknown' } end
  local left, certain = redis.call('ZRANGEBYSCORE', unpaid, '(' .. unpaidSinceMs, '+inf'), 0
  for _, name in ipairs(left) do
    if redis.call('HGET', name, 'isUncertain') ~= '1' then certain = certain + 1 end
  end
  if certain >= tonumber(maxUnpaid) then return { 'too many unpaid' } end
  if #left >= tonumber(maxUnpaid) then return { 'too many uncertain' } end
  redis.call('HSET', payment, 'state', 'claimed', 'signature', signature, 'request', request, 'terms', terms,
    'claimedAtMs', atMs, 'underWay', underWay, 'repeated', repeated, 'unpaid', unpaid, 'made', made, 'payer', payer)
  redis.call('EXPIRE', payment, lifeUntil(keepUntilMs))
  take()
  return { 'claimed' }
end

-- Ends a hold that ran out before anything was worked for, so that its holder does not do so later.
local function forget(name)
  local heldOfThen = redis.call('HGET', name, 'heldOf')
  if heldOfThen then redis.call('SREM', heldOfThen, name) end
  redis.call('DEL', name)
end

-- What the payer's other payments under an identifier came to; nil where none of them stands in the way.
local function lookUp(isUncertain)
  local name = redis.call('HGET', payment, 'identified') or identified
  if not name then return nil end
  local settled, held, unresolved
  for _, other in ipairs(redis.call('SMEMBERS', name)) do
    local state, requestThen, holdThen, uncertain = unpack(redis.call('HMGET', other, 'state', 'request', 'hold', 'isUncertain'))
    if not state then
      redis.call('SREM', name, other)
    elseif other ~= payment then
      if requestThen ~= request then return { 'conflict' } end
      if state == 'settled' then settled = other
      elseif isHeld(other) then held = other
      elseif state == 'claimed' then forget(other)
      elseif (holdThen or uncertain == '1') and not string.find(' ' .. dead .. ' ', ' ' .. other .. ' ', 1, true) then
        unresolved = other
      end
    end
  end
  if settled then return { 'settled', read(settled) } end
  if held then return { 'under way' } end
  if unresolved and not isUncertain then return { 'unresolved', redis.call('HMGET', unresolved, 'sent') } end
end

if redis.call('EXISTS', payment) == 0 then return lookUp(false) or begin() end
local state, signatureThen, requestThen, holdThen, isUncertain =
  unpack(redis.call('HMGET', payment, 'state', 'signature', 'request', 'hold', 'isUncertain'))
if signatureThen ~= signature or requestThen ~= request then return { 'conflict' } end
if state == 'settled' then return { 'settled', read(payment) } end
local isOurs = holdThen == hold
if not isOurs and isHeld(payment) then return { 'under way' } end
-- Of several that may have been settled, each is looked at by itself.
local earlier = lookUp(state == 'worked' and (isUncertain == '1' or (holdThen and not isOurs)))
if earlier then return earlier end
if state == 'worked' then
  -- A hold that ran out was not let go by its holder, who may have settled.
  if holdThen and not isOurs then
    redis.call('HSET', payment, 'isUncertain', 1)
    isUncertain = '1'
  end
  take()
  return { 'worked', read(payment), isUncertain == '1' and 1 or 0 }
end
if isOurs then return { 'claimed' } end
forget(payment)
return begin()`;

const keepWork = `
local payment = KEYS[1]
local hold, answer = unpack(ARGV)
local state, holdNow = unpack(redis.call('HMGET', payment, 'state', 'hold'))
if holdNow ~= hold or state == 'settled' then return 'gone' end
redis.call('HSET', payment, 'state', 'worked')
if answer then redis.call('HSET', payment, 'answer', answer) end
return 'kept'`;

/** Ends a hold, whosever it is. */
const drop = `
local function drop(payment)
  local heldOf, underWay = unpack(redis.call('HMGET', payment, 'heldOf', 'underWay'))
  if heldOf then redis.call('SREM', heldOf, payment) end
  if redis.call('GET', underWay) == payment then redis.call('DEL', underWay) end
  redis.call('HDEL', payment, 'hold', 'heldUntilMs', 'heldOf')
end`;

/** A log that is not known is empty, and takes its whole transaction. What was counted before is counted permanently. */
const settlePayment = `${drop}
local payment, transfers, served = unpack(KEYS)
local receipt, transaction, log, repeatUntilMs, repeatLifeS = unpack(ARGV)
local state, repeated, unpaid, made = unpack(redis.call('HMGET', payment, 'state', 'repeated', 'unpaid', 'made'))
if state == 'settled' then return 'settled' end
if state ~= 'worked' then return 'gone' end
local counted = redis.call('HGET', transfers, transaction) or ''
for logThen, paymentThen in string.gmatch(counted, '(%d*) ([^\\n]+)\\n') do
  if log == '' or log == logThen or payment == paymentThen then return 'taken' end
end
redis.call('HSET', transfers, transaction, counted .. log .. ' ' .. payment .. '\\n')
drop(payment)
redis.call('HSET', payment, 'state', 'settled', 'receipt', receipt)
redis.call('ZREM', unpaid, payment)
local payer = redis.call('HGET', payment, 'payer')
if payer then redis.call('SADD', served, payer) end
if made then redis.call('SET', made, payment, 'EX', math.max(1, redis.call('TTL', payment))) end
if repeatUntilMs then
  redis.call('HSET', payment, 'repeatUntilMs', repeatUntilMs)
  redis.call('SET', repeated, payment, 'EX', repeatLifeS)
end
return 'settled'`;

const addServed = `
redis.call('SADD', KEYS[1], ARGV[1])`;

/** Asked one by one: there may be more of them than a command takes. */
const findServed = `
local found = {}
for _, address in ipairs(cjson.decode(ARGV[1])) do
  if redis.call('SISMEMBER', KEYS[1], address) == 1 then found[#found + 1] = address end
end
return found`;

const letGoPayment = `${drop}
local payment = KEYS[1]
local hold, atMs, isUncertain = unpack(ARGV)
local holdNow, state, unpaid = unpack(redis.call('HMGET', payment, 'hold', 'state', 'unpaid'))
if holdNow ~= hold then return end
drop(payment)
if state == 'claimed' then return redis.call('DEL', payment) end
if isUncertain == '1' then redis.call('HSET', payment, 'isUncertain', 1) end
redis.call('ZADD', unpaid, atMs, payment)
redis.call('EXPIRE', unpaid, ${lifeS.unpaid})`;

const releasePaymentsOf = `${drop}${storeTime}${isSilent}
local heldOf, owners = unpack(KEYS)
local owner, only, time = unpack(ARGV)
if only == 'if silent' and not isSilent(owners, owner, storeTime(time)) then return 0 end
local released = 0
for _, payment in ipairs(redis.call('SMEMBERS', heldOf)) do
  local state = redis.call('HGET', payment, 'state')
  if state then
    released = released + 1
    drop(payment)
    if state == 'claimed' then redis.call('DEL', payment) else redis.call('HSET', payment, 'isUncertain', 1) end
  end
end
redis.call('DEL', heldOf)
return released`;

export const paymentScripts = {
  findPayment,
  findPaid,
  claimPayment,
  keepWork,
  settlePayment,
  addServed,
  findServed,
  letGoPayment,
  releasePaymentsOf,
} as const;

/** How long the name of an answer for the payer's other signatures is remembered. */
export const repeatLifeS = (leftMs: number): number =>
  Math.max(0, Math.ceil(leftMs / 1000)) + lifeS.beyondItsTime;
