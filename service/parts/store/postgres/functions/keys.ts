import type { SqlFunctions } from "./function.ts";

export const keyFunctions = {
  secret: {
    writes: `
BEGIN
  INSERT INTO secrets VALUES (a->>0, a->>1) ON CONFLICT DO NOTHING;
  RETURN (SELECT to_jsonb(value) FROM secrets WHERE name = a->>0);
END`,
  },
  addKey: {
    writes: `
DECLARE
  key keys := jsonb_populate_record(NULL::keys, a->0);
  address_ text := a->1->>'address';
  day_ text := a->1->>'day';
BEGIN
  PERFORM hold('minted ' || address_);
  IF EXISTS (SELECT FROM keys WHERE fingerprint = key.fingerprint) THEN RETURN '"added"'; END IF;
  IF coalesce((SELECT keys FROM minted WHERE day = day_ AND address = address_), 0) >= (a->1->>'limit')::bigint THEN
    RETURN '"refused"';
  END IF;
  INSERT INTO keys VALUES (key.fingerprint, key.created_at_ms, key.origin) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    INSERT INTO minted VALUES (day_, address_, 1) ON CONFLICT (day, address) DO UPDATE SET keys = minted.keys + 1;
  END IF;
  RETURN '"added"';
END`,
  },
  findKey: {
    reads: `
BEGIN
  RETURN (
    SELECT to_jsonb(k) - 'revoked_at_ms'
      || coalesce((SELECT jsonb_build_object('owed', owed) FROM debts WHERE account = fingerprint AND owed > 0), '{}')
    FROM keys k WHERE fingerprint = a->>0 AND revoked_at_ms IS NULL);
END`,
  },
  revokeKey: {
    writes: `
BEGIN
  UPDATE keys SET revoked_at_ms = (a->>1)::bigint WHERE fingerprint = a->>0 AND revoked_at_ms IS NULL;
  RETURN NULL;
END`,
  },
} satisfies SqlFunctions;
