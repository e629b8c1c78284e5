import { remedyFor } from "../../../terms/remedy.ts";
import type { Config } from "../../../config.ts";
import type { Fault } from "../../../../parts/faults.ts";
import { refuse } from "../../http/answer.ts";
import { readAsset } from "./assets.ts";
import type { RouteReply } from "../../http/route.ts";
import { showPage } from "./show-page.ts";

type Words = Readonly<{ title: string; message: string; hint: string }>;

const titles: Readonly<Record<string, string>> = {
  not_found: "Not found",
  internal_error: "Something failed",
};

/** A refusal as a page: status and headers stay, only the body is for people. */
export function explainToPeople(
  config: Config,
  fault: Fault,
  requestId: string,
  words: Partial<Words> = {},
): RouteReply {
  const refusal = refuse(config, fault, requestId);
  const told: Words = {
    title: titles[fault.code] ?? "Not available right now",
    message:
      fault.message === fault.kind.message && fault.code === "not_found"
        ? "This page does not exist."
        : fault.message,
    hint:
      fault.code === "not_found"
        ? "Check the address."
        : (remedyFor(config, fault)?.hint ?? "Load this page again in a moment."),
    ...words,
  };
  const page = showPage({
    title: `Assay: ${told.title}`,
    description: told.message,
    look: "narrow",
    main: readAsset("problem.html", { ...told, request_id: requestId }),
    isPrivate: true,
    sourceUrl: config.SOURCE_URL,
  });
  return { ...page, status: refusal.status, headers: { ...refusal.headers, ...page.headers } };
}
