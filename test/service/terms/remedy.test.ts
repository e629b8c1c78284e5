import { describe, expect, test } from "vitest";
import { baseUrlOf, remedyFor } from "../../../service/terms/remedy.ts";
import { readConfig } from "../../../service/config.ts";
import { Fault, kinds, type FaultCode } from "../../../parts/faults.ts";

const config = readConfig({ BASE_URL: "https://assay.example" });

describe("remedies", () => {
  const codes = Object.keys(kinds) as FaultCode[];
  const remedyOf = (code: FaultCode) =>
    remedyFor(config, new Fault(code, { limit: 10, resetAtMs: 0, retryAfterS: 7, priceCredits: 3 }));

  test.for(codes.filter((code) => new Fault(code).action))("%s comes with its action and a hint", (code) => {
    expect(remedyOf(code)).toMatchObject({
      action: new Fault(code).action,
      hint: expect.stringMatching(/^[A-Z].+\.$/),
    });
  });

  test.for(codes.filter((code) => !new Fault(code).action))("%s comes with none", (code) => {
    expect(remedyOf(code)).toBeUndefined();
  });

  test("a missing key is remedied by creating one", () => {
    expect(remedyFor(config, new Fault("unauthorized"))).toMatchObject({
      method: "POST",
      url: "https://assay.example/v1/keys",
    });
  });

  test("missing credits are remedied with the price of the call", () => {
    const remedy = remedyFor(config, new Fault("payment_required", { priceCredits: 10 }));
    expect(remedy).toMatchObject({ price_credits: 10, price_cents: 20, routes: [] });
  });

  test("a spent allowance names the moment it is new", () => {
    const resetAtMs = Date.UTC(2026, 10, 16);
    expect(remedyFor(config, new Fault("quota_exhausted", { resetAtMs }))).toMatchObject({
      reset_at: "2026-11-16T00:00:00.000Z",
    });
  });

  test("a text that is too long is told how long it may be", () => {
    expect(remedyFor(config, new Fault("too_large", { limit: 4321 }))?.hint).toContain("4321");
  });
});

describe("the address of the service", () => {
  test.for<[Record<string, string>, string]>([
    [{}, "http://127.0.0.1:8402"],
    [{ HOST: "::1", PORT: "80" }, "http://[::1]:80"],
    [{ HOST: "0.0.0.0" }, "http://localhost:8402"],
    [{ HOST: "::" }, "http://localhost:8402"],
    [{ HOST: "0.0.0.0", BASE_URL: "https://assay.example/" }, "https://assay.example"],
  ])("with %j it is %s", ([env, url]) => {
    expect(baseUrlOf(readConfig(env))).toBe(url);
  });
});
