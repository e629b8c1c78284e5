import type { Overrides } from "../../service/parts.ts";
import { openTestService, type TestService } from "./service.ts";

type Settings = Readonly<{ env?: Record<string, string>; overrides?: Overrides }>;

/** Services that share one warm engine: the first takes seconds to open, the others milliseconds. */
export type TestServices = Readonly<{ open(settings?: Settings): Promise<TestService> }> & AsyncDisposable;

export async function openTestServices(): Promise<TestServices> {
  const first = await openTestService();
  const { types, engine } = first.parts;
  return {
    open: async ({ env = {}, overrides = {} } = {}) =>
      openTestService({ env, overrides: { types, engine, ...overrides } }),
    [Symbol.asyncDispose]: async () => first[Symbol.asyncDispose](),
  };
}

/** An engine that takes every mode for static: what a mode costs is decided before the engine is asked. */
export function engineWithEveryMode({ parts: { engine } }: TestService): Pick<Overrides, "engine"> {
  return {
    engine: {
      modes: ["static", "repair", "execute"],
      isReady: () => true,
      judge: async (job, signal) => engine.judge({ ...job, mode: "static" }, signal),
    },
  };
}
