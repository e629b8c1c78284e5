import { getAddress, isAddressEqual, recoverTypedDataAddress, type LocalAccount } from "viem";
import { isLow } from "./low-signature.ts";
import {
  digestOfResult,
  readDocument,
  writeDocument,
  type ReadDocument,
  type VerdictDocument,
  type VerdictSubject,
  type WrittenDocument,
} from "./verdict-document.ts";

type Hex = `0x${string}`;
type Statement = VerdictSubject & Readonly<{ verdictSha256: string }>;

/** Who signs; a key that never leaves its process, or anything that signs typed data alike. */
export type Signer = Pick<LocalAccount, "address" | "signTypedData">;

const types = {
  Verdict: [
    { name: "requestId", type: "uint256" },
    { name: "mech", type: "address" },
    { name: "tool", type: "string" },
    { name: "mode", type: "string" },
    { name: "requestCid", type: "string" },
    { name: "verdictSha256", type: "bytes32" },
  ],
} as const;

/** EIP-712: bound to one chain and marketplace, so that a signature says nothing anywhere else. */
function typedData(statement: Statement) {
  const { chainId, marketplace, requestId, mech, tool, mode, requestCid, verdictSha256 } = statement;
  return {
    domain: { name: "Assay", version: "1", chainId, verifyingContract: lowerCase(marketplace) },
    types,
    primaryType: "Verdict",
    message: {
      requestId,
      mech: lowerCase(mech),
      tool,
      mode: mode ?? "",
      requestCid: requestCid ?? "",
      verdictSha256: `0x${verdictSha256}`,
    },
  } as const;
}

/** In lower case an address is taken without its checksum, which not every writer gets right. */
function lowerCase(address: Hex): Hex {
  return address.toLowerCase() as Hex;
}

/** Signs that this is the answer to that request. The same answer always gets the same signature. */
export async function signVerdict(
  signer: Signer,
  { result, ...subject }: VerdictSubject & Readonly<{ result: string }>,
): Promise<Hex> {
  return signer.signTypedData(typedData({ ...subject, verdictSha256: digestOfResult(result) }));
}

/** The text to publish for a request, signed. Refusals are signed as verdicts are. */
export async function writeSignedDocument(
  signer: Signer,
  document: Omit<VerdictDocument, "signer" | "signature">,
): Promise<string> {
  const { chainId, marketplace, mech, requestId, tool, mode, requestCid, result } = document;
  const subject = { chainId, marketplace, mech, requestId, tool, mode, requestCid };
  const signature = await signVerdict(signer, { ...subject, result });
  return writeDocument({ ...document, signer: signer.address, signature });
}

/** Who signed a document, or what is wrong with it. One that cannot be read says nothing. */
export type CheckedDocument =
  | Readonly<{ ok: true; signer: Hex; document: WrittenDocument; problems: readonly [] }>
  | Readonly<{
      ok: false;
      signer: undefined;
      document: WrittenDocument | undefined;
      problems: readonly string[];
    }>;

/** How a text is read as a document: here, unless told. */
export type ReadText = (text: string) => ReadDocument | Promise<ReadDocument>;

/** Whether the signer that a document names did sign it as it is. Whose key that is, the caller must know. */
export async function checkDocument(text: string, read: ReadText = readDocument): Promise<CheckedDocument> {
  const { document, problems: unread } = await read(text);
  if (document === undefined) return { ok: false, signer: undefined, document, problems: unread };
  const problems = [...problemsOf(document), ...(await problemsOfSignature(document))];
  if (problems.length > 0) return { ok: false, signer: undefined, document, problems };
  return { ok: true, signer: getAddress(document.metadata.signer), document, problems: [] };
}

function problemsOf({ result, tool, metadata }: WrittenDocument): string[] {
  return [
    ...(digestOfResult(result) === metadata.verdict_sha256
      ? []
      : ["The result is not the one that was signed: its SHA-256 differs from `metadata.verdict_sha256`."]),
    ...(tool === metadata.tool ? [] : ["`tool` is not the one that was signed, `metadata.tool`."]),
  ];
}

async function problemsOfSignature({ requestId, metadata }: WrittenDocument): Promise<string[]> {
  const statement = {
    chainId: metadata.chain_id,
    marketplace: metadata.marketplace,
    mech: metadata.mech,
    requestId,
    tool: metadata.tool,
    mode: metadata.mode,
    requestCid: metadata.request_cid,
    verdictSha256: metadata.verdict_sha256,
  };
  // Of the forms that a signature can be written in, only the one that is signed: else the text could be changed.
  const isOwn = /^0x[0-9a-f]{128}1[bc]$/.test(metadata.signature) && isLow(metadata.signature);
  const signer = isOwn ? await recover(statement, metadata.signature) : undefined;
  if (signer === undefined) return ["`metadata.signature` is not a valid signature."];
  if (isAddressEqual(signer, lowerCase(metadata.signer))) return [];
  return [
    "The signature is not by `metadata.signer`, or one of the request id, mech, tool, mode, request CID, digest, chain and marketplace was changed after signing.",
  ];
}

async function recover(statement: Statement, signature: Hex): Promise<Hex | undefined> {
  try {
    return await recoverTypedDataAddress({ ...typedData(statement), signature });
  } catch {
    return undefined;
  }
}
