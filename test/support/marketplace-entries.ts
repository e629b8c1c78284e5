import { writeProfile } from "../../parts/journal/agent-profiles.ts";
import type { AgentProfile, MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import { entryStates, type EntryState, type Journal, type JournalEntry } from "../../parts/store/journal.ts";

export const gnosis = "100:0x735faab1c4ec41128c367afb5c3bac73509f70bb";

/** 0x and this many digits, ending in this number. */
export function hex(number: number, digits: number): `0x${string}` {
  return `0x${number.toString(16).padStart(digits, "0")}`;
}

/** The id of the request with this number; its digits differ from the first to the last. */
export function requestId(number: number): string {
  return `0x${(number + 1).toString(16).padStart(4, "0").repeat(16)}`;
}

type Made = Readonly<{
  number: number;
  seenAtMs: number;
  state?: EntryState;
  book?: string;
  request?: Partial<MarketplaceRequest>;
}>;

/** An entry as the agent would have written it in this state. */
export function makeEntry({
  number,
  seenAtMs,
  state = "seen",
  book = gnosis,
  request = {},
}: Made): JournalEntry {
  return {
    book,
    id: requestId(number),
    state,
    version: 1,
    seenAtMs,
    changedAtMs: seenAtMs,
    dueAtMs: null,
    body: JSON.stringify({ ...makeRequest(number, seenAtMs, state), ...request }),
  };
}

function makeRequest(number: number, seenAtMs: number, state: EntryState): MarketplaceRequest {
  const steps = entryStates.slice(0, 6);
  const reached = steps.slice(0, steps.indexOf(state) + 1);
  const has = (step: EntryState): boolean => reached.includes(step);
  return {
    origin: "chain",
    mech: hex(0xec, 40),
    requester: hex(0xa5, 40),
    data: hex(number, 64),
    rateWei: "10000000000000000",
    deadlineS: Math.floor(seenAtMs / 1000) + 300,
    asked: { block: String(42_000_000 + number), tx: hex(0xa000 + number, 64) },
    attempts: 0,
    ...(has("fetched") && {
      requestCid: `bafyrequest${number}`,
      tool: "python_code_validator",
      mode: "static",
    }),
    ...(has("judged") && { valid: true }),
    ...(has("published") && { verdictCid: `bafyverdict${number}`, digest: hex(0xd000 + number, 64) }),
    ...(has("delivered") && {
      delivery: {
        tx: hex(0xb000 + number, 64),
        block: "42000100",
        rateWei: "10000000000000000",
        gas: "126310",
        batch: 1,
      },
    }),
    at: Object.fromEntries(reached.map((step, index) => [step, seenAtMs + index * 1000])),
  };
}

/** Updates an existing entry; the time at which it was seen stays. */
export async function moveEntry(journal: Journal, entry: JournalEntry): Promise<void> {
  const known = await journal.readEntry(entry.book, entry.id);
  if (!known) throw new Error(`there is no entry ${entry.id}`);
  const written = await journal.writeEntry({ ...entry, seenAtMs: known.seenAtMs, version: known.version });
  if (written !== "written") throw new Error(`the entry ${entry.id} was written by another`);
}

export async function writeMechs(
  journal: Journal,
  { book = gnosis, ...profile }: Partial<AgentProfile> & { book?: string } = {},
): Promise<void> {
  const [chainId, marketplace] = book.split(":") as [string, `0x${string}`];
  const mech = {
    address: hex(0xec, 40),
    operator: hex(0x0f, 40),
    serviceId: "2182",
    tools: ["python_code_validator"],
    rateWei: "10000000000000000",
    karma: "12",
    balanceWei: "30000000000000000",
    deliveries: "12",
  };
  const signer = hex(0x51, 40);
  const made = {
    atMs: 0,
    chainId: Number(chainId),
    marketplace,
    signer,
    mechs: [mech],
    collectedWei: "90000000000000000",
  };
  await writeProfile(journal, book, { ...made, ...profile });
}
