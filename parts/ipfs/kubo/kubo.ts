import { create, type KuboRPCClient } from "kubo-rpc-client";
import { Fault } from "../../faults.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import { codecs } from "../address.ts";
import type { Backend } from "../backend.ts";
import { isNoAnswer, ofKubo, type NoAnswer } from "./kubo-failure.ts";
import { publishToKubo } from "./kubo-publish.ts";
import { provingNames, rebuild } from "../reading/rebuild.ts";
import type { BlockSource, WantedBlock } from "../reading/source.ts";
import { withinTime } from "../../limits/within-time.ts";

type Settings = Readonly<{ url: string; readOnly: boolean; timeoutMs: number; clock: Clock; log: Log }>;
type Ask = <Result>(
  signal: AbortSignal,
  question: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result | NoAnswer>;

/** A node elsewhere, behind Kubo's RPC. */
export function openKubo({ url, readOnly, timeoutMs: limitMs, clock, log }: Settings): Backend {
  const client = create(clientOptions(url));
  const ask: Ask = async (signal, question) =>
    withinTime({ clock, limitMs, signal }, async (within) => ofKubo(async () => question(within)));
  return {
    held: {
      name: "the node",
      get: async ({ cid, signal }) => {
        const block = await ask(signal, async (within) =>
          client.block.get(cid, { signal: within, ...offline }),
        );
        return isNoAnswer(block) ? undefined : block;
      },
    },
    beyond: [reachOf(client, ask)],
    publish: async (content, signal) => {
      if (readOnly) throw new Error("this process only reads; the agent publishes");
      return publishToKubo(content, { client, log, signal });
    },
    addresses: () => [],
    ping: async () => {
      await ask(new AbortController().signal, async (signal) => client.version({ signal }));
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** A global option of Kubo's, which the client hands on. */
const offline = { offline: true };

/** What the node finds in its network. One that gives out no blocks may give out files. */
function reachOf(client: KuboRPCClient, ask: Ask): BlockSource {
  async function giveFile(path: string, { maxBytes, signal }: WantedBlock): Promise<Uint8Array | undefined> {
    const file = await ask(signal, async (within) =>
      readUpTo(client.cat(path, { signal: within }), maxBytes),
    );
    return isNoAnswer(file) ? undefined : file;
  }

  return {
    name: "the node's network",
    get: async (wanted) => {
      const { cid, spelling, signal } = wanted;
      const block = await ask(signal, async (within) => client.block.get(cid, { signal: within }));
      if (!isNoAnswer(block)) return block;
      if (block === "absent" || spelling === undefined || cid.code !== codecs.dagPb) return undefined;
      const file = await giveFile(cid.toString(), wanted);
      if (file) return rebuild(file, wanted);
      for (const name of provingNames(wanted)) {
        const inside = await giveFile(`${cid.toString()}/${name}`, wanted);
        const directory = inside && (await rebuild({ [name]: inside }, wanted));
        if (directory) return directory;
      }
      return undefined;
    },
  };
}

async function readUpTo(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of source) {
    total += chunk.byteLength;
    if (total > maxBytes) throw new Fault("too_large", { limit: maxBytes });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A name and password in the address become a header: fetch takes no address with either. */
function clientOptions(address: string): Parameters<typeof create>[0] {
  const url = new URL(address);
  const { username, password } = url;
  if (username === "" && password === "") return { url };
  url.username = "";
  url.password = "";
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url, headers: { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` } };
}
