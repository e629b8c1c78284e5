import { UsageError } from "../../cli/usage-error.ts";
import { createCommand } from "../command.ts";
import { askCatalogue, usualCatalogue } from "./catalogue.ts";
import { probe } from "./probe.ts";
import { judge, unknown, type RuleFinding } from "./rules.ts";

const usage = `npm run discovery -- --url URL [--ask-catalogue [--catalogue URL]] [--json]

Checks whether the addresses of a deployment that sell single calls (x402) follow the published rules of the discovery
catalogue (Bazaar), and says what would keep them from being listed. It pays nothing and lists nothing.

  --url URL         the deployment, as payers reach it
  --ask-catalogue   also has the catalogue itself look at each address: that tells it the address
  --catalogue URL   whose check is asked; ${usualCatalogue} unless told
  --json            the findings as JSON

Ends with 0 where nothing is in the way as far as can be told, with 1 where something is, and with 2 where it is used
wrongly or the deployment cannot be reached.`;

const modes = ["static", "repair", "execute"];

type Checked = Readonly<{ url: string; findings: readonly RuleFinding[] }>;

export const discovery = createCommand({
  usage,
  options: {
    url: { type: "string", default: "" },
    "ask-catalogue": { type: "boolean", default: false },
    catalogue: { type: "string", default: usualCatalogue },
    json: { type: "boolean", default: false },
  },
  run: async ({ url, catalogue, json, "ask-catalogue": asksCatalogue }, _, { say, complain }) => {
    if (!URL.canParse(url)) throw new UsageError("--url is missing or not a URL.");
    try {
      const asked = asksCatalogue ? catalogue.replace(/\/+$/, "") : undefined;
      const checked = await check(url.replace(/\/+$/, ""), asked);
      const all = [...checked.flatMap(({ findings }) => findings), ...unknown];
      const isListable = all.every(({ state }) => state !== "problem");
      if (json) say(JSON.stringify({ listable: isListable, addresses: checked, unknown }, null, 2));
      else say([...checked.map(describe), ...describeUnknown(), summary(all)].join("\n"));
      return isListable ? 0 : 1;
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error));
      return 2;
    }
  },
});

/** The modes that a deployment does not have are left out; at least one must be there. */
async function check(base: string, catalogue: string | undefined): Promise<readonly Checked[]> {
  const probed = await Promise.all(modes.map(async (mode) => probe(`${base}/v1/x402/${mode}`)));
  if (probed.every(({ status }) => status === undefined)) throw new Error(`${base} cannot be reached.`);
  const sold = probed.filter(({ status }) => status !== 404 && status !== 409);
  if (sold.length === 0) throw new Error(`${base} does not sell single calls: X402_PAYEE is not set there.`);
  return Promise.all(
    sold.map(async (one) => {
      const { url, required } = one;
      const asked =
        catalogue === undefined ? [] : [await askCatalogue(catalogue, required?.resource.url ?? url)];
      return { url, findings: [...judge(one), ...asked] };
    }),
  );
}

const marks = { ok: "ok      ", problem: "PROBLEM ", advice: "advice  ", unknown: "unknown " } as const;

function describe({ url, findings }: Checked): string {
  return [url, ...findings.map(toLine), ""].join("\n");
}

function describeUnknown(): string[] {
  return ["Cannot be told from here", ...unknown.map(toLine), ""];
}

function toLine({ rule, state, text }: RuleFinding): string {
  return `  ${marks[state]} ${rule}${text === "" ? "" : `: ${text}`}`;
}

function summary(findings: readonly RuleFinding[]): string {
  const problems = findings.filter(({ state }) => state === "problem").length;
  if (problems === 0)
    return "Nothing keeps these addresses from being listed, as far as can be told from here.";
  return `${problems} ${problems === 1 ? "problem keeps" : "problems keep"} addresses from being listed.`;
}
