import { z } from "zod";
import { modes } from "../../engine/job.ts";
import { entryStates } from "../../parts/store/journal.ts";

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/);
const wei = z.string().regex(/^\d+$/);
const count = z.int().min(0);
const moment = z.iso.datetime();
const totals = z.record(z.enum(entryStates), count);

/** Amounts are in the smallest unit: wei, or that of a token. */
const money = {
  /** The token's address; null for the chain's own coin. */
  token: hex.nullable(),
  /** The token's symbol, or what the chain's own coin is called; null where we do not know. */
  currency: z.string().nullable(),
  decimals: count,
};

const Mech = z.object({
  ...money,
  address: hex,
  operator: hex,
  service_id: z.string(),
  tools: z.array(z.string()),
  rate_wei: wei,
  /** The same in whole coins. */
  rate: z.string(),
  karma: z.int(),
  /** Earned and not yet collected. */
  balance_wei: wei,
  deliveries: count,
});

/** Null where the agent has written down requests and nothing of itself. */
const Agent = z.object({
  chain_id: count,
  /** What the chain's own coin is called; null where we do not know. */
  currency: z.string().nullable(),
  marketplace: hex,
  signer: hex.nullable(),
  mechs: z.array(Mech),
  /** In the chain's own coin. */
  collected_wei: wei.nullable(),
  earned_wei: wei.nullable(),
  /** The same in each token that a mech of it is paid in. */
  tokens: z.array(z.object({ ...money, token: hex, collected: wei, earned: wei })),
  totals,
  updated_at: moment.nullable(),
});

const Request = z.object({
  request_id: hex,
  request_id_decimal: z.string(),
  chain_id: count,
  ...money,
  marketplace: hex,
  state: z.enum(entryStates),
  origin: z.enum(["chain", "signed", "step-in", "validation"]),
  mech: hex,
  requester: hex,
  tool: z.string().nullable(),
  mode: z.enum(modes).nullable(),
  valid: z.boolean().nullable(),
  attempts: count,
  problem: z.string().nullable(),
  rate_wei: wei,
  asked: z.object({ block: count, tx: hex }).nullable(),
  /** An ERC-8004 validation: about which agent, and what was answered, 0 to 100. Its `mech` is the validator, its `requester` the agent's owner. */
  validation: z
    .object({
      registry: hex,
      request_hash: hex,
      agent_id: z.string(),
      response: z.int().min(0).max(100).nullable(),
    })
    .nullable(),
  request_cid: z.string().nullable(),
  verdict_cid: z.string().nullable(),
  verdict_url: z.string().nullable(),
  delivery: z.object({ tx: hex, block: count, gas: count, batch: count, rate_wei: wei }).nullable(),
  times: z.partialRecord(z.enum(entryStates), moment),
  seconds_to_delivery: z.number().nullable(),
});

/** What `GET /v1/marketplace` answers. Nothing a requester submitted is in it but the name of the tool. */
export const MarketplaceAnswer = z.object({
  now: moment,
  /** The one that wrote last. */
  agent: Agent.nullable(),
  agents: z.array(Agent),
  totals,
  earned_wei: wei.nullable(),
  requests: z.array(Request),
  next: z.string().nullable(),
});
export type MarketplaceAnswer = Readonly<z.infer<typeof MarketplaceAnswer>>;
export type AgentView = MarketplaceAnswer["agents"][number];
export type RequestView = MarketplaceAnswer["requests"][number];
export type Totals = MarketplaceAnswer["totals"];
