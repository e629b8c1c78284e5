import {
  isValidIconUrl,
  isValidServiceName,
  sanitizeTags,
  validateDiscoveryExtension,
  validateDiscoveryExtensionSpec,
  type DiscoveryExtension,
} from "@x402/extensions/bazaar";
import type { Probed } from "./probe.ts";

/** What a rule comes to: `problem` keeps an address from being listed, `advice` does not, `unknown` cannot be told from here. */
export type RuleFinding = Readonly<{
  rule: string;
  state: "ok" | "problem" | "advice" | "unknown";
  text: string;
}>;

type Listed = Probed & Readonly<{ required: NonNullable<Probed["required"]> }>;
/** Undefined where nothing is to be said against it. */
type Rule = (listed: Listed) => Omit<RuleFinding, "rule"> | undefined;

const maxDescriptionLength = 500;
const maxHeaderLength = 8192;
const problem = (text: string) => ({ state: "problem", text }) as const;
const advice = (text: string) => ({ state: "advice", text }) as const;

const rules: Readonly<Record<string, Rule>> = {
  "x402 version": ({ required: { x402Version } }) =>
    x402Version === 2 ? undefined : problem(`The offer is of version ${x402Version}; version 2 is listed.`),
  "public https address": ({ required: { resource } }) =>
    isPublic(resource.url)
      ? undefined
      : problem(`The offer names ${resource.url}. Set BASE_URL to the public https address.`),
  "the address itself": ({ url, required: { resource } }) =>
    resource.url === url
      ? undefined
      : advice(`The offer names ${resource.url}: that is what is listed, not ${url}.`),
  description: ({ required: { resource } }) => {
    const length = Array.from(resource.description ?? "").length;
    if (length === 0) return problem("There is no description to find it by.");
    return length <= maxDescriptionLength
      ? undefined
      : problem(`The description has ${length} characters, ${maxDescriptionLength} at most are taken.`);
  },
  "name of the service": ({ required: { resource } }) =>
    isValidServiceName(resource.serviceName)
      ? undefined
      : advice("`serviceName` is missing or not 1 to 32 printable ASCII characters: it is left out."),
  tags: ({ required: { resource } }) =>
    (sanitizeTags(resource.tags)?.length ?? 0) === (resource.tags?.length ?? 0)
      ? undefined
      : advice("There are more than 5 tags, or one has more than 32 characters: these are left out."),
  icon: ({ required: { resource } }) =>
    resource.iconUrl === undefined || isValidIconUrl(resource.iconUrl)
      ? undefined
      : advice("`iconUrl` is not an https address of at most 2048 characters: it is left out."),
  "ways to pay": ({ required: { accepts } }) =>
    accepts.length > 0
      ? undefined
      : problem("`accepts` is empty: nobody can pay, and only a payment lists it."),
  "discovery extension": ({ required: { extensions } }) => {
    const bazaar = extensions?.["bazaar"] as DiscoveryExtension | undefined;
    if (!bazaar) return problem("There is no extension `bazaar`: nothing says how to call it.");
    const checks = [validateDiscoveryExtension(bazaar), validateDiscoveryExtensionSpec({ ...bazaar })];
    const errors = checks.flatMap(({ errors: found = [] }) => found);
    return checks.every(({ valid }) => valid)
      ? undefined
      : problem(`The extension \`bazaar\` is not valid: ${errors.join("; ")}.`);
  },
  "method of the call": ({ required: { extensions } }) =>
    inputOf(extensions)?.["method"] === "POST"
      ? undefined
      : problem("`bazaar.info.input.method` is not POST: what is listed could not be called."),
  "example of an answer": ({ required: { extensions } }) =>
    infoOf(extensions)?.output?.["example"] === undefined
      ? advice("`bazaar.info.output.example` is missing: what it answers is shown with the listing.")
      : undefined,
  "size of the header": ({ headerLength }) =>
    headerLength <= maxHeaderLength
      ? undefined
      : advice(
          `PAYMENT-REQUIRED has ${headerLength} characters: many proxies take ${maxHeaderLength}, and payers send most of it back.`,
        ),
};

/** What is known from outside of an address that sells. */
export function judge(probed: Probed): readonly RuleFinding[] {
  const { status, required, url } = probed;
  const reached = {
    rule: "reachable",
    ...(status === undefined ? problem(`${url} does not answer.`) : ok("It answers.")),
  };
  if (status === undefined) return [reached];
  if (status !== 402)
    return [reached, { rule: "asks for payment", ...problem(`It answers ${status}, not 402.`) }];
  if (required === undefined)
    return [
      reached,
      { rule: "asks for payment", ...problem("The header PAYMENT-REQUIRED is missing or cannot be read.") },
    ];
  const found = Object.entries(rules).map(([rule, check]) => {
    return { rule, ...(check({ ...probed, required }) ?? ok("")) };
  });
  return [reached, { rule: "asks for payment", ...ok("It answers 402 without a payment.") }, ...found];
}

/** What a catalogue goes by that nobody else sees. */
export const unknown: readonly RuleFinding[] = [
  {
    rule: "a payment through the catalogue's facilitator",
    state: "unknown",
    text: "An address is listed when a payment for it is settled through the catalogue's own facilitator (CDP_API_KEY_ID and CDP_API_KEY_SECRET for that of Coinbase). Which one a deployment uses is not public.",
  },
  {
    rule: "a payment every 30 days",
    state: "unknown",
    text: "An address without a settlement for 30 days is removed. `/v1/funnel` counts settlements (`x402.settled`), not through whom.",
  },
  {
    rule: "extensions sent back",
    state: "unknown",
    text: "The facilitator sees the discovery extension only where the payer's client sends it back. The SDK's clients do.",
  },
];

function ok(text: string) {
  return { state: "ok", text } as const;
}

type Info = Readonly<{ input?: Record<string, unknown>; output?: Record<string, unknown> }>;

function infoOf(extensions: Record<string, unknown> | undefined): Info | undefined {
  return (extensions?.["bazaar"] as { info?: Info } | undefined)?.info;
}

function inputOf(extensions: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  return infoOf(extensions)?.input;
}

/** Not one of this machine or of a private network, as far as its text tells. */
function isPublic(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  const isNamed = hostname.includes(".") && !/^[\d.]+$/.test(hostname) && !hostname.startsWith("[");
  return protocol === "https:" && isNamed && !/\.(?:local|internal|localhost|test)$/.test(hostname);
}
