import { readAsset } from "./frame/assets.ts";
import { pageRoute } from "./frame/page-route.ts";
import type { Route } from "../http/route.ts";

export const verifyPage: Route = pageRoute({
  path: "/verify",
  summary: "Check who signed an answer or a verdict, for people",
  description: "A file, a CID or pasted JSON; programs use `POST /v1/verify`.",
  content: (parts) => ({
    title: "Assay: check a verdict",
    description: "See who signed a verdict, and whether it was changed.",
    section: "/verify",
    look: "verify-page",
    scripts: ["verify.js"],
    data: { signer: parts.receipts.signer },
    main: readAsset("verify.html"),
  }),
});
