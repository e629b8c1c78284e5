import { privateKeyToAccount } from "viem/accounts";
import { topUp } from "../../../service/credits/topup.ts";
import { told } from "./call-steps.ts";
import type { Payment } from "./chain.ts";
import { must } from "./must.ts";
import { confirmations, priceWei } from "./replica.ts";
import { act, settle, type World } from "./world.ts";

const payers = ["11", "22", "33"].map((byte) => privateKeyToAccount(`0x${byte.repeat(32)}`));
const hourMs = 3_600_000;

/** Few different amounts, so that they repeat: some credits and a part of another. */
const amountsOf = (credits: number): string[] =>
  [1n, 2n, 3n, 4n].map((part) => String(priceWei * BigInt(credits) + part * 100_000_000_000n));

export async function stepReserve(world: World, n: 0 | 1): Promise<string> {
  const { draw, live, clock, replicas } = world;
  const credits = 1 + draw.below(6);
  const nowMs = clock.now();
  const life = { nowMs, expiresAtMs: nowMs + hourMs, restMs: hourMs };
  const amountsWei = Array.from({ length: 2 }, () => draw.pick(amountsOf(credits)));
  const asked = { id: draw.hex(32), account: draw.pick(live), credits, amountsWei, ...life, maxOpen: 3 };
  const reserve = async (on: 0 | 1) => act(replicas[on], ({ parts }) => parts.store.reserve(asked));
  const outcome = await reserve(n);
  if (draw.chance(0.3) || !("value" in outcome)) await reserve(n === 0 ? 1 : 0);
  await settle(world);
  return `reserve ${credits} for ${asked.account.slice(0, 6)}: ${told(outcome)}`;
}

function drawPayment({ draw, minted, live }: World): Payment {
  const part = () => ({
    amountWei: BigInt(
      draw.chance(0.8) ? draw.pick(amountsOf(1 + draw.below(6))) : draw.below(2_000_000_000_000),
    ),
    fingerprint: draw.chance(0.3) ? draw.pick(draw.chance(0.8) ? live : minted) : null,
  });
  const parts = Array.from({ length: draw.chance(0.15) ? 2 : 1 }, part);
  return { tx: `0x${draw.hex(64)}`, sender: draw.pick(payers).address, parts };
}

/** A block, with the payments since the last and some of those that a reorganisation removed. */
export function stepMine(world: World): string {
  const { draw, clock, chain, waiting } = world;
  const again = waiting.splice(0, draw.below(waiting.length + 1));
  const payments = [...Array.from({ length: draw.below(3) }, () => drawPayment(world)), ...again];
  const ordered = draw.chance(0.5) ? payments : payments.toReversed();
  chain.mine(ordered, clock.now());
  return `mine ${payments.length} payments, ${again.length} of them again`;
}

/** The newest blocks are gone; their payments wait for another block, or never come back. */
export function stepReorganise(world: World): string {
  const { draw, clock, chain, waiting } = world;
  const depth = 1 + draw.below(draw.chance(0.1) ? 2 * confirmations : confirmations - 1);
  const head = chain.head();
  const orphaned = chain.orphan(depth);
  const kept = orphaned.filter(() => draw.chance(0.8));
  waiting.push(...kept);
  while (chain.head() <= head) {
    const place = draw.below(waiting.length + 1);
    chain.mine(waiting.splice(place, 2), clock.now());
  }
  return `reorganise ${depth} blocks: ${kept.length} of ${orphaned.length} payments stay`;
}

/** One process reads the chain, or both at once. If it could, everything deep is decided. */
export async function stepWatch(world: World, n: 0 | 1): Promise<string> {
  const { draw, chain, replicas, books } = world;
  const isBoth = draw.chance(0.3);
  if (!isBoth && draw.chance(0.15)) chain.failAt(draw.below(12));
  const before = new Set(books.plain.deposits().map(({ reference }) => reference));
  books.setAtOnce(isBoth);
  if (isBoth) replicas[n].faulty.keepToFirst();
  const watchers = isBoth ? replicas : [replicas[n]];
  const outcomes = await Promise.all(watchers.map(async (one) => act(one, ({ pass }) => pass())));
  chain.failAt(-1);
  await settle(world);
  books.setAtOnce(false);
  const fresh = books.plain.deposits().filter(({ reference }) => !before.has(reference));
  for (const { account } of fresh) if (account !== null) world.touched.add(account);
  if (outcomes.some((outcome) => "value" in outcome)) requireAllDecided(world);
  return `watch: ${outcomes.map(told).join(" and ")}, ${fresh.length} decided`;
}

export function requireAllDecided({ chain, books }: World): void {
  const deep = chain.blocks().slice(0, chain.head() - confirmations + 2);
  const decided = new Set(books.plain.deposits().map(({ tx }) => tx));
  const missed = deep.flatMap(({ payments }) => payments).filter(({ tx }) => !decided.has(tx));
  must(missed.length === 0, `${missed.length} deep payments were passed over`);
}

/** A key claims the payments of a transaction, with a signature of its sender, of another, or without. */
export async function stepTopUp(world: World, n: 0 | 1): Promise<string> {
  const { draw, chain, live, books, replicas } = world;
  const payments = chain
    .blocks()
    .slice(-30)
    .flatMap((block) => block.payments);
  if (payments.length === 0) return "nothing to top up with";
  const { tx, sender, parts } = draw.pick(payments);
  const fingerprint = draw.pick(live);
  world.touched.add(fingerprint);
  const signer = draw.pick([undefined, ...payers, ...payers.filter(({ address }) => address === sender)]);
  const signature = await signer?.signMessage({ message: `assay topup ${tx} 0x${fingerprint}` });
  if (signer?.address === sender)
    for (const place of parts.keys()) books.allowClaim(`${chain.chainId}:${tx}:${place}`, fingerprint);
  const before = books.balance(fingerprint);
  const outcome = await act(replicas[n], (one) =>
    topUp({ ...one.parts, deposits: one.deposits() }, { fingerprint, tx, signature }),
  );
  await settle(world);
  for (const { account, tx: other } of books.plain.deposits()) {
    if (other === tx && account !== null) world.touched.add(account);
  }
  if ("value" in outcome)
    must(
      books.balance(fingerprint) - before === outcome.value.creditsAdded,
      "a top-up told of other credits",
    );
  return `top up ${fingerprint.slice(0, 6)}: ${told(outcome)}`;
}
