import type { SqlFunctions } from "./function.ts";

export const taskHelpers = `
CREATE FUNCTION to_task(t tasks) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object('id', t.id, 'owner', t.owner, 'is_finished', t.is_finished = 1,
    'expires_at_ms', t.expires_at_ms, 'body', t.body)
$$;
`;

export const taskFunctions = {
  // The arguments are the shelf, the task, the bounds, and what the task counts for. One at a time on a shelf.
  putTask: {
    writes: `
DECLARE
  shelf_ text := a->>0;
  id_ text := a->1->>'id';
  owner_ text := a->1->>'owner';
  is_finished_ boolean := (a->1->>'is_finished')::boolean;
  too_much bigint;
BEGIN
  PERFORM hold('shelf ' || shelf_);
  DELETE FROM tasks WHERE shelf = shelf_ AND expires_at_ms <= (a->2->>'now_ms')::bigint;
  IF NOT is_finished_ AND EXISTS (SELECT FROM tasks WHERE shelf = shelf_ AND id = id_ AND is_finished = 1) THEN
    RETURN '"finished"';
  END IF;
  DELETE FROM tasks WHERE shelf = shelf_ AND id = id_;
  INSERT INTO tasks (shelf, id, owner, is_finished, expires_at_ms, bytes, body)
    VALUES (shelf_, id_, owner_, is_finished_::integer, (a->1->>'expires_at_ms')::bigint, (a->>3)::bigint, a->1->>'body');
  DELETE FROM tasks WHERE n IN (
    SELECT n FROM tasks WHERE shelf = shelf_ AND owner = owner_ ORDER BY n DESC OFFSET (a->2->>'max_of_owner')::bigint);
  LOOP
    SELECT sum(bytes) - (a->2->>'max_bytes')::bigint INTO too_much FROM tasks WHERE shelf = shelf_;
    EXIT WHEN coalesce(too_much, 0) <= 0;
    DELETE FROM tasks WHERE n = (
      SELECT min(n) FROM tasks WHERE shelf = shelf_ AND owner = (
        SELECT owner FROM tasks WHERE shelf = shelf_ GROUP BY owner ORDER BY sum(bytes) DESC LIMIT 1));
  END LOOP;
  RETURN '"put"';
END`,
  },
  findTask: {
    reads: `
BEGIN
  RETURN (SELECT to_task(t) FROM tasks t WHERE shelf = a->>0 AND id = a->>1 AND expires_at_ms > (a->>2)::bigint);
END`,
  },
  listTasks: {
    reads: `
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(to_task(t) ORDER BY n DESC), '[]') FROM tasks t
    WHERE shelf = a->>0 AND owner = a->>1 AND expires_at_ms > (a->>2)::bigint);
END`,
  },
} satisfies SqlFunctions;
