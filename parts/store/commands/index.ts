import type { Dialect } from "../sql/dialect.ts";
import { accountCommands } from "./accounts.ts";
import { chargingCommands } from "./calls/charging.ts";
import { checkoutCommands } from "./deposits/checkouts.ts";
import type { Commands } from "./command.ts";
import { prepareDepositRows } from "./deposits/deposit-rows.ts";
import { depositCommands } from "./deposits/deposits.ts";
import { funnelCommands } from "./funnel.ts";
import { givingBackCommands } from "./calls/giving-back.ts";
import { grantCommands } from "./grants.ts";
import { journalCommands } from "./journal.ts";
import { keepingCommands } from "./calls/keeping.ts";
import { keyCommands } from "./keys.ts";
import { leaseCommands } from "./leases.ts";
import { createLedger, ledgerCommands } from "./ledger.ts";
import { noteCommands } from "./notes.ts";
import { createOwners, ownerCommands } from "./owners.ts";
import { paymentCommands } from "./payments/payments.ts";
import { recordingCommands } from "./kept/recordings.ts";
import { prepareReservationRows, reservationCommands } from "./deposits/reservations.ts";
import { reversalCommands } from "./deposits/reversals.ts";
import { takingCommands } from "./taking.ts";
import { taskCommands } from "./kept/tasks.ts";
import { upkeepCommands } from "./upkeep.ts";
import { verdictCommands } from "./kept/verdicts.ts";

/** The commands of the store in the words of one database, every statement compiled once. */
export function prepareCommands(dialect: Dialect): Commands {
  const ledger = createLedger(dialect);
  const owners = createOwners(dialect);
  const deposits = prepareDepositRows(dialect);
  const reservations = prepareReservationRows(dialect);
  return {
    ...keyCommands(dialect, ledger),
    ...ledgerCommands(dialect, ledger),
    ...chargingCommands(dialect, { ledger, owners }),
    ...keepingCommands(dialect),
    ...givingBackCommands(dialect, { ledger, owners }),
    ...ownerCommands(dialect),
    ...journalCommands(dialect),
    ...takingCommands(dialect),
    ...noteCommands(dialect),
    ...leaseCommands(dialect),
    ...reservationCommands(dialect, { rows: reservations, deposits }),
    ...depositCommands(dialect, { rows: deposits, reservations, ledger }),
    ...checkoutCommands(dialect),
    ...reversalCommands(dialect, ledger),
    ...funnelCommands(dialect),
    ...grantCommands(dialect),
    ...paymentCommands(dialect, owners),
    ...recordingCommands(dialect),
    ...taskCommands(dialect),
    ...verdictCommands(dialect),
    ...accountCommands(dialect),
    ...upkeepCommands(dialect),
  };
}
