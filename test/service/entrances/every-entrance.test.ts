import { afterAll, describe, expect, test } from "vitest";
import { Job } from "../../../engine/job.ts";
import { readExactJson } from "../../../parts/json/exact-json.ts";
import { checkReceipt } from "../../../parts/proof/receipts/check.ts";
import { describeEntrances, entrances, type Entrance, type Outcome } from "../../support/entrances.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { openTestServices, engineWithEveryMode } from "../../support/services.ts";
import type { TestService } from "../../support/service.ts";

const services = await openTestServices();
const service = await services.open({
  env: {
    FREE_CALLS_PER_DAY: "1000",
    MODES: "static,execute",
    MAX_CODE_LENGTH: "1000",
    STRIPE_SECRET_KEY: "sk_test_never_called",
    STRIPE_WEBHOOK_SECRET: "whsec_never_called",
  },
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

type SelfView = Readonly<{ credits: number; calls_remaining: number }>;

async function accountOf(at: TestService, key: string): Promise<SelfView> {
  return (await (await at.send("/v1/keys/self", { key })).json()) as SelfView;
}

/** The JSON-RPC code and the envelope's fields of a refused call. */
function expectRefusal(
  entrance: Entrance,
  outcome: Outcome,
  error: string,
  action: string | undefined,
): void {
  expect(outcome.verdict).toBeUndefined();
  expect(outcome.refusal).toMatchObject({ error, request_id: outcome.headers.get("x-request-id") });
  expect(outcome.refusal!.message).toMatch(/\.$/);
  const { remedy } = outcome.refusal!;
  expect([remedy?.action, remedy === undefined || remedy.hint.endsWith(".")]).toEqual([action, true]);
  if (!entrance.isRpc) return;
  const isTold = entrance.answersAsTool && toolRefusals.has(error);
  const codes: Record<string, number> = { unauthorized: -32010, payment_required: -32011 };
  expect(outcome.rpcCode).toBe(isTold ? undefined : (codes[error] ?? -32012));
}

const toolRefusals = new Set(["payment_required", "bad_request", "unsupported_language", "too_large"]);

describeEntrances((entrance) => {
  let made = 0;
  const newCode = (): string => `total_${(made += 1)} = 1\n`;

  describe("the answer of an entrance", () => {
    test("has a verdict that names its call", async () => {
      const key = await service.createKey();
      const outcome = await entrance.ask(service, { key, job: { code: "import os\n" } });
      expect(outcome.status).toBe(200);
      expect(outcome.verdict).toMatchObject({
        valid: true,
        diagnostics: [{ rule: "ruff:F401", line: 1, column: 8 }],
        meta: { mode: "static", incomplete: [], request_id: outcome.headers.get("x-request-id") },
      });
    });

    test("has a receipt that is valid for the request, the same for a repeat", async () => {
      const key = await service.createKey();
      const job = { code: newCode(), options: { strict: true } };
      const { verdict } = await entrance.ask(service, { key, job });
      expect(await checkReceipt(readExactJson(JSON.stringify(verdict)), Job.parse(job))).toMatchObject({
        ok: true,
        receipt: {
          signer: service.parts.receipts.signer,
          mode: "static",
          payment: "free",
          entrance: expect.stringMatching(/^(?:http|mcp|a2a)$/),
        },
      });
      const repeat = await entrance.ask(service, { key, job });
      expect(repeat.headers.get("x-svc-repeat")).toBe("1");
      expect(repeat.verdict!.meta.receipt).toEqual(verdict!.meta.receipt);
    });

    test("names the unfinished tools, has the findings of the others, and is not remembered", async () => {
      const key = await service.createKey();
      const job = { code: `import os\nos.system(input())\nx = ${"-".repeat(500)}1\n` };
      for (let time = 1; time <= 2; time += 1) {
        const { verdict, headers } = await entrance.ask(service, { key, job });
        expect(verdict).toMatchObject({ valid: false, meta: { incomplete: ["mypy"] } });
        expect(verdict!.diagnostics).toContainEqual(expect.objectContaining({ rule: "mypy:incomplete" }));
        expect(verdict!.security).toMatchObject([{ severity: "error", line: 2 }]);
        expect(headers.get("x-svc-repeat")).toBeNull();
      }
    });

    test("has the repaired source, for a key that pays for it", async () => {
      await using repairing = await services.open();
      const key = await repairing.createKey();
      await repairing.grant(key, 4);
      const job = { code: "import os\nprint(1)\n", mode: "repair" };
      const { verdict, headers } = await entrance.ask(repairing, { key, job });
      expect(verdict).toMatchObject({
        valid: true,
        fixes: [expect.stringMatching(/^line 1: .*`os`/)],
        fixed_code: "print(1)\n",
        fixed_valid: true,
        meta: { mode: "repair" },
      });
      expect(headers.get("x-credits-remaining")).toBe("1");
    });

    test("has the balance, in headers", async () => {
      const key = await service.createKey();
      const { headers } = await entrance.ask(service, { key, job: { code: newCode() } });
      expect([headers.get("x-quota-tier"), headers.get("x-quota-remaining")]).toEqual(["free", "999"]);
      expect(headers.get("cache-control")).toContain("no-store");
    });

    test("has the caller's own id", async () => {
      const key = await service.createKey();
      for (const id of entrance.isRpc ? ["mine", 41] : [])
        expect((await entrance.ask(service, { key, id, job: { code: newCode() } })).id).toBe(id);
    });
  });

  describe("an entrance refuses, with a remedy and without a charge,", () => {
    test("a call without a key", async () => {
      const outcome = await entrance.ask(service, { job: { code: newCode() }, id: "mine" });
      expect(outcome.status).toBe(401);
      expect(outcome.headers.get("www-authenticate")).toMatch(/^Bearer /);
      expectRefusal(entrance, outcome, "unauthorized", "mint_key");
      expect(outcome.refusal!.remedy).toMatchObject({ method: "POST", url: `${service.url}/v1/keys` });
      expect(outcome.id).toBe(entrance.isRpc ? "mine" : null);
    });

    test("an unknown or revoked key", async () => {
      const key = await service.createKey();
      await service.send("/v1/keys/self", { method: "DELETE", key });
      for (const bad of [key, `asy_${"0".repeat(40)}`]) {
        const outcome = await entrance.ask(service, { key: bad, job: { code: newCode() } });
        expect(outcome.status).toBe(401);
        expectRefusal(entrance, outcome, "unauthorized", "mint_key");
      }
    });

    test.for<[string, unknown, string, string | undefined]>([
      ["a job without code", {}, "bad_request", "fix_request"],
      ["empty code", { code: "" }, "bad_request", "fix_request"],
      ["code that is not a string", { code: 5 }, "bad_request", "fix_request"],
      ["a lone surrogate", { code: "x = '\ud800'" }, "bad_request", "fix_request"],
      ["an unknown mode", { code: "x = 1", mode: "guess" }, "bad_request", "fix_request"],
      ["an option out of range", { code: "x = 1", options: { timeout_s: 61 } }, "bad_request", "fix_request"],
      ["another language", { code: "x = 1", language: "sql" }, "unsupported_language", "fix_request"],
      ["code that is too long", { code: `x = "${"a".repeat(1000)}"` }, "too_large", "shorten"],
      ["a mode that is off here", { code: "x = 1", mode: "repair" }, "unsupported_mode", undefined],
    ])("%s", async ([, job, error, action]) => {
      const key = await service.createKey();
      const outcome = await entrance.ask(service, { key, job });
      expectRefusal(entrance, outcome, error, action);
      expect((outcome.refusal!.fields ?? []).length > 0).toBe(error === "bad_request");
      expect(outcome.refusal!.limit).toBe(error === "too_large" ? 1000 : undefined);
      expect(await accountOf(service, key)).toMatchObject({ calls_remaining: 1000 });
    });

    test("a mode that the key does not cover, with price and ways to pay", async () => {
      await using every = await services.open({
        env: { STRIPE_SECRET_KEY: "sk_test_never_called", STRIPE_WEBHOOK_SECRET: "whsec_never_called" },
        overrides: engineWithEveryMode(service),
      });
      const key = await every.createKey();
      const outcome = await entrance.ask(every, { key, job: { code: newCode(), mode: "execute" } });
      expectRefusal(entrance, outcome, "payment_required", "buy_credits");
      expect(outcome.refusal!.remedy).toMatchObject({
        price_credits: 10,
        price_cents: 20,
        routes: [{ route: "card", method: "POST", url: `${every.url}/v1/keys/checkout`, min_credits: 25 }],
      });
    });

    test("a key without calls left, with the time of renewal", async () => {
      const clock = manualClock(Date.UTC(2026, 0, 2, 15));
      await using small = await services.open({
        env: { FREE_CALLS_PER_DAY: "1" },
        overrides: { clock },
      });
      const key = await small.createKey();
      expect((await entrance.ask(small, { key, job: { code: newCode() } })).verdict).toBeDefined();
      const outcome = await entrance.ask(small, { key, job: { code: newCode() } });
      expectRefusal(entrance, outcome, "quota_exhausted", "wait");
      expect(outcome.refusal!.remedy!["reset_at"]).toBe("2026-01-03T00:00:00.000Z");
      expect(outcome.headers.get("x-quota-reset")).toBe(String(Date.UTC(2026, 0, 3) / 1000));
    });
  });

  describe("an entrance charges", () => {
    test("the day's allowance first, then credits, and nothing for a repeat", async () => {
      await using small = await services.open({ env: { FREE_CALLS_PER_DAY: "1" } });
      const key = await small.createKey();
      await small.grant(key, 2);
      const [first, second] = [{ code: newCode() }, { code: newCode() }];
      await entrance.ask(small, { key, job: first });
      expect(await accountOf(small, key)).toMatchObject({ credits: 2 });
      await entrance.ask(small, { key, job: second });
      expect(await accountOf(small, key)).toMatchObject({ credits: 1 });
      const again = await entrance.ask(small, { key, job: second });
      expect([again.headers.get("x-svc-repeat"), again.verdict !== undefined]).toEqual(["1", true]);
      expect(await accountOf(small, key)).toMatchObject({ credits: 1 });
    });

    test("equal concurrent calls once", async () => {
      const key = await service.createKey();
      const job = { code: newCode() };
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () => entrance.ask(service, { key, job })),
      );
      expect(outcomes.every(({ verdict }) => verdict !== undefined)).toBe(true);
      expect(await accountOf(service, key)).toMatchObject({ calls_remaining: 999 });
    });

    test("nobody for trials, until those are used up", async () => {
      await using trial = await services.open({ env: { TRIAL_CALLS_PER_DAY: "1" } });
      const first = await entrance.ask(trial, { job: { code: newCode() } });
      expect(first.verdict).toBeDefined();
      const second = await entrance.ask(trial, { job: { code: newCode() } });
      expectRefusal(entrance, second, "quota_exhausted", "mint_key");
    });
  });
});

test("an answer from one entrance is a repeat at every other", async () => {
  const key = await service.createKey();
  const job = { code: "shared_answer = 1\n" };
  const repeats: (string | null)[] = [];
  for (const entrance of entrances)
    repeats.push((await entrance.ask(service, { key, job })).headers.get("x-svc-repeat"));
  expect(repeats).toEqual([null, ...entrances.slice(1).map(() => "1")]);
  expect(await accountOf(service, key)).toMatchObject({ calls_remaining: 999 });
});
