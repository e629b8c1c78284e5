import { Fault } from "../../../parts/faults.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Store } from "../../../parts/store/store.ts";

/** Every command that writes. Before and after each of them an answer can be lost or the process can die. */
const writing = [
  "addKey",
  "revokeKey",
  "grant",
  "beginCall",
  "keepCall",
  "giveBackCall",
  "heartbeat",
  "giveBackCallsOf",
  "prune",
  "reserve",
  "seeDeposit",
  "forgetSeen",
  "creditDeposit",
  "claimDeposit",
  "addCheckout",
  "closeCheckout",
  "reverse",
  "returnReversal",
  "collectOwed",
  "writeNote",
  "countVisit",
] as const satisfies (keyof Store)[];
type Writing = (typeof writing)[number];

/** An answer that is lost, or a process that dies, before or after a command has done its work. */
type Trouble = Readonly<{ when: "before" | "after"; what: "lost" | "crash" }>;

/** Decides what fails at a command: the first from now is number 0. After the first failure nothing more fails. */
export type Plan = (name: Writing, number: number) => Trouble | undefined;

export const troubles: readonly Trouble[] = (["lost", "crash"] as const).flatMap((what) =>
  (["before", "after"] as const).map((when) => ({ what, when })),
);

export function pointOf(name: Writing, { what, when }: Trouble): string {
  return `${what} ${when} ${name}`;
}

/** Every point at which a failure is possible. */
export const everyPoint = writing.flatMap((name) => troubles.map((trouble) => pointOf(name, trouble)));

/** A command that happened, with or without an answer. */
export type Happened = {
  [Name in Writing]: Readonly<{
    name: Name;
    atMs: number;
    args: Parameters<Store[Name]>;
    answer: Awaited<ReturnType<Store[Name]>>;
  }>;
}[Writing];

export type FaultyStore = Readonly<{
  store: Store;
  plan(plan: Plan | undefined): void;
  /** If two act at once, only a failure at the first command is the same in every run. */
  keepToFirst(): void;
  /** The commands since the last call. */
  takeHappened(): readonly Happened[];
  isDead(): boolean;
  /** Resolves when the process dies: nothing it was doing continues. */
  died: Promise<void>;
  /** Resolves when no command is in progress. */
  idle(): Promise<void>;
}>;

/** A process's view of a store, which may lose an answer or die at any command. `onPoint` learns where it did. */
export function createFaultyStore(
  real: Store,
  { clock, onPoint }: { clock: Clock; onPoint: (point: string) => void },
): FaultyStore {
  let plan: Plan | undefined;
  let commands = 0;
  const happened: Happened[] = [];
  let isDead = false;
  const underWay = new Set<Promise<unknown>>();
  const dying = Promise.withResolvers<void>();

  async function fail(name: Writing, trouble: Trouble): Promise<never> {
    onPoint(pointOf(name, trouble));
    if (trouble.what === "lost") throw new Fault("store_unavailable");
    isDead = true;
    dying.resolve();
    return never();
  }

  async function send(name: Writing, args: readonly unknown[]): Promise<unknown> {
    if (isDead) return never();
    const due = plan?.(name, commands);
    commands += 1;
    if (due) plan = undefined;
    if (due?.when === "before") return fail(name, due);
    const event = { name, args, atMs: clock.now(), answer: undefined as unknown };
    happened.push(event as unknown as Happened);
    const sent = (real[name] as (...all: readonly unknown[]) => Promise<unknown>)(...args);
    underWay.add(sent);
    event.answer = await sent.finally(() => underWay.delete(sent));
    if (due) return fail(name, due);
    return isDead ? never() : event.answer;
  }

  const faulty = writing.map((name) => [name, async (...args: unknown[]) => send(name, args)]);
  return {
    store: { ...real, ...(Object.fromEntries(faulty) as Pick<Store, Writing>) },
    plan: (next) => {
      plan = next;
      commands = 0;
    },
    keepToFirst: () => {
      const all = plan;
      plan = all && ((name, number) => (number === 0 ? all(name, number) : undefined));
    },
    takeHappened: () => happened.splice(0),
    isDead: () => isDead,
    died: dying.promise,
    idle: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

async function never(): Promise<never> {
  return new Promise<never>(() => {});
}
