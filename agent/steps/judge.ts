import { Job } from "../../engine/job.ts";
import type { MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import { askService, notYet } from "../verdicts/ask-service.ts";
import { errorVerdict, notJudged } from "../verdicts/error-verdict.ts";
import type { AgentParts } from "../parts.ts";
import { documentFor } from "../verdicts/signed-document.ts";
import { reasonForSilence, responseOf } from "../validation/response.ts";
import type { Step } from "./step.ts";

/** Neither the service nor the fallback judges longer code. */
const maxCodePoints = 200_000;

/** Gets the verdict, and creates the signed document that will be published. */
export const judgeTask: Step = async (parts, { id, request, signal }) => {
  const result = await resultFor(parts, { id, request, signal });
  const { task: _, ...rest } = request;
  const { validation } = request;
  const silence = validation && reasonForSilence(result);
  if (silence !== undefined) return { state: "refused", request: { ...rest, problem: silence } };
  const document = await documentFor(parts, { id, request, result });
  const valid = result["valid"];
  return {
    state: "judged",
    request: {
      ...rest,
      document,
      ...(typeof valid === "boolean" && { valid }),
      ...(validation && { validation: { ...validation, response: responseOf(result) } }),
    },
  };
};

type Subject = Parameters<Step>[1];
type Result = Readonly<Record<string, unknown>>;

async function resultFor(parts: AgentParts, subject: Subject): Promise<Result> {
  const { id, request, signal } = subject;
  const { task } = request;
  const about = { ...parts, id, mode: request.mode };
  if (task === undefined || "unreadable" in task) {
    return errorVerdict(about, {
      code: "bad_request",
      message: task?.unreadable ?? "There is no code to check.",
    });
  }
  const answer = await askService(parts, { id, mode: request.mode ?? "static", body: task.body, signal });
  switch (answer.kind) {
    case "verdict":
      return answer.body;
    case "refusal":
      return errorVerdict(about, {
        code: "bad_request",
        message: "The service refused the request.",
        envelope: answer.body,
      });
    case "unreachable":
    case "busy":
      if (isWorthWaiting(parts, request, answer.kind)) throw notYet(answer.why);
      return judgeHere(parts, { ...subject, body: task.body, why: answer.why });
    case "mode missing":
      return judgeHere(parts, { ...subject, body: task.body, why: answer.why });
  }
}

/** How many tries must fail before we answer that the code was not run, however old the request is. */
const minTries = 5;
/** Time reserved for publishing and delivering: we stop waiting for a busy service this long before the deadline. */
const reserveMs = 30_000;

/** The fallback can do static work at once. Only the service can run code, so we wait for it longer. */
function isWorthWaiting(
  { config, clock }: AgentParts,
  { mode, at, attempts, deadlineS }: MarketplaceRequest,
  why: "unreachable" | "busy",
): boolean {
  const patienceMs = config.SERVICE_PATIENCE_S * 1000;
  const waitedMs = clock.now() - (at.fetched ?? 0);
  if (mode !== "execute") return waitedMs < Math.min(patienceMs, 3000);
  if (why === "busy" && clock.now() < deadlineS * 1000 - reserveMs) return true;
  return attempts < minTries || waitedMs < patienceMs;
}

/** Judges with this process's engine if it has the requested mode; it never falls back to a lesser mode. */
async function judgeHere(
  parts: AgentParts,
  { id, request, signal, body, why }: Subject & { body: unknown; why: string },
): Promise<Result> {
  const about = { ...parts, id, mode: request.mode };
  if (request.mode === "execute") return notJudged(about, why);
  const job = Job.safeParse(body);
  if (!job.success || !isJudgeable(job.data)) {
    return errorVerdict(about, {
      code: "bad_request",
      message: "`code` or an option is not valid.",
    });
  }
  const engine = await parts.fallback.engine();
  if (!engine.modes.includes(job.data.mode)) return notJudged(about, why);
  const { verdict } = await engine.judge(job.data, signal);
  parts.log.warn("judged without the service", { requestId: id, why });
  const meta = {
    ...verdict.meta,
    request_id: id,
    engine: { ...verdict.meta.engine, fallback: fallbackName(why) },
  };
  return { ...verdict, meta };
}

function isJudgeable({ code, files = {}, language }: Job): boolean {
  const source = [code, ...Object.values(files)].join("\n");
  return language === "python" && source.isWellFormed() && Array.from(source).length <= maxCodePoints;
}

function fallbackName(why: string): string {
  return `agent (${why})`;
}
