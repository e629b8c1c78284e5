import { createHash } from "node:crypto";
import type { VerdictReceipt } from "../../engine/verdict.ts";
import { Fault } from "../../parts/faults.ts";
import type { ProofOfPayment, RatedAnswer } from "../../parts/chain/feedback-file.ts";
import type { ExactJson } from "../../parts/json/exact-json.ts";
import { checkReceipt } from "../../parts/proof/receipts/check.ts";
import type { ProcessParts, StoreParts, WorkParts } from "../parts.ts";

type Needs = ProcessParts & StoreParts & WorkParts;
type Hex = `0x${string}`;

/**
 * Takes down who rates a paid answer, by the receipt that it came with. One receipt is for one rater: else a single answer
 * would make any number of accounts count as served. What was free is nobody's proof, since anyone can have it.
 */
export async function bindReceipt(
  parts: Needs,
  { response, rater }: { response: ExactJson; rater: Hex },
): Promise<Readonly<{ id: string; rated: RatedAnswer }>> {
  const { store, clock } = parts;
  const receipt = await readOurReceipt(parts, response);
  const proofOfPayment = await provePayment(parts, receipt, rater);
  const id = createHash("sha256").update(receipt.signature.toLowerCase()).digest("hex");
  const rated: RatedAnswer = { rater, receipt, proofOfPayment, atMs: clock.now() };
  const outcome = await store.writeNote({ name: noteOf(id), version: 0, text: JSON.stringify(rated) });
  const bound = outcome === "written" ? rated : await findBound(parts, id);
  if (bound?.rater !== rater) throw wrong("response", "This receipt was used by another rater.");
  await store.addServed(rater);
  return { id, rated: bound };
}

export async function findBound(
  { store }: Pick<Needs, "store">,
  id: string,
): Promise<RatedAnswer | undefined> {
  const note = await store.readNote(noteOf(id));
  return note && (JSON.parse(note.text) as RatedAnswer);
}

async function readOurReceipt({ receipts }: Needs, response: ExactJson): Promise<VerdictReceipt> {
  const { ok, receipt, problems } = await checkReceipt(response);
  if (!ok) throw wrong("response", problems.join(" "));
  if (receipt.signer.toLowerCase() === receipts.signer.toLowerCase()) return receipt;
  throw wrong("response", "The receipt was signed by another service.");
}

/** Null where it was paid with credits: the receipt alone says so. */
async function provePayment(
  { store }: Needs,
  { payment }: VerdictReceipt,
  rater: Hex,
): Promise<ProofOfPayment | null> {
  if (payment === "credits") return null;
  if (!payment.startsWith("x402/"))
    throw wrong(
      "response",
      "This answer was not paid for, so it proves nothing. Rate with `calldata_template` instead.",
    );
  const id = payment.slice("x402/".length);
  const [network = "", , payer] = id.split("/");
  if (payer !== rater)
    throw wrong("rater", `This answer was paid for by ${payer}: only that account can rate it.`);
  const record = await store.findPayment(id);
  if (record?.receipt == null) return null;
  const { transaction } = JSON.parse(record.receipt) as { transaction: string };
  const { payTo } = JSON.parse(record.terms) as { payTo: string };
  return {
    fromAddress: payer,
    toAddress: payTo,
    chainId: network.slice("eip155:".length),
    txHash: transaction,
  };
}

function noteOf(id: string): string {
  return `rated-answer:${id}`;
}

function wrong(field: string, message: string): Fault {
  return new Fault("bad_request", {
    message,
    fields: [{ loc: [field], msg: message, type: "not_accepted" }],
  });
}
