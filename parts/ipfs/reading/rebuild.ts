import { isBlockOf, keyOf } from "./block.ts";
import { findLayout, type Content } from "./layout.ts";
import type { WantedBlock } from "./source.ts";

/** Rebuilds the wanted block from its claimed content: the only proof that finished files are that content. */
export async function rebuild(content: Content, { cid, keep }: WantedBlock): Promise<Uint8Array | undefined> {
  if (content instanceof Uint8Array && isBlockOf(cid, content)) return content;
  const laid = await findLayout(content, cid);
  if (!laid) return undefined;
  keep(laid.blocks);
  return laid.blocks.get(keyOf(cid));
}

/** The names under which a directory of one file may be proven by that file. */
export function provingNames({ nextPaths }: WantedBlock): string[] {
  return nextPaths.flatMap(([name, ...deeper]) => (name === undefined || deeper.length > 0 ? [] : [name]));
}
