import { createPublicClient, http, parseAbi, type PublicClient } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Fault } from "../../parts/faults.ts";
import { askChain, revertOf } from "../../parts/chain/chain-fault.ts";
import { startRpcProxy, type Meddling, type RpcProxy } from "../support/rpc-proxy.ts";

let node: RpcProxy;
let client: PublicClient;
beforeAll(async () => {
  node = await startRpcProxy("http://127.0.0.1:9");
  client = createPublicClient({ transport: http(node.url, { retryCount: 0 }), cacheTime: 0 });
});
afterAll(async () => node[Symbol.asyncDispose]());

const to = "0x00000000000000000000000000000000000000ab";
const abi = parseAbi(["function fee() view returns (uint256)", "error ZeroAddress()"]);
/** The three ways to call a contract. */
const questions = {
  "a read": async () => client.readContract({ address: to, abi, functionName: "fee" }),
  "a simulated call": async () => client.call({ to, data: "0x1234" }),
  "a gas estimate": async () => client.estimateGas({ account: to, to, data: "0x1234" }),
};

async function failureOf(ask: () => Promise<unknown>, how: Meddling): Promise<unknown> {
  node.meddle(({ method }) =>
    method === "eth_call" || method === "eth_estimateGas" ? how : { result: "0x1" },
  );
  return askChain(ask()).then(
    () => expect.fail("It succeeded."),
    (error: unknown) => error,
  );
}

describe.each(Object.entries(questions))("%s", (_, ask) => {
  test.each([
    ["as Geth reports it", { code: 3, message: "execution reverted: no", data: "0x" }],
    ["with a custom error", { code: 3, message: "execution reverted", data: "0xd92e233d" }],
    ["as Nethermind reports it", { code: -32015, message: "VM execution error.", data: "Reverted 0x" }],
    ["as Erigon reports it", { code: -32000, message: "execution reverted" }],
    [
      "as older nodes report it",
      { code: -32603, message: "VM Exception while processing transaction: revert no" },
    ],
    ["out of gas", { code: -32000, message: "out of gas" }],
    ["with an invalid opcode", { code: -32000, message: "invalid opcode: INVALID" }],
  ])("a call that the contract rejects is a revert, %s", async (__, error) => {
    const failure = await failureOf(ask, { error });
    expect(revertOf(failure)).toEqual(expect.any(String));
  });

  test.each([
    ["an internal error", { error: { code: -32603, message: "Internal error" } }],
    ["an unknown error", { error: { code: -32000, message: "header not found" } }],
    ["missing state", { error: { code: -32000, message: "missing trie node" } }],
    ["a limit", { error: { code: -32005, message: "rate limit exceeded" } }],
    ["an unsupported method", { error: { code: -32601, message: "the method does not exist" } }],
    ["status 503", { status: 503 }],
    ["status 429", { status: 429 }],
    ["a broken connection", "reset"],
  ] as const)("%s from the node means that the chain is unavailable", async (__, how) => {
    const failure = await failureOf(ask, how);
    expect(revertOf(failure)).toBeUndefined();
    expect(failure).toBeInstanceOf(Fault);
    expect(failure).toMatchObject({ code: "chain_unavailable", action: "retry" });
  });
});

test("a custom error is named", async () => {
  const failure = await failureOf(questions["a read"], {
    error: { code: 3, message: "reverted", data: "0xd92e233d" },
  });
  expect(revertOf(failure)).toBe("ZeroAddress");
});

test("a failure that is not from the chain is not a revert", () => {
  for (const error of [new Error("revert"), undefined, "execution reverted", new Fault("busy")])
    expect(revertOf(error)).toBeUndefined();
});
