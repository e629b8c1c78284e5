import type { Overrides } from "../../service/parts.ts";
import { noTools } from "./no-tools.ts";
import { openTestService, type TestService } from "./service.ts";
import { workerLife } from "./worker-life.ts";

type Settings = Readonly<{ env?: Record<string, string>; overrides?: Overrides }>;

/** Services that share one warm engine and one JSON thread: the first takes seconds to open, the others milliseconds. */
export type TestServices = Readonly<{ open(settings?: Settings): Promise<TestService> }> & AsyncDisposable;

let warm: Promise<TestService> | undefined;

export async function openTestServices(): Promise<TestServices> {
  await keepWarm();
  return { open: openWarmService, [Symbol.asyncDispose]: async () => undefined };
}

/** A service with a store of its own, on the engine that every test file of this worker shares. */
export async function openWarmService({ env = {}, overrides = {} }: Settings = {}): Promise<TestService> {
  const { engine, json } = (await keepWarm()).parts;
  return openTestService({ env, overrides: { engine, json, ...overrides } });
}

async function keepWarm(): Promise<TestService> {
  warm ??= openTestService().then((opened) => workerLife().use(opened));
  return warm;
}

/** An engine that treats every mode as static: the price of a mode is decided before the engine is called. */
export function engineWithEveryMode({ parts: { engine } }: TestService): Pick<Overrides, "engine"> {
  return {
    engine: {
      ...engine,
      modes: ["static", "repair", "execute"],
      python: noTools.python,
      isReady: () => true,
      judge: async (job, ...given) => engine.judge({ ...job, mode: "static" }, ...given),
    },
  };
}
