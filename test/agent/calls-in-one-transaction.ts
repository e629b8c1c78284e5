import { concatHex, numberToHex, parseEventLogs, size, type Address, type Hex } from "viem";
import { mined } from "../../scripts/chain/deployer.ts";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import type { Scene } from "./scene.ts";

type Call = Readonly<{ to: Address; valueWei: bigint; data: Hex }>;

/** The results of a new contract's calls, which it makes in its constructor. */
export async function callInOneTransaction(
  { chain }: Pick<Scene, "chain">,
  { from, calls }: { from: LocalAccount; calls: readonly Call[] },
): Promise<readonly Hex[]> {
  const value = calls.reduce((sum, { valueWei }) => sum + valueWei, 0n);
  const receipt = await mined(
    chain.clients,
    chain.clients.wallet.sendTransaction({ account: from, data: creationCode(calls), value }),
  );
  const requests = parseEventLogs({ abi: chain.mech.abi, logs: receipt.logs, eventName: "Request" });
  return requests.map(({ args }) => args.requestId);
}

const callBytes = 75;
const stop: Hex = "0x00";
const revertHere: Hex = "0x5b5f5ffd";

/** EVM code that makes the calls in turn and fails when one does; their data follows the code. */
function creationCode(calls: readonly Call[]): Hex {
  const revertAt = calls.length * callBytes + size(stop);
  let dataAt = revertAt + size(revertHere);
  const code = calls.map((call) => {
    const made = codeOf(call, { dataAt, revertAt });
    dataAt += size(call.data);
    return made;
  });
  return concatHex([...code, stop, revertHere, ...calls.map(({ data }) => data)]);
}

function codeOf(
  { to, valueWei, data }: Call,
  { dataAt, revertAt }: { dataAt: number; revertAt: number },
): Hex {
  const push = (number: number | bigint, bytes: number): Hex =>
    concatHex([numberToHex(0x5f + bytes, { size: 1 }), numberToHex(number, { size: bytes })]);
  const length = push(size(data), 2);
  return concatHex([
    length,
    push(dataAt, 2),
    "0x5f39",
    "0x5f5f",
    length,
    "0x5f",
    push(valueWei, 32),
    push(BigInt(to), 20),
    "0x5af1",
    "0x15",
    push(revertAt, 2),
    "0x57",
  ] as Hex[]);
}
