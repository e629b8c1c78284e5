import type { Parts } from "../parts.ts";
import type { Route } from "./route.ts";

/** Answers 503 only when the store is gone: without it nobody can be served. */
export const health: Route = {
  method: "get",
  path: "/healthz",
  summary: "Liveness probe",
  response: { status: 200, description: "Alive.", schema: { $ref: "#/components/schemas/Health" } },
  answer: async (parts) => {
    const { store, types, sandbox, x402, release } = parts;
    const [hasStore, chain] = await Promise.all([answers(store.ping()), stateOfChain(parts)]);
    const isWhole =
      hasStore &&
      types.isUp() &&
      sandbox?.state() !== "down" &&
      chain !== "down" &&
      x402?.state() !== "unavailable";
    return {
      status: hasStore ? 200 : 503,
      headers: { "cache-control": "no-store" },
      body: {
        status: isWhole ? "ok" : hasStore ? "degraded" : "unavailable",
        version: release.version,
        checks: {
          store: hasStore ? "ok" : "down",
          types: types.isUp() ? "ok" : "down",
          sandbox: sandbox?.state() ?? "off",
          chain,
          x402: x402?.state() ?? "off",
        },
      },
    };
  },
};

/** A chain that takes longer than a probe can wait counts as down. */
const chainPatienceMs = 1000;

async function stateOfChain({
  chain,
  clock,
}: Pick<Parts, "chain" | "clock">): Promise<"off" | "ok" | "down"> {
  if (chain === undefined) return "off";
  const late = new AbortController();
  const patience = clock.sleep(chainPatienceMs, late.signal).then(
    () => false,
    () => false,
  );
  const isUp = await Promise.race([answers(chain.client.getBlockNumber({ cacheTime: 0 })), patience]);
  late.abort();
  return isUp ? "ok" : "down";
}

async function answers(asked: Promise<unknown>): Promise<boolean> {
  return asked.then(
    () => true,
    () => false,
  );
}
