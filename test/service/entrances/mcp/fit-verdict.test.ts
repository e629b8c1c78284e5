import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Verdict } from "../../../../engine/verdict.ts";
import { fitVerdict } from "../../../../service/entrances/mcp/fit-verdict.ts";
import type { TestService } from "../../../support/service.ts";
import { openWarmService } from "../../../support/services.ts";
import { clients } from "./clients.ts";

const maxBytes = 64_000;

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const meta = { service: "assay", version: "1.0.0", engine: {} };
const nothing = { valid: false, score: 0, diagnostics: [], security: [], fixes: [], runtime: {}, meta };
const aVerdict = (fields: object): Verdict => Verdict.parse({ ...nothing, ...fields });

const warning = (line: number) => ({
  severity: "warning",
  rule: "ruff:F401",
  message: `\`name_${line}\` is never used`,
  line,
  column: 1,
});

describe("a verdict", () => {
  test("still names the unfinished tools when it is cut", () => {
    const errors = Array.from({ length: 5000 }, (_, line) => ({ ...warning(line), severity: "error" }));
    const fitted = fitVerdict(aVerdict({ diagnostics: errors, meta: { ...meta, incomplete: ["mypy"] } }));
    expect(fitted.truncated).toBeDefined();
    expect(fitted.meta.incomplete).toEqual(["mypy"]);
  });

  test("is left unchanged when it fits", () => {
    const verdict = aVerdict({ diagnostics: [warning(1)] });
    expect(fitVerdict(verdict)).toBe(verdict);
  });

  test("is cut until it fits when it is too long, and says how much is shown", () => {
    const diagnostics = Array.from({ length: 5000 }, (_, line) => warning(line));
    const fitted = fitVerdict(aVerdict({ diagnostics }));
    expect(sizeOf(fitted)).toBeLessThanOrEqual(maxBytes);
    expect(sizeOf(fitted)).toBeGreaterThan(maxBytes * 0.9);
    const shown = fitted.diagnostics.length;
    expect(fitted.truncated).toEqual({ diagnostics: { shown, of: 5000 } });
    expect(fitted.diagnostics).toEqual(diagnostics.slice(0, shown));
  });

  test("keeps the worst findings, in the order of the text", () => {
    const diagnostics = Array.from({ length: 5000 }, (_, line) =>
      line % 100 === 99 ? { ...warning(line), severity: "error" } : warning(line),
    );
    const fitted = fitVerdict(aVerdict({ diagnostics }));
    expect(fitted.diagnostics.filter(({ severity }) => severity === "error")).toHaveLength(50);
    const lines = fitted.diagnostics.map(({ line }) => line!);
    expect(lines).toEqual(lines.toSorted((one, other) => one - other));
  });

  test("is cut by its length in JSON, where control characters and other scripts are long", () => {
    const runtime = { ran: true, stdout: "\u0001".repeat(60_000), stderr: "語".repeat(60_000) };
    const fitted = fitVerdict(aVerdict({ runtime }));
    expect(sizeOf(fitted)).toBeLessThanOrEqual(maxBytes);
    const { stdout, stderr } = fitted.runtime;
    expect(fitted.truncated).toEqual({
      stdout: { shown: stdout.length, of: 60_000 },
      stderr: { shown: stderr.length, of: 60_000 },
    });
    expect(Math.min(stdout.length, stderr.length)).toBeGreaterThan(1500);
  });

  test("has files that were asked back whole or not at all, the first ones first", () => {
    const file = (path: string, length: number) => ({
      path,
      media_type: "text/plain; charset=utf-8",
      base64: "A".repeat(length),
    });
    const outputs = [file("a", 20_000), file("b", 30_000), file("c", 1_200_000), file("d", 4)];
    const fitted = fitVerdict(aVerdict({ diagnostics: [warning(1)], runtime: { ran: true, outputs } }));
    expect(sizeOf(fitted)).toBeLessThanOrEqual(maxBytes);
    expect(fitted.runtime.outputs).toEqual(outputs.slice(0, 2));
    expect(fitted.truncated).toEqual({ outputs: { shown: 2, of: 4 } });
    expect(fitted.diagnostics).toHaveLength(1);
    const none = fitVerdict(aVerdict({ runtime: { ran: true, stdout: "o".repeat(80_000), outputs: [] } }));
    expect(none.runtime.outputs).toEqual([]);
    expect(Object.keys(none.truncated!)).toEqual(["stdout"]);
  });

  test("keeps the end of stderr and the beginning of stdout", () => {
    const noise = "-".repeat(60_000);
    const fitted = fitVerdict(
      aVerdict({ runtime: { ran: true, stdout: `first${noise}`, stderr: `${noise}ValueError` } }),
    );
    expect(fitted.runtime.stdout).toMatch(/^first/);
    expect(fitted.runtime.stderr).toMatch(/ValueError$/);
  });

  test("is not cut within a character", () => {
    const runtime = { ran: true, stdout: `x${"😀".repeat(30_000)}`, stderr: "😀".repeat(30_000) };
    const fitted = fitVerdict(aVerdict({ runtime })).runtime;
    expect(fitted.stdout.isWellFormed() && fitted.stderr.isWellFormed()).toBe(true);
  });

  test("never contains half a program, and still has its findings", () => {
    const program = "x = 1\n".repeat(30_000);
    const diagnostics = Array.from({ length: 5000 }, (_, line) => warning(line));
    const fitted = fitVerdict(aVerdict({ fixed_code: program, transpiled: program, diagnostics }));
    expect([fitted.fixed_code, fitted.transpiled]).toEqual([program, program]);
    expect(fitted.diagnostics.length).toBeGreaterThan(50);
    expect(sizeOf({ ...fitted, fixed_code: null, transpiled: null })).toBeLessThan(20_000);
  });

  test("fits with everything at once, too", () => {
    const renamed = {
      text: "renamed a name to a better name",
      kind: "certain",
      repair: "misspelled-name",
    };
    const finding = { tool: "policy", id: "S1", severity: "error", message: "m".repeat(100) };
    const fitted = fitVerdict(
      aVerdict({
        diagnostics: Array.from({ length: 1000 }, (_, line) => warning(line)),
        security: Array.from({ length: 1000 }, () => finding),
        fixes: Array.from({ length: 1000 }, () => "renamed a name to a better name"),
        meta: { ...meta, fixes: Array.from({ length: 1000 }, () => renamed) },
        runtime: { ran: true, stdout: "o".repeat(60_000), stderr: "e".repeat(60_000) },
      }),
    );
    expect(sizeOf(fitted)).toBeLessThanOrEqual(maxBytes);
    expect(fitted.meta.fixes).toHaveLength(fitted.fixes.length);
    expect(Object.keys(fitted.truncated!).toSorted()).toEqual([
      "diagnostics",
      "fixes",
      "security",
      "stderr",
      "stdout",
    ]);
  });
});

describe("a text with thousands of findings", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openWarmService();
  });
  afterAll(async () => service[Symbol.asyncDispose]());

  test.for(clients.map((client) => [client.name, client] as const))(
    "gets a short answer for %s",
    async ([, kind]) => {
      const key = await service.createKey();
      await using client = await kind.connect(service.url, { "x-api-key": key });
      await client.listTools(); // from now on results are held against the tools' schemas
      const code = Array.from({ length: 3000 }, (_, n) => `import module_number_${n}\n`).join("");
      const { content, structuredContent } = await client.callTool("validate_python", { code });
      expect(sizeOf(structuredContent)).toBeLessThanOrEqual(maxBytes);
      expect(JSON.parse(content[0].text)).toEqual(structuredContent);
      const { shown, of } = structuredContent.truncated.diagnostics;
      expect(shown).toBe(structuredContent.diagnostics.length);
      expect(of).toBeGreaterThan(shown);
    },
  );
});
