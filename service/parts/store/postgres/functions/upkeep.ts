import { endedLifeMs, endedStates } from "../../journal.ts";
import { maxPageBytes } from "../../recordings.ts";
import { unusedLifeMs } from "../../treasury.ts";
import type { SqlFunctions } from "./function.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const ended = endedStates.map((state) => `'${state}'`).join(", ");

/** Deletes what is old, so much at a time that a pruning stays short; what is being written is left for the next. */
function drop(table: string, where: string, limit = 10_000): string {
  return `DELETE FROM ${table} WHERE ctid IN (
    SELECT ctid FROM ${table} WHERE ${where} LIMIT ${limit} FOR UPDATE SKIP LOCKED);`;
}

export const upkeepFunctions = {
  ping: { reads: "BEGIN PERFORM count(*) FROM (SELECT FROM secrets LIMIT 1) AS one; RETURN NULL; END" },
  prune: {
    writes: `
DECLARE
  at_ms_ bigint := (a->>0)::bigint;
  oldest_day text := to_char(to_timestamp((at_ms_ - ${3 * dayMs}) / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD');
BEGIN
  ${drop("answers", "expires_at_ms <= at_ms_")}
  ${drop("calls", `state <> 'open' AND at_ms < at_ms_ - ${hourMs}`)}
  ${drop("used", "day < oldest_day")}
  ${drop("minted", "day < oldest_day")}
  ${drop("journal", `state IN (${ended}) AND changed_at_ms < at_ms_ - ${endedLifeMs} ORDER BY changed_at_ms`, 1_000)}
  ${drop(
    "reservations",
    `deposit IS NULL AND expires_at_ms < at_ms_ - ${unusedLifeMs} ORDER BY expires_at_ms`,
    1_000,
  )}
  ${drop("leases", "until_ms <= now_ms")}
  ${drop("payments", "keep_until_ms <= at_ms_ AND hold IS NULL ORDER BY keep_until_ms", 1_000)}
  ${drop("grants", "expires_at_ms <= at_ms_")}
  ${drop("tasks", "expires_at_ms <= at_ms_")}
  ${drop("sent", `at_ms < now_ms - ${hourMs}`)}
  RETURN NULL;
END`,
  },
  // The arguments are the recording, its room, and what it counts for. One at a time, so that cursors come in order.
  addRecording: {
    writes: `
DECLARE
  r recordings := jsonb_populate_record(NULL::recordings, a->0);
  bytes_ bigint := (a->>2)::bigint;
BEGIN
  PERFORM hold('recordings');
  INSERT INTO recordings (digest, mode, at_ms, bytes, rules, code)
    SELECT r.digest, r.mode, r.at_ms, bytes_, r.rules, r.code
    WHERE NOT EXISTS (SELECT FROM recordings WHERE digest = r.digest);
  WHILE EXISTS (SELECT FROM recordings_total
    WHERE items > (a->1->>'max_items')::bigint OR bytes > (a->1->>'max_bytes')::bigint) LOOP
    DELETE FROM recordings WHERE cursor = (SELECT min(cursor) FROM recordings);
  END LOOP;
  RETURN NULL;
END`,
  },
  listRecordings: {
    reads: `
BEGIN
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_build_object(
      'cursor', cursor, 'code', code, 'rules', rules::jsonb, 'mode', mode, 'at_ms', at_ms) ORDER BY cursor), '[]')
    FROM recordings JOIN (
      SELECT cursor, sum(bytes) OVER (ORDER BY cursor) AS so_far, row_number() OVER (ORDER BY cursor) AS n
      FROM (SELECT cursor, bytes FROM recordings WHERE cursor > (a->0->>'after')::bigint
        ORDER BY cursor LIMIT (a->0->>'limit')::bigint) AS page) AS page USING (cursor)
    WHERE n = 1 OR so_far <= ${maxPageBytes});
END`,
  },
} satisfies SqlFunctions;
