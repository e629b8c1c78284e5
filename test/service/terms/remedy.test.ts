import { describe, expect, test } from "vitest";
import { baseUrlOf, remedyFor } from "../../../service/terms/remedy.ts";
import { readConfig } from "../../../service/config.ts";
import { Fault, faults, type FaultCode } from "../../../parts/faults.ts";

const config = readConfig({ BASE_URL: "https://assay.example" });

describe("remedies", () => {
  const codes = Object.keys(faults) as FaultCode[];
  const remedyOf = (code: FaultCode) =>
    remedyFor(config, new Fault(code, { limit: 10, resetAtMs: 0, retryAfterS: 7, priceCredits: 3 }));

  test.for(codes.filter((code) => new Fault(code).action))(
    "exist for %s, with an action and a hint",
    (code) => {
      expect(remedyOf(code)).toMatchObject({
        action: new Fault(code).action,
        hint: expect.stringMatching(/^[A-Z].+\.$/),
      });
    },
  );

  test.for(codes.filter((code) => !new Fault(code).action))("do not exist for %s", (code) => {
    expect(remedyOf(code)).toBeUndefined();
  });

  test("suggest creating a key when it is missing", () => {
    expect(remedyFor(config, new Fault("unauthorized"))).toMatchObject({
      method: "POST",
      url: "https://assay.example/v1/keys",
    });
  });

  test("name the price of the call when credits are missing", () => {
    const remedy = remedyFor(config, new Fault("payment_required", { priceCredits: 10 }));
    expect(remedy).toMatchObject({ price_credits: 10, price_cents: 20, routes: [] });
  });

  test("name the time of renewal when the allowance is used up", () => {
    const resetAtMs = Date.UTC(2026, 10, 16);
    expect(remedyFor(config, new Fault("quota_exhausted", { resetAtMs }))).toMatchObject({
      reset_at: "2026-11-16T00:00:00.000Z",
    });
  });

  test("name the limit when a text is too long", () => {
    expect(remedyFor(config, new Fault("too_large", { limit: 4321 }))?.hint).toContain("4321");
  });
});

describe("the base address of the service", () => {
  test.for<[Record<string, string>, string]>([
    [{}, "http://127.0.0.1:8402"],
    [{ HOST: "::1", PORT: "80" }, "http://[::1]:80"],
    [{ HOST: "0.0.0.0" }, "http://localhost:8402"],
    [{ HOST: "::" }, "http://localhost:8402"],
    [{ HOST: "0.0.0.0", BASE_URL: "https://assay.example/" }, "https://assay.example"],
  ])("follows the environment %j: %s", ([env, url]) => {
    expect(baseUrlOf(readConfig(env))).toBe(url);
  });
});
