import { isAddressEqual, type Address } from "viem";
import { toIso } from "../../platform/clock.ts";
import { readExactJson, type ExactJson } from "../../parts/json/exact-json.ts";
import { checkReceipt, describeReceipt, type CheckedReceipt } from "../../parts/proof/receipts/check.ts";

type Settings = Readonly<{ signer: Address | undefined; isJson: boolean; say(text: string): void }>;

/** A text as an answer of the service, which has `meta`; undefined where it is something else, as a published document is. */
export function readAnswer(text: string): ExactJson | undefined {
  try {
    const answer = readExactJson(text);
    const { value } = answer;
    return typeof value === "object" && value !== null && Object.hasOwn(value, "meta") ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** Says who signed an answer, or what is wrong with it; gives the code to end with. */
export async function checkAnswer(answer: ExactJson, { signer, isJson, say }: Settings): Promise<number> {
  const checked = expectSigner(await checkReceipt(answer), signer);
  say(isJson ? JSON.stringify(describeReceipt(checked)) : toText(checked));
  return checked.ok ? 0 : 1;
}

function expectSigner(checked: CheckedReceipt, expected: Address | undefined): CheckedReceipt {
  const { ok, receipt } = checked;
  if (expected === undefined || !ok || isAddressEqual(receipt.signer as Address, expected)) return checked;
  return { ok: false, receipt, problems: [`It was signed by ${receipt.signer}, not by ${expected}.`] };
}

function toText({ ok, receipt, problems }: CheckedReceipt): string {
  if (!ok) return ["Not valid:", ...problems.map((problem) => `  - ${problem}`)].join("\n");
  const { signer, mode, payment, entrance, issued_at, request_sha256, verdict_sha256 } = receipt;
  const facts: [string, string][] = [
    ["mode", mode],
    ["payment", payment],
    ["received via", entrance],
    ["signed at", toIso(issued_at * 1000)],
    ["request", `SHA-256 ${request_sha256}`],
    ["answer", `SHA-256 ${verdict_sha256}`],
    ["not signed", describeReceipt({ ok, receipt, problems: [] }).not_signed.join(", ")],
  ];
  return [`Signed by ${signer}.`, ...facts.map(([name, fact]) => `  ${name.padEnd(12)} ${fact}`)].join("\n");
}
