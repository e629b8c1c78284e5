import { beginCheckout, creditSession } from "../../../service/credits/card.ts";
import { grantCredits } from "../../../service/credits/credits.ts";
import { utcDay } from "../../../platform/clock.ts";
import { told } from "./call-steps.ts";
import { must } from "./must.ts";
import { act, settle, type World } from "./world.ts";

const maxLive = 20;

export async function stepCreateKey(world: World, n: 0 | 1): Promise<string> {
  const { draw, clock, live, minted } = world;
  const fingerprint = draw.hex(64);
  const key = { fingerprint, createdAtMs: clock.now(), origin: draw.pick([null, "search", "friend"]) };
  const creator = {
    address: `address ${draw.below(40)}`,
    day: utcDay(clock.now()),
    limit: 3,
    welcome: draw.below(4),
  };
  const outcome = await act(world.replicas[n], ({ parts }) => parts.store.addKey(key, creator));
  await settle(world);
  if (!("value" in outcome) || outcome.value === "refused") return `mint: ${told(outcome)}`;
  // An older key is no longer used, but payments for it may still come.
  if (live.length >= maxLive) live.splice(draw.below(live.length), 1);
  live.push(fingerprint);
  minted.push(fingerprint);
  return `mint ${fingerprint.slice(0, 6)}`;
}

export async function stepRevoke(world: World, n: 0 | 1): Promise<string> {
  const { draw, live, clock, replicas } = world;
  if (live.length < maxLive) return "too few keys to revoke one";
  const [revoked = ""] = live.splice(draw.below(live.length), 1);
  const outcome = await act(replicas[n], ({ parts }) => parts.store.revokeKey(revoked, clock.now()));
  return `revoke ${revoked.slice(0, 6)}: ${told(outcome)}`;
}

/** An operator's grant, sent until it is acknowledged, and sometimes once more or by both at once. */
export async function stepGrant(world: World, n: 0 | 1): Promise<string> {
  const { draw, live, books, replicas } = world;
  const account = draw.pick(live);
  world.touched.add(account);
  const [credits, reference] = [1 + draw.below(12), draw.hex(16)];
  books.promise(`grant ${reference}`, { account, credits });
  const grant = async (on: 0 | 1) =>
    act(replicas[on], ({ parts }) => grantCredits(parts, account, { credits, reference }));
  const first = await (draw.chance(0.2) ? Promise.all([grant(0), grant(1)]) : [await grant(n)]);
  if (draw.chance(0.7)) await grant(n === 0 ? 1 : 0);
  await settle(world);
  return `grant ${credits} to ${account.slice(0, 6)}: ${first.map(told).join(" and ")}`;
}

export async function stepCheckout(world: World, n: 0 | 1): Promise<string> {
  const { draw, live, replicas } = world;
  const asked = { fingerprint: draw.pick(live), credits: 1 + draw.below(9) };
  const how = { returnUrl: "https://assay.example/", signal: new AbortController().signal };
  const outcome = await act(replicas[n], ({ parts }) => beginCheckout(parts, asked, how));
  await settle(world);
  return `checkout of ${asked.credits} for ${asked.fingerprint.slice(0, 6)}: ${told(outcome)}`;
}

/** A checkout is paid, changed, or expires. */
export function stepPay({ draw, processor, books }: World): string {
  const open = processor.sessions.filter(({ state }) => state === "open");
  const session = open.length > 0 ? draw.pick(open) : undefined;
  if (!session?.purchase) return "nothing to pay";
  const { id, purchase } = session;
  const dice = draw.below(10);
  if (dice === 0) processor.change(id, { state: "expired" });
  else if (dice === 1) processor.change(id, { state: "complete", isPaid: true, amountCents: 1 });
  else if (dice === 2) processor.change(id, { state: "complete", isPaid: true, currency: "jpy" });
  else if (dice === 3) {
    const forged = { ...purchase, credits: purchase.credits + 1 };
    processor.change(id, { state: "complete", isPaid: true, purchase: forged });
  } else {
    processor.change(id, { state: "complete", isPaid: true });
    books.promise(`card ${id}`, { account: purchase.fingerprint, credits: purchase.credits });
  }
  return `session ${id} is ${["expired", "underpaid", "paid in yen", "forged"][dice] ?? "paid"}`;
}

/** The processor reports a session: a new or an old one; once, again, or to both at once. */
export async function stepWebhook(world: World, n: 0 | 1): Promise<string> {
  const { draw, processor, replicas } = world;
  const sessions = draw.chance(0.7) ? processor.sessions.slice(-6) : processor.sessions;
  if (sessions.length === 0) return "no session to tell of";
  const session = draw.pick(sessions);
  const tell = async (on: 0 | 1) => act(replicas[on], ({ parts }) => creditSession(parts, session));
  const isBoth = draw.chance(0.25);
  if (isBoth) replicas[n].faulty.keepToFirst();
  const outcomes = await (isBoth ? Promise.all([tell(0), tell(1)]) : [await tell(n)]);
  if (draw.chance(0.3)) outcomes.push(await tell(n === 0 ? 1 : 0));
  await settle(world);
  if (session.purchase) world.touched.add(session.purchase.fingerprint);
  for (const outcome of outcomes) requireTruth(world, session.id, outcome);
  return `webhook of ${session.id}: ${outcomes.map(told).join(" and ")}`;
}

function requireTruth({ books }: World, id: string, outcome: Awaited<ReturnType<typeof act>>): void {
  if (!("value" in outcome)) return;
  const isPaid = books.isPaid(`card ${id}`);
  must((outcome.value !== "ignored") === isPaid, `session ${id} was said to be ${String(outcome.value)}`);
}

export async function stepClose(world: World, n: 0 | 1): Promise<string> {
  const { draw, processor, replicas } = world;
  if (processor.sessions.length === 0) return "no session to close";
  const { id } = draw.pick(processor.sessions.slice(-20));
  const outcome = await act(replicas[n], ({ parts }) => parts.store.closeCheckout(id));
  return `close ${id}: ${told(outcome)}`;
}
