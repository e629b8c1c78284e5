import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { interpreter } from "./interpreter.ts";
import { quantile, timed } from "./numbers.ts";
import type { Row } from "./row.ts";
import { startService } from "./service-process.ts";

const rounds = 25;
const run = promisify(execFile);

/** A whole `execute` call over HTTP less what the same call costs in mode static, against the bare interpreter. */
export async function measureExecute(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "assay-execute-"));
  const file = join(folder, "main.py");
  const python = await interpreter();
  await using service = await startService({ SANDBOX: "docker" });
  const ask = async (code: string, mode: string): Promise<number> => {
    const { ms, result } = await timed(async () => service.ask({ code, mode }));
    if (result.valid !== true) throw new Error(`the service answered ${JSON.stringify(result)}`);
    return ms;
  };
  const bare: number[] = [];
  const running: number[] = [];
  const ratios: number[] = [];
  for (let round = -5; round < rounds; round += 1) {
    const code = `print(1)  # ${round}\n`;
    writeFileSync(file, code);
    // The boxes that were used are replaced behind the calls; that is not part of a warm call.
    await new Promise((resolve) => setTimeout(resolve, 400));
    const bareMs = (await timed(async () => run(python, [file]))).ms;
    const staticMs = await ask(code, "static");
    const executeMs = await ask(code, "execute");
    if (round < 0) continue;
    bare.push(bareMs);
    running.push(executeMs - staticMs);
    ratios.push((executeMs - staticMs) / bareMs);
  }
  rmSync(folder, { recursive: true, force: true });
  return [
    { what: "python3 main.py, print(1)", value: quantile(bare, 0.5), unit: "ms" },
    { what: "execute over HTTP less static", value: quantile(running, 0.5), unit: "ms" },
    { what: "the same ÷ python3 main.py, median of the rounds", value: quantile(ratios, 0.5), unit: "times" },
  ];
}
