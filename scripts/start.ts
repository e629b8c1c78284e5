import { once } from "node:events";
import { grantCredits } from "../service/access/credits.ts";
import { mintKey } from "../service/access/keys.ts";
import { readConfig } from "../service/config.ts";
import { serve, type Service } from "../service/serve.ts";

const demoCredits = 1000;

/** A key of its own for whoever started this, however many have been minted today. */
async function mintDemoKey({ parts }: Service): Promise<string> {
  const config = { ...parts.config, KEYS_PER_ADDRESS_PER_DAY: Number.MAX_SAFE_INTEGER };
  const { key, fingerprint } = await mintKey({ ...parts, config }, "npm start", "npm start");
  await grantCredits(parts, fingerprint, { credits: demoCredits, reference: `demo:${fingerprint}` });
  return key;
}

function whatToTry({ url, parts }: Service, key: string): string {
  const sandbox =
    parts.sandbox?.state() === "ok" ? "ready" : "off, so mode execute is refused: no Docker engine answers";
  const headers = `-H "Authorization: Bearer $ASSAY_API_KEY" -H "content-type: application/json"`;
  return `
Assay is running.

  service   ${url}
  docs      ${url}/docs
  sandbox   ${sandbox}
  demo key  ${key}   (${demoCredits} credits)

Try:

  export ASSAY_API_KEY=${key}
  curl ${url}/v1/validate ${headers} \\
    -d '{"code": "def total(xs: list[int]) -> int:\\n    return sum(xs) + \\"1\\"\\n"}'
  curl ${url}/v1/validate ${headers} \\
    -d '{"mode": "execute", "code": "def total(xs):\\n    result = 0\\n    for i in range(1, len(xs)):\\n        result += xs[i]\\n    return result\\n", "options": {"examples": "assert total([1, 2, 3]) == 6\\nassert total([]) == 0"}}'
  curl ${url}/v1/keys/self -H "Authorization: Bearer $ASSAY_API_KEY"
  curl -X POST ${url}/v1/keys

Stop with Ctrl-C; a second start takes a few seconds.
`;
}

const stopping = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort());

try {
  const config = readConfig({ LOG_LEVEL: "warn", ...process.env });
  await using service = await serve(config);
  console.log(whatToTry(service, await mintDemoKey(service)));
  if (!stopping.signal.aborted) await once(stopping.signal, "abort");
  console.log("Stopping: answering what is in flight.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
