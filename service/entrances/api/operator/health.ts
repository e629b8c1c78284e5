import type { Chain } from "../../../../parts/chain/open-chain.ts";
import type { Clock } from "../../../../platform/clock.ts";
import type { ProcessParts, PublicParts } from "../../../parts.ts";
import type { Route } from "../../http/route.ts";

/** Answers 503 only when the store is gone: without it nobody can be served. */
export const health: Route = {
  method: "get",
  path: "/healthz",
  summary: "Liveness probe",
  isOpenToPages: true,
  response: { status: 200, description: "Alive.", schema: { $ref: "#/components/schemas/Health" } },
  otherAnswers: {
    503: { description: "The store is gone.", schema: { $ref: "#/components/schemas/Health" } },
  },
  answer: async (parts) => {
    const { store, engine, x402, release } = parts;
    const { types, sandbox, sandboxTrouble } = engine.status();
    const [hasStore, chain] = await Promise.all([answers(store.ping()), stateOfChain(parts)]);
    const isWhole =
      hasStore && types === "ok" && sandbox !== "down" && chain !== "down" && x402?.state() !== "unavailable";
    return {
      status: hasStore ? 200 : 503,
      headers: { "cache-control": "no-store" },
      body: {
        status: isWhole ? "ok" : hasStore ? "degraded" : "unavailable",
        version: release.version,
        checks: {
          store: hasStore ? "ok" : "down",
          types,
          sandbox,
          chain,
          x402: x402?.state() ?? "off",
        },
        ...(sandboxTrouble !== undefined && { reasons: { sandbox: sandboxTrouble } }),
      },
    };
  },
};

/** A chain that takes longer than a probe can wait counts as down. */
const chainPatienceMs = 1000;

/** Asked once for all who want to know: anybody may ask us, and a node counts what it is asked. */
async function stateOfChain({
  chain,
  chainHealth,
  clock,
}: ProcessParts & PublicParts): Promise<"off" | "ok" | "down"> {
  if (chain === undefined) return "off";
  const { value } = await chainHealth(async () => isUp(chain, clock));
  return value ? "ok" : "down";
}

async function isUp({ client }: Chain, clock: Clock): Promise<boolean> {
  const late = new AbortController();
  const patience = clock.sleep(chainPatienceMs, late.signal).then(
    () => false,
    () => false,
  );
  const answered = await Promise.race([answers(client.getBlockNumber({ cacheTime: 0 })), patience]);
  late.abort();
  return answered;
}

async function answers(asked: Promise<unknown>): Promise<boolean> {
  return asked.then(
    () => true,
    () => false,
  );
}
