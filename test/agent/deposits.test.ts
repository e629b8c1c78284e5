import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { fingerprintOf } from "../../service/caller/keys.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import { until } from "../support/until.ts";
import { useScene } from "./scene.ts";

const scene = useScene();
const { chain } = scene;

test("an agent with a configured deposit contract credits the deposits made there", async () => {
  const { DEPOSIT_CONTRACT, DEPOSIT_START_BLOCK } = chain.env as Record<string, string>;
  const deposits = { DEPOSIT_CONTRACT: DEPOSIT_CONTRACT!, DEPOSIT_START_BLOCK: DEPOSIT_START_BLOCK! };
  await using agent = await scene.openAgent({ ...deposits, CREDIT_PRICE_WEI: String(10n ** 15n) });
  const { store } = agent.parts;
  const fingerprint = fingerprintOf(randomUUID());
  const creator = { address: "here", day: "today", limit: 1 };
  await store.addKey({ fingerprint, createdAtMs: Date.now(), origin: null }, creator);
  const sent = { account: chain.users[0]!, to: chain.deposits.address, value: 2n * 10n ** 15n };
  await mined(chain.clients, chain.clients.wallet.sendTransaction({ ...sent, data: `0x${fingerprint}` }));
  await until(async () => (await store.readAccount(fingerprint, "any day")).credits === 2);
  const metrics = await fetch(`${agent.url}/metrics`);
  expect(await metrics.text()).toContain('assay_deposits_total{state="credited"} 1');
});
