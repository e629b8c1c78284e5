import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { SlowStart, startWithin } from "../../engine/start-within.ts";
import { openZygote } from "../../engine/workers/type-checker/zygote.ts";
import { systemClock } from "../../platform/clock.ts";
import { openLog } from "../../platform/log.ts";

describe("a part that does not start in time", () => {
  test("is named, with the time that it had", async () => {
    const starting = startWithin("The type checker", 50, async (signal) =>
      delay(60_000, undefined, { signal }),
    );
    await expect(starting).rejects.toThrow(
      new SlowStart("The type checker did not start within 0.05 s. The machine may be too busy: try again."),
    );
  });

  test("is given up with its process, where that says nothing", async () => {
    const python = join(mkdtempSync(join(tmpdir(), "assay-slow-")), "python");
    writeFileSync(python, "#!/bin/sh\nexec sleep 600\n", { mode: 0o755 });
    const settings = {
      python,
      socketPath: "s",
      folder: "/tmp",
      pythonVersion: "3.13",
      log: openLog("silent"),
    };
    const starting = startWithin("The type checker", 200, async (signal) =>
      openZygote({
        ...settings,
        signal,
        clock: systemClock,
        onWarm: () => undefined,
        mayComeBack: () => false,
      }),
    );
    await expect(starting).rejects.toThrow("The type checker did not start within 0.2 s.");
  });

  test("keeps its own failure where it failed in time", async () => {
    const starting = startWithin("The type checker", 60_000, async () =>
      Promise.reject(new Error("no such file")),
    );
    await expect(starting).rejects.toThrow("no such file");
  });

  test("is not stopped later, once it has started", async () => {
    let given: AbortSignal | undefined;
    await startWithin("The type checker", 20, async (signal) => {
      given = signal;
    });
    await delay(60);
    expect(given?.aborted).toBe(false);
  });
});
