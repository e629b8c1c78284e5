import { readReputation, registryOf } from "../../marketplace/reputation.ts";
import { baseUrlOf } from "../../terms/remedy.ts";
import { Fault } from "../../../parts/faults.ts";
import { checksummed } from "../../../parts/chain/contract-name.ts";
import { describeRatingCall } from "../../../parts/chain/reputation-registry.ts";
import { toIso } from "../../../platform/clock.ts";
import { count, listOf, record, text } from "../openapi/json-schema.ts";
import type { Route } from "../http/route.ts";

const rating = { count, average: { type: ["number", "null"] } };

export const reputation: Route = {
  method: "get",
  path: "/v1/reputation",
  summary: "What requesters say about the agent, and the call that adds a rating",
  description:
    "`count` and `average` are of the ratings (tag `starred`, 0 to 100) by those who were served: requesters that the agent has delivered to, payers by x402, and who showed the receipt of a paid answer. " +
    "Other tags measure other things and are listed in `tags`. `all` counts everyone's stars, which anyone can inflate. `as_of` says how old the numbers are.",
  isOpenToPages: true,
  response: {
    status: 200,
    description: "The ratings, from the ERC-8004 reputation registry.",
    schema: record({
      registry: text,
      chain_id: count,
      agent_id: count,
      ...rating,
      tags: {
        ...listOf(record({ tag: text, ...rating })),
        description:
          "Up to ten other tags, the most used first, of those who were served. Never part of `average`.",
      },
      all: { anyOf: [record(rating), { type: "null" }] },
      as_of: text,
      raters: {
        ...listOf(record({ address: text, is_requester: { type: "boolean" }, average: rating.average })),
        description:
          "Up to ten raters, those who were served first (`is_requester`), each with its own average of stars.",
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
        tags: value.otherTags,
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
          who: "Anyone but the agent's owner may rate; `count` and `average` hold the ratings of those who were served.",
          feedback: {
            method: "POST",
            url: `${baseUrlOf(parts.config)}/v1/reputation/feedback`,
            hint: "Send an answer that you paid for, your account and your rating: you get the feedback file, its address and hash, and the call with them.",
          },
        },
      },
    };
  },
};
