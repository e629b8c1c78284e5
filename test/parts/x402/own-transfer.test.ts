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
    ["follows its use", [use(1), move()], [1]],
    ["is each use's own", [use(1), move(), use(2), move(), use(3), move()], [1, 3, 5]],
    ["is not had by what was cancelled", [use(1), move(), cancel(2), cancel(3)], [1, undefined, undefined]],
    ["is not had by what was cancelled before it", [cancel(1), use(2), move()], [undefined, 2]],
    ["is not one without any use", [move(), cancel(1), move()], [undefined]],
    ["is not another use's", [use(1), move({ to: stranger }), use(2), move()], [undefined, 3]],
    [
      "is not one that is made beside it",
      [move(), use(1), move({ to: stranger }), move(), cancel(2)],
      [undefined, undefined],
    ],
    [
      "is of the whole amount",
      [use(1), move({ value: 9_900n }), move({ to: stranger, value: 100n })],
      [undefined],
    ],
    ["is of no other amount", [use(1), move({ value: 10_001n })], [undefined]],
    ["is the payer's own", [use(1), move({ from: stranger })], [undefined]],
    ["is of this payer's nonce", [use(1, stranger), move()], [undefined]],
    ["is of this token", [use(1, payer, other), move()], [undefined]],
    ["is of this token too", [use(1), move({ of: other })], [undefined]],
    [
      "is found between other contracts' events",
      [move({ of: other }), use(1), use(2, payer, other), move()],
      [3],
    ],
    ["comes before its use where a token tells so", [move(), use(1)], [0]],
    ["comes before each use then", [move(), use(1), move(), use(2), cancel(3)], [0, 2, undefined]],
    ["is not another's then either", [move({ to: stranger }), use(1), move(), use(2)], [undefined, 2]],
    ["is not there where nothing moved", [use(1), use(2)], [undefined, undefined]],
    ["is not there where nothing was said", [], [undefined]],
  ])("%s", ([, logs, expected]) => {
    expect(expected.map((_, n) => find(logs, n + 1))).toEqual(expected);
  });
});
