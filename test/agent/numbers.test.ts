import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestAgent } from "../support/agent.ts";
import { openStage, type Stage } from "../support/marketplace-stage.ts";
import { until } from "../support/until.ts";

let stage: Stage;
beforeAll(async () => void (stage = await openStage()));
afterAll(async () => stage[Symbol.asyncDispose]());

async function numbersOf(url: string): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split("\n").filter((line) => line.startsWith("assay_"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

test("every state in which the agent can get stuck has a metric", async () => {
  const shop = await stage.createShop(stage.chain.users[1]!);
  const chain = String(stage.chain.env["CHAIN_ID"]);
  await using agent = await openTestAgent(shop.env);
  await shop.ask(2);
  await until(async () => (await numbersOf(agent.url)).get('assay_agent_requests{state="settled"}') === 2);
  const numbers = await numbersOf(agent.url);
  expect(Object.fromEntries(numbers)).toMatchObject({
    'assay_agent_part_up{part="ipfs"}': 1,
    'assay_agent_part_up{part="service"}': 1,
    [`assay_agent_nonce_gap{chain="${chain}"}`]: 0,
    'assay_lease_held{lease="watch"}': 1,
    'assay_lease_held{lease="sender"}': 1,
  });
  expect(numbers.get(`assay_agent_balance{chain="${chain}"}`)).toBeGreaterThan(0);
  expect(numbers.get('assay_agent_last_block_age_seconds{by="us"}')).toBeLessThan(30);
  expect(numbers.has(`assay_agent_pending_transactions{chain="${chain}"}`)).toBe(true);
  expect([...numbers.keys()].filter((name) => name.includes("oldest"))).toEqual([]);
});

test("a waiting request is reported with its age, and an unavailable part as down", async () => {
  const shop = await stage.createShop(stage.chain.users[2]!);
  const env = { ...shop.env, IPFS_API_URL: "http://127.0.0.1:9" };
  await using agent = await openTestAgent(env);
  await shop.ask(1);
  const age = 'assay_agent_oldest_request_seconds{state="seen"}';
  await until(async () => ((await numbersOf(agent.url)).get(age) ?? 0) > 0);
  expect((await numbersOf(agent.url)).get('assay_agent_part_up{part="ipfs"}')).toBe(0);
});
