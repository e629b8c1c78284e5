import { readReputation, registryOf } from "../access/reputation.ts";
import { baseUrlOf } from "../access/remedy.ts";
import { Fault } from "../faults.ts";
import { checksummed } from "../parts/chain/contract-name.ts";
import { describeRatingCall } from "../parts/chain/reputation-registry.ts";
import { toIso } from "../../platform/clock.ts";
import { count, listOf, record, text } from "./json-schema.ts";
import type { Route } from "./route.ts";

const rating = { count, average: { type: ["number", "null"] } };

export const reputation: Route = {
  method: "get",
  path: "/v1/reputation",
  summary: "What requesters say about the agent, and the call that adds a rating",
  description:
    "`count` and `average` are of the ratings by requesters that the agent has delivered to; `all` counts every rating, which anyone can inflate. `as_of` says how old the numbers are.",
  isOpenToPages: true,
  response: {
    status: 200,
    description: "The ratings, from the ERC-8004 reputation registry.",
    schema: record({
      registry: text,
      chain_id: count,
      agent_id: count,
      ...rating,
      all: { anyOf: [record(rating), { type: "null" }] },
      as_of: text,
      raters: {
        ...listOf(record({ address: text, is_requester: { type: "boolean" }, average: rating.average })),
        description: "Up to ten raters, requesters first, each with its own average.",
      },
      how_to_rate: {
        ...record({
          chain_id: count,
          to: text,
          function: text,
          args: listOf({ type: "object" }),
          calldata_template: text,
          abi: listOf({ type: "object" }),
        }),
        description: "The call that adds a rating.",
      },
    }),
  },
  refusals: ["not_found", "engine_unavailable", "store_unavailable"],
  answer: async (parts) => {
    const registry = registryOf(parts);
    if (!registry) throw new Fault("not_found", { message: "This deployment has no agent to rate." });
    const { value, atMs } = await readReputation(parts, registry);
    return {
      status: 200,
      body: {
        registry: checksummed(registry.address),
        chain_id: registry.chain.chainId,
        agent_id: registry.agentId,
        ...value.byRequesters,
        all: value.byAnyone,
        as_of: toIso(atMs),
        raters: value.raters.map(({ address, isRequester, average }) => ({
          address,
          is_requester: isRequester,
          average,
        })),
        how_to_rate: {
          chain_id: registry.chain.chainId,
          ...describeRatingCall(registry, baseUrlOf(parts.config)),
          who: "Anyone but the agent's owner may rate; `count` and `average` hold the ratings of requesters it has delivered to.",
        },
      },
    };
  },
};
