import { Fault } from "../../../service/faults.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Store } from "../../../service/parts/store/store.ts";

/** Every command that writes. Before and after each of them an answer can be lost or the process can die. */
export const writing = [
  "addKey",
  "revokeKey",
  "grant",
  "beginCall",
  "keepCall",
  "giveBackCall",
  "beat",
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

/** What goes wrong at the so many-th command from now that writes. */
export type Trouble = Readonly<{
  countdown: number;
  when: "before" | "after";
  what: "lost" | "crash";
}>;

/** A command that happened, whether or not anybody was told. */
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
  plan(trouble: Trouble | undefined): void;
  /** Where two act at once, only what goes wrong at the first command does so in every run. */
  keepToFirst(): void;
  /** What happened since this was last asked. */
  takeHappened(): readonly Happened[];
  isDead(): boolean;
  /** Resolves when the process dies: nothing it had under way goes on. */
  died: Promise<void>;
  /** Resolves when no command is under way. */
  idle(): Promise<void>;
}>;

/** A store as one process has it that may lose an answer or die at any command. `onPoint` is told where it did. */
export function createFaultyStore(
  real: Store,
  { clock, onPoint }: { clock: Clock; onPoint: (point: string) => void },
): FaultyStore {
  let trouble: Trouble | undefined;
  const happened: Happened[] = [];
  let isDead = false;
  const underWay = new Set<Promise<unknown>>();
  const dying = Promise.withResolvers<void>();

  async function fail(name: string, { when, what }: Trouble): Promise<never> {
    onPoint(`${what} ${when} ${name}`);
    if (what === "lost") throw new Fault("store_unavailable");
    isDead = true;
    dying.resolve();
    return never();
  }

  async function send(name: Writing, args: readonly unknown[]): Promise<unknown> {
    if (isDead) return never();
    const due = trouble?.countdown === 0 ? trouble : undefined;
    trouble = due || !trouble ? undefined : { ...trouble, countdown: trouble.countdown - 1 };
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
    plan: (next) => (trouble = next),
    keepToFirst: () => (trouble = trouble?.countdown === 0 ? trouble : undefined),
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
