import { Fault } from "../faults.ts";
import { listNotSigned } from "./verdict-document.ts";
import { checkDocument, type CheckedDocument, type ReadText } from "./verdict-signature.ts";

/** Looks at content by its address; undefined for what is not there, or is of the other kind. */
export type ContentLook = Readonly<{
  list(cid: string): Promise<readonly string[] | undefined>;
  read(cid: string, path: readonly string[]): Promise<Uint8Array | undefined>;
}>;

/** A published document, and what its file is called: the id of the request, unless it stands alone. */
export type PublishedDocument = Readonly<{ text: string; name: string | undefined }>;

/** What people copy for a CID: `ipfs://…`, `/ipfs/…`, or the address at a gateway or of a verdict's page. */
export function toContentAddress(given: string): string {
  const behind = /^(?:https?:\/\/[^/]+)?\/(?:ipfs|verdicts)\/([^?#]+)/.exec(given.trim())?.[1];
  return behind ?? given.trim().replace(/^ipfs:\/\//, "");
}

/**
 * The document at `<cid>` or `<cid>/<request id>`. Verdicts are published as a directory with one file, named by the
 * decimal request id; a file without a directory is taken too.
 */
export async function findPublished(
  look: ContentLook,
  address: string,
): Promise<PublishedDocument | undefined> {
  const [cid = "", ...given] = address.replace(/(?<!\/)\/+$/, "").split("/");
  const path = given.length > 0 ? given : await pathIn(look, cid);
  const bytes = await look.read(cid, path);
  return bytes && { text: decode(bytes), name: path.at(-1) };
}

async function pathIn({ list }: ContentLook, cid: string): Promise<readonly string[]> {
  const names = await list(cid);
  if (!names) return [];
  const [name, ...others] = names.filter((each) => /^\d{1,78}$/.test(each));
  if (name !== undefined && others.length === 0) return [name];
  const message = `The directory at that address holds ${names.length} files, and not one that is named by a request id; name the file behind the address, as <cid>/<file>.`;
  throw new Fault("content_invalid", { message });
}

/** As `checkDocument`, and that the file is named by the request that was answered. */
export async function checkPublished(
  { text, name }: PublishedDocument,
  read?: ReadText,
): Promise<CheckedDocument> {
  const checked = await checkDocument(text, read);
  const id = checked.document?.requestId;
  if (name === undefined || id === undefined || !/^\d+$/.test(name) || name === String(id)) return checked;
  const problems = [
    ...checked.problems,
    `The file is named ${name.slice(0, 80)}, but it is about request ${id}.`,
  ];
  return { ok: false, signer: undefined, document: checked.document, problems };
}

/** The result of a check, for programs. */
export function describeCheck({ ok, signer, document, problems }: CheckedDocument) {
  const { mode, verdict_sha256, chain_id, marketplace, mech, request_cid } = document?.metadata ?? {};
  return {
    valid_signature: ok,
    signer: signer ?? null,
    // As text: JSON's readers round what has so many digits.
    request_id: document ? String(document.requestId) : null,
    tool: document?.tool ?? null,
    mode: mode ?? null,
    request_cid: request_cid ?? null,
    verdict_sha256: verdict_sha256 ?? null,
    chain_id: chain_id ?? null,
    marketplace: marketplace ?? null,
    mech: mech ?? null,
    not_signed: ok ? listNotSigned(document) : [],
    problems,
  };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Fault(
      "content_invalid",
      { message: "The content of that address is not UTF-8 text." },
      { cause },
    );
  }
}
