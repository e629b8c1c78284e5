import type { Clock } from "../../platform/clock.ts";
import type { PythonVersion } from "../python-version.ts";
import type { Wheel } from "../package-layer.ts";
import type { Requirement } from "../requirement.ts";

type Asked = Readonly<{ requirements: readonly Requirement[]; python: PythonVersion }>;

/** What requests came to: for a day, so that equal requests mean equal packages. */
export type Locks = Readonly<{
  get(asked: Asked): readonly Wheel[] | undefined;
  /** Two who ask for the same wait for one answer. A failure is not kept. */
  add(asked: Asked, resolve: () => Promise<readonly Wheel[]>): Promise<readonly Wheel[]>;
}>;

const dayMs = 24 * 3_600_000;
const maxKept = 2000;

export function createLocks(clock: Clock): Locks {
  /** Those that were added last stand last. */
  const kept = new Map<string, { wheels: readonly Wheel[]; untilMs: number }>();
  const resolving = new Map<string, Promise<readonly Wheel[]>>();

  async function resolveNow(
    key: string,
    resolve: () => Promise<readonly Wheel[]>,
  ): Promise<readonly Wheel[]> {
    try {
      const wheels = await resolve();
      kept.delete(key);
      kept.set(key, { wheels, untilMs: clock.monotonic() + dayMs });
      const [oldest] = kept.keys();
      if (kept.size > maxKept) kept.delete(oldest!);
      return wheels;
    } finally {
      resolving.delete(key);
    }
  }

  return {
    get: (asked) => {
      const found = kept.get(keyOf(asked));
      return found && found.untilMs > clock.monotonic() ? found.wheels : undefined;
    },
    add: async (asked, resolve) => {
      const key = keyOf(asked);
      const begun = resolving.get(key) ?? resolveNow(key, resolve);
      resolving.set(key, begun);
      return begun;
    },
  };
}

function keyOf({ requirements, python }: Asked): string {
  return [python, ...requirements.map(({ text }) => text)].join("\n");
}
