import {
  isAddressEqual,
  pad,
  parseAbi,
  parseEventLogs,
  toEventSelector,
  type Address,
  type Hex,
  type Log,
} from "viem";
import type { Authorization } from "../read-payment.ts";

const abi = parseAbi(["event Transfer(address indexed from, address indexed to, uint256 value)"]);
const moved = toEventSelector("Transfer(address,address,uint256)");
const used = toEventSelector("AuthorizationUsed(address,bytes32)");
const canceled = toEventSelector("AuthorizationCanceled(address,bytes32)");

/** What a payment must have moved. The amount is the one that was verified; the payer may have sent other words since. */
export type Due = Readonly<{ token: Address; payTo: Address; amount: bigint; authorization: Authorization }>;

/** Topics of the logs in which a token says that a nonce is used up: `AuthorizationUsed` or `AuthorizationCanceled`. */
export function endTopics({ from, nonce }: Authorization): readonly [Hex[], Hex, Hex] {
  return [[used, canceled], pad(from.toLowerCase() as Address), nonce.toLowerCase() as Hex];
}

/** The log in which the token says that it used this payer's nonce up, or that it was cancelled. */
export function findEnd(logs: readonly Log[], { token, authorization }: Due): Log | undefined {
  const [ends, payer, nonce] = endTopics(authorization);
  return logs.find(
    ({ address, topics: [event, ...about] }) =>
      isAddressEqual(address, token) &&
      ends.includes(event ?? "0x") &&
      about[0] === payer &&
      about[1] === nonce,
  );
}

/**
 * The place in its transaction of the transfer that the use of an authorization made; undefined where that was no use, or
 * it moved something else. Others may have used authorizations in the same transaction, cancelled them, or moved the same
 * amount without any: a use has the transfer that the token tells of next, as the standard's own code does, and no other.
 * A token that tells of the transfer first shows it by ending with a use.
 */
export function ownTransfer(logs: readonly Log[], due: Due): number | undefined {
  const end = findEnd(logs, due);
  if (end?.topics[0] !== used) return undefined;
  const told = logs
    .filter(({ address }) => isAddressEqual(address, due.token))
    .filter(({ topics: [event] }) => event === used || event === moved);
  const tellsTransferFirst = told.at(-1)?.topics[0] === used;
  const own = told[told.indexOf(end) + (tellsTransferFirst ? -1 : 1)];
  return own && isOf(own, due) ? logs.indexOf(own) : undefined;
}

function isOf(log: Log, { payTo, amount, authorization }: Due): boolean {
  return parseEventLogs({ abi, eventName: "Transfer", logs: [log] }).some(
    ({ args: { from, to, value } }) =>
      isAddressEqual(from, authorization.from) && isAddressEqual(to, payTo) && value === amount,
  );
}
