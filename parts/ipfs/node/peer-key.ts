import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { generateKeyPair, privateKeyFromProtobuf, privateKeyToProtobuf } from "@libp2p/crypto/keys";

export type PeerKey = ReturnType<typeof privateKeyFromProtobuf>;

/** The key that names this node to others; made once, so that its address stays. For its owner's eyes only. */
export async function loadPeerKey(file: string): Promise<PeerKey> {
  return (await tryToLoad(file)) ?? makeKey(file);
}

async function tryToLoad(file: string): Promise<PeerKey | undefined> {
  try {
    return privateKeyFromProtobuf(await readFile(file));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** A link appears with its content and never replaces another's: of two makers one wins, and both use its key. */
async function makeKey(file: string): Promise<PeerKey> {
  const made = privateKeyToProtobuf(await generateKeyPair("Ed25519"));
  const unfinished = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(unfinished, made, { mode: 0o600, flush: true });
  try {
    await link(unfinished, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await rm(unfinished);
  }
  return privateKeyFromProtobuf(await readFile(file));
}
