import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import {
  isConflict,
  isConnectionLost,
  isOutage,
  leavesConnection,
} from "../../../../parts/store/postgres/failures.ts";

/** An error of the server with this SQLSTATE. */
function told(code: string | undefined): DatabaseError {
  return Object.assign(new DatabaseError("refused", 7, "error"), { code });
}

const refusedConnection = Object.assign(new Error("connect ECONNREFUSED"), { syscall: "connect" });

type Judged = Readonly<{ conflict?: true; lost?: true; outage?: true; leaves?: true }>;

test.for<[string, unknown, Judged]>([
  ["two conflicting transactions", told("40001"), { conflict: true, outage: true, leaves: true }],
  ["a deadlock", told("40P01"), { conflict: true, outage: true, leaves: true }],
  ["a server that is stopping", told("57P01"), { lost: true, outage: true }],
  ["a statement that took too long", told("57014"), { outage: true }],
  ["a full disk", told("53100"), { outage: true }],
  ["a read-only replica", told("25006"), { outage: true }],
  ["a violated constraint", told("23514"), { leaves: true }],
  ["a mistake in a statement", told("42601"), { leaves: true }],
  ["an error without a code", told(undefined), { outage: true }],
  ["a refused connection", refusedConnection, { lost: true, outage: true }],
  ["a connection that ended", new Error("Connection terminated unexpectedly"), { lost: true, outage: true }],
  [
    "a server that was silent",
    new Error("Connection terminated due to connection timeout"),
    { outage: true },
  ],
  ["a query that was not answered in time", new Error("Query read timeout"), { outage: true }],
  ["any other thrown value", "a text", { outage: true }],
])("%s is classified", ([, error, expected]) => {
  const { conflict = false, lost = false, outage = false, leaves = false } = expected;
  expect({
    conflict: isConflict(error),
    lost: isConnectionLost(error),
    outage: isOutage(error),
    leaves: leavesConnection(error),
  }).toEqual({ conflict, lost, outage, leaves });
});
