import type { CommandSteps } from "../sql/step.ts";
import type { CommandName, Store } from "../store.ts";

/** The commands of a store, step by step, as both run them. */
export type Commands = {
  readonly [Name in CommandName]: (
    ...args: Parameters<Store[Name]>
  ) => CommandSteps<Awaited<ReturnType<Store[Name]>>>;
};

export type Durability = "reading" | "writing" | "surviving power loss";

/**
 * What each command needs of its commit. If power loss undoes a charge, the charge is simply given back, so `beginCall`
 * does not wait for the disk; `keepCall` does, and flushes everything before it. Holds and leases may be lost: the
 * process that held them ended too. Deposits that were only seen are seen again, or were flushed by the note that says
 * how far the chain was read. Settlements are on the chain as well.
 */
export const durabilityOf: Readonly<Record<CommandName, Durability>> = {
  ping: "reading",
  findKey: "reading",
  readAccount: "reading",
  readEntries: "reading",
  readOwners: "reading",
  readEntry: "reading",
  listEntries: "reading",
  countEntries: "reading",
  readNote: "reading",
  readStatement: "reading",
  readReservation: "reading",
  listOpenReservations: "reading",
  readDeposit: "reading",
  findDeposits: "reading",
  listUnclaimed: "reading",
  readRemainder: "reading",
  openCheckouts: "reading",
  readFunnel: "reading",
  listAccounts: "reading",
  listDeposits: "reading",
  listCheckouts: "reading",
  readGrant: "reading",
  findPayment: "reading",
  findPaid: "reading",
  findServed: "reading",
  listRecordings: "reading",
  findTask: "reading",
  listTasks: "reading",
  findVerdict: "reading",
  beginCall: "writing",
  beginCallOfKey: "writing",
  heartbeat: "writing",
  prune: "writing",
  takeEntries: "writing",
  holdEntry: "writing",
  takeLease: "writing",
  endLease: "writing",
  seeDeposit: "writing",
  forgetSeen: "writing",
  countVisit: "writing",
  secret: "surviving power loss",
  addKey: "surviving power loss",
  revokeKey: "surviving power loss",
  grant: "surviving power loss",
  keepCall: "surviving power loss",
  giveBackCall: "surviving power loss",
  giveBackCallsOf: "surviving power loss",
  addEntry: "surviving power loss",
  writeEntry: "surviving power loss",
  writeNote: "surviving power loss",
  reserve: "surviving power loss",
  creditDeposit: "surviving power loss",
  claimDeposit: "surviving power loss",
  reverse: "surviving power loss",
  returnReversal: "surviving power loss",
  collectOwed: "surviving power loss",
  addCheckout: "surviving power loss",
  closeCheckout: "surviving power loss",
  openGrant: "surviving power loss",
  rotateGrant: "surviving power loss",
  endGrant: "surviving power loss",
  claimPayment: "writing",
  keepWork: "surviving power loss",
  settlePayment: "writing",
  addServed: "writing",
  letGoPayment: "writing",
  releasePaymentsOf: "writing",
  addRecording: "surviving power loss",
  putTask: "writing",
  shareVerdict: "surviving power loss",
  deleteVerdict: "surviving power loss",
};

export const commandNames = Object.keys(durabilityOf) as CommandName[];
