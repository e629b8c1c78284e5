import { p99, type Signal } from "./signal.ts";

/** What can go wrong in the agent. */
export const agentSignals: readonly Signal[] = [
  {
    title: "Agent is up",
    drawn: [{ expr: 'up{job="assay-agent"}', legend: "{{instance}}" }],
    unit: "yes or no",
    alert: {
      name: "AgentDown",
      when: 'up{job="assay-agent"} == 0',
      forMinutes: 2,
      severity: "page",
      says: "An agent does not answer.",
      todo: "Read its last log lines. Another replica takes over within 15 seconds; without one, requests wait and may be delivered by other mechs after their window.",
    },
  },
  {
    title: "Requests by state",
    drawn: [{ expr: "max by (state) (assay_agent_requests)", legend: "{{state}}" }],
    unit: "count",
  },
  {
    title: "Oldest unfinished request",
    drawn: [{ expr: "max by (state) (assay_agent_oldest_request_seconds)", legend: "{{state}}" }],
    unit: "seconds",
    alert: {
      name: "RequestStuck",
      when: 'max(assay_agent_oldest_request_seconds{state!="delivered"}) > 120',
      forMinutes: 1,
      severity: "page",
      says: "A paid request has waited more than two minutes for its delivery.",
      todo: "Its `state` says what it waits for: `seen` for its content on IPFS, `fetched` for the service, `judged` for our IPFS node, `published` for a transaction. `GET /v1/marketplace` shows the problem that the last step met.",
    },
  },
  {
    title: "Steps, 99th percentile",
    drawn: [{ expr: p99("assay_agent_step_seconds", "step"), legend: "{{step}}" }],
    unit: "seconds",
  },
  {
    title: "Parts the agent needs",
    drawn: [{ expr: "min by (part) (assay_agent_part_up)", legend: "{{part}}" }],
    unit: "yes or no",
    alert: {
      name: "AgentPartDown",
      when: "min by (part) (assay_agent_part_up) == 0",
      forMinutes: 2,
      severity: "page",
      says: "A part that the agent needs does not answer.",
      todo: "`part` names it: our IPFS node or the service. While it is down, requests wait and no patience runs out ([decision 33](decisions/0033-an-outage-is-ours.md)); bring it back before their windows end.",
    },
  },
  {
    title: "Age of the last block read",
    drawn: [{ expr: "max(assay_agent_last_block_age_seconds)", legend: "seconds" }],
    unit: "seconds",
    alert: {
      name: "ChainNotRead",
      when: "min(assay_agent_last_block_age_seconds) > 60 or absent(assay_agent_last_block_age_seconds)",
      forMinutes: 2,
      severity: "page",
      says: "No agent has read the chain for a minute.",
      todo: "Look at the RPC endpoint (`CHAIN_RPC_URL`): its quota, its newest block. Nothing is lost: reading goes on from a cursor in the store.",
    },
  },
  {
    title: "Balance for gas",
    drawn: [{ expr: "min by (chain) (assay_agent_balance)", legend: "chain {{chain}}" }],
    unit: "currency",
    alert: {
      name: "AgentPoor",
      when: "min by (chain) (assay_agent_balance) < 0.05",
      forMinutes: 5,
      severity: "page",
      says: "The agent's account soon cannot pay for gas.",
      todo: "Send the chain's currency to the agent's address (its log names it as `signer`). 0.05 pays for some hundred deliveries where gas is cheap: adapt the number to your chain.",
    },
  },
  {
    title: "Transactions under way",
    drawn: [
      { expr: "max by (chain) (assay_agent_pending_transactions)", legend: "signed" },
      { expr: "max by (chain) (assay_agent_nonce_gap)", legend: "waiting in the node" },
    ],
    unit: "count",
    alert: {
      name: "TransactionsNotMined",
      when: "min by (chain) (min_over_time(assay_agent_nonce_gap[10m])) > 0",
      forMinutes: 5,
      severity: "page",
      says: "Transactions of the agent's account have waited ten minutes to be mined.",
      todo: "The fee is too low for the chain (`MAX_FEE_PER_GAS_WEI`), or the key is used elsewhere too: it must belong to the agent alone. A stuck transaction is replaced under its own nonce with a higher fee.",
    },
  },
  {
    title: "Leases held",
    drawn: [{ expr: "sum by (lease) (assay_lease_held)", legend: "{{lease}}" }],
    unit: "count",
    alert: {
      name: "NobodyWatches",
      when: 'sum by (lease) (assay_lease_held{lease=~"watch|sender"}) == 0',
      forMinutes: 2,
      severity: "page",
      says: "No agent watches the chain, or none sends transactions.",
      todo: "A lease that a dead process held is free after 15 seconds. If it stays so, the agents do not reach the store, or their clocks and the store's disagree by minutes.",
    },
  },
];
