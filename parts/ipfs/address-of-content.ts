import { addressOfDigest, inBase16 } from "./address.ts";
import { isBlockOf } from "./reading/block.ts";
import { findLayout } from "./reading/layout.ts";

/**
 * The address of a request's content, given the digest that its sender wrote down; undefined when it is not the digest
 * of that content in any of the shapes a request comes in.
 */
export async function addressOfContent(content: Uint8Array, digest: string): Promise<string | undefined> {
  const node = addressOfDigest(digest, "dagPb");
  const leaf = addressOfDigest(digest, "raw");
  if (isBlockOf(leaf, content)) return inBase16(leaf);
  const laid = (await findLayout(content, node)) ?? (await findLayout({ "metadata.json": content }, node));
  return laid && inBase16(node);
}
