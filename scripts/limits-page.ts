import {
  limitTable,
  refusalOf,
  sharedVerdictRoom,
  type Limit,
  type RefusingLimit,
} from "../parts/limits/table.ts";

/** `docs/limits.md`, made from the table of limits. */
export function limitsPage(): string {
  const rowsOf = (program: Limit["program"]): string =>
    Object.entries<Limit>(limitTable)
      .filter(([, limit]) => limit.program === program)
      .map(([name, limit]) => rowOf(name, limit))
      .join("\n");
  const head =
    "| limit | what is counted | of each | at most | in | then |\n| --- | --- | --- | --- | --- | --- |";
  return `# Limits

What callers may do only so often. The time of a limit begins with the first thing that is counted of a name, and what is refused is not counted. A refusal is
\`rate_limited\` (429) with \`reset_at\` and \`retry-after\` ([all refusals](refusals.md)).

## The service

${head}
${rowsOf("service")}

A key's free calls and an address's new keys and trials a day are counted in the store: \`FREE_CALLS_PER_DAY\`, \`KEYS_PER_ADDRESS_PER_DAY\` and \`TRIAL_CALLS_PER_DAY\`. How much may be worked on
or held in memory at once is counted by each process, since it is that process's memory and processors: who finds no room is refused with \`busy\`.

Of shared verdicts the store keeps at once ${sharedVerdictRoom.maxOfOwner} and ${sharedVerdictRoom.maxBytesOfOwner / 1_000_000} MB of an IP address, and ${sharedVerdictRoom.maxBytes / 1_000_000} MB in all; none is dropped before its time to make room.

## The agent

${head}
${rowsOf("agent")}

## Several replicas

Each process counts for itself, so three replicas allow three times as much, unless they share a Redis: \`REDIS_URL\` ([how](running.md#limits-shared-by-replicas)).

This page is written by \`npm run docs\` from \`parts/limits/table.ts\`.
`;
}

function rowOf(name: string, { counts, by, max, forS, refusal }: Limit): string {
  const then = "instead" in refusal ? refusal.instead : `"${refusalOf(name as RefusingLimit)}"`;
  const time = forS === 3600 ? "an hour" : `${forS} seconds`;
  return `| \`${name}\` | ${counts} | ${by} | ${max.toLocaleString("en")} | ${time} | ${then} |`;
}
