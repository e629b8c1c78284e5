import { owedReference } from "../../reversals.ts";
import type { SqlFunctions } from "./function.ts";

export const ledgerHelpers = `
CREATE FUNCTION entries_of(name text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_agg(to_jsonb(e) - 'n' ORDER BY n), '[]') FROM entries e WHERE account = name
$$;

CREATE FUNCTION owed_by(name text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT owed FROM debts WHERE account = name), 0)
$$;

CREATE FUNCTION change_debt(name text, credits bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF credits = 0 THEN RETURN; END IF;
  INSERT INTO debts VALUES (name, 0, 0) ON CONFLICT DO NOTHING;
  UPDATE debts SET owed = owed + credits WHERE account = name;
END $$;
`;

const readings = {
  readAccount: {
    reads: `
BEGIN
  RETURN jsonb_build_object('credits', balance_of(a->>0),
    'used_today', coalesce((SELECT calls FROM used WHERE day = a->>1 AND account = a->>0), 0));
END`,
  },
  readEntries: { reads: "BEGIN RETURN entries_of(a->>0); END" },
  readStatement: {
    reads: `
BEGIN
  RETURN jsonb_build_object(
    'credits', balance_of(a->>0),
    'remainder_wei', coalesce((SELECT wei FROM remainders WHERE account = a->>0), '0'),
    'owed', owed_by(a->>0),
    'reversed', coalesce((SELECT sum(credits) FROM reversals WHERE account = a->>0 AND state = 'taken'), 0),
    'entries', entries_of(a->>0));
END`,
  },
  // Accounts from all tables that should agree on them, so that none is hidden from a proof. Of the entries, of which
  // an account may have very many, the index gives one account after the other.
  listAccounts: {
    reads: `
DECLARE
  after_ text := coalesce(a->0->>'after', '');
  limit_ bigint := (a->0->>'limit')::bigint;
BEGIN
  RETURN (
    WITH RECURSIVE found (account) AS (
      SELECT (SELECT account FROM entries WHERE account > after_ ORDER BY account LIMIT 1)
      UNION ALL
      SELECT (SELECT e.account FROM entries e WHERE e.account > found.account ORDER BY e.account LIMIT 1)
      FROM found WHERE found.account IS NOT NULL
    ), listed AS (
      (SELECT account FROM found WHERE account IS NOT NULL LIMIT limit_)
      UNION (SELECT account FROM balances WHERE account > after_ ORDER BY account LIMIT limit_)
      UNION (SELECT account FROM remainders WHERE account > after_ ORDER BY account LIMIT limit_)
      ORDER BY account LIMIT limit_
    )
    SELECT coalesce(jsonb_agg(
      jsonb_build_object('account', account, 'credits', balance_of(account)) ORDER BY account), '[]')
    FROM listed);
END`,
  },
} satisfies SqlFunctions;

export const ledgerFunctions = {
  ...readings,
  grant: {
    writes: `
DECLARE
  entry entries := jsonb_populate_record(NULL::entries, a->0);
BEGIN
  IF entry.reason = 'card' THEN PERFORM hold('session ' || entry.reference); END IF;
  RETURN CASE WHEN write_entry(entry) THEN '"granted"' ELSE '"settled"' END;
END`,
  },
  reverse: {
    writes: `
DECLARE
  r reversals := jsonb_populate_record(NULL::reversals, a->0);
  sold bigint := (a->0->'sold'->>'credits')::bigint;
  price_cents bigint := (a->0->'sold'->>'amount_cents')::bigint;
  before record;
  paid bigint;
BEGIN
  PERFORM hold('session ' || r.session);
  PERFORM hold('account ' || r.account);
  IF EXISTS (SELECT FROM reversals WHERE reference = r.reference) THEN RETURN '"settled"'; END IF;
  SELECT coalesce(sum(cents), 0) AS cents, coalesce(sum(credits), 0) AS credits INTO before
    FROM reversals WHERE session = r.session AND state = 'taken';
  r.credits := greatest(0, div(sold::numeric * least(before.cents + r.cents, price_cents), price_cents) - before.credits);
  INSERT INTO reversals VALUES (r.reference, r.session, r.account, r.cents, r.credits, 'taken');
  paid := least(r.credits, balance_of(r.account));
  IF paid > 0 THEN
    PERFORM write_entry(ROW(NULL, r.account, -paid, 'reversal', r.reference, (a->0->>'at_ms')::bigint));
  END IF;
  PERFORM change_debt(r.account, r.credits - paid);
  RETURN '"reversed"';
END`,
  },
  returnReversal: {
    writes: `
DECLARE
  r reversals := jsonb_populate_record(NULL::reversals, a->0);
  known reversals;
  forgiven bigint;
BEGIN
  PERFORM hold('session ' || r.session);
  PERFORM hold('account ' || r.account);
  INSERT INTO reversals VALUES (r.reference, r.session, r.account, 0, 0, 'returned') ON CONFLICT DO NOTHING;
  UPDATE reversals SET state = 'returned' WHERE reference = r.reference AND state = 'taken' RETURNING * INTO known;
  IF NOT FOUND THEN RETURN '"settled"'; END IF;
  forgiven := least(known.credits, owed_by(r.account));
  PERFORM change_debt(r.account, -forgiven);
  IF known.credits > forgiven THEN
    PERFORM write_entry(ROW(
      NULL, r.account, known.credits - forgiven, 'reversal_undone', r.reference, (a->0->>'at_ms')::bigint));
  END IF;
  RETURN '"returned"';
END`,
  },
  collectOwed: {
    writes: `
DECLARE
  name text := a->>0;
  owed_ bigint;
  paid bigint;
  nth bigint;
BEGIN
  PERFORM hold('account ' || name);
  owed_ := owed_by(name);
  paid := least(owed_, balance_of(name));
  IF paid > 0 THEN
    UPDATE debts SET owed = owed - paid, payments = payments + 1 WHERE account = name RETURNING payments INTO nth;
    PERFORM write_entry(ROW(NULL, name, -paid, 'reversal', ${owedReferenceSql()}, (a->>1)::bigint));
  END IF;
  RETURN owed_ - paid;
END`,
  },
} satisfies SqlFunctions;

/** The reference of `owedReference`, put together in the database. */
function owedReferenceSql(): string {
  const [start, between] = owedReference("|", 0).slice(0, -1).split("|");
  return `'${start}' || name || '${between}' || nth`;
}
