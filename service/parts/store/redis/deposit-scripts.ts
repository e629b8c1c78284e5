import { readDeposit } from "./deposit-record.ts";
import { writeEntry } from "./ledger-scripts.ts";
import { match } from "./reservation-scripts.ts";

/**
 * As in redis-scripts.ts. Lua's numbers are too short for wei, so what a deposit fills is reckoned outside: the script
 * is told for whom, from which remainder and for how many reserved credits, credits only if all three are so, and
 * otherwise answers for whom and for how many it would be.
 */

/** What seeing and deciding have in common: how a deposit is put in place. */
const put = ({ firstKey, firstValue }: { firstKey: number; firstValue: number }) => `
local deposit, deposits, ofTx, seen, seenOf = unpack(KEYS, ${firstKey})
local reference, tx, sender, amountWei, fingerprint, block, blockTimeMs = unpack(ARGV, ${firstValue})
local state, seenOfBefore = unpack(redis.call('HMGET', deposit, 'state', 'seenOf'))
local isDecided = state and state ~= 'seen'
local function put(newState)
  if seenOfBefore then redis.call('SREM', seenOfBefore, deposit) end
  redis.call('ZREM', seen, deposit)
  redis.call('HSET', deposit, 'reference', reference, 'tx', tx, 'sender', sender, 'amountWei', amountWei,
    'fingerprint', fingerprint, 'block', block, 'blockTimeMs', blockTimeMs, 'state', newState, 'account', '',
    'priceWei', '', 'credits', 0, 'reservedCredits', 0, 'reservation', '', 'seenOf', seenOf, 'ofTx', ofTx)
  redis.call('ZADD', deposits, 0, deposit)
  redis.call('SADD', ofTx, deposit)
end`;

const seeDeposit = `${put({ firstKey: 1, firstValue: 1 })}
if isDecided then return end
put('seen')
redis.call('ZADD', seen, block, deposit)
redis.call('SADD', seenOf, deposit)`;

const forgetSeen = `
local seen, deposits = unpack(KEYS)
for _, deposit in ipairs(redis.call('ZRANGEBYSCORE', seen, ARGV[2], ARGV[1])) do
  local seenOf, ofTx = unpack(redis.call('HMGET', deposit, 'seenOf', 'ofTx'))
  redis.call('SREM', seenOf, deposit)
  redis.call('SREM', ofTx, deposit)
  redis.call('ZREM', deposits, deposit)
  redis.call('ZREM', seen, deposit)
  redis.call('DEL', deposit)
end`;

/** What crediting and claiming have in common: the account they expect, and how it is credited. */
const credit = `${writeEntry}${readDeposit}
local key, balance, entries, references, accounts, remainder = unpack(KEYS)
local account, remainderThen, credits, remainderNow, reservedCredits, priceWei, atMs, reservedThen = unpack(ARGV)
local function isKey(name)
  return redis.call('EXISTS', name) == 1 and redis.call('HEXISTS', name, 'revokedAtMs') == 0
end
local function isExpected(target, reserved)
  return target == account and reserved == reservedThen and (redis.call('GET', remainder) or '0') == remainderThen
end
local function credit(reference)
  if not writeEntry(balance, entries, references, credits, atMs, 'deposit', reference) then
    error('ASSAY deposit ' .. reference .. ' has an entry but was never decided')
  end
  redis.call('ZADD', accounts, 0, account)
  redis.call('SET', remainder, remainderNow)
end
local function record(deposit)
  redis.call('HSET', deposit, 'state', 'credited', 'account', account, 'priceWei', priceWei, 'credits', credits,
    'reservedCredits', reservedCredits)
  return { 'new', readDeposit(deposit) }
end`;

/** Answers { 'new' or 'known', the deposit }, or { 'other', account, reserved credits } when those or another remainder
 * were expected. */
const creditDeposit = `${credit}${match}${put({ firstKey: 7, firstValue: 9 })}
local ofAmount, unsettled, unclaimed = unpack(KEYS, 12)
local function settle(reservation)
  local id, unsettledOf = unpack(redis.call('HMGET', reservation, 'id', 'unsettledOf'))
  redis.call('HSET', reservation, 'deposit', deposit)
  redis.call('HSET', deposit, 'reservation', id)
  redis.call('ZREM', unsettledOf, reservation)
  redis.call('ZREM', unsettled, reservation)
end

if isDecided then return { 'known', readDeposit(deposit) } end
local reservation = match(ofAmount, fingerprint, blockTimeMs)
local target = fingerprint
if fingerprint == '' and reservation then target, key = unpack(redis.call('HMGET', reservation, 'account', 'key')) end
if target == '' or not isKey(key) then
  put('unclaimed')
  redis.call('ZADD', unclaimed, blockTimeMs, deposit)
  return { 'new', readDeposit(deposit) }
end
local reserved = reservation and redis.call('HGET', reservation, 'credits') or ''
if not isExpected(target, reserved) then return { 'other', target, reserved } end
credit(reference)
put('credited')
if reservation then settle(reservation) end
return record(deposit)`;

/** Answers like creditDeposit. */
const claimDeposit = `${credit}
local deposit, unclaimed = unpack(KEYS, 7)
local state, reference = unpack(redis.call('HMGET', deposit, 'state', 'reference'))
if state ~= 'unclaimed' or not isKey(key) then return { 'known', readDeposit(deposit) } end
if not isExpected(account, '') then return { 'other', account, '' } end
credit(reference)
redis.call('ZREM', unclaimed, deposit)
return record(deposit)`;

const findDeposits = `${readDeposit}
local found = {}
for _, deposit in ipairs(redis.call('SMEMBERS', KEYS[1])) do table.insert(found, readDeposit(deposit)) end
return found`;

const listUnclaimed = `${readDeposit}
local found = {}
for _, deposit in ipairs(redis.call('ZREVRANGEBYSCORE', KEYS[1], '+inf', ARGV[1], 'LIMIT', 0, ARGV[2])) do
  table.insert(found, readDeposit(deposit))
end
return found`;

const listDeposits = `${readDeposit}
local found = {}
for _, deposit in ipairs(redis.call('ZRANGEBYLEX', KEYS[1], ARGV[1], '+', 'LIMIT', 0, ARGV[2])) do
  table.insert(found, readDeposit(deposit))
end
return found`;

export const depositScripts = {
  seeDeposit,
  forgetSeen,
  creditDeposit,
  claimDeposit,
  findDeposits,
  listUnclaimed,
  listDeposits,
} as const;
