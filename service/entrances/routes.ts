import { a2a } from "./a2a/a2a.ts";
import { cardRoutes } from "./a2a/card/card-routes.ts";
import { cardKeys } from "./a2a/card/keys-route.ts";
import { siteAsset } from "./pages/frame/asset-route.ts";
import { docs, docsPage } from "./pages/book-page.ts";
import { changelog } from "./api/changelog.ts";
import { checkout } from "./api/money/checkout.ts";
import { client } from "./api/client.ts";
import { deposit } from "./api/money/deposit.ts";
import { depositStatus } from "./api/money/deposit-status.ts";
import { discoveryRoutes } from "./discovery/discovery.ts";
import { funnel } from "./api/operator/funnel.ts";
import { health } from "./api/operator/health.ts";
import { icon } from "./pages/frame/icon.ts";
import { info } from "./api/info.ts";
import { ipfsContent, ipfsFile } from "./api/ipfs.ts";
import { keyLedger } from "./api/keys/key-ledger.ts";
import { keysPage } from "./pages/keys-page.ts";
import { marketplace } from "./api/marketplace.ts";
import { marketplacePage } from "./pages/marketplace-page.ts";
import { mcp } from "./mcp/mcp.ts";
import { metrics } from "./api/operator/metrics.ts";
import { createKeyRoute } from "./api/keys/create-key.ts";
import { oauthRoutes } from "./oauth/routes.ts";
import { openapiRoute } from "./openapi/openapi.ts";
import { payPage } from "./pages/pay-page.ts";
import { payStatus } from "./api/money/pay-status.ts";
import { pricing } from "./api/money/pricing.ts";
import { pricingPage } from "./pages/pricing-page.ts";
import { referencePage } from "./pages/reference-page.ts";
import { feedbackFile, prepareFeedback } from "./api/feedback.ts";
import { reputation } from "./api/reputation.ts";
import { revokeKey } from "./api/keys/revoke-key.ts";
import type { Route } from "./http/route.ts";
import { rulesRoute } from "./api/rules.ts";
import { rulePage, rulesPage } from "./pages/rules-page.ts";
import { listSamples, sampleAnswer } from "./api/samples.ts";
import { createShare, removeShare } from "./api/share-verdict.ts";
import { showKey } from "./api/keys/show-key.ts";
import { stats } from "./api/operator/stats.ts";
import { statusPage } from "./pages/status-page.ts";
import { stripeWebhook } from "./api/money/stripe-webhook.ts";
import { topup } from "./api/money/topup.ts";
import { trainingData } from "./api/operator/training-data.ts";
import { validate } from "./api/validate.ts";
import { verdictPage } from "./pages/verdict-page.ts";
import { verifyPage } from "./pages/verify-page.ts";
import { verify } from "./api/verify.ts";
import { x402Routes } from "./x402/x402.ts";

const described: readonly Route[] = [
  validate,
  listSamples,
  sampleAnswer,
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
  createShare,
  removeShare,
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
