import type { Dialect } from "../sql/dialect.ts";
import { callCommands } from "./calls.ts";
import { keyCommands } from "./keys.ts";
import { createLedger, ledgerCommands } from "./ledger.ts";
import { createOwners, ownerCommands } from "./owners.ts";

/** The commands of the store in the words of one database, every statement compiled once. */
export function prepareCommands(dialect: Dialect) {
  const ledger = createLedger(dialect);
  const owners = createOwners(dialect);
  return {
    ...keyCommands(dialect),
    ...ledgerCommands(dialect, ledger),
    ...callCommands(dialect, { ledger, owners }),
    ...ownerCommands(dialect),
  };
}
