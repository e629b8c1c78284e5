import { statedOrigin } from "../../caller/origin.ts";
import { readJob } from "../../work/read-job.ts";
import { mayRecord } from "../../work/recording.ts";
import { challenge } from "../../payment/x402/challenge.ts";
import { withMode } from "../../payment/x402/paid-call.ts";
import type { Selling } from "../../payment/x402/selling.ts";
import { findPaid, openWallet, signIn } from "../../payment/x402/sign-in.ts";
import { handle } from "../../handle.ts";
import { direct } from "../../../parts/store/visits.ts";
import type { Mode } from "../../../engine/job.ts";
import { quotaHeaders, refuse } from "../http/answer.ts";
import type { Incoming, RouteReply } from "../http/route.ts";
import { noStore, replyToPayer, replyWithVerdict } from "./x402-reply.ts";
import { x402Resource } from "./x402-resources.ts";

/** A wallet that signs in instead of paying: it reads again what it paid for, or spends the credits of its deposits. */
export async function answerWallet(
  parts: Selling,
  incoming: Incoming,
  { mode, proof }: { mode: Mode; proof: string },
): Promise<RouteReply> {
  const { credential, requestId, signal, query, header } = incoming;
  const body = withMode(await incoming.readJson(), mode);
  const job = readJob(parts, body);
  const resource = x402Resource(parts.config, mode);
  const wallet = await signIn(parts, { proof, job, resource, address: credential.address });
  const paid = await findPaid(parts, wallet, job);
  if (paid) return replyToPayer(parts, paid, requestId);

  const answer = await handle(parts, {
    credential: {
      address: credential.address,
      secret: undefined,
      wallet: await openWallet(parts, wallet, mode),
    },
    entrance: "x402",
    origin: statedOrigin({ query, header }) ?? direct,
    mayRecord: mayRecord({ header }),
    readBody: async () => body,
    signal,
  });
  const headers = { ...noStore, ...quotaHeaders(answer.quota) };
  if (!("fault" in answer)) return replyWithVerdict(answer, headers, requestId);
  const { fault } = answer;
  const reply =
    fault.code === "payment_required"
      ? replyToPayer(
          parts,
          await challenge(parts, { mode, resource, job }, { message: fault.message }),
          requestId,
        )
      : refuse(parts.config, fault, requestId);
  return { ...reply, headers: { ...headers, ...reply.headers } };
}
