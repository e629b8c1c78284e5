import { endedGrantLifeMs } from "../../grants.ts";
import type { SqlFunctions } from "./function.ts";

export const grantHelpers = `
CREATE FUNCTION is_live(g grants, now_ms bigint) RETURNS boolean LANGUAGE sql AS $$
  SELECT g.id IS NOT NULL AND g.is_ended = 0 AND g.expires_at_ms > now_ms
$$;

CREATE FUNCTION end_grants(ids text[], now_ms bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE grants SET is_ended = 1, expires_at_ms = least(expires_at_ms, now_ms + ${endedGrantLifeMs})
  WHERE id = ANY (ids) AND is_ended = 0
$$;
`;

export const grantFunctions = {
  openGrant: {
    writes: `
DECLARE
  g grants := jsonb_populate_record(NULL::grants, a->0);
  known grants;
  at_ms bigint := (a->0->>'now_ms')::bigint;
BEGIN
  PERFORM hold('grant ' || g.id);
  PERFORM hold('grants of ' || g.account);
  SELECT * INTO known FROM grants WHERE id = g.id FOR UPDATE;
  IF NOT FOUND THEN
    PERFORM end_grants(array(
      SELECT id FROM grants WHERE account = g.account AND is_ended = 0 AND expires_at_ms > at_ms
      ORDER BY expires_at_ms DESC, id OFFSET (a->0->>'max_open')::bigint - 1), at_ms);
    INSERT INTO grants VALUES (g.id, g.account, g.token_hash, NULL, g.expires_at_ms, 0);
    RETURN '"opened"';
  END IF;
  IF is_live(known, at_ms) AND known.token_hash = g.token_hash THEN RETURN '"opened"'; END IF;
  PERFORM end_grants(array[g.id], at_ms);
  RETURN '"used"';
END`,
  },
  turnGrant: {
    writes: `
DECLARE
  g grants;
  next_hash text := a->0->>'next_hash';
  at_ms bigint := (a->0->>'now_ms')::bigint;
BEGIN
  SELECT * INTO g FROM grants WHERE id = a->0->>'id' FOR UPDATE;
  IF NOT is_live(g, at_ms) THEN RETURN '"gone"'; END IF;
  IF g.token_hash = next_hash AND g.former_hash = a->0->>'token_hash' THEN RETURN '"turned"'; END IF;
  IF g.token_hash <> a->0->>'token_hash' THEN
    PERFORM end_grants(array[g.id], at_ms);
    RETURN '"reused"';
  END IF;
  UPDATE grants SET former_hash = token_hash, token_hash = next_hash,
    expires_at_ms = (a->0->>'expires_at_ms')::bigint WHERE id = g.id;
  RETURN '"turned"';
END`,
  },
  endGrant: {
    writes: `
BEGIN
  PERFORM end_grants(array[a->>0], (a->>1)::bigint);
  RETURN NULL;
END`,
  },
  readGrant: {
    reads: `
BEGIN
  RETURN (SELECT jsonb_build_object('id', id, 'account', account, 'expires_at_ms', expires_at_ms)
    FROM grants g WHERE id = a->>0 AND is_live(g, (a->>1)::bigint));
END`,
  },
} satisfies SqlFunctions;
