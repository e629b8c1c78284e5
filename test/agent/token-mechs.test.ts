import { beforeEach, describe, expect, test } from "vitest";
import { readOutbox } from "../../agent/journal/outbox.ts";
import { requestWork } from "../../scripts/chain/actions.ts";
import { type Contract, mined } from "../../scripts/chain/deployer.ts";
import {
  deployTokenPayment,
  fixedPriceToken,
  fixedPriceTokenUsdc,
  type LocalMech,
  type TokenPayment,
} from "../../scripts/chain/marketplace.ts";
import { readProfiles } from "../../parts/journal/agent-profiles.ts";
import { openWarmService } from "../support/services.ts";
import { until } from "../support/until.ts";
import { leapingClock } from "./leaping-clock.ts";
import { rememberingLog } from "./remembering-log.ts";
import { useScene, validation } from "./scene.ts";

/** Two cents, and two hundredths of a token of 18 decimals. */
const dollarRate = 20_000n;
const olasRate = 2n * 10n ** 16n;
const coinRate = 10n ** 16n;
/** Of whole coins of every kind: three hundredths. */
const COLLECT_ABOVE_WEI = String(3n * 10n ** 16n);

type Shop = TokenPayment & LocalMech;

const scene = useScene({ rateWei: coinRate });
const { chain } = scene;
let olas: Contract<"PlainToken">;
let dollars: Shop;
let tokens: Shop;
const requester = () => chain.users[0]!;

async function openShop(
  token: Contract<"PlainToken"> | Contract<"PaymentToken">,
  { paymentType, rateWei, safe }: { paymentType: `0x${string}`; rateWei: bigint; safe: boolean },
): Promise<Shop> {
  const terms = { token: token.address, paymentType };
  const payment = await deployTokenPayment(chain.clients, chain.contracts, chain, terms);
  const mech = await chain.createMech({ owner: chain.agent, rateWei, safe }, { ...chain, ...payment });
  const approval = [payment.tracker.address, rateWei * 100n] as const;
  const { write } = await chain.contracts.at("PlainToken", token.address);
  await mined(chain.clients, write.approve(approval, { account: requester() }));
  return { ...payment, ...mech };
}

beforeEach(async () => {
  const supply = 10n ** 24n;
  olas = await chain.contracts.deploy("PlainToken", ["OLAS", 18, requester().address, supply]);
  dollars = await openShop(chain.payments.token, {
    paymentType: fixedPriceTokenUsdc,
    rateWei: dollarRate,
    safe: true,
  });
  tokens = await openShop(olas, { paymentType: fixedPriceToken, rateWei: olasRate, safe: false });
});

const MECH = () => [chain, dollars, tokens].map(({ mech }) => mech.address).join(",");
const askAll = async (count: number) => {
  const ids = [];
  for (const { mech } of [chain, dollars, tokens]) {
    const contents = Array.from({ length: count }, () => validation("x = 1\n"));
    ids.push(...(await scene.ask(contents, { of: { ...chain, mech } })));
  }
  return ids;
};

describe("mechs of one agent that are paid in a coin and in tokens", () => {
  test("serve side by side, and earnings of each are collected for its operator in its own unit", async () => {
    const clock = leapingClock();
    const log = rememberingLog();
    await using agent = await scene.openAgent({ MECH: MECH(), COLLECT_ABOVE_WEI }, { clock, log });
    for (const id of await askAll(1)) await agent.reaches(id, "settled");
    expect(await dollars.tracker.read.mapMechBalances([dollars.mech.address])).toBe(dollarRate);
    for (const id of await askAll(2)) await agent.reaches(id, "settled");
    clock.leap(15_000);
    await until(async () => {
      const { collectedWei, collectedTokens } = await readOutbox(agent.parts);
      return collectedWei > 0n && Object.keys(collectedTokens).length === 2;
    });
    const { collectedWei, collectedTokens } = await readOutbox(agent.parts);
    expect(collectedWei).toBe(3n * coinRate);
    expect(collectedTokens).toEqual({
      [chain.payments.token.address.toLowerCase()]: String(3n * dollarRate),
      [olas.address.toLowerCase()]: String(3n * olasRate),
    });
    expect(await chain.payments.token.read.balanceOf([dollars.operator])).toBe(3n * dollarRate);
    expect(await olas.read.balanceOf([chain.agent.address])).toBe(3n * olasRate);
    const told = log.lines.filter(({ words }) => words === "earnings collected");
    expect(new Set(told.map(({ fields }) => fields["amount"]))).toEqual(
      new Set(["0.03 coin", "0.06 AUSD", "0.06 OLAS"]),
    );
    const metrics = await (await fetch(`${agent.url}/metrics`)).text();
    expect(metrics).toContain('assay_agent_collected_total{currency="AUSD"} 0.06');
    expect(metrics).toContain('assay_agent_collected_total{currency="coin"} 0.03');
  });

  test("keep earnings below the threshold, in whole tokens", async () => {
    const clock = leapingClock();
    // Six hundredths: the dollars and the OLAS have two of them, the coin one.
    const above = { COLLECT_ABOVE_WEI: String(6n * 10n ** 16n) };
    await using agent = await scene.openAgent({ MECH: MECH(), ...above }, { clock });
    for (const id of await askAll(2)) await agent.reaches(id, "settled");
    const more = await scene.ask([validation("y\n")], { of: { ...chain, mech: tokens.mech } });
    await agent.reaches(more[0]!, "settled");
    clock.leap(15_000);
    await until(async () => Object.keys((await readOutbox(agent.parts)).collectedTokens).length > 0);
    const { collectedWei, collectedTokens } = await readOutbox(agent.parts);
    expect([collectedWei, collectedTokens]).toEqual([
      0n,
      { [olas.address.toLowerCase()]: String(3n * olasRate) },
    ]);
    expect(await dollars.tracker.read.mapMechBalances([dollars.mech.address])).toBe(2n * dollarRate);
  });

  test("are listed with their own currency in the JSON, and so are their requests", async () => {
    await using agent = await scene.openAgent({ MECH: MECH() });
    for (const id of await askAll(1)) await agent.reaches(id, "settled");
    const { store, market } = agent.parts;
    await until(async () => {
      const [{ profile } = {}] = await readProfiles(store, [market.book]);
      return profile?.mechs.every(({ balanceWei }) => balanceWei !== "0") === true;
    });
    await using service = await openWarmService({ env: { DATA_DIR: agent.dataDir } });
    const { agent: told, requests }: any = await (await service.send("/v1/marketplace")).json();
    const dollar = { token: chain.payments.token.address, currency: "AUSD", decimals: 6 };
    const olasMoney = { token: olas.address, currency: "OLAS", decimals: 18 };
    expect(told.mechs).toMatchObject([
      { token: null, currency: null, decimals: 18, rate: "0.01", balance_wei: String(coinRate) },
      { ...dollar, rate: "0.02", rate_wei: "20000", balance_wei: "20000" },
      { ...olasMoney, rate: "0.02", balance_wei: String(olasRate) },
    ]);
    expect(told.earned_wei).toBe(String(coinRate));
    expect(told.tokens).toEqual([
      { ...dollar, collected: "0", earned: "20000" },
      { ...olasMoney, collected: "0", earned: String(olasRate) },
    ]);
    const ofDollars = requests.find(({ mech }: any) => mech === dollars.mech.address.toLowerCase());
    expect(ofDollars).toMatchObject({ ...dollar, rate_wei: "20000", delivery: { rate_wei: "20000" } });
  });

  test("have earnings that a crash left in the mech collected from there", async () => {
    {
      await using agent = await scene.openAgent({ MECH: MECH() });
      for (const id of await askAll(2)) await agent.reaches(id, "settled");
    }
    const order = [tokens.mech.address] as const;
    await mined(
      chain.clients,
      tokens.tracker.write.processPaymentByMultisig(order, { account: chain.agent }),
    );
    expect(await olas.read.balanceOf([tokens.mech.address])).toBe(2n * olasRate);
    await using agent = await scene.openAgent({ MECH: MECH(), COLLECT_ABOVE_WEI });
    await until(async () => Object.keys((await readOutbox(agent.parts)).collectedTokens).length === 2);
    expect(await olas.read.balanceOf([chain.agent.address])).toBe(2n * olasRate);
  });
});

test("a rate that was raised too far is reported in the token", async () => {
  const [id] = await scene.ask([validation("x = 1\n")], { of: { ...chain, mech: tokens.mech } });
  await mined(
    chain.clients,
    tokens.mech.write.changeMaxDeliveryRate([olasRate * 2n], { account: chain.agent }),
  );
  await using agent = await scene.openAgent({ MECH: MECH() });
  await until(async () => (await agent.entry(id!).catch(() => undefined))?.request.problem !== undefined);
  expect((await agent.entry(id!)).request.problem).toContain("0.04 OLAS, is above the 0.02 OLAS");
});

test("a mech whose tracker names no token is served, and its earnings stay in the mech", async () => {
  const paymentType = `0x${"ab".repeat(32)}` as const;
  const factory = await chain.contracts.deploy("TokenMechFactory", [chain.marketplace.address, paymentType]);
  await mined(chain.clients, chain.marketplace.write.setMechFactoryStatuses([[factory.address], [true]]));
  const types = [[paymentType], [chain.tracker.address]] as const;
  await mined(chain.clients, chain.marketplace.write.setPaymentTypeBalanceTrackers(types));
  const { mech } = await chain.createMech({ owner: chain.agent }, { ...chain, factory });
  const log = rememberingLog();
  await using agent = await scene.openAgent({ MECH: mech.address }, { log });
  expect(agent.parts.market.mechs).toMatchObject([{ payment: "unknown" }]);
  const warned = log.lines.filter(({ level }) => level === "warn").map(({ words }) => words);
  expect(warned).toContain("earnings of this mech are not collected");
  // A tracker of coins behind another name takes coins.
  const of = { ...chain, mech };
  const { requestIds } = await requestWork(of, {
    requester: requester(),
    datas: [(await scene.ipfs.put(JSON.stringify(validation("x = 1\n")))).digest],
    valueWei: await mech.read.maxDeliveryRate(),
  });
  await agent.reaches(requestIds[0]!, "settled");
});
