import { inTraceOf } from "../platform/tracing/context.ts";
import { inSpan } from "../platform/tracing/stages.ts";
import { reasonOf } from "../parts/chain/chain-fault.ts";
import { Fault } from "../parts/faults.ts";
import {
  takeDue,
  traceOf,
  whileHeld,
  writeOutcome,
  type HeldRequest,
  type TaskOutcome,
} from "./journal/journal.ts";
import type { AgentParts } from "./parts.ts";
import { maxRetryMs, retryMs } from "./state/patience.ts";
import { steps, type Stage } from "./steps/index.ts";
import type { Wake } from "./state/wake.ts";

/** How often an idle stage looks for work that another replica left, or whose back-off is over. */
const idleMs = 500;

/** Does the next step of every request that is due, until the agent stops; then finishes what is under way. */
export async function advance(parts: AgentParts, wake: Wake): Promise<void> {
  const observe = parts.metrics.timer(
    "assay_agent_step_seconds",
    "How long each step of a request took.",
    "step",
  );
  await Promise.all(steps.map(async (stage) => runStage(parts, { stage, wake, observe })));
}

type Observe = (step: string, seconds: number) => void;

async function runStage(
  parts: AgentParts,
  { stage, wake, observe }: { stage: Stage; wake: Wake; observe: Observe },
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let backAtMs = 0;
  while (!parts.stopping.aborted) {
    const limit = stage.maxConcurrent - underWay.size;
    const isBackAtMs = parts.availability.backAtMs(stage.needs);
    // When the part answers again, requests that wait for their next try need not wait any longer.
    const aheadMs = isBackAtMs > backAtMs ? maxRetryMs : 0;
    const taken = limit > 0 ? await take(parts, stage, { limit, aheadMs }) : [];
    if (taken.length < limit) backAtMs = isBackAtMs;
    for (const held of taken) {
      const working: Promise<void> = work(parts, { stage, held, observe }).finally(() => {
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
  { from }: Stage,
  wanted: { limit: number; aheadMs: number },
): Promise<readonly HeldRequest[]> {
  try {
    return await takeDue(parts, { states: [from], ...wanted });
  } catch (error) {
    parts.log.warn("the journal cannot be read", { error: reasonOf(error) });
    return [];
  }
}

async function work(
  parts: AgentParts,
  { stage, held, observe }: { stage: Stage; held: HeldRequest; observe: Observe },
): Promise<void> {
  const { clock, log } = parts;
  const startedAtMs = clock.monotonic();
  const outcome = await inTraceOf(traceOf(held.entry), async () =>
    inSpan(stage.name, async () => whileHeld(parts, held, async () => attempt(parts, stage, held))),
  );
  observe(stage.name, (clock.monotonic() - startedAtMs) / 1000);
  try {
    const written = await writeOutcome(parts, held, outcome);
    if (outcome.state !== held.entry.state) log.info(outcome.state, { requestId: held.id, written });
  } catch (error) {
    // When the hold on the entry expires, a replica takes it again.
    log.warn("the journal cannot be written", { requestId: held.id, error: reasonOf(error) });
  }
}

/** A step that fails leaves the request in its state, with a time for the next try. */
async function attempt(
  parts: AgentParts,
  { step, needs }: Stage,
  { entry, id, request }: HeldRequest,
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
