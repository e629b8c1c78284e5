import type { Judgement } from "../engine/engine.ts";
import type { Job, Mode } from "../engine/job.ts";
import type { Report } from "../engine/progress.ts";
import type { Verdict } from "../engine/verdict.ts";
import { Fault } from "../parts/faults.ts";
import type { Entrance } from "../parts/proof/receipts/open-receipts.ts";
import { countVisit } from "../parts/store/visits.ts";
import type { Challenge, Receipt } from "../parts/x402/x402.ts";
import { note, stage } from "../platform/tracing/stages.ts";
import type { ServedCall, UnpaidCall } from "./answers.ts";
import type { Caller, Credential } from "./caller/identify.ts";
import type { Parts } from "./parts.ts";
import { answerProbe, findCaller, methodsFor } from "./payment/choose.ts";
import type { HeldPayment, KeepResult, PaymentOffer, PaymentMethod } from "./payment/method.ts";
import { readQuota, toQuota, type Quota } from "./payment/quota.ts";
import { judgeInTurn, requireMode } from "./work/judging.ts";
import { countRefusal, countVerdict } from "./work/outcome.ts";
import { readJob } from "./work/read-job.ts";
import { recordRejected } from "./work/recording.ts";

/** What every entrance makes of its own protocol before it asks. */
export type Submission = Readonly<{
  credential: Credential;
  entrance: Entrance;
  /** Where the caller comes from, as it is counted. */
  origin: string;
  /** The caller lets rejected code be kept, where any is. */
  mayRecord: boolean;
  /** The request as parsed JSON; asked for only once the caller is known. */
  readBody: () => Promise<unknown>;
  /** What was sent to pay for this call alone, where the entrance sells single calls. */
  offer?: PaymentOffer | undefined;
  /** Aborted when the caller hangs up or cancels. */
  signal: AbortSignal;
  /** Where the caller wants to know how far the work is. */
  report?: Report | undefined;
}>;

/** The outcome of a call, what the caller has left, and what was read of the request. */
export type Answer = Readonly<{ quota: Quota | undefined; job?: Job | undefined }> &
  (
    | Readonly<{ outcome: "served"; verdict: Verdict; isRepeat: boolean; receipt?: Receipt | undefined }>
    /** It can be paid by itself. `receipt` where there was a payment, and it failed when the work was done. */
    | Readonly<{ outcome: "unpaid"; fault: Fault; challenge: Challenge; receipt?: Receipt | undefined }>
    | Readonly<{ outcome: "refused"; fault: Fault }>
  );

/** The one path from a request to a verdict; every entrance ends here. */
export async function handle(parts: Parts, submission: Submission): Promise<Answer> {
  const { credential, entrance, origin, offer } = submission;
  let caller: Caller | undefined;
  let mode: Mode = offer?.mode ?? "static";
  let job: Job | undefined;
  try {
    note({ entrance });
    caller = await stage("identify", async () => findCaller(parts, credential, offer)); // unauthorized, rate_limited, not_found
    const body = await stage("read", submission.readBody);
    // Catalogues probe without a body; anyone who sends one that is wrong is told so before the price.
    const price = await answerProbe(parts, body, { offer, origin });
    if (price) return await refuse(parts, { unpaid: price, caller, mode });
    job = readJob(parts, body); //                                         bad_request, unsupported_language, too_large
    mode = job.mode;
    note({ mode });
    const asked = { job, offer, address: credential.address, origin };
    const chosen = await methodsFor(parts, caller, asked);
    caller = chosen.caller;
    let unpaid: UnpaidCall | undefined;
    for (const method of chosen.methods) {
      const paid = await workOnce(parts, submission, job, method); // unsupported_mode, engine_unavailable, bad_request: before any charge
      if (paid.outcome === "served") return serve(parts, { served: paid, caller, job, origin });
      unpaid = paid;
      if (caller?.confirm) caller = await caller.confirm();
    }
    return await refuse(parts, { unpaid: unpaid!, caller, mode, job });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { fault, known } = await firstRefusal(caller, error);
    return refuse(parts, { unpaid: { outcome: "unpaid", fault }, caller: known, mode, job });
  }
}

type Ending = Readonly<{ caller: Caller | undefined; job: Job; origin: string }>;

function serve(parts: Parts, { served, caller, job, origin }: Ending & { served: ServedCall }): Answer {
  const { verdict, isRepeat, tier, account, receipt } = served;
  if (tier === "trial" && !isRepeat) void countVisit(parts, "trial", origin);
  countVerdict(parts, { tier, mode: job.mode, isRepeat, verdict });
  const quota = caller && account && toQuota(parts, caller, job.mode, account);
  return { outcome: "served", verdict, isRepeat, receipt, quota, job };
}

type Refusal = Readonly<{
  unpaid: UnpaidCall;
  caller: Caller | undefined;
  mode: Mode;
  job?: Job | undefined;
}>;

async function refuse(parts: Parts, { unpaid, caller, mode, job }: Refusal): Promise<Answer> {
  const { fault, challenge, receipt } = unpaid;
  countRefusal(parts, fault);
  const quota = caller && (await readQuota(parts, caller, mode).catch(() => undefined));
  return challenge
    ? { outcome: "unpaid", fault, challenge, receipt, quota, job }
    : { outcome: "refused", fault, quota, job };
}

/** Who asks comes before what is asked, also where only the charge would have found out. */
async function firstRefusal(caller: Caller | undefined, fault: Fault) {
  try {
    return { fault, known: caller?.confirm ? await caller.confirm() : caller };
  } catch (refusal) {
    if (refusal instanceof Fault) return { fault: refusal, known: undefined };
    throw refusal;
  }
}

/** Equal calls in flight are worked on once and paid once. */
async function workOnce(
  parts: Parts,
  submission: Submission,
  job: Job,
  method: PaymentMethod,
): Promise<ServedCall | UnpaidCall> {
  const { signal, report } = submission;
  const name = method.shareAs();
  const work = async (all: AbortSignal, tell?: Report): Promise<ServedCall | UnpaidCall> =>
    workFor(parts, { ...submission, signal: all, report: tell }, job, method);
  if (name === undefined) return work(signal, report);
  const { result, isShared } = await parts.inFlight.share(name, signal, work, report);
  return isShared && result.outcome === "served" ? { ...result, isRepeat: true } : result;
}

/** Takes the payment, works for it, and keeps it for a verdict only. */
async function workFor(
  parts: Parts,
  submission: Submission,
  job: Job,
  method: PaymentMethod,
): Promise<ServedCall | UnpaidCall> {
  for (;;) {
    const taken = await stage("charge", async () => method.take(submission.signal)); // answered before? else take the payment
    if (taken.outcome !== "held") return taken;
    const { payment } = taken;
    try {
      const { kept, verdict } = await workAndKeep(parts, submission, job, payment);
      if (kept.outcome === "unpaid") return kept;
      const { tier, isRepeat } = payment;
      if (kept.outcome === "kept") return { ...kept, outcome: "served", verdict, tier, isRepeat };
    } catch (error) {
      await payment.giveBack();
      throw error;
    }
  }
}

async function workAndKeep(
  parts: Parts,
  { entrance, mayRecord, signal, report }: Submission,
  job: Job,
  payment: HeldPayment,
): Promise<{ kept: KeepResult; verdict: Verdict }> {
  const work = async (): Promise<Judgement> => {
    requireMode(parts, job.mode);
    // busy; given up, or carried to its end, when every waiting caller has gone
    const judged = await judgeInTurn(parts, { ...payment.customer, report }, job, signal);
    const served = { payment: payment.receiptName, entrance };
    const verdict = await stage("sign", async () => parts.receipts.sign(judged.verdict, job, served));
    return { ...judged, verdict };
  };
  const judgement = payment.worked ?? (await work());
  const kept = await stage("keep", async () => payment.keep(judgement, signal));
  const isNew = kept.outcome === "kept" && !payment.isRepeat;
  // What an operator's own programs send on belongs to somebody else.
  if (isNew && mayRecord && payment.tier !== "operator") recordRejected(parts, job, judgement);
  return { kept, verdict: judgement.verdict };
}
