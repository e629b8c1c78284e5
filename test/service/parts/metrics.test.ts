import { expect, test } from "vitest";
import { createMetrics } from "../../../service/parts/metrics.ts";

test("however many ask at once, a number that must be looked up is read once", async () => {
  const metrics = createMetrics();
  let readings = 0;
  const read = async () => ({ a: (readings += 1) });
  metrics.watchBy("assay_looked_up", "For this test.", { label: "of", read });
  const texts = await Promise.all(Array.from({ length: 50 }, async () => metrics.text()));
  expect(new Set(texts.map(({ body }) => /^assay_looked_up\{.*$/m.exec(body)?.[0]))).toEqual(
    new Set(['assay_looked_up{of="a"} 1']),
  );
  expect(readings).toBe(1);
});

test("a number that cannot be read is missing, and read again the next time", async () => {
  const metrics = createMetrics();
  const answers = [async () => Promise.reject(new Error("away")), async () => ({ a: 1 })];
  metrics.watchBy("assay_looked_up", "For this test.", { label: "of", read: async () => answers.shift()!() });
  expect((await metrics.text()).body).not.toMatch(/^assay_looked_up\{/m);
  expect((await metrics.text()).body).toContain('assay_looked_up{of="a"} 1');
});
