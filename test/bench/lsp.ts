import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLsp } from "../cli/lsp-client.ts";
import { quantile } from "./numbers.ts";
import type { Row } from "./row.ts";

const warmUp = 20;
const rounds = 100;
const sample = readFileSync(new URL("./sample.py", import.meta.url), "utf8");

/** From the save of a changed document to its diagnostics, with a real editor's protocol client over pipes. */
export async function measureLsp(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "assay-lsp-"));
  const startedAt = performance.now();
  await using client = await startLsp(folder, { HOME: folder });
  const document = client.open("sample.py", sample);
  await document.diagnostics();
  const firstMs = performance.now() - startedAt;
  const times: number[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    document.change({ text: `${sample}\nROUND = ${round}\n` });
    const savedAt = performance.now();
    document.save();
    await document.diagnostics();
    if (round >= 0) times.push(performance.now() - savedAt);
  }
  await client.shutDown();
  rmSync(folder, { recursive: true, force: true });
  const lines = sample.split("\n").length - 1;
  return [
    { what: `save to diagnostics, ${lines} lines, warm: p50`, value: quantile(times, 0.5), unit: "ms" },
    { what: "save to diagnostics, warm: p95", value: quantile(times, 0.95), unit: "ms" },
    { what: "start of the server to the first diagnostics", value: firstMs, unit: "ms" },
  ];
}
