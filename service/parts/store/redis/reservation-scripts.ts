import { readDeposit } from "./deposit-record.ts";

/** As in redis-scripts.ts. A reservation's hash holds the names it is listed under, so that it can be taken off them. */

/** What a reader is given, in this order. */
const reservationFields = ["id", "account", "credits", "amountWei", "createdAtMs", "expiresAtMs"] as const;

/** The reservation that a deposit settles when it is credited: not settled yet, and of the key that is named. */
export const match = `
local function match(ofAmount, fingerprint, blockTimeMs)
  for _, name in ipairs(redis.call('ZRANGEBYSCORE', ofAmount, blockTimeMs, '+inf')) do
    local fromMs, account, settledBy = unpack(redis.call('HMGET', name, 'fromMs', 'account', 'deposit'))
    local isInTime = tonumber(fromMs) <= tonumber(blockTimeMs)
    if isInTime and not settledBy and (fingerprint == '' or fingerprint == account) then return name end
  end
end`;

/** Answers the reservation's fields and its deposit, or nothing. */
const read = `${readDeposit}${match}
local function wouldSettle(reservation, ofAmount, seenOf)
  local found, foundAtMs
  local seen = redis.call('SMEMBERS', seenOf)
  table.sort(seen)
  for _, deposit in ipairs(seen) do
    local fingerprint, blockTimeMs = unpack(redis.call('HMGET', deposit, 'fingerprint', 'blockTimeMs'))
    local atMs = tonumber(blockTimeMs)
    if match(ofAmount, fingerprint, blockTimeMs) == reservation and not (foundAtMs and foundAtMs <= atMs) then
      found, foundAtMs = deposit, atMs
    end
  end
  return found
end
local function read(reservation)
  local ofAmount, seenOf, settledBy = unpack(redis.call('HMGET', reservation, 'ofAmount', 'seenOf', 'deposit'))
  if not ofAmount then return false end
  local deposit = settledBy or wouldSettle(reservation, ofAmount, seenOf)
  local fields = redis.call('HMGET', reservation, ${reservationFields.map((field) => `'${field}'`).join(", ")})
  return { fields, deposit and readDeposit(deposit) or false }
end`;

/** The keys from the fifth on are, for each amount in turn, where its reservations and its seen deposits are. */
const reserve = `${read}
local reservation, unsettledOf, unsettled, key = unpack(KEYS)
local id, account, credits, nowMs, fromMs, expiresAtMs, restedAtMs, maxOpen = unpack(ARGV)

local function keep(amountWei, ofAmount, seenOf)
  redis.call('HSET', reservation, 'id', id, 'account', account, 'credits', credits, 'amountWei', amountWei,
    'createdAtMs', nowMs, 'fromMs', fromMs, 'expiresAtMs', expiresAtMs, 'key', key, 'ofAmount', ofAmount,
    'seenOf', seenOf, 'unsettledOf', unsettledOf)
  for _, list in ipairs({ ofAmount, unsettledOf, unsettled }) do
    redis.call('ZADD', list, expiresAtMs, reservation)
  end
end

local function keepFirstFree()
  for n = 0, #ARGV - 9 do
    local ofAmount, seenOf = KEYS[5 + 2 * n], KEYS[6 + 2 * n]
    if redis.call('ZCOUNT', ofAmount, '(' .. restedAtMs, '+inf') == 0 then
      keep(ARGV[9 + n], ofAmount, seenOf)
      return true
    end
  end
end

if redis.call('EXISTS', reservation) == 0 then
  if redis.call('ZCOUNT', unsettledOf, '(' .. nowMs, '+inf') >= tonumber(maxOpen) then return 'too many' end
  if not keepFirstFree() then return 'amounts taken' end
end
return read(reservation)`;

const readReservation = `${read}
return read(KEYS[1])`;

const listOpenReservations = `${read}
local open = {}
for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. ARGV[1], '+inf')) do
  table.insert(open, read(name))
end
return open`;

const pruneReservations = `
local unsettled = KEYS[1]
for _, name in ipairs(redis.call('ZRANGEBYSCORE', unsettled, '-inf', '(' .. ARGV[1], 'LIMIT', 0, 1000)) do
  local ofAmount, unsettledOf = unpack(redis.call('HMGET', name, 'ofAmount', 'unsettledOf'))
  for _, list in ipairs({ ofAmount, unsettledOf, unsettled }) do redis.call('ZREM', list, name) end
  redis.call('DEL', name)
end`;

export const reservationScripts = {
  reserve,
  readReservation,
  listOpenReservations,
  pruneReservations,
} as const;
