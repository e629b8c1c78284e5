import { maxOrigins, otherOrigins } from "../../treasury.ts";
import type { SqlFunctions } from "./function.ts";

export const treasuryHelpers = `
-- With the deposit that settled it, or else the earliest seen that would.
CREATE FUNCTION to_reservation(r reservations) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  d deposits;
BEGIN
  SELECT * INTO d FROM deposits WHERE reference = r.deposit;
  IF NOT FOUND THEN
    SELECT s.* INTO d FROM deposits s
      WHERE s.amount_wei = r.amount_wei AND s.state = 'seen' AND (reservation_for(s)).id = r.id
      ORDER BY s.block_time_ms, s.reference LIMIT 1;
  END IF;
  RETURN to_jsonb(r) || jsonb_build_object('deposit', CASE WHEN d.reference IS NOT NULL THEN to_deposit(d) END);
END $$;

CREATE FUNCTION open_reservations(name text, now_ms bigint) RETURNS SETOF reservations LANGUAGE sql STABLE AS $$
  SELECT r.* FROM reservations r WHERE account = name AND expires_at_ms > now_ms AND deposit IS NULL
$$;
`;

const reservations = {
  reserve: {
    writes: `
DECLARE
  r reservations := jsonb_populate_record(NULL::reservations, a->0);
  asked_at bigint := (a->0->>'now_ms')::bigint;
BEGIN
  PERFORM hold('treasury');
  IF NOT EXISTS (SELECT FROM reservations WHERE id = r.id) THEN
    IF (SELECT count(*) FROM open_reservations(r.account, asked_at)) >= (a->0->>'max_open')::bigint THEN
      RETURN '{"outcome": "too many"}';
    END IF;
    SELECT amount INTO r.amount_wei FROM jsonb_array_elements_text(a->0->'amounts_wei') WITH ORDINALITY AS u (amount, n)
      WHERE NOT EXISTS (SELECT FROM reservations t
        WHERE t.amount_wei = amount AND t.expires_at_ms > asked_at - (a->0->>'rest_ms')::bigint)
      ORDER BY n LIMIT 1;
    IF r.amount_wei IS NULL THEN RETURN '{"outcome": "amounts taken"}'; END IF;
    INSERT INTO reservations VALUES (r.id, r.account, r.credits, r.amount_wei, asked_at, r.expires_at_ms);
  END IF;
  RETURN (SELECT jsonb_build_object('outcome', 'reserved', 'reservation', to_reservation(t))
    FROM reservations t WHERE id = r.id);
END`,
  },
  readReservation: {
    reads: "BEGIN RETURN (SELECT to_reservation(r) FROM reservations r WHERE id = a->>0); END",
  },
  listOpenReservations: {
    reads: `
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(to_reservation(r) ORDER BY expires_at_ms, id), '[]')
    FROM open_reservations(a->>0, (a->>1)::bigint) AS r);
END`,
  },
} satisfies SqlFunctions;

const checkouts = {
  addCheckout: {
    writes: `
DECLARE
  c checkouts := jsonb_populate_record(NULL::checkouts, a->0);
BEGIN
  PERFORM hold('session ' || c.session);
  INSERT INTO checkouts VALUES (c.session, c.account, c.credits, c.amount_cents, c.created_at_ms,
    CASE WHEN EXISTS (SELECT FROM entries WHERE reason = 'card' AND reference = c.session)
      THEN 'credited' ELSE 'open' END) ON CONFLICT DO NOTHING;
  RETURN NULL;
END`,
  },
  openCheckouts: {
    reads: `
DECLARE
  since bigint := coalesce((a->0->'after'->>'created_at_ms')::bigint, -1);
  after_ text := coalesce(a->0->'after'->>'session', '');
BEGIN
  RETURN (
    SELECT coalesce(jsonb_agg(to_jsonb(page) - 'state' ORDER BY created_at_ms, session), '[]') FROM (
      SELECT * FROM checkouts
      WHERE state = 'open' AND created_at_ms < (a->0->>'before_ms')::bigint
        AND (created_at_ms, session) > (since, after_ COLLATE "C")
      ORDER BY created_at_ms, session LIMIT (a->0->>'limit')::bigint) AS page);
END`,
  },
  closeCheckout: {
    writes: `
BEGIN
  UPDATE checkouts SET state = 'closed' WHERE session = a->>0 AND state = 'open';
  RETURN NULL;
END`,
  },
  listCheckouts: {
    reads: `
BEGIN
  RETURN (
    SELECT coalesce(jsonb_agg(to_jsonb(page) ORDER BY session), '[]') FROM (
      SELECT * FROM checkouts WHERE session > coalesce(a->0->>'after', '')
      ORDER BY session LIMIT (a->0->>'limit')::bigint) AS page);
END`,
  },
} satisfies SqlFunctions;

const funnel = {
  // The arguments are the visit and its id: one that is sent again is counted once.
  countVisit: {
    writes: `
DECLARE
  v visits := jsonb_populate_record(NULL::visits, a->0);
BEGIN
  INSERT INTO sent VALUES (a->>1, now_ms) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF NOT EXISTS (SELECT FROM visits WHERE origin = v.origin) THEN
    PERFORM hold('origins');
    IF NOT EXISTS (SELECT FROM visits WHERE origin = v.origin)
      AND (SELECT count(DISTINCT origin) FROM visits WHERE origin <> '${otherOrigins}') >= ${maxOrigins} THEN
      v.origin := '${otherOrigins}';
    END IF;
  END IF;
  INSERT INTO visits VALUES (v.kind, v.origin, 1, (a->0->>'at_ms')::bigint) ON CONFLICT (kind, origin) DO UPDATE
    SET visits = visits.visits + 1, first_at_ms = least(visits.first_at_ms, excluded.first_at_ms);
  RETURN NULL;
END`,
  },
  readFunnel: {
    reads: `
BEGIN
  RETURN (
    SELECT jsonb_build_object('since_ms', min(first_at_ms), 'counts', coalesce(jsonb_agg(
      jsonb_build_object('kind', kind, 'origin', origin, 'count', visits) ORDER BY kind, origin), '[]'))
    FROM visits);
END`,
  },
} satisfies SqlFunctions;

export const treasuryFunctions = { ...reservations, ...checkouts, ...funnel };
