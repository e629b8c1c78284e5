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
import { killAt, patientClock, useCrashScene } from "../support/crash-scene.ts";

const scene = useCrashScene({ VALIDATION_ALLOW: "*" });
let client: OwnedAgent;
let contents = 0;
beforeAll(async () => {
  const { chain } = scene.stage;
  client = await registerAgent(chain, chain.users.at(-1)!);
});

describe.for(validationPoints)("agents on SQLite and on Redis, killed $at", (point) => {
  test("have a validation answered once, in one transaction", async () => {
    const { chain } = scene.stage;
    const before: { asked: Asked; transactions: number }[] = [];
    for (const { shop } of scene.subjects) {
      contents += 1;
      const content = { prompt: "x = 1\n", tool: "python_code_validator", nonce: String(contents) };
      const asked = await askValidation(scene.stage, client, content, { validator: shop.owner.address });
      before.push({ asked, transactions: (await shop.account([])).transactions });
    }
    await killAt(scene, point);
    const outcomes = await Promise.all(
      scene.subjects.map(async ({ shop, env }, n) => {
        const { asked, transactions } = before[n]!;
        await using agent = await openTestAgent(env, { clock: patientClock() });
        const { request } = await agent.reaches(asked.id, "settled");
        return {
          responses: (await responsesTo(chain, asked)).map(({ response }) => response),
          transactions: (await shop.account([])).transactions - transactions,
          valid: request.valid,
        };
      }),
    );
    expect(outcomes).toEqual(scene.subjects.map(() => ({ responses: [100], transactions: 1, valid: true })));
  });
});
