import type { ClaimResult, PaymentClaim } from "../../payments.ts";
import { lock, share, type CommandSteps } from "../../sql/step.ts";
import type { Commands } from "../command.ts";
import type { Owners } from "../owners.ts";
import { toRecord, type PaymentRow, type PaymentRows } from "./payment-rows.ts";

/** A payment is claimed for one request, by one who works for it at a time. */
export function createClaiming(rows: PaymentRows, owners: Owners): Commands["claimPayment"] {
  function* decide(claim: PaymentClaim): CommandSteps<ClaimResult> {
    const row = yield* rows.findHeld.first(claim);
    if (row && (row.signature !== claim.signature || row.request !== claim.request))
      return { outcome: "conflict" };
    if (row?.state === "settled") return { outcome: "settled", record: toRecord(row) };
    const isOurs = row?.hold === claim.hold;
    if (!isOurs && row?.isHeld === 1) return { outcome: "under way" };
    const isUncertain = row !== undefined && mayBeSettled(row, { isOurs });
    const earlier = yield* lookUp(rows, claim, row?.identifier ?? claim.identifier);
    // Of several that may have been settled, each is looked at by itself.
    if (earlier && !(earlier.outcome === "unresolved" && isUncertain)) return earlier;
    if (!row) return yield* begin(rows, claim);
    if (row.state === "worked") {
      yield* rows.hold.send({ ...claim, isUncertain: isUncertain ? 1 : 0 });
      return { outcome: "worked", record: toRecord(row), isUncertain };
    }
    if (isOurs) return { outcome: "claimed" };
    yield* rows.drop.send(claim);
    return yield* begin(rows, claim);
  }

  return function* claimPayment(claim) {
    yield* share(`owner ${claim.owner}`);
    yield* lock(`payment ${claim.id}`);
    yield* lock(`payer ${claim.payer}`);
    const claiming = yield* decide(claim);
    if (claiming.outcome === "claimed" || claiming.outcome === "worked") yield* owners.list(claim.owner);
    return claiming;
  };
}

/** A hold that ran out was not let go by its holder, who may have settled. */
function mayBeSettled({ state, isUncertain, hold }: PaymentRow, { isOurs = false } = {}): boolean {
  return state === "worked" && (isUncertain === 1 || (hold !== null && !isOurs));
}

/** What the payer's other payments under an identifier came to; undefined where none of them stands in the way. */
function* lookUp(
  { identified, dropClaimed }: PaymentRows,
  { id, payer, request, dead }: PaymentClaim,
  identifier: string | null,
): CommandSteps<ClaimResult | undefined> {
  if (identifier === null) return undefined;
  const others = yield* identified.all({ payer, identifier, id });
  if (others.some((row) => row.request !== request)) return { outcome: "conflict" };
  const [first] = others;
  if (first?.state === "settled") return { outcome: "settled", record: toRecord(first) };
  if (others.some(({ isHeld }) => isHeld === 1)) return { outcome: "under way" };
  const unresolved = others.find((row) => mayBeSettled(row) && !dead.includes(row.id));
  if (unresolved) return { outcome: "unresolved", sent: unresolved.sent ?? "" };
  // Who claimed one and did not live to work for it must not do so later.
  for (const row of others) yield* dropClaimed.send(row);
  return undefined;
}

/** For a payment that has no record: answered from another of the payer's, made to wait for it, or claimed. */
function* begin(rows: PaymentRows, claim: PaymentClaim): CommandSteps<ClaimResult> {
  const earlier = yield* rows.repeatable.first(claim);
  if (earlier) return { outcome: "settled", record: toRecord(earlier) };
  const { underWay, unpaid, uncertain } = (yield* rows.around.first(claim))!;
  if ((underWay ?? 0) > 0) return { outcome: "under way" };
  if (!claim.mayBegin) return { outcome: "unknown" };
  if ((unpaid ?? 0) - (uncertain ?? 0) >= claim.maxUnpaid) return { outcome: "too many unpaid" };
  if ((unpaid ?? 0) >= claim.maxUnpaid) return { outcome: "too many uncertain" };
  yield* rows.insert.send(claim);
  return { outcome: "claimed" };
}
