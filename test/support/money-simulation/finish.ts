import { creditSession } from "../../../service/credits/card.ts";
import { requireAllDecided } from "./deposit-steps.ts";
import { must } from "./must.ts";
import { confirmations } from "./replica.ts";
import { settle, type World } from "./world.ts";

/** All failures end: every payment is reported once more, and every process stops normally. */
export async function finish(world: World): Promise<void> {
  const { processor, replicas, chain, clock, books, waiting } = world;
  const [one, other] = replicas;
  for (const session of processor.sessions) {
    const outcome = await creditSession(one.parts, session);
    await settle(world);
    must(
      (outcome !== "ignored") === books.isPaid(`card ${session.id}`),
      `session ${session.id} is ${outcome}`,
    );
  }
  chain.mine(waiting.splice(0), clock.now());
  for (let block = 0; block < confirmations; block += 1) chain.mine([], clock.now());
  await other.pass();
  await settle(world);
  requireAllDecided(world);
  await clock.advance(60_000);
  const house = await one.keepHouse();
  one.stop();
  await house[Symbol.asyncDispose]();
  await settle(world);
  must(books.calls.openCount() === 0, `${books.calls.openCount()} calls are open for ever`);
}
