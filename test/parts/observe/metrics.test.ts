import { expect, test } from "vitest";
import { createMetrics } from "../../../parts/observe/metrics.ts";
import { manualClock } from "../../support/manual-clock.ts";

test("concurrent readers share one text, which has everything that was counted before the first of them", async () => {
  const metrics = createMetrics();
  const texts: unknown[] = [];
  for (const refused of [1, 2]) {
    metrics.countRefusal("rate_limited");
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, async () => metrics.text()));
    expect(first!.body).toContain(`assay_refusals_total{error="rate_limited"} ${refused}\n`);
    for (const other of others) expect(other).toBe(first);
    texts.push(first);
  }
  expect(texts[1]).not.toBe(texts[0]);
});

test("a number that must be looked up is cached between reads", async () => {
  const metrics = createMetrics(manualClock());
  let readings = 0;
  const read = async () => ({ a: (readings += 1) });
  metrics.watchBy("assay_looked_up", "For this test.", { label: "of", read });
  const texts = [];
  for (let asked = 0; asked < 5; asked += 1) texts.push(await metrics.text());
  expect(new Set(texts.map(({ body }) => /^assay_looked_up\{.*$/m.exec(body)?.[0]))).toEqual(
    new Set(['assay_looked_up{of="a"} 1']),
  );
  expect(readings).toBe(1);
});

test("a number that cannot be read is left out, and read again the next time", async () => {
  const metrics = createMetrics();
  const answers = [async () => Promise.reject(new Error("away")), async () => ({ a: 1 })];
  metrics.watchBy("assay_looked_up", "For this test.", { label: "of", read: async () => answers.shift()!() });
  expect((await metrics.text()).body).not.toMatch(/^assay_looked_up\{/m);
  expect((await metrics.text()).body).toContain('assay_looked_up{of="a"} 1');
});
