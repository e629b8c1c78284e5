import { Fault } from "../../faults.ts";
import type { Clock } from "../../../platform/clock.ts";
import { inBase16 } from "../address.ts";
import { isBlockOf, maxBlockBytes } from "./block.ts";
import { getBytes, type HttpAnswer } from "./http.ts";
import { provingNames, rebuild } from "./rebuild.ts";
import type { BlockSource, WantedBlock } from "./source.ts";
import { withinTime } from "../../limits/within-time.ts";

type Settings = Readonly<{ url: string; timeoutMs: number; clock: Clock }>;

/** What asking under one spelling of an address came to. */
type Outcome = Uint8Array | ReturnType<typeof outcomeOf>;

const rawBlock = "application/vnd.ipld.raw";

/**
 * An HTTP gateway, which is not trusted. It is asked for blocks; one that answers with finished files instead is
 * believed as far as the block can be made again from them.
 */
export function createGateway({ url, timeoutMs, clock }: Settings): BlockSource {
  const base = url.replace(/(?<!\/)\/+$/, "").replace(/\/ipfs$/, "");

  async function ask(path: string, accept: string, { maxBytes, signal }: WantedBlock): Promise<HttpAnswer> {
    const maxAccepted = accept === rawBlock ? Math.max(maxBlockBytes, maxBytes) : maxBytes;
    return withinTime({ clock, limitMs: timeoutMs, signal }, async (within) =>
      getBytes(`${base}/ipfs/${path}`, { accept, maxBytes: maxAccepted, signal: within }),
    );
  }

  async function askFor(address: string, wanted: WantedBlock): Promise<Outcome> {
    const block = await ask(`${address}?format=raw`, rawBlock, wanted);
    if (block.kind === "bytes" && isBlockOf(wanted.cid, block.bytes)) return block.bytes;
    if (wanted.spelling === undefined) return outcomeOf([block]);
    const file = block.kind === "nothing" ? await ask(address, "*/*", wanted) : block;
    const ofFile = file.kind === "bytes" && (await rebuild(file.bytes, wanted));
    if (ofFile) return ofFile;
    const tried = [file];
    for (const name of provingNames(wanted)) {
      const inside = await ask(`${address}/${encodeURIComponent(name)}`, "*/*", wanted);
      tried.push(inside);
      const ofDirectory = inside.kind === "bytes" && (await rebuild({ [name]: inside.bytes }, wanted));
      if (ofDirectory) return ofDirectory;
    }
    return outcomeOf(tried);
  }

  return {
    name: new URL(base).host,
    get: async (wanted) => {
      for (const address of spellingsOf(wanted)) {
        const outcome = await askFor(address, wanted);
        if (outcome instanceof Uint8Array) return outcome;
        if (outcome === "too_large") throw new Fault("too_large", { limit: wanted.maxBytes });
        if (outcome === "wrong") throw new Fault("content_invalid", { message: notThatContent });
      }
      return undefined;
    },
  };
}

const notThatContent = "The gateway's response does not match that address.";

/** A simple gateway may know an address in one spelling only. */
function spellingsOf({ cid, spelling }: WantedBlock): readonly string[] {
  return spelling === undefined ? [cid.toString()] : [...new Set([spelling, inBase16(cid), cid.toString()])];
}

function outcomeOf(answers: readonly HttpAnswer[]): "nothing" | "wrong" | "too_large" {
  if (answers.some(({ kind }) => kind === "too_large")) return "too_large";
  return answers.some(({ kind }) => kind === "bytes") ? "wrong" : "nothing";
}
