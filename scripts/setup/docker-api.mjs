import { createReadStream } from "node:fs";
import { request } from "node:http";
import { interruption } from "./signals.mjs";

/**
 * One question to the Docker engine. Its own API instead of the `docker` command, which may be missing.
 * @param {"GET" | "POST"} method
 * @param {string} path
 * @param {{ query?: Record<string, string>, tar?: string, silenceMs?: number }} [how] The engine may be silent this long.
 * @returns {Promise<{ status: number, body: string }>}
 */
export function askDocker(method, path, { query = {}, tar, silenceMs = 10_000 } = {}) {
  return new Promise((resolve, reject) => {
    const question = request({
      ...engineAddress(),
      method,
      path: `${path}?${new URLSearchParams(query)}`,
      headers: { host: "docker", connection: "close", ...(tar && { "content-type": "application/x-tar" }) },
      timeout: silenceMs,
      signal: interruption,
    });
    question.on("timeout", () => question.destroy(new Error(`the engine was silent for ${silenceMs} ms`)));
    question.on("error", reject);
    question.on("response", (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (text) => (body += text));
      answer.on("error", reject);
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    if (tar) createReadStream(tar).on("error", reject).pipe(question);
    else question.end();
  });
}

/** Where there is none, that is told at once; on a busy machine an engine takes its time. */
export async function dockerAnswers() {
  try {
    return (await askDocker("GET", "/_ping", { silenceMs: 5000 })).status === 200;
  } catch {
    return false;
  }
}

/** @param {string} image */
export async function hasImage(image) {
  return (await askDocker("GET", `/images/${image}/json`)).status === 200;
}

function engineAddress() {
  const host = process.env.DOCKER_HOST || "unix:///var/run/docker.sock";
  if (host.startsWith("unix://")) return { socketPath: host.slice("unix://".length) };
  const { hostname, port } = new URL(host);
  return { host: hostname, port };
}
