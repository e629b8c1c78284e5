import type { SqlFunctions } from "./function.ts";

export const paymentHelpers = `
CREATE FUNCTION to_payment(p payments) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object('state', p.state, 'signature', p.signature, 'request', p.request, 'terms', p.terms,
    'claimed_at_ms', p.claimed_at_ms, 'answer', p.answer, 'receipt', p.receipt)
$$;

CREATE FUNCTION is_held(p payments, now_ms bigint) RETURNS boolean LANGUAGE sql AS $$
  SELECT p.hold IS NOT NULL AND p.held_until_ms > now_ms
$$;

-- A hold that ran out was not let go by its holder, who may have settled.
CREATE FUNCTION may_be_settled(p payments, is_ours boolean) RETURNS boolean LANGUAGE sql AS $$
  SELECT p.state = 'worked' AND (p.is_uncertain = 1 OR (p.hold IS NOT NULL AND NOT is_ours))
$$;

-- What the payer's other payments under an identifier came to; nothing where none of them stands in the way.
CREATE FUNCTION look_up(p payments, named text, dead jsonb, now_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  found jsonb;
BEGIN
  -- One statement: another that is settled meanwhile is under way, or answers.
  SELECT CASE
    WHEN bool_or(o.request <> p.request) THEN '{"outcome": "conflict"}'
    WHEN bool_or(o.state = 'settled') THEN jsonb_build_object('outcome', 'settled',
      'record', (array_agg(to_payment(o)) FILTER (WHERE o.state = 'settled'))[1])
    WHEN bool_or(is_held(o, now_ms)) THEN '{"outcome": "under way"}'
    WHEN bool_or(may_be_settled(o, false) AND NOT dead ? o.id) THEN jsonb_build_object('outcome', 'unresolved', 'sent',
      (array_agg(coalesce(o.sent, '')) FILTER (WHERE may_be_settled(o, false) AND NOT dead ? o.id))[1])
    END INTO found
    FROM payments o WHERE o.payer = p.payer AND o.identifier = named AND o.id <> p.id;
  IF found IS NULL THEN
    -- Who claimed one and did not live to work for it must not do so later.
    DELETE FROM payments
      WHERE payer = p.payer AND identifier = named AND id <> p.id AND state = 'claimed';
  END IF;
  RETURN found;
END $$;

-- For a payment that has no record: answered from another of the payer's, made to wait for it, or claimed.
CREATE FUNCTION begin_payment(p payments, sent_claim jsonb, now_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  earlier jsonb;
  is_under_way boolean;
  max_unpaid bigint := sent_claim->>'max_unpaid';
  unpaid bigint;
  uncertain bigint;
BEGIN
  SELECT (SELECT to_payment(e) FROM payments e
      WHERE payer = p.payer AND request = p.request AND state = 'settled' AND repeat_until_ms > p.claimed_at_ms
      ORDER BY repeat_until_ms DESC LIMIT 1),
    EXISTS (SELECT FROM payments o WHERE payer = p.payer AND request = p.request AND is_held(o, now_ms)),
    count(*), coalesce(sum(is_uncertain), 0)
    INTO earlier, is_under_way, unpaid, uncertain
    FROM payments
    WHERE payer = p.payer AND unpaid_at_ms > (sent_claim->>'unpaid_since_ms')::bigint;
  IF earlier IS NOT NULL THEN RETURN jsonb_build_object('outcome', 'settled', 'record', earlier); END IF;
  IF is_under_way THEN RETURN '{"outcome": "under way"}'; END IF;
  IF NOT (sent_claim->>'may_begin')::boolean THEN RETURN '{"outcome": "unknown"}'; END IF;
  IF unpaid - uncertain >= max_unpaid THEN RETURN '{"outcome": "too many unpaid"}'; END IF;
  IF unpaid >= max_unpaid THEN RETURN '{"outcome": "too many uncertain"}'; END IF;
  p.state := 'claimed';
  p.is_uncertain := 0;
  INSERT INTO payments SELECT p.*;
  RETURN '{"outcome": "claimed"}';
END $$;

CREATE FUNCTION claim(p payments, sent_claim jsonb, now_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  known payments;
  is_ours boolean;
  is_uncertain_ boolean;
  earlier jsonb;
BEGIN
  SELECT * INTO known FROM payments WHERE id = p.id FOR UPDATE;
  IF known.signature <> p.signature OR known.request <> p.request THEN RETURN '{"outcome": "conflict"}'; END IF;
  IF known.state = 'settled' THEN
    RETURN jsonb_build_object('outcome', 'settled', 'record', to_payment(known));
  END IF;
  is_ours := coalesce(known.hold = p.hold, false);
  IF NOT is_ours AND is_held(known, now_ms) THEN RETURN '{"outcome": "under way"}'; END IF;
  is_uncertain_ := coalesce(may_be_settled(known, is_ours), false);
  earlier := look_up(p, coalesce(known.identifier, p.identifier), sent_claim->'dead', now_ms);
  -- Of several that may have been settled, each is looked at by itself.
  IF earlier IS NOT NULL AND NOT (earlier->>'outcome' = 'unresolved' AND is_uncertain_) THEN RETURN earlier; END IF;
  IF known.state = 'worked' THEN
    UPDATE payments SET owner = p.owner, hold = p.hold, held_until_ms = p.held_until_ms,
      is_uncertain = is_uncertain_::integer, identifier = coalesce(identifier, p.identifier),
      sent = coalesce(sent, p.sent) WHERE id = p.id;
    RETURN jsonb_build_object('outcome', 'worked', 'record', to_payment(known), 'is_uncertain', is_uncertain_);
  END IF;
  IF is_ours THEN RETURN '{"outcome": "claimed"}'; END IF;
  DELETE FROM payments WHERE id = p.id;
  RETURN begin_payment(p, sent_claim, now_ms);
END $$;
`;

export const paymentFunctions = {
  findPayment: { reads: "BEGIN RETURN (SELECT to_payment(p) FROM payments p WHERE id = a->>0); END" },
  addServed: {
    writes: `
BEGIN
  INSERT INTO served VALUES (a->>0) ON CONFLICT DO NOTHING;
  RETURN NULL;
END`,
  },
  findServed: {
    reads: `
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(address), '[]') FROM served
    WHERE address = ANY (array(SELECT jsonb_array_elements_text(a->0))));
END`,
  },
  findPaid: {
    reads: `
BEGIN
  RETURN (
    SELECT to_payment(p) FROM payments p WHERE payer = a->>0 AND request = a->>1 AND state = 'settled'
    ORDER BY settled_at_ms DESC LIMIT 1);
END`,
  },
  claimPayment: {
    writes: `
DECLARE
  p payments := jsonb_populate_record(NULL::payments, a->0);
  claimed jsonb;
BEGIN
  p.claimed_at_ms := (a->0->>'at_ms')::bigint;
  p.held_until_ms := now_ms + (a->0->>'hold_ms')::bigint;
  PERFORM share('owner ' || p.owner);
  PERFORM hold('payment ' || p.id);
  PERFORM hold('payer ' || p.payer);
  claimed := claim(p, a->0, now_ms);
  IF claimed->>'outcome' IN ('claimed', 'worked') THEN PERFORM list_owner(p.owner, now_ms); END IF;
  RETURN claimed;
END`,
  },
  keepWork: {
    writes: `
BEGIN
  UPDATE payments SET state = 'worked', answer = a->2->>'answer'
    WHERE id = a->>0 AND hold = a->>1 AND state <> 'settled';
  RETURN CASE WHEN FOUND THEN '"kept"' ELSE '"gone"' END;
END`,
  },
  // What was counted before is counted permanently, whichever payment it was for and whether that is still known.
  settlePayment: {
    writes: `
DECLARE
  id_ text := a->>0;
  chain_ text := a->1->'transfer'->>'chain';
  tx_ text := a->1->'transfer'->>'transaction';
  log_ bigint := (a->1->'transfer'->>'log')::bigint;
  known payments;
BEGIN
  PERFORM hold('payment ' || id_);
  PERFORM hold('transfer ' || chain_ || ' ' || tx_);
  SELECT * INTO known FROM payments WHERE id = id_ FOR UPDATE;
  IF known.state IS DISTINCT FROM 'worked' THEN
    RETURN CASE WHEN known.state = 'settled' THEN '"settled"' ELSE '"gone"' END;
  END IF;
  IF EXISTS (SELECT FROM transfers
    WHERE chain = chain_ AND tx = tx_ AND (log_ IS NULL OR log = log_ OR payment = id_)) THEN RETURN '"taken"';
  END IF;
  INSERT INTO transfers VALUES (chain_, tx_, id_, log_);
  INSERT INTO served VALUES (known.payer) ON CONFLICT DO NOTHING;
  UPDATE payments SET state = 'settled', receipt = a->1->>'receipt', settled_at_ms = (a->1->>'at_ms')::bigint,
    repeat_until_ms = (a->1->>'repeat_until_ms')::bigint,
    owner = NULL, hold = NULL, held_until_ms = NULL, unpaid_at_ms = NULL WHERE id = id_;
  RETURN '"settled"';
END`,
  },
  letGoPayment: {
    writes: `
BEGIN
  DELETE FROM payments WHERE id = a->>0 AND hold = a->>1 AND state = 'claimed';
  UPDATE payments SET owner = NULL, hold = NULL, held_until_ms = NULL, unpaid_at_ms = (a->2->>'at_ms')::bigint,
    is_uncertain = greatest(is_uncertain, (a->2->>'is_uncertain')::boolean::integer)
    WHERE id = a->>0 AND hold = a->>1 AND state = 'worked';
  RETURN NULL;
END`,
  },
  // What a crash left worked for may have been settled: it happened somewhere between the two.
  releasePaymentsOf: {
    writes: `
DECLARE
  dropped bigint;
  released bigint;
BEGIN
  PERFORM hold('owner ' || (a->>0));
  IF a->>1 = 'if silent' AND is_alive(a->>0, now_ms) THEN RETURN 0; END IF;
  DELETE FROM payments WHERE owner = a->>0 AND state = 'claimed';
  GET DIAGNOSTICS dropped = ROW_COUNT;
  UPDATE payments SET owner = NULL, hold = NULL, held_until_ms = NULL, is_uncertain = 1 WHERE owner = a->>0;
  GET DIAGNOSTICS released = ROW_COUNT;
  RETURN dropped + released;
END`,
  },
} satisfies SqlFunctions;
