import { expect, test } from "vitest";
import { overChain } from "../../../service/terms/native.ts";
import { Fault } from "../../../parts/faults.ts";

test("an answer of the chain is passed on", async () => {
  expect(await overChain(Promise.resolve(7))).toBe(7);
});

test("an unavailable chain is reported to callers as payments that cannot be made now", async () => {
  const cause = new Fault("chain_unavailable", { message: "The node at 10.0.0.1 is down." });
  const told = await overChain(Promise.reject(cause)).catch((error: unknown) => error);
  expect(told).toMatchObject({ code: "payment_unavailable", cause });
  expect((told as Fault).message).not.toContain("10.0.0.1");
});

test.for([
  ["a defect of ours", new Error("undefined is not a function")] as const,
  ["another refusal", new Fault("busy")] as const,
])("%s is not reported as an unavailable chain", async ([, error]) => {
  await expect(overChain(Promise.reject(error))).rejects.toBe(error);
});
