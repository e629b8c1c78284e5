import { parseArgs } from "node:util";
import { isAddress, isAddressEqual, type Address } from "viem";
import { Fault } from "../../parts/faults.ts";
import { checkPublished, describeCheck } from "../../parts/proof/published-verdict.ts";
import type { CheckedDocument } from "../../parts/proof/verdict-signature.ts";
import { checkAnswer, readAnswer } from "./check-answer.ts";
import { findDocument } from "./find-document.ts";
import { toText } from "./report.ts";

export const verifyUsage = `assay verify <file | cid | cid/request-id> [--gateway URL] [--signer 0x…] [--json]

Checks the signature of a published verdict, or of an answer that was saved with its receipt (meta.receipt), and prints
who signed it and for which request.
A CID is looked for in DATA_DIR (./data), then at --gateway, the gateways of IPFS_GATEWAY_URL and SERVICE_URL
(http://127.0.0.1:8402); their answers are checked against the CID.

  --gateway URL   where to ask for content, before the others
  --signer 0x…    the expected signer; anyone can sign with their own key
  --json          one JSON object instead of sentences

Exit status: 0 the signature is valid, 1 it is not, 2 the verdict cannot be read.`;

type Around = Readonly<{
  env: Readonly<Record<string, string | undefined>>;
  say(text: string): void;
  complain(text: string): void;
}>;

/** The command; gives the code to end with. */
export async function verify(args: readonly string[], around: Around): Promise<number> {
  try {
    return await checkAsTold(args, around);
  } catch (error) {
    around.complain(wordsOf(error));
    return 2;
  }
}

async function checkAsTold(args: readonly string[], { env, say }: Around): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      gateway: { type: "string" },
      signer: { type: "string" },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help === true) {
    say(verifyUsage);
    return 0;
  }
  const [where, ...more] = positionals;
  const { signer } = values;
  if (where === undefined || more.length > 0) throw new Error(`Name exactly one verdict.\n\n${verifyUsage}`);
  if (signer !== undefined && !isAddress(signer, { strict: false })) {
    throw new Error("--signer is not an address: it is 0x and 40 hexadecimal digits.");
  }
  const published = await findDocument(where, placesOf(env, values.gateway));
  const isJson = values.json === true;
  const answer = readAnswer(published.text);
  if (answer !== undefined) return checkAnswer(answer, { signer, isJson, say });
  const checked = expectSigner(await checkPublished(published), signer);
  say(isJson ? JSON.stringify(describeCheck(checked)) : toText(checked));
  return checked.ok ? 0 : 1;
}

function placesOf(env: Around["env"], gateway: string | undefined) {
  const configured = (env["IPFS_GATEWAY_URL"] ?? "").split(",").map((url) => url.trim());
  const named = [gateway ?? "", ...configured, env["SERVICE_URL"] || "http://127.0.0.1:8402"];
  const gateways = named.filter((url) => url !== "");
  const bad = gateways.find((url) => !/^https?:/.test(url) || !URL.canParse(url));
  if (bad !== undefined) throw new Error(`${bad} is not a gateway: use an http or https address.`);
  return { dataDir: env["DATA_DIR"] || "./data", gateways };
}

function expectSigner(checked: CheckedDocument, expected: Address | undefined): CheckedDocument {
  const { document, signer } = checked;
  if (expected === undefined || signer === undefined || isAddressEqual(signer, expected)) return checked;
  const problems = [`It was signed by ${signer}, not by ${expected}.`];
  return { ok: false, signer: undefined, document, problems };
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof Fault) || error.code !== "content_unavailable") return error.message;
  return `${error.message} Name a gateway that has it with --gateway, and the request behind a directory's address, as <cid>/<request id>.`;
}
