import {
  encodeAbiParameters,
  encodeEventTopics,
  pad,
  parseAbi,
  type Address,
  type Hex,
  type Log,
} from "viem";
import { describe, expect, test } from "vitest";
import { ownTransfer } from "../../../parts/x402/settling/own-transfer.ts";

const abi = parseAbi([
  "event Transfer(address indexed from, address indexed to, uint256 value)",
  "event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)",
  "event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)",
]);

const address = (n: number): Address => pad(`0x${n}`, { size: 20 });
const [token, other, payer, payTo, stranger] = [1, 2, 3, 4, 5].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const nonce = (n: number): Hex => pad(`0x${n}`, { size: 32 });
const amount = 10_000n;

function aLog(
  eventName: "Transfer" | "AuthorizationUsed" | "AuthorizationCanceled",
  args: object,
  { of = token, data = "0x" }: { of?: Address; data?: Hex } = {},
): Log {
  const topics = encodeEventTopics({ abi, eventName, args } as never);
  return { address: of, topics, data } as unknown as Log;
}
const use = (n: number, authorizer = payer, of = token) =>
  aLog("AuthorizationUsed", { authorizer, nonce: nonce(n) }, { of });
const cancel = (n: number) => aLog("AuthorizationCanceled", { authorizer: payer, nonce: nonce(n) });
const move = ({ from = payer, to = payTo, value = amount, of = token } = {}) =>
  aLog("Transfer", { from, to }, { of, data: encodeAbiParameters([{ type: "uint256" }], [value]) });

const find = (logs: Log[], n: number) =>
  ownTransfer(logs, {
    token,
    payTo,
    amount,
    authorization: { from: payer, to: payTo, value: "", validAfter: "", validBefore: "", nonce: nonce(n) },
  });

describe("the transfer of an authorization", () => {
  test.for<[string, Log[], (number | undefined)[]]>([
    ["follows its AuthorizationUsed event", [use(1), move()], [1]],
    ["is a separate one for each event", [use(1), move(), use(2), move(), use(3), move()], [1, 3, 5]],
    [
      "does not exist for a cancelled authorization",
      [use(1), move(), cancel(2), cancel(3)],
      [1, undefined, undefined],
    ],
    [
      "does not exist for one that was cancelled before another's event",
      [cancel(1), use(2), move()],
      [undefined, 2],
    ],
    ["needs an AuthorizationUsed event", [move(), cancel(1), move()], [undefined]],
    [
      "is not the transfer of another event",
      [use(1), move({ to: stranger }), use(2), move()],
      [undefined, 3],
    ],
    [
      "is not another transfer beside it",
      [move(), use(1), move({ to: stranger }), move(), cancel(2)],
      [undefined, undefined],
    ],
    [
      "has the whole amount",
      [use(1), move({ value: 9_900n }), move({ to: stranger, value: 100n })],
      [undefined],
    ],
    ["has no other amount", [use(1), move({ value: 10_001n })], [undefined]],
    ["comes from the payer", [use(1), move({ from: stranger })], [undefined]],
    ["needs the event of this payer", [use(1, stranger), move()], [undefined]],
    ["needs the event of this token", [use(1, payer, other), move()], [undefined]],
    ["moves this token", [use(1), move({ of: other })], [undefined]],
    [
      "is found between other contracts' events",
      [move({ of: other }), use(1), use(2, payer, other), move()],
      [3],
    ],
    ["may come before its event, if the token emits it so", [move(), use(1)], [0]],
    [
      "may come before each of several events",
      [move(), use(1), move(), use(2), cancel(3)],
      [0, 2, undefined],
    ],
    [
      "is not the transfer of another, also if it comes first",
      [move({ to: stranger }), use(1), move(), use(2)],
      [undefined, 2],
    ],
    ["does not exist without a Transfer event", [use(1), use(2)], [undefined, undefined]],
    ["does not exist without any event", [], [undefined]],
  ])("%s", ([, logs, expected]) => {
    expect(expected.map((_, n) => find(logs, n + 1))).toEqual(expected);
  });
});
