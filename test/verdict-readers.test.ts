import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askService } from "../agent/verdicts/ask-service.ts";
import type { AgentParts } from "../agent/parts.ts";
import { toChecked } from "../cli/checking/to-checked.ts";
import { createService } from "../cli/service/service.ts";
import { createServiceJudge } from "../cli/service/service-judge.ts";
import { systemClock } from "../platform/clock.ts";
import { findingsOf } from "../site/parts/verdict.ts";
import { openStage, openWire, type Stage } from "./service/client/stage.ts";
import { leastVerdict } from "./support/least-verdict.ts";

const least = leastVerdict();
const finding = { rule: "made:up", message: "Look here.", line: 1 };

/** What services of other versions answer, whether the code is accepted by it, and the finding that all have to show. */
const answers: Readonly<Record<string, Readonly<{ body: object; accepts: boolean }>>> = {
  "lacks every field that a later version added": {
    body: { ...least, diagnostics: [{ ...finding, severity: "warning" }] },
    accepts: true,
  },
  "has fields that nobody knows": {
    body: {
      ...least,
      valid: false,
      made_up: ["anything"],
      diagnostics: [{ ...finding, severity: "error", made_up: { a: 1 } }],
      meta: { ...least.meta, made_up: null },
    },
    accepts: false,
  },
  "has a severity and a mode that nobody knows, and is not valid": {
    body: {
      ...least,
      valid: false,
      diagnostics: [{ ...finding, severity: "critical" }],
      meta: { ...least.meta, mode: "prove" },
    },
    accepts: false,
  },
  "has a severity that nobody knows, and is valid": {
    body: { ...least, diagnostics: [{ ...finding, severity: "hint" }] },
    accepts: true,
  },
};

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await stage.write({ "app.py": "x = 1\n" });
  return async () => stage[Symbol.asyncDispose]();
});
const wires = new AsyncDisposableStack();
afterAll(async () => wires.disposeAsync());

const serve = async (body: object): Promise<string> =>
  wires.use(await openWire(() => ({ status: 200, body }))).url;

describe.for(Object.entries(answers))("an answer that %s", ([, { body, accepts }]) => {
  test("is read by the agent, which passes it on as it came", async () => {
    const config = { SERVICE_URL: await serve(body) } as AgentParts["config"];
    const asking = { id: "0x1", mode: "static", body: {}, signal: AbortSignal.timeout(60_000) } as const;
    expect(await askService({ config, clock: systemClock }, asking)).toEqual({ kind: "verdict", body });
  });

  test("is read by the command, which goes by it", async () => {
    await using judge = createServiceJudge(createService(await serve(body), "asy_key", systemClock));
    const verdict = await judge.ask({ text: "x = 1\n", mode: "static" }, AbortSignal.timeout(60_000));
    const rules = { isChosen: () => true, strict: false };
    const checked = toChecked({ file: "app.py", text: "x = 1\n" }, verdict, rules);
    expect(checked.status).toBe(accepts ? "valid" : "rejected");
    expect(checked.findings).toMatchObject([finding]);
  });

  test("is read by the Python client, which goes by it", async () => {
    const { code, stdout } = await stage.check(await serve(body), ["app.py"], { ASSAY_API_KEY: "asy_key" });
    expect(code).toBe(accepts ? 0 : 1);
    expect(stdout).toContain("Look here.");
  });

  test("is shown by the pages", () => {
    expect(findingsOf(body as Parameters<typeof findingsOf>[0])).toMatchObject([finding]);
  });
});
