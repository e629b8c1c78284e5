import type { SqlFunctions } from "./function.ts";

export const journalHelpers = `
CREATE FUNCTION to_entry(e journal) RETURNS jsonb LANGUAGE sql AS $$
  SELECT to_jsonb(e) - 'holder' - 'held_until_ms'
$$;
`;

const entryFunctions = {
  addEntry: {
    writes: `
DECLARE
  e journal := jsonb_populate_record(NULL::journal, a->0);
BEGIN
  INSERT INTO journal (book, id, state, version, seen_at_ms, changed_at_ms, due_at_ms, body)
    VALUES (e.book, e.id, e.state, 1, e.seen_at_ms, e.changed_at_ms, e.due_at_ms, e.body) ON CONFLICT DO NOTHING;
  RETURN CASE WHEN FOUND THEN '"added"' ELSE '"known"' END;
END`,
  },
  readEntry: {
    reads: "BEGIN RETURN (SELECT to_entry(j) FROM journal j WHERE book = a->>0 AND id = a->>1); END",
  },
  holdEntry: {
    writes: `
BEGIN
  UPDATE journal SET held_until_ms = now_ms + (a->0->>'hold_ms')::bigint
    WHERE book = a->0->>'book' AND id = a->0->>'id' AND holder = a->0->>'owner';
  RETURN CASE WHEN FOUND THEN '"held"' ELSE '"lost"' END;
END`,
  },
  writeEntry: {
    writes: `
DECLARE
  e journal := jsonb_populate_record(NULL::journal, a->0);
BEGIN
  UPDATE journal SET state = e.state, version = version + 1, seen_at_ms = e.seen_at_ms,
    changed_at_ms = e.changed_at_ms, due_at_ms = e.due_at_ms, body = e.body, holder = NULL, held_until_ms = NULL
    WHERE book = e.book AND id = e.id AND version = e.version;
  RETURN CASE WHEN FOUND OR EXISTS (
    SELECT FROM journal WHERE book = e.book AND id = e.id AND version = e.version + 1 AND state = e.state
      AND seen_at_ms = e.seen_at_ms AND changed_at_ms = e.changed_at_ms
      AND due_at_ms IS NOT DISTINCT FROM e.due_at_ms AND body = e.body
  ) THEN '"written"' ELSE '"stale"' END;
END`,
  },
  listEntries: {
    reads: `
DECLARE
  seen bigint := coalesce((a->0->'before'->>'seen_at_ms')::bigint, ${Number.MAX_SAFE_INTEGER});
  before_id text := coalesce(a->0->'before'->>'id', '');
BEGIN
  RETURN (
    SELECT coalesce(jsonb_agg(to_entry(page.j) ORDER BY (page.j).seen_at_ms DESC, (page.j).id DESC), '[]') FROM (
      SELECT j FROM journal j WHERE (seen_at_ms, id) < (seen, before_id COLLATE "C")
      ORDER BY seen_at_ms DESC, id DESC LIMIT (a->0->>'limit')::bigint) AS page);
END`,
  },
  countEntries: {
    reads: `
BEGIN
  RETURN (
    SELECT coalesce(jsonb_agg(to_jsonb(counted)), '[]')
    FROM (SELECT book, state, count(*) FROM journal GROUP BY book, state) AS counted);
END`,
  },
} satisfies SqlFunctions;

const takingFunctions = {
  // The arguments are the taking and its id: one that is sent again gives what it gave, as far as it is still held so.
  // State by state, so that the index has each in order, and what is held or due later is not looked at.
  takeEntries: {
    writes: `
DECLARE
  book_ text := a->0->>'book';
  states text[] := array(SELECT DISTINCT jsonb_array_elements_text(a->0->'states'));
  due_by bigint := (a->0->>'now_ms')::bigint;
  limit_ bigint := (a->0->>'limit')::bigint;
  until bigint := now_ms + (a->0->>'hold_ms')::bigint;
  given jsonb;
BEGIN
  PERFORM hold('book ' || book_);
  SELECT told INTO given FROM sent WHERE id = a->>1;
  IF FOUND THEN
    RETURN (
      SELECT coalesce(jsonb_agg(to_entry(j) ORDER BY due_at_ms, id), '[]') FROM journal j
      WHERE book = book_ AND holder = a->0->>'owner' AND held_until_ms > now_ms
        AND jsonb_build_array(id, version) IN (SELECT jsonb_array_elements(given)));
  END IF;
  WITH due AS (
    SELECT free.* FROM unnest(states) AS s, LATERAL (
      SELECT id, due_at_ms FROM journal WHERE book = book_ AND state = s AND due_at_ms <= due_by
        AND held_until_ms IS NULL ORDER BY due_at_ms, id LIMIT limit_) AS free
    UNION ALL
    SELECT id, due_at_ms FROM journal
    WHERE book = book_ AND state = ANY (states) AND due_at_ms <= due_by AND held_until_ms <= now_ms
  ), picked AS (
    SELECT id FROM due ORDER BY due_at_ms, id LIMIT limit_
  ), taken AS (
    -- Asked again of each row: it may have been written meanwhile.
    UPDATE journal j SET holder = a->0->>'owner', held_until_ms = until FROM picked
    WHERE j.book = book_ AND j.id = picked.id AND j.state = ANY (states) AND j.due_at_ms <= due_by
      AND (j.held_until_ms IS NULL OR j.held_until_ms <= now_ms)
    RETURNING j
  )
  SELECT coalesce(jsonb_agg(to_entry(j) ORDER BY (j).due_at_ms, (j).id), '[]') INTO given FROM taken;
  INSERT INTO sent VALUES (a->>1, now_ms,
    (SELECT coalesce(jsonb_agg(jsonb_build_array(g->'id', g->'version')), '[]') FROM jsonb_array_elements(given) AS g));
  RETURN given;
END`,
  },
  takeLease: {
    writes: `
DECLARE
  until bigint := now_ms + (a->0->>'life_ms')::bigint;
BEGIN
  INSERT INTO leases AS l VALUES (a->0->>'name', a->0->>'owner', until) ON CONFLICT (name) DO UPDATE
    SET owner = excluded.owner,
      until_ms = CASE WHEN l.owner = excluded.owner THEN greatest(l.until_ms, until) ELSE until END
    WHERE l.owner = excluded.owner OR l.until_ms <= now_ms;
  RETURN to_jsonb(FOUND);
END`,
  },
  endLease: {
    writes: `
BEGIN
  DELETE FROM leases WHERE name = a->0->>'name' AND owner = a->0->>'owner';
  RETURN NULL;
END`,
  },
} satisfies SqlFunctions;

const noteFunctions = {
  readNote: { reads: "BEGIN RETURN (SELECT to_jsonb(n) FROM notes n WHERE name = a->>0); END" },
  writeNote: {
    writes: `
DECLARE
  note notes := jsonb_populate_record(NULL::notes, a->0);
BEGIN
  IF note.version = 0 THEN
    INSERT INTO notes VALUES (note.name, 1, note.text) ON CONFLICT DO NOTHING;
  ELSE
    UPDATE notes SET version = version + 1, text = note.text WHERE name = note.name AND version = note.version;
  END IF;
  RETURN CASE WHEN FOUND OR EXISTS (
    SELECT FROM notes WHERE name = note.name AND version = note.version + 1 AND text = note.text
  ) THEN '"written"' ELSE '"stale"' END;
END`,
  },
} satisfies SqlFunctions;

export const journalFunctions = { ...entryFunctions, ...takingFunctions, ...noteFunctions };
