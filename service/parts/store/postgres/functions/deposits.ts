import { maxCredits } from "../../wei.ts";
import type { SqlFunctions } from "./function.ts";

/** Whatever decides about a deposit or a reservation is done one after the other: they are few, and depend on each other. */
export const depositHelpers = `
CREATE FUNCTION to_deposit(d deposits) RETURNS jsonb LANGUAGE sql AS $$ SELECT to_jsonb(d) - 'chain' $$;

CREATE FUNCTION to_deposits(found deposits[]) RETURNS jsonb LANGUAGE sql AS $$
  SELECT coalesce(jsonb_agg(to_deposit(found[n]) ORDER BY n), '[]') FROM generate_subscripts(found, 1) AS n
$$;

-- What a deposit is before it is decided.
CREATE FUNCTION undecided(sent jsonb) RETURNS deposits LANGUAGE plpgsql AS $$
DECLARE d deposits := jsonb_populate_record(NULL::deposits, sent);
BEGIN
  d.chain := split_part(d.reference, ':', 1);
  d.state := 'seen';
  d.account := NULL;
  d.price_wei := NULL;
  d.credits := 0;
  d.reserved_credits := 0;
  d.reservation := NULL;
  RETURN d;
END $$;

CREATE FUNCTION put_deposit(d deposits) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM deposits WHERE reference = d.reference;
  INSERT INTO deposits SELECT d.*;
END $$;

-- The reservation that a deposit settles when it is credited.
CREATE FUNCTION reservation_for(d deposits) RETURNS reservations LANGUAGE sql STABLE AS $$
  SELECT r FROM reservations r
  WHERE amount_wei = d.amount_wei AND created_at_ms - created_at_ms % 1000 <= d.block_time_ms
    AND expires_at_ms >= d.block_time_ms AND deposit IS NULL AND account = coalesce(d.fingerprint, account)
  ORDER BY expires_at_ms, id LIMIT 1
$$;

CREATE FUNCTION is_key(name text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM keys WHERE fingerprint = name AND revoked_at_ms IS NULL)
$$;

-- The entry, the remainder, the reservation and the record at once. The sums are those of fillCredits in wei.ts.
CREATE FUNCTION credit_deposit(d deposits, name text, r reservations, price numeric, at_ms bigint)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  amount numeric := d.amount_wei;
  asked numeric := 0;
  reserved numeric := 0;
  rest numeric;
  more numeric;
BEGIN
  PERFORM hold('account ' || name);
  IF r.credits > 0 THEN asked := div(amount, r.credits); END IF;
  IF asked > 0 AND asked < price THEN reserved := r.credits; END IF;
  rest := coalesce((SELECT wei FROM remainders WHERE account = name), '0')::numeric + amount - reserved * asked;
  more := least(div(rest, price), ${maxCredits} - reserved);
  d.state := 'credited';
  d.account := name;
  d.price_wei := price::text;
  d.credits := reserved + more;
  d.reserved_credits := reserved;
  d.reservation := r.id;
  IF NOT write_entry(ROW(NULL, name, d.credits, 'deposit', d.reference, at_ms)) THEN
    RAISE EXCEPTION 'Deposit % has an entry but was never decided.', d.reference;
  END IF;
  INSERT INTO remainders VALUES (name, (rest - more * price)::text)
    ON CONFLICT (account) DO UPDATE SET wei = excluded.wei;
  UPDATE reservations SET deposit = d.reference WHERE id = r.id;
  PERFORM put_deposit(d);
  RETURN to_deposit(d) || '{"is_new": true}';
END $$;
`;

const deciding = {
  seeDeposit: {
    writes: `
BEGIN
  PERFORM hold('treasury');
  IF NOT EXISTS (SELECT FROM deposits WHERE reference = a->0->>'reference' AND state <> 'seen') THEN
    PERFORM put_deposit(undecided(a->0));
  END IF;
  RETURN NULL;
END`,
  },
  forgetSeen: {
    writes: `
BEGIN
  PERFORM hold('treasury');
  DELETE FROM deposits WHERE chain = a->>0 AND state = 'seen'
    AND block BETWEEN coalesce((a->>2)::bigint, 0) AND (a->>1)::bigint;
  RETURN NULL;
END`,
  },
  creditDeposit: {
    writes: `
DECLARE
  d deposits := undecided(a->0);
  known deposits;
  r reservations;
  name text;
BEGIN
  PERFORM hold('treasury');
  SELECT * INTO known FROM deposits WHERE reference = d.reference AND state <> 'seen';
  IF FOUND THEN RETURN to_deposit(known) || '{"is_new": false}'; END IF;
  r := reservation_for(d);
  name := coalesce(d.fingerprint, r.account);
  IF name IS NOT NULL AND is_key(name) THEN
    RETURN credit_deposit(d, name, r, (a->1->>'price_wei')::numeric, (a->1->>'at_ms')::bigint);
  END IF;
  d.state := 'unclaimed';
  PERFORM put_deposit(d);
  RETURN to_deposit(d) || '{"is_new": true}';
END`,
  },
  claimDeposit: {
    writes: `
DECLARE
  known deposits;
BEGIN
  PERFORM hold('treasury');
  SELECT * INTO known FROM deposits WHERE reference = a->>0;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF known.state <> 'unclaimed' OR NOT is_key(a->1->>'account') THEN
    RETURN to_deposit(known) || '{"is_new": false}';
  END IF;
  RETURN credit_deposit(
    known, a->1->>'account', NULL, (a->1->>'price_wei')::numeric, (a->1->>'at_ms')::bigint);
END`,
  },
} satisfies SqlFunctions;

export const depositFunctions = {
  ...deciding,
  readDeposit: { reads: "BEGIN RETURN (SELECT to_deposit(d) FROM deposits d WHERE reference = a->>0); END" },
  // A longer reference of one transaction has a position of more digits.
  findDeposits: {
    reads: `
BEGIN
  RETURN to_deposits(array(SELECT d FROM deposits d WHERE tx = a->>0 ORDER BY length(reference), reference));
END`,
  },
  listUnclaimed: {
    reads: `
BEGIN
  RETURN to_deposits(array(
    SELECT d FROM deposits d
    WHERE chain = a->0->>'chain_id' AND block_time_ms >= (a->0->>'since_ms')::bigint AND state = 'unclaimed'
    ORDER BY block_time_ms DESC, reference DESC LIMIT (a->0->>'limit')::bigint));
END`,
  },
  listDeposits: {
    reads: `
BEGIN
  RETURN to_deposits(array(
    SELECT d FROM deposits d WHERE reference > coalesce(a->0->>'after', '')
    ORDER BY reference LIMIT (a->0->>'limit')::bigint));
END`,
  },
  readRemainder: {
    reads: "BEGIN RETURN to_jsonb(coalesce((SELECT wei FROM remainders WHERE account = a->>0), '0')); END",
  },
} satisfies SqlFunctions;
