import { Redis } from "ioredis";

/** The names under which versions before 1.52.0 kept what money is made of. */
const moneyNames = /^assay:(?:key|credits|entries|entry|deposit|checkout|payment):/;

/** Rejects where a Redis has the money of a version that kept it there: a store that starts empty beside it would lose it. */
export async function refuseMoneyInRedis(url: string): Promise<void> {
  const client = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: 5_000,
    commandTimeout: 5_000,
  });
  client.on("error", () => undefined); // told by what is asked of it
  try {
    await client.connect();
    for await (const names of client.scanStream({ match: "assay:*", count: 1_000 }) as AsyncIterable<
      string[]
    >)
      if (names.some((name) => moneyNames.test(name))) throw new MoneyInRedis();
  } catch (cause) {
    throw cause instanceof MoneyInRedis ? cause : new UnknownMoneyInRedis({ cause });
  } finally {
    client.disconnect();
  }
}

class MoneyInRedis extends Error {
  constructor() {
    super(
      "REDIS_URL names a Redis that holds keys and credits of a version before 1.52.0, and no other store is set. " +
        "Copy them into PostgreSQL with version 1.51.0 (npm run store -- copy --from REDIS_URL --to DATABASE_URL), " +
        "then start with DATABASE_URL set: docs/operations.md.",
    );
  }
}

class UnknownMoneyInRedis extends Error {
  constructor(options: ErrorOptions) {
    super(
      "REDIS_URL names a Redis that cannot be reached, and no other store is set, so nobody knows whether it holds keys and " +
        "credits of a version before 1.52.0. Start that Redis, or, if it never held any, start once without REDIS_URL.",
      options,
    );
  }
}
