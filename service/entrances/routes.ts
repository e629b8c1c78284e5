import { a2a } from "./a2a/a2a.ts";
import { cardRoutes } from "./a2a/card-routes.ts";
import { cardKeys } from "./a2a/keys-route.ts";
import { siteAsset } from "./asset-route.ts";
import { docs, docsPage } from "./book-page.ts";
import { changelog } from "./changelog.ts";
import { checkout } from "./checkout.ts";
import { client } from "./client.ts";
import { deposit } from "./deposit.ts";
import { depositStatus } from "./deposit-status.ts";
import { discoveryRoutes } from "./discovery.ts";
import { funnel } from "./funnel.ts";
import { health } from "./health.ts";
import { icon } from "./icon.ts";
import { info } from "./info.ts";
import { ipfsContent, ipfsFile } from "./ipfs.ts";
import { keyLedger } from "./key-ledger.ts";
import { keysPage } from "./keys-page.ts";
import { marketplace } from "./marketplace.ts";
import { marketplacePage } from "./marketplace-page.ts";
import { mcp } from "./mcp/mcp.ts";
import { metrics } from "./metrics.ts";
import { createKeyRoute } from "./create-key.ts";
import { oauthRoutes } from "./oauth/routes.ts";
import { openapiRoute } from "./openapi.ts";
import { payPage } from "./pay-page.ts";
import { payStatus } from "./pay-status.ts";
import { pricing } from "./pricing.ts";
import { pricingPage } from "./pricing-page.ts";
import { referencePage } from "./reference-page.ts";
import { feedbackFile, prepareFeedback } from "./feedback.ts";
import { reputation } from "./reputation.ts";
import { revokeKey } from "./revoke-key.ts";
import type { Route } from "./route.ts";
import { rulesRoute } from "./rules.ts";
import { rulePage, rulesPage } from "./rules-page.ts";
import { showKey } from "./show-key.ts";
import { stats } from "./stats.ts";
import { statusPage } from "./status-page.ts";
import { stripeWebhook } from "./stripe-webhook.ts";
import { topup } from "./topup.ts";
import { trainingData } from "./training-data.ts";
import { validate } from "./validate.ts";
import { verdictPage } from "./verdict-page.ts";
import { verifyPage } from "./verify-page.ts";
import { verify } from "./verify.ts";
import { x402Routes } from "./x402.ts";

const described: readonly Route[] = [
  validate,
  mcp,
  a2a,
  ...cardRoutes,
  cardKeys,
  info,
  createKeyRoute,
  showKey,
  keyLedger,
  revokeKey,
  pricing,
  checkout,
  deposit,
  depositStatus,
  topup,
  ...x402Routes,
  stripeWebhook,
  stats,
  funnel,
  reputation,
  prepareFeedback,
  feedbackFile,
  trainingData,
  verify,
  changelog,
  rulesRoute,
  client,
  marketplace,
  ipfsContent,
  ipfsFile,
  health,
  metrics,
  docs,
  referencePage, // before the pages of the docs: none is called api
  docsPage,
  pricingPage,
  keysPage,
  verifyPage,
  rulesPage,
  rulePage,
  statusPage,
  verdictPage,
  marketplacePage,
  payPage,
  payStatus,
  ...oauthRoutes,
  siteAsset,
  icon,
];

const registered = [...described, ...discoveryRoutes(described)];

/** Every address of the service. */
export const routes: readonly Route[] = [...registered, openapiRoute(registered)];
