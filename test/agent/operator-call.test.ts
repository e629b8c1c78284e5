import { decodeFunctionData, getAddress, size, type Address } from "viem";
import { expect, test } from "vitest";
import { safeAbi } from "../../agent/marketplace/abi.ts";
import { byOperator } from "../../agent/marketplace/operator-call.ts";
import type { Mech } from "../../agent/marketplace/market.ts";

const sender: Address = "0x00000000000000000000000000000000000000ab";
const operator: Address = "0x00000000000000000000000000000000000000cd";
const call = { to: "0x00000000000000000000000000000000000000ef", data: "0x1234" } as const;

test("an operator that is an externally owned account makes the call itself", () => {
  expect(byOperator({ operator: sender, isSafe: false } as Mech, call, sender)).toEqual(call);
});

test("a Safe makes it as a plain call, and an inner failure fails the transaction", () => {
  const { to, data } = byOperator({ operator, isSafe: true } as Mech, call, sender);
  expect(to).toBe(operator);
  const { functionName, args } = decodeFunctionData({ abi: safeAbi, data });
  expect(functionName).toBe("execTransaction");
  const [target, value, inner, operation, safeTxGas, baseGas, gasPrice] = args as readonly unknown[];
  expect({ target, value, inner, operation, safeTxGas, baseGas, gasPrice }).toEqual({
    target: getAddress(call.to),
    value: 0n,
    inner: call.data,
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
  });
});

test("a Safe accepts the sender itself as the signature", () => {
  const { data } = byOperator({ operator, isSafe: true } as Mech, call, sender);
  const signatures = (
    decodeFunctionData({ abi: safeAbi, data }).args as readonly unknown[]
  )[9] as `0x${string}`;
  expect(size(signatures)).toBe(65);
  expect(signatures.toLowerCase()).toBe(
    `0x${"0".repeat(24)}${sender.slice(2).toLowerCase()}${"0".repeat(64)}01`,
  );
});
