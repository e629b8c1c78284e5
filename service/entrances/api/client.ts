import { readFileSync } from "node:fs";
import { baseUrlOf } from "../../terms/remedy.ts";
import type { Route } from "../http/route.ts";

/** The line of the program that is filled in, so that what was downloaded here asks here. */
const unnamed = 'DEFAULT_URL = ""';

let source: string | undefined;

function readSource(): string {
  source ??= readFileSync(new URL("../../../deploy/clients/assay.py", import.meta.url), "utf8");
  return source;
}

export const client: Route = {
  method: "get",
  path: "/v1/client",
  summary: "The CI client, a Python program",
  description:
    "One file, standard library only, Python 3.9 or newer. It creates its own free key, checks files and prints GitHub " +
    "annotations: `curl -o client.py …/v1/client && python3 client.py src`. `--help` says the rest.",
  isOpenToPages: true,
  isDocument: true,
  response: { status: 200, description: "The program's source.", type: "text/x-python" },
  answer: ({ config }) => ({
    status: 200,
    type: "text/x-python; charset=utf-8",
    headers: {
      "cache-control": "public, max-age=300",
      "content-disposition": 'inline; filename="client.py"',
    },
    // A text that is good JSON is good Python too.
    body: readSource().replace(unnamed, () => `DEFAULT_URL = ${JSON.stringify(baseUrlOf(config))}`),
  }),
};
