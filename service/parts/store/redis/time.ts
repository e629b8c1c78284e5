import type { Clock } from "../../../../platform/clock.ts";

/**
 * The store's own time, by which leases are counted: the server's, so that no process's clock decides about another
 * process. A process that opened the store with its own clock sends that clock's reading instead.
 */
export const storeTime = `
local function storeTime(sent)
  if sent ~= '' then return tonumber(sent) end
  local seconds, micros = unpack(redis.call('TIME'))
  return seconds * 1000 + math.floor(micros / 1000)
end`;

/** Whether an owner has not said for too long that it lives, or has never said so. */
export const isSilent = `
local function isSilent(owners, owner, nowMs)
  local untilMs = redis.call('HGET', owners, owner)
  return not untilMs or tonumber(untilMs) <= nowMs
end`;

/** What a script is sent for its time. */
export type SentTime = () => number | "";

export function sentTimeOf(clock: Pick<Clock, "now"> | undefined): SentTime {
  return () => clock?.now() ?? "";
}
