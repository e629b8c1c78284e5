import type { FaultsOf } from "./fault.ts";

const delayMs = 50;

/** PostgreSQL: every process of it at once, as if its machine lost power. */
export const storeFaults: FaultsOf = ({ postgres, proxies }, { http }) => {
  const part = "store";
  const probe = async (): Promise<void> => http.sendTo({ mode: "static" });
  return [
    { part, how: "killed", strike: async () => postgres.kill(), end: async () => postgres.start(), probe },
    { part, how: "frozen", strike: () => postgres.pause(), end: () => postgres.resume(), probe },
    {
      part,
      how: "slowed",
      strike: () => proxies.store.slow(delayMs),
      end: () => proxies.store.heal(),
      probe,
    },
  ];
};
