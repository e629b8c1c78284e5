import { expect, test } from "vitest";
import { heldEngine } from "../../support/held-engine.ts";
import { openWarmService } from "../../support/services.ts";

test("a Python version that is not run here is refused before any charge", async () => {
  const { engine, underWay } = heldEngine();
  await using service = await openWarmService({ overrides: { engine } });
  const key = await service.createKey();
  const job = { code: "print(1)\n", mode: "execute", options: { python: "3.11" } };
  const { status, headers, body } = await service.validate(key, job);
  expect(status).toBe(400);
  expect(body).toMatchObject({
    error: "bad_request",
    message: "`options.python` 3.11 cannot be run here.",
    remedy: { hint: expect.stringMatching(/runs Python 3\.13 here/) },
  });
  expect([headers.get("x-quota-remaining"), underWay()]).toEqual(["25", []]);
});
