import { readDockerHost } from "../../../engine/docker-host.ts";
import type { ReadVerdict } from "../../../engine/verdict.ts";
import { openExecutingJudge } from "../../checking/open-judge.ts";
import type { TextJudge, TextQuestion } from "../../judge.ts";
import { readVersion } from "../../release.ts";
import type { Terminal } from "../../terminal.ts";

/** Running programs in the sandbox of this machine, which is opened for the first of them. */
export type SandboxRuns = Readonly<{
  /** Whether there is a sandbox: Docker answers, and has its image. */
  isPossible(): Promise<boolean>;
  run(question: TextQuestion, signal: AbortSignal): Promise<ReadVerdict>;
}> &
  AsyncDisposable;

const answerWithinMs = 2000;

export function createSandboxRuns(terminal: Terminal): SandboxRuns {
  let judge: TextJudge | undefined;
  return {
    isPossible: async () => hasImage(terminal.env),
    run: async (question, signal) =>
      (judge ??= openExecutingJudge(terminal, readVersion())).ask(question, signal),
    [Symbol.asyncDispose]: async () => judge?.[Symbol.asyncDispose](),
  };
}

async function hasImage({ DOCKER_HOST, SANDBOX_IMAGE }: Terminal["env"]): Promise<boolean> {
  const address = readDockerHost(DOCKER_HOST || undefined);
  if (address === undefined) return false;
  // Loaded here: with it Node loads its fetch, which takes longer than all that is needed for `initialize`.
  const { request } = await import("node:http");
  const path = `/images/${encodeURI(SANDBOX_IMAGE || "assay-sandbox")}/json`;
  const signal = AbortSignal.timeout(answerWithinMs);
  return new Promise((resolve) => {
    const question = request(
      { ...address, path, headers: { host: "docker" }, agent: false, signal },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200);
      },
    );
    question.on("error", () => resolve(false));
    question.end();
  });
}
