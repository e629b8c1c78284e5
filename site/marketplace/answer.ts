/** The parts of `GET /v1/marketplace` that the page shows. */
export type ShownMarketplace = Readonly<{
  now: string;
  agent: ShownAgent | null;
  agents: readonly ShownAgent[];
  totals: Readonly<Record<string, number>>;
  requests: readonly ShownRequest[];
  next: string | null;
}>;

/** What amounts are in: a token, or the chain's own coin. */
export type Money = Readonly<{ token: string | null; currency: string | null; decimals: number }>;

export type ShownAgent = Readonly<{
  chain_id: number;
  currency: string | null;
  marketplace: string;
  signer: string | null;
  mechs: readonly ShownMech[];
  collected_wei: string | null;
  earned_wei: string | null;
  tokens: readonly AgentToken[];
  updated_at: string | null;
}>;

export type AgentToken = Money & Readonly<{ collected: string; earned: string }>;

export type ShownMech = Money &
  Readonly<{
    address: string;
    tools: readonly string[];
    rate_wei: string;
    karma: number;
    balance_wei: string;
    deliveries: number;
  }>;

export type ShownRequest = Money &
  Readonly<{
    request_id: string;
    request_id_decimal: string;
    chain_id: number;
    state: string;
    origin: string;
    mech: string;
    requester: string;
    tool: string | null;
    mode: string | null;
    valid: boolean | null;
    attempts: number;
    problem: string | null;
    rate_wei: string;
    asked: Readonly<{ block: number; tx: string }> | null;
    validation: Readonly<{
      registry: string;
      request_hash: string;
      agent_id: string;
      response: number | null;
    }> | null;
    request_cid: string | null;
    verdict_cid: string | null;
    verdict_url: string | null;
    delivery: Delivery | null;
    /** When each state was reached; `seen` is always there. */
    times: Readonly<Record<string, string> & { seen: string }>;
    seconds_to_delivery: number | null;
  }>;

export type Delivery = Readonly<{ tx: string; block: number; gas: number; batch: number; rate_wei: string }>;
