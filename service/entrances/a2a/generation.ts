/** The two generations of the protocol that are supported here. */
export const generations = ["1.0", "0.3"] as const;
export type Generation = (typeof generations)[number];

/** What 0.3 and the 0.2 before it have in common is all that is used here. Only major and minor count. */
const supported: Readonly<Record<string, Generation>> = { "0.2": "0.3", "0.3": "0.3", "1.0": "1.0" };

type Stated = Readonly<{
  header: (name: string) => string | undefined;
  query: (name: string) => string | undefined;
}>;

/** The version a request states, whatever it may be. An empty one is none. */
export function statedVersion({ header, query }: Stated): string | undefined {
  return (header("a2a-version") ?? query("A2A-Version"))?.trim() || undefined;
}

/**
 * The generation that a call speaks; undefined where it states one that is not supported here. Who states none speaks 0.3,
 * unless the method's name is one that only 1.0 has.
 */
export function generationOf(version: string | undefined, method: string): Generation | undefined {
  if (version === undefined) return /^[A-Z]/.test(method) ? "1.0" : "0.3";
  const majorMinor = /^(\d+\.\d+)(?:\.\d+)?$/.exec(version)?.[1];
  return majorMinor === undefined ? undefined : supported[majorMinor];
}
