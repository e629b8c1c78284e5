import { once } from "node:events";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

/** The few answers of a Docker engine that set-up needs; it records what it was told to build. */
export async function startFakeEngine(
  socketPath: string,
  { canPull, buildSays }: { canPull: boolean; buildSays?: string },
) {
  const images = new Set<string>();
  let work: string[] = [];

  function answer(path: string, query: URLSearchParams): [status: number, body: object] {
    if (path === "/_ping") return [200, {}];
    if (path === "/version") return [200, { Arch: "arm64" }];
    const image = /^\/images\/(.+)\/json$/.exec(path)?.[1];
    if (image) return images.has(image) ? [200, {}] : [404, { message: `No such image: ${image}` }];
    if (path === "/images/create" && query.has("fromImage")) {
      if (!canPull) return [500, { message: "no such host" }];
      return make(`${query.get("fromImage")}:${query.get("tag")}`, "pull");
    }
    if (path === "/images/create") return make(`${query.get("repo")}:${query.get("tag")}`, "import");
    if (path === "/build") {
      const { BASE } = JSON.parse(query.get("buildargs")!) as { BASE: string };
      const made = make(query.get("t")!, "build", ` on ${BASE}`);
      return buildSays ? [200, { errorDetail: {}, error: buildSays }] : made;
    }
    return [404, { message: "page not found" }];
  }

  function make(image: string, verb: string, how = ""): [number, object] {
    images.add(image);
    work.push(`${verb} ${image}${how}`);
    return [200, { status: "done" }];
  }

  const server = createServer((request, response) => {
    void buffer(request).then(() => {
      const { pathname, searchParams } = new URL(request.url!, "http://docker");
      const [status, body] = answer(pathname, searchParams);
      response.writeHead(status).end(JSON.stringify(body));
    });
  }).listen(socketPath);
  await once(server, "listening");
  return {
    /** What it was told to build since the last time. */
    newWork(): string[] {
      const done = work;
      work = [];
      return done;
    },
    removeImages: () => images.clear(),
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, "close");
    },
  };
}
