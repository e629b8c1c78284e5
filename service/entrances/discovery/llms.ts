import { listedTools, type OfferedTool } from "../tools.ts";
import { describeOffer, slogan, type Offer } from "./offer.ts";
import type { Route } from "../http/route.ts";

/** The service in words, for models; as https://llmstxt.org has it. */
export function llmsRoute(paths: ReadonlySet<string>): Route {
  return {
    method: "get",
    path: "/llms.txt",
    summary: "The service described for models",
    isOpenToPages: true,
    isDocument: true,
    response: { status: 200, description: "Markdown.", type: "text/plain" },
    answer: (parts) => ({
      status: 200,
      type: "text/plain; charset=utf-8",
      headers: { "cache-control": "public, max-age=300" },
      body: write(describeOffer(parts, paths), listedTools(parts)),
    }),
  };
}

function write(offer: Offer, tools: readonly OfferedTool[]): string {
  const sections = [
    introduce,
    tellOfKeys,
    tellOfHttp,
    tellOfMcp,
    tellOfA2a,
    tellOfCi,
    tellOfX402,
    tellOfPrices,
  ];
  return [...sections, tellOfRefusals, listLinks]
    .map((section) => section(offer, tools))
    .filter((text) => text !== "")
    .join("\n\n")
    .concat("\n");
}

function introduce({ prices, maxCodeLength, serves }: Offer): string {
  const runs = serves("execute");
  const modes = prices.map(({ mode }) => mode).join(", ");
  return `# Assay

> ${slogan} Send Python, get a verdict with \`valid\`, \`score\`, \`diagnostics\` and \`security\`; broken code is a verdict, not an error. Tools named in \`meta.incomplete\` did not finish: no findings from them is not a pass.

Modes here: ${modes}. \`static\` never runs the code: syntax, lint (ruff), types (mypy), security, credentials. \`repair\` also returns a corrected source in \`fixed_code\`, each edit named in \`fixes\` and kept only if the checkers then report fewer problems; \`meta.fixes\` gives its kind, and \`options.fixes: "safe"\` leaves out what changes a program that runs.${runs ? " `execute` also runs the code in a throwaway container without network against your examples, and returns a fix only if every example passes with it when run." : ""} \`options.transpile_to\` (javascript, typescript) adds a translated copy, \`options.optimize\` folds constants and drops dead code. Only errors make \`valid\` false; with \`options.strict\` warnings do too. \`options.python\` (3.10 to 3.14, default 3.13) says which Python the code is for${runs ? "; /v1/info lists which of them mode execute runs" : ""}. Only Python; at most ${maxCodeLength} characters; whole files preferred. A program of several files: the others in \`files\`, by relative path; findings then carry \`file\`${runs ? ", and `options.pytest` runs test_*.py in mode execute" : ""}.`;
}

function tellOfKeys({ baseUrl, freeCallsPerDay, keysPerDay, trialCallsPerDay }: Offer): string {
  const free =
    freeCallsPerDay > 0
      ? `A key covers ${freeCallsPerDay} static checks a day free of charge.`
      : "A key needs credits.";
  const trial = trialCallsPerDay > 0 ? ` ${trialCallsPerDay} static checks a day need no key at all.` : "";
  return `## Get a key

\`curl -X POST ${baseUrl}/v1/keys\` answers \`{"api_key": "asy_…"}\`: no account. ${free}${trial} An IP address can create ${keysPerDay} keys a day, so keep the key. Send it as \`Authorization: Bearer <key>\` or \`x-api-key: <key>\`.`;
}

function tellOfHttp({ baseUrl, serves }: Offer): string {
  const execute = `

To prove a function, add \`"mode": "execute"\` and \`"options": {"examples": ">>> double(2)\\n4\\nassert double(5) == 10"}\`.`;
  return `## HTTP

\`\`\`sh
curl ${baseUrl}/v1/validate -H "Authorization: Bearer $ASSAY_API_KEY" -H "content-type: application/json" \\
  -d '{"code": "def f(n: int) -> int:\\n    return n + \\"1\\"\\n", "mode": "static"}'
\`\`\`

The same call repeated within ten minutes costs nothing. \`x-quota-remaining\` and \`x-credits-remaining\` show the remaining balance.${serves("execute") ? execute : ""}`;
}

function tellOfMcp({ baseUrl, has, signsIn }: Offer, tools: readonly OfferedTool[]): string {
  if (!has("/mcp")) return "";
  const signIn = signsIn
    ? ` Hosts that sign in by OAuth use ${baseUrl}/mcp?auth=required and need no key in advance.`
    : "";
  return `## MCP

${baseUrl}/mcp (Streamable HTTP). Listing tools needs no key, calling one does.${signIn}

\`claude mcp add --transport http assay ${baseUrl}/mcp --header "Authorization: Bearer $ASSAY_API_KEY"\`

${tools.map(({ name, description }) => `- \`${name}\`: ${description}`).join("\n")}`;
}

function tellOfA2a({ baseUrl, has }: Offer): string {
  if (!has("/a2a")) return "";
  return `## A2A

JSON-RPC at ${baseUrl}/a2a, versions 0.3 and 1.0; the card is at ${baseUrl}/.well-known/agent-card.json. Send a data part \`{"code": "…", "mode": "static"}\` or the source as a text part; the verdict is the task's artifact.`;
}

function tellOfCi({ baseUrl, has }: Offer): string {
  if (!has("/v1/client")) return "";
  return `## CI

\`curl -fsS ${baseUrl}/v1/client -o client.py && python3 client.py --changed-against origin/main\` creates its own key, prints GitHub annotations and exits 0 (accepted), 1 (findings) or 2 (no answer).`;
}

function tellOfX402({ baseUrl, sellsCalls, prices }: Offer): string {
  if (!sellsCalls) return "";
  const calls = prices.map(({ mode, x402Usd }) => `\`/v1/x402/${mode}\`${x402Usd ? ` $${x402Usd}` : ""}`);
  return `## Pay by call, without a key (x402)

POST a job to ${baseUrl} at ${calls.join(", ")}. Without payment the answer is 402 with \`PAYMENT-REQUIRED\`. Retry with \`PAYMENT-SIGNATURE\`; you are charged only on success.`;
}

function tellOfPrices({ baseUrl, prices, payments }: Offer): string {
  const rows = prices.map(
    ({ mode, credits, cents }) =>
      `\`${mode}\` ${credits} ${credits === 1 ? "credit" : "credits"} (${cents} cents)`,
  );
  const ways = payments
    .filter(({ route }) => route !== "x402")
    .map(({ route, method, url }) => `${route} (${method} ${url})`);
  const buying = ways.length > 0 ? `Credits are bought by ${ways.join(", ")}.` : "Credits are not sold here.";
  return `## Prices

A call costs ${rows.join(", ")}. ${buying} Details: ${baseUrl}/v1/pricing.`;
}

function tellOfRefusals(): string {
  return `## Refusals

Every refusal is \`{"error", "message", "request_id", "remedy"}\` and costs nothing. Follow \`remedy\`: \`fix_request\` (400; \`fields\` says where), \`mint_key\` (401), \`buy_credits\` (402; \`routes\` says how), \`shorten\` (413), \`wait\` (429; until \`reset_at\`), \`retry\` (503).`;
}

const links = [
  { path: "/openapi.json", about: "every call, OpenAPI 3.1" },
  { path: "/docs/api", about: "the same to read and try" },
  { path: "/docs", about: "the documentation" },
  { path: "/v1/info", about: "modes and the schemas of request and verdict" },
  { path: "/v1/pricing", about: "prices and ways to pay" },
  { path: "/v1/samples", about: "programs to try, each with its answer in every mode, free" },
  { path: "/v1/rules", about: "every rule of our own, and which of ruff and mypy take part" },
  { path: "/v1/changelog", about: "what changed in this version" },
  { path: "/server.json", about: "the entry for MCP registries" },
  { path: "/.well-known/agent-registration.json", about: "the agent's registration (ERC-8004)" },
  { path: "/v1/marketplace", about: "what the marketplace agent is doing" },
];

function listLinks({ baseUrl, has }: Offer): string {
  const there = links.filter(({ path }) => has(path));
  return `## Links

${there.map(({ path, about }) => `- [${path}](${baseUrl}${path}): ${about}`).join("\n")}`;
}
