import { stepBurst, stepCall, stepFinish } from "./call-steps.ts";
import { checkAccount, checkEverything } from "./check.ts";
import { stepMine, stepReorganise, stepReserve, stepTopUp, stepWatch } from "./deposit-steps.ts";
import { pointOf, troubles, type Plan } from "./faulty-store.ts";
import { finish } from "./finish.ts";
import {
  stepCheckout,
  stepClose,
  stepGrant,
  stepCreateKey,
  stepPay,
  stepRevoke,
  stepWebhook,
} from "./payment-steps.ts";
import { stepGoBack, stepReverse } from "./reversal-steps.ts";
import { restartStore, stepKeepHouse, stepPrune, stepStop, stepWait } from "./process-steps.ts";
import { openWorld, replace, settle, type Place, type World } from "./world.ts";

type Step = (world: World, n: 0 | 1) => Promise<string> | string;

/** The weight of each step. The last ones never fail: they have no process of their own. */
const steps: readonly (readonly [weight: number, step: Step, isTroubled: boolean])[] = [
  [4, stepCreateKey, true],
  [6, stepRevoke, true],
  [7, stepGrant, true],
  [24, stepCall, true],
  [7, stepFinish, true],
  [6, stepCheckout, true],
  [12, stepWebhook, true],
  [2, stepClose, true],
  [8, stepReverse, true],
  [6, stepReserve, true],
  [9, stepWatch, true],
  [9, stepTopUp, true],
  [3, stepKeepHouse, true],
  [1, stepStop, true],
  [3, stepPrune, true],
  [3, stepBurst, false],
  [6, stepPay, false],
  [5, stepGoBack, false],
  [8, stepMine, false],
  [2, stepReorganise, false],
  [1, stepWait, false],
];
const sumOfWeights = steps.reduce((sum, [weight]) => sum + weight, 0);
const checkEverythingEvery = 500;
const restartStoreEvery = 2_000;
const shownSteps = 20;

/** The steps, and the points of failure in them. */
export type History = Readonly<{ past: readonly string[]; points: ReadonlySet<string> }>;

/** A history by a seed. When an invariant is violated it names the step, and how to repeat it. */
export async function simulate(place: Place, seed: number, length: number): Promise<History> {
  const world = await openWorld(place, seed);
  const past: string[] = [];
  try {
    for (let n = 1; n <= length; n += 1) {
      past.push(`${n}. ${await takeStep(world, n)}`);
      await check(world, n);
    }
    await finish(world);
    await checkEverything(world, world.replicas[0].real);
    return { past, points: world.points };
  } catch (error) {
    const lines = past.slice(-shownSteps).join("\n");
    throw new Error(
      `Seed ${seed} fails at step ${past.length} or the one after it (MONEY_SEED=${seed} runs it again): ${String(error)}\n${lines}`,
      { cause: error },
    );
  } finally {
    for (const { stop, real } of world.replicas) {
      stop();
      await real[Symbol.asyncDispose]();
    }
  }
}

async function takeStep(world: World, n: number): Promise<string> {
  const { draw, clock, replicas, live } = world;
  world.touched.clear();
  await clock.advance(draw.below(3_000));
  if (n % restartStoreEvery === 0) return restartStore(world);
  const on = draw.pick([0, 1] as const);
  if (live.length < 5) return stepCreateKey(world, on);
  let dice = draw.below(sumOfWeights);
  const [, step, isTroubled] = steps.find(([weight]) => (dice -= weight) < 0)!;
  if (isTroubled && draw.chance(0.35)) replicas[on].faulty.plan(drawPlan(world));
  const said = await step(world, on);
  await settle(world);
  for (const one of [0, 1] as const) {
    replicas[one].faulty.plan(undefined);
    if (replicas[one].faulty.isDead()) await replace(world, one);
  }
  return `process ${on}: ${said}`;
}

/** Usually the next point that has not failed yet: so a short history fails at every point. */
function drawPlan({ draw, points }: World): Plan {
  const trouble = draw.pick(troubles);
  if (draw.chance(0.75)) return (name) => troubles.find((fresh) => !points.has(pointOf(name, fresh)));
  const countdown = draw.below(draw.pick([1, 2, 4]));
  return (_, number) => (number === countdown ? trouble : undefined);
}

async function check(world: World, n: number): Promise<void> {
  const { draw, touched, live, replicas } = world;
  const { real } = draw.pick(replicas);
  if (live.length > 0) touched.add(draw.pick(live));
  for (const account of touched) await checkAccount(world, real, account);
  if (n % checkEverythingEvery === 0) await checkEverything(world, real);
}
