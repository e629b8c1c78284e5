import type { PythonVersion } from "../../python-version.ts";
import type { Types, TypesAnswer } from "./types.ts";

/** Beside those that always stand ready: each takes a process of 200 MB. */
const maxOthers = 2;

type Other = { readonly opening: Promise<Types>; users: number };

type Settings = Readonly<{
  /** The version whose checkers always stand ready, and they. */
  python: PythonVersion;
  ready: Types;
  open(python: PythonVersion): Promise<Types>;
  max?: number;
}>;

/**
 * Type checkers for every version of Python. Those of another version than the ready one are opened when they are first
 * asked for; where there are too many, the least recently used are closed.
 */
export function createTypesOfVersions({ python: main, ready, open, max = maxOthers }: Settings): Types {
  /** Those that were asked last stand last. */
  const others = new Map<PythonVersion, Other>();
  const closing = new Set<Promise<void>>();
  const known = new Map<PythonVersion, Types>();
  let waiting: (() => void)[] = [];

  async function close({ opening }: Other): Promise<void> {
    const closed = opening.then(
      async (types) => types[Symbol.asyncDispose](),
      () => undefined,
    );
    closing.add(closed);
    await closed;
    closing.delete(closed);
  }

  async function remove(python: PythonVersion): Promise<void> {
    const other = others.get(python);
    others.delete(python);
    known.delete(python);
    if (other) await close(other);
  }

  async function someoneLeaves(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => reject(signal.reason);
    waiting.push(resolve);
    signal.addEventListener("abort", leave, { once: true });
    await promise.finally(() => signal.removeEventListener("abort", leave));
  }

  async function take(python: PythonVersion, signal: AbortSignal): Promise<Other> {
    for (;;) {
      signal.throwIfAborted();
      const found = others.get(python);
      if (found === undefined && others.size >= max) {
        const idle = [...others].find(([, { users }]) => users === 0);
        if (idle) await remove(idle[0]);
        else await someoneLeaves(signal);
        continue;
      }
      const other = found ?? { opening: open(python), users: 0 };
      others.delete(python);
      others.set(python, other);
      other.users += 1;
      return other;
    }
  }

  async function checkAs(
    python: PythonVersion,
    texts: Parameters<Types["check"]>[0],
    signal: AbortSignal,
  ): Promise<TypesAnswer> {
    const other = await take(python, signal);
    try {
      const types = await other.opening;
      if (others.get(python) === other) known.set(python, types);
      return await types.check(texts, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (others.get(python) === other) void remove(python);
      return {
        said: undefined,
        refusals: undefined,
        failures: [failed("mypy", error), failed("python", error)],
      };
    } finally {
      other.users -= 1;
      const freed = waiting;
      waiting = [];
      for (const go of freed) go();
    }
  }

  return {
    versions: ready.versions,
    isUp: ready.isUp,
    workers: () => ready.workers() + [...known.values()].reduce((sum, types) => sum + types.workers(), 0),
    check: async (texts, signal) => {
      const { python = main } = texts;
      return python === main ? ready.check(texts, signal) : checkAs(python, texts, signal);
    },
    [Symbol.asyncDispose]: async () => {
      for (const python of others.keys()) void remove(python);
      await Promise.all([...closing, ready[Symbol.asyncDispose]()]);
    },
  };
}

function failed(tool: "mypy" | "python", error: unknown): TypesAnswer["failures"][number] {
  return { tool, error };
}
