import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Clock } from "../../platform/clock.ts";
import { openLog } from "../../platform/log.ts";
import { openStore } from "../../parts/store/open-store.ts";
import type { Store } from "../../parts/store/store.ts";
import { leapingClock } from "../agent/leaping-clock.ts";
import { startServiceStandIn } from "../agent/service-stand-in.ts";
import { openTestAgent } from "../support/agent.ts";
import { openStage, type Shop, type Stage } from "../support/marketplace-stage.ts";
import { until } from "../support/until.ts";

let stage: Stage;
let shop: Shop;
let env: Readonly<Record<string, string>>;
let shops = 0;
beforeAll(async () => {
  stage = await openStage();
  return async () => stage[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-sharing-"));
  shop = await stage.createShop(stage.chain.users[(shops += 1)]!);
  env = { ...shop.env, DATA_DIR: folder };
  return async () => rm(folder, { recursive: true });
});

test("a request with a long check is not given to another replica, even if that one's clock is a minute ahead", async () => {
  await using service = await startServiceStandIn();
  service.reply(() => "hang");
  const clock = leapingClock();
  const slow = { ...env, SERVICE_URL: service.url };
  await using store = await openStore({ dataDir: env["DATA_DIR"]!, clock }, openLog("silent"));
  let holds = 0;
  const holdEntry: Store["holdEntry"] = async (holding) => {
    const held = await store.holdEntry(holding);
    holds += 1;
    return held;
  };
  const counting = { ...store, holdEntry };
  const ahead: Clock = { ...clock, now: () => clock.now() + 60_000 };
  await using first = await openTestAgent(slow, { clock, store: counting });
  await using _second = await openTestAgent(slow, { clock: ahead, store: counting });
  const [id] = await shop.ask(1);
  await until(() => service.asked.length === 1);
  // Twice as long as an entry is held.
  for (let beats = 0; beats < 6; beats += 1) {
    const before = holds;
    clock.leap(5000);
    await until(() => holds > before);
  }
  expect(await first.entry(id!)).toMatchObject({ state: "fetched" });
  expect(service.asked).toHaveLength(1);
});

test("agents with other mechs and other keys share a journal without serving each other's requests", async () => {
  const { chain } = stage;
  const neighbour = await stage.createShop(chain.users[(shops += 1)]!);
  await using first = await openTestAgent(env);
  await using second = await openTestAgent({ ...neighbour.env, DATA_DIR: env["DATA_DIR"]! });
  const asked = await Promise.all([shop.ask(5), neighbour.ask(5)]);
  const settled = await Promise.all(asked.flat().map(async (id) => first.reaches(id, "settled")));
  expect(settled.map(({ request }) => request.valid)).toEqual(settled.map(() => true));
  const own = [shop.mech.address, neighbour.mech.address].map((address) => address.toLowerCase());
  expect(settled.map(({ request }) => request.mech)).toEqual(
    own.flatMap((mech) => asked[0]!.map(() => mech)),
  );
  const accounts = await Promise.all([shop.account(asked[0]!), neighbour.account(asked[1]!)]);
  for (const account of accounts) expect(account).toMatchObject({ delivered: [1, 1, 1, 1, 1], refused: 0 });
  expect(second.parts.market.book).toBe(first.parts.market.book);
});
