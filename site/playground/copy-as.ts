import type { PlaygroundJob } from "./page-data.ts";

/** The request as a command for a shell; the key comes from the environment. */
export function toCurl(job: PlaygroundJob, origin: string): string {
  return `curl ${origin}/v1/validate \\
  -H "Authorization: Bearer $ASSAY_API_KEY" -H "content-type: application/json" \\
  -d '${JSON.stringify(job).replaceAll("'", String.raw`'\''`)}'
`;
}

/** The request as a program of Python's own library; what it sends is JSON, written so that Python reads it as text. */
export function toPython(job: PlaygroundJob, origin: string): string {
  return `import json
import os
import urllib.request

body = json.loads(${JSON.stringify(JSON.stringify(job))})
request = urllib.request.Request(
    "${origin}/v1/validate",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["ASSAY_API_KEY"],
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    verdict = json.load(response)
print(json.dumps(verdict, indent=2))
`;
}
