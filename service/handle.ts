import { beginCall, digestOf } from "./payment/call.ts";
import { identify, recognise, type Caller, type Credential } from "./caller/identify.ts";
import { judgeInTurn, requireMode, requirePython } from "./work/judging.ts";
import { countRefusal, countVerdict } from "./work/outcome.ts";
import { readJob } from "./work/read-job.ts";
import { readQuota, toQuota, type Quota } from "./payment/quota.ts";
import { recordRejected } from "./work/recording.ts";
import type { Job, Mode } from "../engine/job.ts";
import type { Report } from "../engine/progress.ts";
import type { Verdict } from "../engine/verdict.ts";
import { note, stage } from "../platform/tracing/stages.ts";
import { Fault } from "../parts/faults.ts";
import type { Entrance } from "../parts/proof/receipts/open-receipts.ts";
import { countVisit } from "../parts/store/visits.ts";
import type { Parts } from "./parts.ts";
import type { FinishedWork } from "./answers.ts";

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
  /** Aborted when the caller hangs up or cancels. */
  signal: AbortSignal;
  /** Where the caller wants to know how far the work is. */
  report?: Report | undefined;
}>;

/** A verdict or a refusal, and what the caller has left. */
export type Answer = Readonly<{ quota: Quota | undefined }> &
  (Readonly<{ verdict: Verdict; isRepeat: boolean }> | Readonly<{ fault: Fault }>);

/** The one path from a request to a verdict; every entrance ends here. */
export async function handle(
  parts: Parts,
  { credential, entrance, origin, mayRecord, readBody, signal, report }: Submission,
): Promise<Answer> {
  let caller: Caller | undefined;
  let mode: Mode = "static";
  try {
    note({ entrance });
    caller = await stage("identify", async () => recognise(parts, credential) ?? identify(parts, credential)); // unauthorized, rate_limited
    const body = await stage("read", readBody);
    const job = readJob(parts, body); //                               bad_request, unsupported_language, too_large
    mode = job.mode;
    note({ mode });
    requireMode(parts, mode); //                                       unsupported_mode, engine_unavailable: before any charge
    requirePython(parts, job); //                                      bad_request
    const { result, isShared } = await workOnce(parts, { caller, job, entrance, mayRecord, report }, signal);
    const isRepeat = isShared || result.paidBy === "memory";
    if (caller.kind === "trial" && !isRepeat) void countVisit(parts, "trial", origin);
    const { verdict } = result;
    countVerdict(parts, { tier: tierOf(caller, result), mode, isRepeat, verdict });
    return { verdict, isRepeat, quota: toQuota(parts, caller, mode, result.account) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { fault, known } = await firstRefusal(caller, error);
    countRefusal(parts, fault);
    return { fault, quota: known && (await readQuota(parts, known, mode).catch(() => undefined)) };
  }
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

type Asked = Pick<Submission, "entrance" | "mayRecord" | "report"> & Readonly<{ caller: Caller; job: Job }>;

/** As a receipt says it. */
const paymentNames = { allowance: "free", credits: "credits", nothing: "operator" } as const;

/** Equal calls in flight are worked on once and charged once; the charge is kept only for a verdict. */
async function workOnce(
  parts: Parts,
  { caller, job, entrance, mayRecord, report }: Asked,
  signal: AbortSignal,
) {
  return parts.inFlight.share(
    `${caller.account} ${digestOf(job)}`,
    signal,
    async (shared, tell): Promise<FinishedWork> => {
      const begun = await stage("charge", async () => beginCall(parts, caller, job, shared)); // answered before? else take the charge
      if ("repeat" in begun) return { ...begun.repeat, paidBy: "memory" };
      const { call } = begun;
      try {
        // busy; given up, or carried to its end, when every waiting caller has gone
        const judged = await judgeInTurn(parts, { ...caller, report: tell }, job, shared);
        const served = { payment: paymentNames[call.paidBy], entrance };
        const signed = await stage("sign", async () => parts.receipts.sign(judged.verdict, job, served));
        const judgement = { ...judged, verdict: signed };
        await stage("keep", async () => call.keep(judgement));
        // What an operator's own programs send on belongs to somebody else.
        if (mayRecord && caller.kind !== "operator") recordRejected(parts, job, judgement);
        return { verdict: judgement.verdict, account: call.account, paidBy: call.paidBy };
      } catch (error) {
        await call.giveBack();
        throw error;
      }
    },
    report,
  );
}

function tierOf(caller: Caller, { paidBy }: FinishedWork) {
  if (caller.kind === "wallet") return "paid";
  if (caller.kind !== "key") return caller.kind;
  return paidBy === "credits" ? "paid" : "free";
}
