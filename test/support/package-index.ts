import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** An index as PEP 503 has it, over a folder of wheels. */
export type PackageIndex = Readonly<{
  url: string;
  /** What it does instead of answering well, from now on. */
  misbehave(how: Misbehaviour | undefined): void;
}> &
  AsyncDisposable;

/** Says nothing; sends a byte now and then; fails; gives other bytes than it has named the hash of, from a folder beside. */
type Misbehaviour = "hangs" | "drips" | "fails" | "changes";

export async function openPackageIndex(folder: string): Promise<PackageIndex> {
  const timers = new Set<NodeJS.Timeout>();
  let wrong: Misbehaviour | undefined;

  function answer(path: string, response: ServerResponse): void {
    if (wrong === "hangs") return;
    if (wrong === "fails") return void response.writeHead(503).end();
    const file = /^\/files\/([^/]+)$/.exec(path)?.[1];
    if (file !== undefined) {
      const bytes = readFileSync(join(wrong === "changes" ? `${folder}-changed` : folder, file));
      if (wrong !== "drips") return void response.end(bytes);
      response.writeHead(200, { "content-length": bytes.length });
      const timer = setInterval(() => response.write("P"), 200);
      timers.add(timer);
      return;
    }
    const name = /^\/simple\/([^/]+)\/$/.exec(path)?.[1];
    const wheels = readdirSync(folder).filter(
      (each) => each.split("-")[0]!.replaceAll("_", "-").toLowerCase() === name,
    );
    if (wheels.length === 0) return void response.writeHead(404).end();
    const links = wheels.map((each) => {
      const sha256 = createHash("sha256")
        .update(readFileSync(join(folder, each)))
        .digest("hex");
      return `<a href="/files/${each}#sha256=${sha256}">${each}</a>`;
    });
    response.setHeader("content-type", "text/html");
    response.end(`<!DOCTYPE html><html><body>${links.join("\n")}</body></html>`);
  }

  const server = createServer((request, response) => answer(request.url ?? "", response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/simple`,
    misbehave: (how) => {
      wrong = how;
    },
    [Symbol.asyncDispose]: async () => {
      for (const timer of timers) clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
