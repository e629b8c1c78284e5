import type { SqlFunctions } from "./function.ts";

export const callHelpers = `
CREATE FUNCTION to_beginning(c calls, answer text) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object('outcome', c.outcome)
    || CASE WHEN c.outcome = 'under way' THEN '{}'::jsonb ELSE jsonb_build_object(
         'account', jsonb_build_object('credits', c.credits, 'used_today', c.used_today)) END
    || CASE c.outcome WHEN 'taken' THEN jsonb_build_object('from', c.source)
         WHEN 'answered' THEN jsonb_build_object('answer', answer) ELSE '{}'::jsonb END
$$;

-- Takes the charge from the first purse that covers it; without one the call stays not taken.
CREATE FUNCTION take_charge(c calls, allowance bigint) RETURNS calls LANGUAGE plpgsql AS $$
BEGIN
  c.outcome := 'short';
  IF c.used_today < allowance THEN
    INSERT INTO used VALUES (c.day, c.account, 1) ON CONFLICT (day, account) DO UPDATE SET calls = used.calls + 1;
    c.used_today := c.used_today + 1;
    c.source := 'allowance';
  ELSIF c.price = 0 THEN
    c.source := 'nothing';
  ELSIF c.credits >= c.price THEN
    IF write_entry(ROW(NULL, c.account, -c.price, 'charge', c.id, c.at_ms)) THEN
      c.credits := c.credits - c.price;
      c.source := 'credits';
    END IF;
  END IF;
  IF c.source IS NOT NULL THEN
    c.outcome := 'taken';
    c.state := 'open';
  END IF;
  RETURN c;
END $$;

CREATE FUNCTION undo_call(c calls, at_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF c.source = 'credits' THEN
    PERFORM write_entry(ROW(NULL, c.account, c.price, 'give_back', c.id, at_ms));
  ELSIF c.source = 'allowance' THEN
    PERFORM hold('account ' || c.account);
    UPDATE used SET calls = calls - 1 WHERE day = c.day AND account = c.account AND calls > 0;
  END IF;
  DELETE FROM answers WHERE account = c.account AND digest = c.digest AND call = c.id;
  UPDATE calls SET state = 'given back' WHERE id = c.id;
END $$;
`;

export const callFunctions = {
  beginCall: {
    writes: `
DECLARE
  c calls := jsonb_populate_record(NULL::calls, a->0);
  seen calls;
  remembered text;
  is_open boolean;
BEGIN
  c.price := c.credits;
  c.state := 'not taken';
  PERFORM share('owner ' || c.owner);
  PERFORM hold('call ' || c.id);
  PERFORM hold('account ' || c.account);
  SELECT * INTO seen FROM calls WHERE id = c.id;
  -- One statement: a call that is kept meanwhile is open, or answered.
  SELECT balance_of(c.account),
    coalesce((SELECT calls FROM used WHERE day = c.day AND account = c.account), 0),
    (SELECT body FROM answers WHERE account = c.account AND digest = c.digest AND expires_at_ms > c.at_ms),
    EXISTS (SELECT FROM calls WHERE account = c.account AND digest = c.digest AND state = 'open')
    INTO c.credits, c.used_today, remembered, is_open;
  IF seen.id IS NOT NULL THEN
    IF seen.outcome IS NULL THEN
      c.outcome := 'short';
      RETURN to_beginning(c, NULL);
    END IF;
    IF seen.outcome = 'answered' AND remembered IS NULL THEN seen.outcome := 'under way'; END IF;
    RETURN to_beginning(seen, remembered);
  END IF;
  IF remembered IS NOT NULL THEN c.outcome := 'answered';
  ELSIF is_open THEN c.outcome := 'under way';
  ELSE c := take_charge(c, (a->0->>'allowance')::bigint);
  END IF;
  INSERT INTO calls SELECT c.*;
  IF c.outcome = 'taken' THEN PERFORM list_owner(c.owner, now_ms); END IF;
  RETURN to_beginning(c, remembered);
END`,
  },
  keepCall: {
    writes: `
DECLARE
  c calls;
BEGIN
  UPDATE calls SET state = 'kept' WHERE id = a->>0 AND state = 'open' RETURNING * INTO c;
  IF NOT FOUND THEN
    RETURN CASE WHEN EXISTS (SELECT FROM calls WHERE id = a->>0 AND state = 'kept') THEN '"kept"' ELSE '"gone"' END;
  END IF;
  IF a->1->>'body' IS NOT NULL THEN
    INSERT INTO answers VALUES (c.account, c.digest, c.id, (a->1->>'expires_at_ms')::bigint, a->1->>'body')
      ON CONFLICT (account, digest) DO UPDATE
      SET call = excluded.call, expires_at_ms = excluded.expires_at_ms, body = excluded.body;
  END IF;
  RETURN '"kept"';
END`,
  },
  giveBackCall: {
    writes: `
DECLARE
  c calls;
BEGIN
  PERFORM hold('call ' || (a->>0));
  SELECT * INTO c FROM calls WHERE id = a->>0 FOR UPDATE;
  IF NOT FOUND THEN INSERT INTO calls (id, state, at_ms) VALUES (a->>0, 'given back', (a->>1)::bigint);
  ELSIF c.state IN ('open', 'kept') THEN PERFORM undo_call(c, (a->>1)::bigint);
  END IF;
  RETURN NULL;
END`,
  },
  giveBackCallsOf: {
    writes: `
DECLARE
  c calls;
  given bigint := 0;
BEGIN
  PERFORM hold('owner ' || (a->>0));
  IF a->>2 = 'if silent' AND is_alive(a->>0, now_ms) THEN RETURN 0; END IF;
  PERFORM hold_all(array(SELECT 'call ' || id FROM calls WHERE owner = a->>0 AND state = 'open'));
  PERFORM hold_all(array(SELECT 'account ' || account FROM calls WHERE owner = a->>0 AND state = 'open'));
  FOR c IN SELECT * FROM calls WHERE owner = a->>0 AND state = 'open' ORDER BY id FOR UPDATE LOOP
    PERFORM undo_call(c, (a->>1)::bigint);
    given := given + 1;
  END LOOP;
  DELETE FROM owners WHERE owner = a->>0;
  RETURN given;
END`,
  },
  beat: {
    writes: `
BEGIN
  PERFORM share('owner ' || (a->>0));
  INSERT INTO owners VALUES (a->>0, now_ms + (a->>1)::bigint)
    ON CONFLICT (owner) DO UPDATE SET until_ms = excluded.until_ms;
  RETURN NULL;
END`,
  },
  readOwners: {
    reads: `
BEGIN
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_build_object('owner', owner, 'is_silent', until_ms <= now_ms) ORDER BY owner), '[]')
    FROM owners);
END`,
  },
} satisfies SqlFunctions;
