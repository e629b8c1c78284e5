import { DatabaseError } from "pg";

/** SQLSTATE of transactions that got in each other's way; nothing of them happened, and sent again they may pass. */
const conflicts = new Set(["40001", "40P01"]);

/** The server is stopping, starting, was told to end this connection, or found it idle within a transaction for too long. */
const partings = new Set(["57P01", "57P02", "57P03", "57P05", "25P03"]);

/**
 * Classes of SQLSTATE that say that the server cannot do now what it was asked: connections, credentials, read-only, missing
 * database, resources, state, operators, the system, itself. All others only our own statements can cause.
 */
const outages = ["08", "25", "28", "3D", "40", "53", "54", "55", "57", "58", "F0", "XX"];

export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && conflicts.has(error.code ?? "");
}

/** Whether the connection closed, or could not be made; not where the server was silent for too long. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseError) return partings.has(error.code ?? "");
  if (!(error instanceof Error) || /timeout/i.test(error.message)) return false;
  return "syscall" in error || /connection (?:terminated|error)/i.test(error.message);
}

export function isOutage(error: unknown): boolean {
  return !(error instanceof DatabaseError) || outages.includes((error.code ?? "XX").slice(0, 2));
}

/** An answer of the server after which the connection is as good as before. */
export function leavesConnection(error: unknown): boolean {
  return error instanceof DatabaseError && (!isOutage(error) || isConflict(error));
}
