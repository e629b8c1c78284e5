import { followReversals } from "../../../service/credits/card-reversal.ts";
import { told } from "./call-steps.ts";
import { act, settle, type World } from "./world.ts";

/** Money of a payment is returned, in part or completely, or comes to us again. */
export function stepGoBack({ draw, processor, books }: World): string {
  const { reversals, sessions } = processor;
  const open = reversals.filter(({ state }) => state === "taken");
  if (open.length > 0 && draw.chance(0.4)) {
    const { id } = draw.pick(open);
    const place = reversals.findIndex((one) => one.id === id);
    reversals[place] = { ...reversals[place]!, state: "returned" };
    return `${id} is returned`;
  }
  const paid = sessions.filter(({ id }) => books.isPromised(`card ${id}`));
  if (paid.length === 0) return "nothing to give back";
  const { id: payment, amountCents } = draw.pick(paid.slice(-10));
  const cents = draw.chance(0.4) ? amountCents! : 1 + draw.below(amountCents!);
  const id = `re_${reversals.length + 1}`;
  reversals.push({ id, payment, cents, state: "taken" });
  return `${id} gives ${cents} cents of ${payment} back`;
}

/** The processor reports a refund or dispute, new or old; or a key that owes is used. */
export async function stepReverse(world: World, n: 0 | 1): Promise<string> {
  const { draw, processor, replicas, clock } = world;
  const { reversals } = processor;
  if (reversals.length === 0) return "nothing went back";
  const { payment } = draw.pick(draw.chance(0.7) ? reversals.slice(-4) : reversals);
  const account = processor.sessions.find(({ id }) => id === payment)!.purchase!.fingerprint;
  world.touched.add(account);
  const { signal } = new AbortController();
  const outcome = draw.chance(0.3)
    ? await act(replicas[n], ({ parts }) => parts.store.collectOwed(account, clock.now()))
    : await act(replicas[n], ({ parts }) => followReversals(parts, payment, signal));
  await settle(world);
  return `what went back of ${payment}: ${told(outcome)}`;
}
