import { DatabaseError } from "pg";

/** SQLSTATE of transactions that conflicted: they had no effect, and may succeed when they are sent again. */
const conflicts = new Set(["40001", "40P01"]);

/** SQLSTATE for: the server stops or starts, an administrator ended the connection, or it was idle in a transaction too long. */
const connectionEnds = new Set(["57P01", "57P02", "57P03", "57P05", "25P03"]);

/**
 * Classes of SQLSTATE for a server that cannot work now: connections, credentials, read-only, missing database, resources,
 * state, operators, the system, the server itself. All other classes are errors in our own statements.
 */
const outages = ["08", "25", "28", "3D", "40", "53", "54", "55", "57", "58", "F0", "XX"];

export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && conflicts.has(error.code ?? "");
}

/** Whether the connection closed or could not be made. A timeout does not count. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseError) return connectionEnds.has(error.code ?? "");
  if (!(error instanceof Error) || /timeout/i.test(error.message)) return false;
  return "syscall" in error || /connection (?:terminated|error)/i.test(error.message);
}

export function isOutage(error: unknown): boolean {
  return !(error instanceof DatabaseError) || outages.includes((error.code ?? "XX").slice(0, 2));
}

/** Whether the connection stays usable after this error. */
export function leavesConnection(error: unknown): boolean {
  return error instanceof DatabaseError && (!isOutage(error) || isConflict(error));
}
