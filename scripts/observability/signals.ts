/** Something worth watching: a panel of a dashboard and, where somebody must act, an alert. */
export type Signal = Readonly<{
  title: string;
  /** What is drawn; a legend names the series. */
  drawn: Readonly<{ expr: string; legend: string }>[];
  unit: "per second" | "seconds" | "count" | "currency" | "yes or no" | "bytes";
  alert?: Alert;
}>;

export type Alert = Readonly<{
  /** CamelCase, as Prometheus has them. */
  name: string;
  when: string;
  /** How long it must be so. */
  forMinutes: number;
  /** `page`: wake somebody. `ticket`: look at it today. */
  severity: "page" | "ticket";
  /** One sentence: what is wrong. */
  says: string;
  /** What to do, in Markdown. */
  todo: string;
}>;

export type Board = Readonly<{ id: string; title: string; signals: readonly Signal[] }>;

const p99 = (metric: string, by: string): string =>
  `histogram_quantile(0.99, sum by (le, ${by}) (rate(${metric}_bucket[5m])))`;

const service: readonly Signal[] = [
  {
    title: "Service is up",
    drawn: [{ expr: 'up{job="assay"}', legend: "{{instance}}" }],
    unit: "yes or no",
    alert: {
      name: "ServiceDown",
      when: 'up{job="assay"} == 0',
      forMinutes: 2,
      severity: "page",
      says: "A replica of the service does not answer.",
      todo: "Read its last log lines. It refuses to start with a wrong configuration and lists every problem; a store of a newer version is refused too. Calls that it was working on are refunded by the other replicas within 15 seconds, or when it starts again.",
    },
  },
  {
    title: "Verdicts",
    drawn: [{ expr: "sum by (mode, tier) (rate(assay_verdicts_total[5m]))", legend: "{{mode}} {{tier}}" }],
    unit: "per second",
  },
  {
    title: "Requests, 99th percentile",
    drawn: [{ expr: p99("assay_request_seconds", "route"), legend: "{{route}}" }],
    unit: "seconds",
  },
  {
    title: "Stages of a call, 99th percentile",
    drawn: [{ expr: p99("assay_stage_seconds", "stage"), legend: "{{stage}}" }],
    unit: "seconds",
    alert: {
      name: "CallsWaitTooLong",
      when: 'histogram_quantile(0.99, sum by (le) (rate(assay_stage_seconds_bucket{stage="wait"}[5m]))) > 2.5',
      forMinutes: 10,
      severity: "ticket",
      says: "One call in a hundred waits more than 2.5 seconds for its turn.",
      todo: "The processors are used up: add replicas or processors. The stages `inspect` and `types` show which tool takes the time; `assay_checking_waiting` shows how many wait.",
    },
  },
  {
    title: "Waiting and running",
    drawn: [
      { expr: "assay_checking_waiting", legend: "checking: waiting" },
      { expr: "assay_checking_taken", legend: "checking: running" },
      { expr: "assay_running_waiting", legend: "running: waiting" },
      { expr: "assay_running_taken", legend: "running: running" },
    ],
    unit: "count",
  },
  {
    title: "Refusals",
    drawn: [{ expr: "sum by (error) (rate(assay_refusals_total[5m]))", legend: "{{error}}" }],
    unit: "per second",
    alert: {
      name: "CallersTurnedAway",
      when: 'sum(rate(assay_refusals_total{error="busy"}[5m])) > 0',
      forMinutes: 5,
      severity: "ticket",
      says: "Callers are refused because too many calls wait.",
      todo: "The waiting room is full: more replicas, or larger ones. One caller alone cannot fill it: each has at most half.",
    },
  },
  {
    title: "Store, 99th percentile",
    drawn: [{ expr: p99("assay_store_seconds", "command"), legend: "{{command}}" }],
    unit: "seconds",
    alert: {
      name: "StoreDown",
      when: 'sum(rate(assay_refusals_total{error="store_unavailable"}[5m])) > 0',
      forMinutes: 1,
      severity: "page",
      says: "The store does not answer; no call can be served.",
      todo: "Look at Redis, PostgreSQL or the disk. Nothing is charged meanwhile: a call without a store is refused. Requests of the marketplace wait and are not lost.",
    },
  },
  {
    title: "Charges refunded for finished work",
    drawn: [{ expr: "sum by (paid_by) (increase(assay_calls_gone_total[10m]))", legend: "{{paid_by}}" }],
    unit: "count",
    alert: {
      name: "FinishedWorkRefunded",
      when: "sum(increase(assay_calls_gone_total[10m])) > 0",
      forMinutes: 0,
      severity: "page",
      says: "A replica worked on a call that another replica took for lost and refunded.",
      todo: 'Callers have verdicts they did not pay for. `paid_by="x402"`: the payer is asked to send the same payment again. Look for a machine that was suspended or had no processor time for more than 15 seconds, a replica cut off from the store, or a jump of the store\'s clock.',
    },
  },
  {
    title: "Callers who leave",
    drawn: [{ expr: "sum by (outcome) (rate(assay_calls_abandoned_total[10m]))", legend: "{{outcome}}" }],
    unit: "per second",
    alert: {
      name: "CallersLeave",
      when: "sum(rate(assay_calls_abandoned_total[10m])) > 0.2",
      forMinutes: 10,
      severity: "ticket",
      says: "Many callers leave while their call is worked on.",
      todo: '`outcome="stopped"`: the work was stopped and cost them nothing. `outcome="carried on"`: the caller has left too much work recently, so it is finished and charged. Many of these are a client whose timeout is too short, or somebody who tries to work for free ([decision 20](decisions/0020-work-nobody-waits-for.md)).',
    },
  },
  {
    title: "Incomplete verdicts",
    drawn: [{ expr: "sum by (tool) (rate(assay_incomplete_total[5m]))", legend: "{{tool}}" }],
    unit: "per second",
    alert: {
      name: "ToolsDoNotFinish",
      when: "sum by (tool) (increase(assay_incomplete_total[15m])) > 10",
      forMinutes: 0,
      severity: "ticket",
      says: "Verdicts are incomplete because a tool fails or takes too long.",
      todo: "The log names the tool and the error (`a tool failed`), once for each kind. A tool's limit is its own processor time, so a busy machine is not the reason; one program that is sent again and again can be.",
    },
  },
  {
    title: "Tool failures",
    drawn: [{ expr: "sum by (tool) (rate(assay_tool_failures_total[5m]))", legend: "{{tool}}" }],
    unit: "per second",
  },
  {
    title: "Boxes",
    drawn: [
      { expr: "assay_sandbox_idle", legend: "ready" },
      { expr: "assay_sandbox_starting", legend: "starting" },
      { expr: "assay_sandbox_in_use", legend: "in use" },
    ],
    unit: "count",
    alert: {
      name: "SandboxDown",
      when: "assay_sandbox_up == 0",
      forMinutes: 2,
      severity: "page",
      says: "Code cannot be run: the sandbox engine does not answer.",
      todo: "Calls of mode `execute` are refused and cost nothing; the other modes work. Look at the Docker engine (`docker info`) and at the log line `sandbox box cannot be started`. It is tried again every few seconds.",
    },
  },
  {
    title: "Work around boxes, 99th percentile",
    drawn: [{ expr: p99("assay_sandbox_seconds", "phase"), legend: "{{phase}}" }],
    unit: "seconds",
  },
  {
    title: "Unclaimed transfers",
    drawn: [{ expr: "assay_deposits_unclaimed", legend: "chain {{chain}}" }],
    unit: "count",
    alert: {
      name: "TransfersUnclaimed",
      when: "max by (chain) (assay_deposits_unclaimed) > 0",
      forMinutes: 1440,
      severity: "ticket",
      says: "Somebody sent money and has no credits for it.",
      todo: "The transfer names no key and fits no reserved amount. Its sender can claim it on the payment page by a signature; nothing is lost meanwhile. `npm run ledger -- show` lists them.",
    },
  },
  {
    title: "Payments by x402",
    drawn: [{ expr: "sum by (step) (rate(assay_x402_total[5m]))", legend: "{{step}}" }],
    unit: "per second",
  },
  {
    title: "Event loop, 99th percentile",
    drawn: [{ expr: 'nodejs_eventloop_lag_p99_seconds{job="assay"}', legend: "{{instance}}" }],
    unit: "seconds",
    alert: {
      name: "EventLoopSlow",
      when: 'nodejs_eventloop_lag_p99_seconds{job="assay"} > 0.2',
      forMinutes: 10,
      severity: "ticket",
      says: "The main thread of a replica is busy or the machine is overloaded.",
      todo: "Look at the machine's load first. If the machine is idle, a request makes the main thread work: find it in the log by its `ms`, and report it as a defect.",
    },
  },
  {
    title: "Memory",
    drawn: [{ expr: 'process_resident_memory_bytes{job="assay"}', legend: "{{instance}}" }],
    unit: "bytes",
    alert: {
      name: "MemoryGrows",
      when: 'process_resident_memory_bytes{job="assay"} > 2e9',
      forMinutes: 15,
      severity: "ticket",
      says: "A replica uses more than 2 GB of memory.",
      todo: "It should stay below 1.1 GB. Restart it (it finishes what it is working on), and report what it was asked.",
    },
  },
];

const agent: readonly Signal[] = [
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

/** Every dashboard with all that is on it; the alerts are those of their signals. */
export const boards: readonly Board[] = [
  { id: "assay-service", title: "Assay: the service", signals: service },
  { id: "assay-agent", title: "Assay: the marketplace agent", signals: agent },
];
