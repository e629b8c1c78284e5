import type { TypedLayer } from "../../package-layer.ts";
import type { PythonVersion } from "../../python-version.ts";
import type { Types, TypesAnswer } from "./types.ts";

/** Beside those that always stand ready: each takes a process of 100 to 300 MB. */
const maxOthers = 3;

/** What texts are checked for: a version of Python, and packages where a call has some of its own. */
type Target = Readonly<{ python: PythonVersion; layer: TypedLayer | undefined }>;

type Other = { readonly opening: Promise<Types>; users: number };

type Settings = Readonly<{
  /** The version whose checkers always stand ready, and they. */
  python: PythonVersion;
  ready: Types;
  open(target: Target): Promise<Types>;
  max?: number;
}>;

/**
 * Type checkers for every version of Python and all packages. Others than the ready ones are opened when they are first
 * asked for; where there are too many, the least recently used are closed.
 */
export function createTypesOfTargets({ python: main, ready, open, max = maxOthers }: Settings): Types {
  /** Those that were asked last stand last. */
  const others = new Map<string, Other>();
  const closing = new Set<Promise<void>>();
  const known = new Map<string, Types>();
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

  async function remove(name: string): Promise<void> {
    const other = others.get(name);
    others.delete(name);
    known.delete(name);
    if (other) await close(other);
  }

  async function someoneLeaves(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => reject(signal.reason);
    waiting.push(resolve);
    signal.addEventListener("abort", leave, { once: true });
    await promise.finally(() => signal.removeEventListener("abort", leave));
  }

  async function take(target: Target, signal: AbortSignal): Promise<Other> {
    const name = nameOf(target);
    for (;;) {
      signal.throwIfAborted();
      const found = others.get(name);
      if (found === undefined && others.size >= max) {
        const idle = [...others].find(([, { users }]) => users === 0);
        if (idle) await remove(idle[0]);
        else await someoneLeaves(signal);
        continue;
      }
      const other = found ?? { opening: open(target), users: 0 };
      others.delete(name);
      others.set(name, other);
      other.users += 1;
      return other;
    }
  }

  async function checkAs(
    target: Target,
    texts: Parameters<Types["check"]>[0],
    signal: AbortSignal,
  ): Promise<TypesAnswer> {
    const other = await take(target, signal);
    const name = nameOf(target);
    try {
      const types = await other.opening;
      if (others.get(name) === other) known.set(name, types);
      return await types.check(texts, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (others.get(name) === other) void remove(name);
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
      const { python = main, layer } = texts;
      if (python === main && layer === undefined) return ready.check(texts, signal);
      return checkAs({ python, layer }, texts, signal);
    },
    [Symbol.asyncDispose]: async () => {
      for (const name of others.keys()) void remove(name);
      await Promise.all([...closing, ready[Symbol.asyncDispose]()]);
    },
  };
}

function failed(tool: "mypy" | "python", error: unknown): TypesAnswer["failures"][number] {
  return { tool, error };
}

function nameOf({ python, layer }: Target): string {
  return layer === undefined ? python : `${python} ${layer.name}`;
}
