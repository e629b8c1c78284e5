/** Has Assay check a Python file and pays for that call alone: a wallet, no account, no key. */
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { decodePaymentResponseHeader } from "@x402/fetch";
import { payingFetch, type Purse } from "./paying-fetch.ts";

const usage = `node pay-per-call.ts <service> <mode> <file.py>

  service  where Assay runs, such as https://assay.example
  mode     static, repair or execute
  file.py  what to check; - for standard input

  PAYER_PRIVATE_KEY  of the wallet that pays (0x and 64 hex digits); give it no more than you would lose
  PAYER_MAX_USD      the most to pay for one call                                           (0.10)
  PAYER_TOKEN        a token beside the well-known dollars, as eip155:<chain id>/<address>

Ends with 0 when the file is valid, 1 when it is not, and 2 when there was no verdict.`;

type Verdict = Readonly<{
  valid: boolean;
  score: number;
  diagnostics: readonly Readonly<{ severity: string; rule: string; message: string; line: number | null }>[];
  fixed_code: string | null;
}>;
type Refusal = Readonly<{ error: string; message: string; remedy?: Readonly<{ hint: string }> }>;

const [service, mode, file] = process.argv.slice(2);
const purse = readPurse();
if (service === undefined || mode === undefined || file === undefined || !purse) {
  console.error(usage);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await check({ url: `${service}/v1/x402/${mode}`, file, purse });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}

function readPurse(): Purse | undefined {
  const { PAYER_PRIVATE_KEY: privateKey = "", PAYER_MAX_USD = "0.10", PAYER_TOKEN: token } = process.env;
  const maxUsd = Number(PAYER_MAX_USD);
  if (!/^0x[0-9a-fA-F]{64}$/.test(privateKey) || !(maxUsd > 0)) return undefined;
  return { privateKey: privateKey as `0x${string}`, maxUsd, token: token === "" ? undefined : token };
}

async function check({ url, file, purse }: { url: string; file: string; purse: Purse }): Promise<number> {
  const fetch = payingFetch(purse);
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: await (file === "-" ? text(process.stdin) : readFile(file, "utf8")) }),
  });
  const answer: unknown = await response.json();
  const isVerdict = response.status === 200;
  console.log(isVerdict ? summary(answer as Verdict) : refusal(response.status, answer as Refusal));
  console.log(receipt(response.headers.get("payment-response")));
  if (!isVerdict) return 2;
  return (answer as Verdict).valid ? 0 : 1;
}

function summary({ valid, score, diagnostics, fixed_code: fixed }: Verdict): string {
  const findings = diagnostics.map(
    ({ severity, rule, message, line }) => `  line ${line}: ${severity} ${rule} ${message}`,
  );
  return [
    `${valid ? "valid" : "not valid"}, score ${score}, ${diagnostics.length} findings`,
    ...findings,
    ...(fixed === null ? [] : ["repaired source:", fixed]),
  ].join("\n");
}

function refusal(status: number, { error, message, remedy }: Refusal): string {
  return `refused with ${status} ${error}: ${message}${remedy ? `\n  ${remedy.hint}` : ""}`;
}

/** What the service says of the payment, which anyone can look up on the chain. */
function receipt(header: string | null): string {
  if (header === null) return "nothing was paid";
  const { success, payer, transaction, network, errorReason } = decodePaymentResponseHeader(header);
  return success
    ? `paid by ${payer} in transaction ${transaction} on ${network}`
    : `nothing was paid: ${errorReason}`;
}
