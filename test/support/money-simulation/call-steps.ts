import { beginCall } from "../../../service/payment/account.ts";
import type { HeldPayment } from "../../../service/payment/method.ts";
import { priceInCredits } from "../../../service/terms/prices.ts";
import type { Judgement } from "../../../engine/engine.ts";
import { Job, modes } from "../../../engine/job.ts";
import { Fault } from "../../../parts/faults.ts";
import { must } from "./must.ts";
import type { Replica } from "./replica.ts";
import { act, comeBack, settle, type HeldCall, type Outcome, type World } from "./world.ts";
import { noTools } from "../no-tools.ts";

const judgement = { verdict: { valid: true }, isComplete: true } as unknown as Judgement;
const never = new AbortController().signal;
type Fate = "keep" | "fail" | "hold";
type Asked = Readonly<{ account: string; job: Job; fate: Fate }>;

/** A call from its charge to its answer, as in the service; the charge of failed work is given back. */
async function work(replica: Replica, { account, job, fate }: Asked): Promise<HeldCall | "over"> {
  // Equal calls wait for each other; here a caller who would wait hangs up.
  const hungUp = AbortSignal.abort(new Fault("busy"));
  const begun = await beginCall(
    { ...replica.parts, engine: noTools },
    { kind: "key", account, address: "" },
    job,
    hungUp,
  );
  if (begun.outcome !== "held") return "over";
  if (fate === "hold") return { call: begun.payment, replica };
  await end(begun.payment, fate);
  return "over";
}

async function end(call: HeldPayment, fate: Fate): Promise<void> {
  try {
    if (fate === "fail") throw new Fault("engine_unavailable");
    await call.keep(judgement, never);
  } catch (error) {
    await call.giveBack();
    throw error;
  }
}

function drawCall({ draw, live }: World): Asked {
  const account = draw.pick(live);
  // Few different calls, so that some repeat.
  const job = Job.parse({ code: `answer = ${draw.below(30)}`, mode: draw.pick(modes) });
  return { account, job, fate: draw.pick(["keep", "keep", "fail", "hold"]) };
}

export async function stepCall(world: World, n: 0 | 1): Promise<string> {
  const asked = drawCall(world);
  world.touched.add(asked.account);
  await comeBack(world, n);
  const before = world.books.balance(asked.account);
  const outcome = await act(world.replicas[n], (replica) => work(replica, asked));
  hold(world, outcome);
  await world.clock.advance(500); // a charge that could not be given back at once is given back now
  await settle(world);
  if ("refused" in outcome) must(world.books.balance(asked.account) === before, "a refused call was charged");
  return `call ${asked.job.mode} of ${asked.account.slice(0, 6)}, to ${asked.fate}: ${told(outcome)}`;
}

function hold({ held }: World, outcome: Outcome<HeldCall | "over">): void {
  if ("value" in outcome && outcome.value !== "over") held.push(outcome.value);
}

export const told = (outcome: Outcome<unknown>): string => {
  if ("crashed" in outcome) return "crashed";
  return "refused" in outcome ? outcome.refused.code : "done";
};

export async function stepFinish(world: World): Promise<string> {
  const { held, replicas, draw } = world;
  const [one] = held.splice(draw.below(held.length || 1), 1);
  const fate = draw.pick(["keep", "fail"] as const);
  if (!one || !replicas.includes(one.replica)) return "nothing to finish";
  const outcome = await act(one.replica, () => end(one.call, fate));
  await world.clock.advance(500);
  await settle(world);
  return `finish a held call, to ${fate}: ${told(outcome)}`;
}

/** More concurrent calls than the credits cover, on both processes: as many are served as are paid for. */
export async function stepBurst(world: World): Promise<string> {
  const { draw, live, books, replicas } = world;
  const account = draw.pick(live);
  world.touched.add(account);
  const mode = draw.pick(["repair", "execute"] as const);
  const before = books.balance(account);
  const jobs = Array.from({ length: 2 + draw.below(5) }, () => Job.parse({ code: draw.hex(24), mode }));
  for (const n of [0, 1] as const) await comeBack(world, n);
  books.setAtOnce(true);
  const begun = await Promise.all(
    jobs.map(async (job, place) =>
      act(replicas[place % 2]!, (one) => work(one, { account, job, fate: "hold" })),
    ),
  );
  const affordable = Math.min(jobs.length, Math.floor(before / priceInCredits[mode]));
  const taken = begun.flatMap((one) => ("value" in one && one.value !== "over" ? [one.value] : []));
  must(taken.length === affordable, `${taken.length} calls were served of ${affordable} that are paid for`);
  await settle(world);
  books.setAtOnce(false);
  const fates = jobs.map(() => draw.pick(["keep", "fail"] as const));
  await Promise.all(
    taken.map(async ({ call, replica }, place) => act(replica, () => end(call, fates[place]!))),
  );
  await settle(world);
  return `${jobs.length} calls of ${account.slice(0, 6)} at once: ${taken.length} taken`;
}
