import { describe, expect, test } from "vitest";
import { execute } from "../../scripts/chain/actions.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import { safeVersions } from "../../scripts/chain/safe.ts";
import { encodeFunctionData } from "viem";
import { until } from "../support/until.ts";
import { leapingClock, leapUntil } from "./leaping-clock.ts";
import { countDeliveries } from "./read-answer.ts";
import { rememberingLog } from "./remembering-log.ts";
import { useScene, validation } from "./scene.ts";
import { refuse } from "./service-stand-in.ts";

const rateWei = 10n ** 16n;

describe.each([
  { operator: "an account", safe: false as const },
  ...safeVersions.map((safe) => ({ operator: `a Safe ${safe}`, safe })),
])("the rate of a mech that $operator operates", ({ safe }) => {
  const scene = useScene({ safe, rateWei });
  const { chain } = scene;
  const running = (code: string) => validation(code, { tool: "python_code_execute" });

  async function changeRate(toWei: bigint): Promise<void> {
    const args = [toWei] as const;
    const { mech } = chain;
    if (!chain.safe)
      return void (await mined(
        chain.clients,
        mech.write.changeMaxDeliveryRate(args, { account: chain.agent }),
      ));
    const data = encodeFunctionData({ abi: mech.abi, functionName: "changeMaxDeliveryRate", args });
    await execute(
      { clients: chain.clients, owner: chain.owner, safe: chain.safe },
      { to: mech.address, data },
    );
  }

  test("blocks the delivery of open requests when it is raised: they are kept, reported loudly, and delivered when the rate is lowered", async () => {
    const clock = leapingClock();
    const log = rememberingLog();
    await using agent = await scene.openAgent({}, { clock, log });
    scene.service.reply(() => refuse(503, "busy"));
    const [dear] = await scene.ask([running("a\n")]);
    await until(() => scene.service.asked.length > 0);
    await changeRate(2n * rateWei);
    const [fair] = await scene.ask([running("b\n")], { requester: chain.users[3]! });
    scene.service.heal();
    await leapUntil(
      clock,
      async () => (await agent.entry(fair!).catch(() => undefined))?.state === "settled",
    );
    await leapUntil(clock, async () => (await agent.entry(dear!)).request.attempts >= 1);
    const { state, request } = await agent.entry(dear!);
    expect(state).toBe("published");
    expect(request.problem).toMatch(
      /rate, 20000000000000000 wei, is above the 10000000000000000 wei.*changeMaxDeliveryRate/,
    );
    const loud = log.lines.filter(({ level, fields }) => level === "error" && fields["requestId"] === dear);
    expect(loud[0]?.words).toMatch(/rate is too high/);
    expect(await countDeliveries(scene, dear!)).toBe(0);
    const undelivered = await chain.mech.read.getUndeliveredRequestIds([0n, 0n]);
    expect(undelivered, "nothing was sent that the marketplace would refuse").toContain(dear);

    await changeRate(rateWei);
    await leapUntil(clock, async () => (await agent.entry(dear!)).state === "settled");
    expect(await countDeliveries(scene, dear!)).toBe(1);
  });

  test("is what is paid after it was lowered, and the requester gets the difference back", async () => {
    await using agent = await scene.openAgent();
    scene.service.reply(() => refuse(503, "busy"));
    const [id] = await scene.ask([running("a\n")]);
    await until(() => scene.service.asked.length > 0);
    await changeRate(rateWei / 4n);
    scene.service.heal();
    const { request } = await agent.reaches(id!, "settled");
    expect(request.delivery?.rateWei).toBe(String(rateWei / 4n));
    expect(await chain.tracker.read.mapMechBalances([chain.mech.address])).toBe(rateWei / 4n);
    expect(await chain.tracker.read.mapRequesterBalances([chain.users[0]!.address])).toBe(
      (rateWei * 3n) / 4n,
    );
  });
});
