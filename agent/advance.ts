import { inTraceOf } from "../platform/tracing/context.ts";
import { inSpan } from "../platform/tracing/stages.ts";
import { reasonOf } from "../parts/chain/chain-fault.ts";
import { Fault } from "../parts/faults.ts";
import { takeDue, traceOf, whileHeld, writeOutcome, type Held, type TaskOutcome } from "./journal/journal.ts";
import type { AgentParts } from "./parts.ts";
import { maxRetryMs, retryMs } from "./state/patience.ts";
import { steps, type Lane } from "./steps/index.ts";
import type { Wake } from "./state/wake.ts";

/** How often a lane with nothing to do looks for work that another replica, or a back-off, left for it. */
const idleMs = 500;

/** Does the next step for every request that is due, until told to stop; then finishes what is under way. */
export async function advance(parts: AgentParts, wake: Wake): Promise<void> {
  const observe = parts.metrics.timer(
    "assay_agent_step_seconds",
    "How long each step of a request took.",
    "step",
  );
  await Promise.all(steps.map(async (lane) => runLane(parts, { lane, wake, observe })));
}

type Observe = (step: string, seconds: number) => void;

async function runLane(
  parts: AgentParts,
  { lane, wake, observe }: { lane: Lane; wake: Wake; observe: Observe },
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let backAtMs = 0;
  while (!parts.stopping.aborted) {
    const limit = lane.places - underWay.size;
    const isBackAtMs = parts.availability.backAtMs(lane.needs);
    // What waits for its next try has waited long enough when the part is back.
    const aheadMs = isBackAtMs > backAtMs ? maxRetryMs : 0;
    const taken = limit > 0 ? await take(parts, lane, { limit, aheadMs }) : [];
    if (taken.length < limit) backAtMs = isBackAtMs;
    for (const held of taken) {
      const working: Promise<void> = work(parts, { lane, held, observe }).finally(() => {
        underWay.delete(working);
        wake.wake();
      });
      underWay.add(working);
    }
    if (taken.length === 0) await wake.woken(idleMs, parts.stopping);
  }
  await Promise.allSettled(underWay);
}

async function take(
  parts: AgentParts,
  { from }: Lane,
  wanted: { limit: number; aheadMs: number },
): Promise<readonly Held[]> {
  try {
    return await takeDue(parts, { states: [from], ...wanted });
  } catch (error) {
    parts.log.warn("the journal cannot be read", { error: reasonOf(error) });
    return [];
  }
}

async function work(
  parts: AgentParts,
  { lane, held, observe }: { lane: Lane; held: Held; observe: Observe },
): Promise<void> {
  const { clock, log } = parts;
  const startedAtMs = clock.monotonic();
  const outcome = await inTraceOf(traceOf(held.entry), async () =>
    inSpan(lane.name, async () => whileHeld(parts, held, async () => attempt(parts, lane, held))),
  );
  observe(lane.name, (clock.monotonic() - startedAtMs) / 1000);
  try {
    const written = await writeOutcome(parts, held, outcome);
    if (outcome.state !== held.entry.state) log.info(outcome.state, { requestId: held.id, written });
  } catch (error) {
    // The entry is given to somebody again when it is no longer held.
    log.warn("the journal cannot be written", { requestId: held.id, error: reasonOf(error) });
  }
}

/** A step that fails leaves the request where it was, to be tried again later. */
async function attempt(
  parts: AgentParts,
  { step, needs }: Lane,
  { entry, id, request }: Held,
): Promise<TaskOutcome> {
  const { availability, clock, log, stopping } = parts;
  try {
    return await step(parts, { id, request, signal: stopping });
  } catch (error) {
    if (stopping.aborted) return { state: entry.state, request };
    const isExpected = error instanceof Fault;
    const problem = isExpected ? error.message : "A step failed unexpectedly.";
    const words = { requestId: id, state: entry.state, attempts: request.attempts + 1 };
    availability.suspect(needs);
    if (isExpected) log.info("a step failed; retrying", { ...words, problem });
    else
      log.error("a step failed", {
        ...words,
        error: error instanceof Error ? error.stack : String(error),
      });
    const failed = { ...request, attempts: request.attempts + 1, problem };
    return { state: entry.state, request: failed, dueAtMs: clock.now() + retryMs(request, clock.now()) };
  }
}
