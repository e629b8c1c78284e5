import { expect, test } from "vitest";
import { openLog } from "../../../platform/log.ts";
import { openChain } from "../../../parts/chain/open-chain.ts";
import { createExplaining } from "../../../parts/deposits/explain-balance.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { startRpcProxy, type Meddling } from "../../support/rpc-proxy.ts";

const address = `0x${"d".repeat(40)}` as const;

/** A node that only answers balance calls, as the test decides; the contract got 5 wei in block 9. */
async function playNode() {
  const clock = manualClock();
  const node = await startRpcProxy("http://127.0.0.1:1");
  const explain = createExplaining(
    { ...openChain({ rpcUrl: node.url, chainId: 1 }), address },
    { clock, log: openLog("silent") },
  );
  const answer = (how?: Meddling): void =>
    node.meddle(({ params: [, block] }) => how ?? { result: Number(block) >= 9 ? "0x5" : "0x0" });
  answer();
  return {
    clock,
    node,
    answer,
    outcome: async (to = 9n) =>
      explain([], { from: 9n, to }).then(
        () => "passed",
        (error: { code?: string }) => error.code,
      ),
  };
}

test("missing logs are not accepted because a balance could not be read", async () => {
  const { clock, node, answer, outcome } = await playNode();
  await using _ = node;
  for (const trouble of [{ status: 429 }, { status: 502 }, "reset"] as const) {
    answer(trouble);
    expect(await outcome()).toBe("chain_unavailable");
  }
  answer();
  expect(await outcome()).toBe("chain_unavailable"); // the money has no log
  await clock.advance(120_000);
  expect(await outcome()).toBe("passed");
});

test("processed blocks are not read again, and do not make a later one doubtful", async () => {
  const { clock, node, outcome } = await playNode();
  await using _ = node;
  expect(await outcome()).toBe("chain_unavailable");
  await clock.advance(120_000);
  expect(await outcome()).toBe("passed");
  const asked = node.calls.length;
  expect([await outcome(), node.calls.length]).toEqual(["passed", asked]);
  expect(await outcome(10n)).toBe("passed");
  expect(node.calls.slice(asked).map(({ params: [, block] }) => Number(block))).toEqual([9, 10]);
});

test("a node that never returns balances delays nothing for longer than two minutes", async () => {
  const { clock, node, answer, outcome } = await playNode();
  await using _ = node;
  answer({ status: 403 });
  expect(await outcome()).toBe("chain_unavailable");
  await clock.advance(120_000);
  expect(await outcome()).toBe("passed");
});

test("a node that reports pruned state is believed at once", async () => {
  const { node, answer, outcome } = await playNode();
  await using _ = node;
  answer({ error: { code: -32000, message: "missing trie node" } });
  expect(await outcome()).toBe("passed");
});
