import { returningOwnerLifeMs } from "../../store.ts";

/**
 * What the functions of the commands call. A command takes its locks before it reads, always in this order: owner,
 * then call, payment, session or treasury, then account; so none waits for another in a circle, and each statement
 * after a lock sees what its last holder committed.
 */
export const shared = `
CREATE FUNCTION hold(name text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended(current_schema || ' ' || name, 0))
$$;

CREATE FUNCTION hold_all(names text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE one text;
BEGIN
  FOR one IN SELECT DISTINCT unnest(names) AS name ORDER BY name LOOP PERFORM hold(one); END LOOP;
END $$;

-- For those who may work side by side, only not beside a holder.
CREATE FUNCTION share(name text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock_shared(hashtextextended(current_schema || ' ' || name, 0))
$$;

-- False when the reference was written before; then nothing changes.
CREATE FUNCTION write_entry(entry entries) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold('account ' || entry.account);
  INSERT INTO entries (account, delta, reason, reference, at_ms)
    VALUES (entry.account, entry.delta, entry.reason, entry.reference, entry.at_ms)
    ON CONFLICT (reason, reference) DO NOTHING;
  RETURN FOUND;
END $$;

CREATE FUNCTION balance_of(name text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT credits FROM balances WHERE account = name), 0)
$$;

CREATE FUNCTION is_alive(name text, now_ms bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM owners WHERE owner = name AND until_ms > now_ms)
$$;

-- An owner that nobody has listed is listed for a while, so that somebody settles for it if it dies.
CREATE FUNCTION list_owner(name text, now_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM owners WHERE owner = name) THEN RETURN; END IF;
  INSERT INTO owners VALUES (name, now_ms + ${returningOwnerLifeMs}) ON CONFLICT DO NOTHING;
END $$;
`;
