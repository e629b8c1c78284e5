import { beforeAll, describe, expect, test } from "vitest";
import {
  askValidation,
  registerAgent,
  responsesTo,
  type Asked,
  type OwnedAgent,
} from "../agent/asked-validations.ts";
import { validationPoints } from "../support/agent-points.ts";
import { openTestAgent } from "../support/agent.ts";
import { killAll, patientClock, processesOf, useCrashScene } from "../support/crash-scene.ts";

const scene = useCrashScene({ VALIDATION_ALLOW: "*" });
let client: OwnedAgent;
let contents = 0;
beforeAll(async () => {
  const { chain } = scene.stage;
  client = await registerAgent(chain, chain.users.at(-1)!);
});

describe.for(processesOf(validationPoints))("process $number of agents that validate", ({ kills }) => {
  let outcomes: object[];
  beforeAll(async () => {
    const before: { asked: Asked; transactions: number }[] = [];
    for (const { agent } of kills) {
      const { shop } = scene.subjects[agent]!;
      contents += 1;
      const content = { prompt: "x = 1\n", tool: "python_code_validator", nonce: String(contents) };
      const asked = await askValidation(scene.stage, client, content, { validator: shop.owner.address });
      before.push({ asked, transactions: (await shop.account([])).transactions });
    }
    await killAll(scene, kills);
    outcomes = await Promise.all(
      kills.map(async ({ agent: number }, n) => {
        const { shop, env } = scene.subjects[number]!;
        const { asked, transactions } = before[n]!;
        await using agent = await openTestAgent(env, { clock: patientClock() });
        const { request } = await agent.reaches(asked.id, "settled");
        return {
          responses: (await responsesTo(scene.stage.chain, asked)).map(({ response }) => response),
          transactions: (await shop.account([])).transactions - transactions,
          valid: request.valid,
        };
      }),
    );
  });

  test.for(kills)(
    "an agent on $store killed $at has a validation answered once, in one transaction",
    (kill) => {
      expect(outcomes[kills.indexOf(kill)]).toEqual({ responses: [100], transactions: 1, valid: true });
    },
  );
});
