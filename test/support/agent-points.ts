import type { Pending } from "../../agent/outbox.ts";
import type { Ipfs } from "../../service/parts/ipfs/ipfs.ts";
import type { Store } from "../../service/parts/store/store.ts";

/** Told of every point that is passed; decides whether the agent goes on there or does nothing any more. */
export type Reach = (point: string) => "go on" | "stand still";

/** A point, and which arrival at it counts. */
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
const forEveryBatch = ["writeNote cursor", ...stepsOf("deliver")];
/** What changes nothing but who may go on, or what this process knows: there is no difference before it. */
const afterwardsOnly = [
  "takeLease watch",
  "takeLease sender",
  ...["seen", "fetched", "judged", "published", "delivered"].map((state) => `takeEntries ${state}`),
  "receipt of deliver",
];

/** Every point of a request's way from the chain to its settlement. */
export const deliveryPoints: readonly KillPoint[] = [
  ...beforeAndAfter(forEveryRequest, 2),
  ...beforeAndAfter(forEveryBatch, 1),
  ...afterwardsOnly.map((name) => ({ at: `after ${name}`, arrival: 1 })),
];

/** Every point at which earnings are on their way to the operator. */
export const collectingPoints: readonly KillPoint[] = ["collect", "withdraw"].flatMap((kind) => [
  ...beforeAndAfter(stepsOf(kind), 1),
  { at: `after receipt of ${kind}`, arrival: 1 },
]);

/** Every point of a signed request's way that others do not have. */
export const signedPoints: readonly KillPoint[] = [
  ...beforeAndAfter(
    [
      "writeNote signed",
      "addEntry",
      "writeEntry delivered",
      ...stepsOf("settle signed"),
      // Published when it is paid for, and not before.
      "publishDirectory",
      "writeEntry settled",
    ],
    1,
  ),
  { at: "after receipt of settle signed", arrival: 1 },
];

/** A transaction is signed and written down, sent, and crossed off. */
function stepsOf(kind: string): string[] {
  return [`writeNote outbox ${kind}`, `sending ${kind}`, `writeNote outbox done ${kind}`];
}

function beforeAndAfter(names: readonly string[], arrival: number): KillPoint[] {
  return names.flatMap((name) => [
    { at: `before ${name}`, arrival },
    { at: `after ${name}`, arrival },
  ]);
}

type Watched = Readonly<{ store: Store; ipfs: Ipfs; fetch: typeof fetch }>;

/** The same parts, which tell of everything that the agent does through them, and stand still when told to. */
export function watched({ store, ipfs, fetch }: Watched, reach: Reach): Watched {
  let kind = "nothing";
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
        // What is written for a page to show; the agent itself never reads it.
        if (what.startsWith("agent-")) return store.writeNote(note);
        if (what !== "outbox") return around(`writeNote ${what}`, async () => store.writeNote(note));
        const { pending } = JSON.parse(note.text) as { pending: Pending | null };
        const name = pending ? `outbox ${pending.purpose.kind}` : `outbox done ${kind}`;
        kind = pending?.purpose.kind ?? kind;
        return around(`writeNote ${name}`, async () => store.writeNote(note));
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
      if (body.includes('"eth_sendRawTransaction"')) return around(`sending ${kind}`, asked);
      if (!body.includes('"eth_getTransactionReceipt"')) return asked();
      const response = await asked();
      const { result } = (await response.clone().json()) as { result?: object | null };
      if (result) await pass(`after receipt of ${kind}`);
      return response;
    },
  };
}
