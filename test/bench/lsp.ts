import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLsp } from "../cli/lsp-client.ts";
import { quantile } from "./numbers.ts";
import type { Row } from "./row.ts";

const warmUp = 4;
const rounds = 20;
const sample = readFileSync(new URL("./sample.py", import.meta.url), "utf8");
const modules = 60;

/** From the save of a changed document of a project to what is shown, with a real editor's protocol client over pipes. */
export async function measureLsp(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "assay-lsp-"));
  writeProject(folder);
  const startedAt = performance.now();
  await using client = await startLsp(folder, { HOME: folder });
  const document = client.open("shop/module_0.py", sample);
  await document.firstDiagnostics();
  const firstMs = performance.now() - startedAt;
  await document.diagnostics();
  const wholeMs = performance.now() - startedAt;
  const [first, all, exact]: [number[], number[], number[]] = [[], [], []];
  for (let round = -warmUp; round < rounds; round += 1) {
    const isWrong = round % 2 === 0;
    const text = `${sample}\nROUND: int = ${isWrong ? '"x"' : round}\n`;
    document.change({ text });
    writeFileSync(join(folder, "shop/module_0.py"), text);
    const savedAt = performance.now();
    document.save();
    await document.firstDiagnostics();
    const firstAt = performance.now();
    await document.arrival((found) => found.some(({ code }) => code === "mypy:assignment") === isWrong);
    const typesAt = performance.now();
    await document.diagnostics();
    if (round < 0) continue;
    first.push(firstAt - savedAt);
    all.push(typesAt - savedAt);
    exact.push(performance.now() - savedAt);
  }
  await client.shutDown();
  rmSync(folder, { recursive: true, force: true });
  const size = `${sample.split("\n").length - 1} lines in a project of ${modules} files`;
  const row = (what: string, value: number): Row => ({ what, value, unit: "ms" });
  return [
    row(`save to the first stage, ${size}: p50`, quantile(first, 0.5)),
    row("save to the first stage: p95", quantile(first, 0.95)),
    row("save to types, from memory: p50", quantile(all, 0.5)),
    row("save to types, from memory: p95", quantile(all, 0.95)),
    row("save to the whole build that confirms them: p50", quantile(exact, 0.5)),
    row("start of the server to the first stage", firstMs),
    row("start of the server to the whole project, without a cache", wholeMs),
  ];
}

function writeProject(folder: string): void {
  mkdirSync(join(folder, "shop"));
  writeFileSync(join(folder, "pyproject.toml"), "");
  writeFileSync(join(folder, "shop/__init__.py"), "");
  for (let number = 0; number < modules - 1; number += 1) {
    const after = number === 0 ? "" : `\nfrom shop import module_${number - 1} as before\n\nprint(before)\n`;
    writeFileSync(join(folder, `shop/module_${number}.py`), sample + after);
  }
}
