import type { Pending } from "../../agent/journal/outbox.ts";
import type { Ipfs } from "../../parts/ipfs/ipfs.ts";
import type { Store } from "../../parts/store/store.ts";
import { isExhaustive } from "./exhaustive.ts";

/** Called at every point; decides whether the agent continues there or stops forever. */
export type Reach = (point: string) => "go on" | "stand still";

/** A point, and at which arrival the kill happens. */
export type KillPoint = Readonly<{ at: string; arrival: number }>;

/** Done once for every request, so a process killed at the second arrival leaves one request ahead of the others. */
const forEveryRequest = [
  "addEntry",
  "writeEntry fetched",
  "asking the service",
  "writeEntry judged",
  "publishDirectory",
  "writeEntry published",
  "writeEntry delivered",
  "writeEntry settled",
];
const forEveryBatch = ["writeNote owners", "writeNote cursor", ...stepsOf("deliver")];
/** Points that only change who may continue, or what this process knows: a kill before them makes no difference. */
const afterwardsOnly = [
  "takeLease watch",
  "takeLease sender",
  ...["seen", "fetched", "judged", "published", "delivered"].map((state) => `takeEntries ${state}`),
  "receipt of deliver",
];

/** Every point of a request from the chain to its settlement. */
export const deliveryPoints: readonly KillPoint[] = [
  ...beforeAndAfter(forEveryRequest, 2),
  ...beforeAndAfter(forEveryBatch, 1),
  ...afterwardsOnly.map((name) => ({ at: `after ${name}`, arrival: 1 })),
];

/** Every point while earnings are transferred to the operator. */
export const collectingPoints: readonly KillPoint[] = ["collect", "withdraw"].flatMap((kind) => [
  ...beforeAndAfter(stepsOf(kind), 1),
  { at: `after receipt of ${kind}`, arrival: 1 },
]);

/** Which of four transactions: those between the first and the last are equivalent. */
const ofFour = isExhaustive ? [1, 2, 3, 4] : [1, 2, 4];

/** With four transactions in progress: each of them is recorded and sent while none is mined. */
export const pointsOfFourWaiting: readonly KillPoint[] = ofFour.flatMap((arrival) =>
  beforeAndAfter(["writeNote outbox deliver", "sending deliver"], arrival),
);

/** And each of four that are mined is concluded, the oldest first. */
export const pointsOfFourMined: readonly KillPoint[] = ofFour.flatMap((arrival) => [
  { at: "after receipt of deliver", arrival },
  ...beforeAndAfter(["writeEntry delivered", "writeNote outbox done deliver"], arrival),
]);

/** Every point that only signed requests have. */
export const signedPoints: readonly KillPoint[] = [
  ...beforeAndAfter(
    [
      "writeNote signed",
      "addEntry",
      "writeEntry delivered",
      ...stepsOf("settle signed"),
      "writeEntry settled",
    ],
    1,
  ),
  { at: "after receipt of settle signed", arrival: 1 },
];

/** Every point that only validations have, and those around their transaction. */
export const validationPoints: readonly KillPoint[] = [
  ...beforeAndAfter(["addEntry", "publishDirectory", "writeEntry published"], 1),
  ...beforeAndAfter([...stepsOf("respond"), "writeEntry delivered", "writeEntry settled"], 1),
  { at: "after receipt of respond", arrival: 1 },
];

/** A transaction is signed and recorded, sent, and removed. */
function stepsOf(kind: string): string[] {
  return [`writeNote outbox ${kind}`, `sending ${kind}`, `writeNote outbox done ${kind}`];
}

function beforeAndAfter(names: readonly string[], arrival: number): KillPoint[] {
  return names.flatMap((name) => [
    { at: `before ${name}`, arrival },
    { at: `after ${name}`, arrival },
  ]);
}

/** Reports what is written into the outbox, and to which transaction a chain call belongs. */
function createOutboxReading() {
  let before: readonly Pending[] = [];
  const kinds = new Map<string, string>();
  return {
    changeIn: (text: string): string => {
      const { pending } = JSON.parse(text) as { pending: readonly Pending[] };
      for (const { purpose, raw, hashes } of pending)
        for (const name of [raw, ...hashes]) kinds.set(name, purpose.kind);
      const gone = before.find(({ nonce }) => !pending.some((one) => one.nonce === nonce));
      before = pending;
      return gone ? `done ${gone.purpose.kind}` : (pending.at(-1)?.purpose.kind ?? "nothing");
    },
    kindIn: (body: string): string => {
      const [name] = (JSON.parse(body) as { params: [string] }).params;
      return kinds.get(name) ?? "another's";
    },
  };
}

type Watched = Readonly<{ store: Store; ipfs: Ipfs; fetch: typeof fetch }>;

/** The same parts, which report every action of the agent, and pause on request. */
export function watched({ store, ipfs, fetch }: Watched, reach: Reach): Watched {
  const outbox = createOutboxReading();
  let isStill = false;
  const pass = async (point: string): Promise<void> => {
    isStill ||= reach(point) === "stand still";
    if (isStill) await new Promise(() => {});
  };
  const around = async <Done>(name: string, work: () => Promise<Done>): Promise<Done> => {
    await pass(`before ${name}`);
    const done = await work();
    await pass(`after ${name}`);
    return done;
  };
  return {
    store: {
      ...store,
      addEntry: async (entry) => around("addEntry", async () => store.addEntry(entry)),
      writeEntry: async (entry) => around(`writeEntry ${entry.state}`, async () => store.writeEntry(entry)),
      takeEntries: async (taking) => {
        const taken = await store.takeEntries(taking);
        for (const state of new Set(taken.map((entry) => entry.state)))
          await pass(`after takeEntries ${state}`);
        return taken;
      },
      takeLease: async (lease) => {
        const isTaken = await store.takeLease(lease);
        if (isTaken) await pass(`after takeLease ${lease.name.split(":")[0]}`);
        return isTaken;
      },
      writeNote: async (note) => {
        const [what = ""] = note.name.split(":");
        // Written for a page to show; the agent itself never reads it.
        if (what.startsWith("agent-")) return store.writeNote(note);
        if (what !== "outbox") return around(`writeNote ${what}`, async () => store.writeNote(note));
        return around(`writeNote outbox ${outbox.changeIn(note.text)}`, async () => store.writeNote(note));
      },
    },
    ipfs: {
      ...ipfs,
      publishDirectory: async (files, signal) =>
        around("publishDirectory", async () => ipfs.publishDirectory(files, signal)),
    },
    fetch: async (input, init) => {
      const asked = async (): Promise<Response> => fetch(input, init);
      if (String(input instanceof Request ? input.url : input).endsWith("/v1/validate")) {
        return around("asking the service", asked);
      }
      const body = typeof init?.body === "string" ? init.body : "";
      if (body.includes('"eth_sendRawTransaction"')) return around(`sending ${outbox.kindIn(body)}`, asked);
      if (!body.includes('"eth_getTransactionReceipt"')) return asked();
      const response = await asked();
      const { result } = (await response.clone().json()) as { result?: object | null };
      if (result) await pass(`after receipt of ${outbox.kindIn(body)}`);
      return response;
    },
  };
}
