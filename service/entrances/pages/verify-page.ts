import { readAsset } from "./frame/assets.ts";
import { pageRoute } from "./frame/page-route.ts";
import type { Route } from "../http/route.ts";

export const verifyPage: Route = pageRoute({
  path: "/verify",
  summary: "Check an answer's receipt, for people",
  description: "Paste an answer; programs use `POST /v1/verify`.",
  content: (parts) => ({
    title: "Assay: check an answer",
    description: "See who signed an answer, and whether it was changed.",
    section: "/verify",
    look: "narrow",
    scripts: ["verify.js"],
    data: { signer: parts.receipts.signer },
    main: readAsset("verify.html"),
  }),
});
