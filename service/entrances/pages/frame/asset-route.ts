import { Fault } from "../../../../parts/faults.ts";
import { encodingFor } from "../../http/accept-encoding.ts";
import { readBuilt } from "./built.ts";
import type { Route } from "../../http/route.ts";

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json; charset=utf-8",
};
const endings = { br: ".br", gzip: ".gz" } as const;

/** What pages load. A name holds the hash of its content, so it never changes and is kept permanently. */
export const siteAsset: Route = {
  method: "get",
  path: "/assets/{file}",
  summary: "A file that pages load",
  isHidden: true,
  response: { status: 200, description: "Script or style.", type: "text/plain" },
  refusals: ["not_found"],
  answer: (_, { pathPiece, header }) => {
    const name = pathPiece("file");
    const ending = /^[\w-]+-[A-Z0-9]{8}\.(js|css|json)$/.exec(name)?.[1];
    const encoding = encodingFor(header("accept-encoding"));
    const body = ending && readBuilt(`${name}${encoding ? endings[encoding] : ""}`);
    if (!body) throw new Fault("not_found");
    return {
      status: 200,
      type: types[ending]!,
      headers: {
        "cache-control": "public, max-age=31536000, immutable",
        vary: "accept-encoding",
        ...(encoding && { "content-encoding": encoding }),
      },
      body,
    };
  },
};
