import { availableParallelism } from "node:os";
import type { Engine } from "../../engine/engine.ts";
import type { ExecutionSettings } from "../../engine/open-engine.ts";
import type { PythonVersion } from "../../engine/python-version.ts";
import { EngineUnavailable } from "../../engine/unavailable.ts";
import { CannotAsk, toBody, type TextJudge, type TextQuestion } from "../judge.ts";

type Needs = Readonly<{
  version: string;
  /** Finds the Python that has mypy, or installs it. */
  python(): Promise<string>;
  /** The folder of packages whose types are known too. */
  packages: string | undefined;
  /** What most of the questions are for; unset: the default. */
  readyFor: PythonVersion | undefined;
  /** Unset: code is never run. */
  execution: ExecutionSettings | undefined;
}>;

const noSandbox =
  "Running code needs Docker and the sandbox image, and no sandbox could be started. Start Docker and run the command " +
  "from a checkout with `npm run assay -- run FILE`, which builds the image; or use a service: --url URL.";

function noImage(python: string, runs: readonly string[]): string {
  return `Python ${python} cannot be run here, only ${runs.join(", ")}. Set SANDBOX_IMAGES=${python}=IMAGE, or use a service that has it: --url URL.`;
}

/** The engine in this process. It is loaded and opened for the first question: most runs find all answers kept. */
export function createLocalJudge(needs: Needs): TextJudge {
  const opened = new AsyncDisposableStack();
  let opening: Promise<Engine> | undefined;

  async function open(): Promise<Engine> {
    const python = await needs.python();
    const [{ openEngine, places }, { openLog }] = await Promise.all([
      import("../../engine/open-engine.ts"),
      import("../../platform/log.ts"),
    ]);
    const engine = await openEngine({
      service: { name: "assay", version: needs.version },
      python,
      readyFor: needs.readyFor,
      packages: needs.packages,
      threads: places,
      typeCheckers: places,
      // There is one user: to load a thread costs more than to wait for another in the rare case that one is lost.
      spareThreads: 0,
      execution: needs.execution,
      log: openLog("silent"),
      metrics: { watch: () => undefined, counter: () => () => undefined, timer: () => () => undefined },
    });
    return opened.use(engine);
  }

  return {
    places: availableParallelism() + 1,
    ask: async (question, signal) => {
      const engine = await (opening ??= open());
      try {
        const job = await toJob(question);
        const { runs } = engine.python;
        if (job.mode === "execute" && !runs.includes(job.options.python))
          throw new CannotAsk(noImage(job.options.python, runs));
        return (await engine.judge({ ...job, wanted: question.wanted }, signal)).verdict;
      } catch (error) {
        throw error instanceof EngineUnavailable ? new CannotAsk(noSandbox) : error;
      }
    },
    [Symbol.asyncDispose]: async () => {
      await opening?.catch(() => undefined);
      await opened.disposeAsync();
    },
  };
}

async function toJob(question: TextQuestion) {
  const { Job } = await import("../../engine/job.ts");
  return Job.parse(toBody(question));
}
