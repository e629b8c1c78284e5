import { isAddressEqual } from "viem";
import { expect, test } from "vitest";
import { mined } from "../../scripts/chain/deployer.ts";
import { createSafe } from "../../scripts/chain/safe.ts";
import { until } from "../support/until.ts";
import { leapingClock } from "./leaping-clock.ts";
import { countDeliveries } from "./read-answer.ts";
import { useScene, validation } from "./scene.ts";

const scene = useScene();
const { chain } = scene;

test("after the service is redeployed with another operator, that operator delivers without a restart", async () => {
  const clock = leapingClock();
  await using agent = await scene.openAgent({}, { clock });
  const { registry, clients, agent: owner, serviceId } = chain;
  const safe = await createSafe(clients, [owner.address]);
  const options = { account: owner };
  await mined(clients, registry.write.terminate([serviceId], options));
  await mined(clients, registry.write.unbond([serviceId], options));
  await mined(clients, registry.write.deploy([serviceId, safe.address], options));
  clock.leap(60_000);
  await until(() => isAddressEqual(agent.parts.market.mechs[0]!.operator, safe.address));
  const [id] = await scene.ask([validation("x = 1\n")]);
  const { request } = await agent.reaches(id!, "settled");
  expect(await countDeliveries(scene, id!)).toBe(1);
  const { to } = await clients.public.getTransaction({ hash: request.delivery!.tx });
  expect(isAddressEqual(to!, safe.address)).toBe(true);
});
