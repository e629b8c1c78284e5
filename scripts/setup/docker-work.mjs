import { askDocker } from "./docker-api.mjs";
import { SetupFailure } from "./failure.mjs";
import { appendToLog } from "./run-tool.mjs";

const buildTimeoutMs = 300_000;

/**
 * The engine answers such work with lines of progress, the last of which may be a failure.
 * @param {string} path
 * @param {{ query: Record<string, string>, tar?: string, silenceMs?: number }} how
 */
export async function workDocker(path, { silenceMs = buildTimeoutMs, ...how }) {
  let body;
  try {
    body = (await askDocker("POST", path, { ...how, silenceMs })).body;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new SetupFailure(`The Docker engine failed: ${error.message}.`);
  }
  appendToLog(`\nPOST ${path}\n${body}`);
  const failure = /"(?:error|message)":\s*"((?:[^"\\]|\\.)*)"/.exec(body);
  if (failure) throw new SetupFailure(`The Docker engine says: ${JSON.parse(`"${failure[1]}"`)}.`, body);
}
