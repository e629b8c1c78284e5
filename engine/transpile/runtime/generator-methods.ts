import { GeneratorExit, RuntimeError, StopIteration, TranslationLimit } from "./errors.ts";
import { begun } from "./iterate.ts";
import type { Dynamic } from "./tuple.ts";

/** `generator.send(value)`. */
export function generator_send(generator: Dynamic, value: unknown): Dynamic {
  if (value !== null && !begun.has(generator))
    throw new TranslationLimit("A value sent to a generator that has not begun is not translated.");
  begun.add(generator);
  const step = generator.next(value);
  if (step.done !== true) return step.value;
  throw step.value === undefined || step.value === null ? new StopIteration() : new StopIteration(step.value);
}

/** `generator.throw(error)`. */
export function generator_throw(generator: Dynamic, error: Dynamic): Dynamic {
  const raised = typeof error === "function" ? new error() : error;
  const step = generator.throw(raised);
  if (step.done !== true) return step.value;
  throw step.value === undefined || step.value === null ? new StopIteration() : new StopIteration(step.value);
}

/** `generator.close()`. */
export function generator_close(generator: Dynamic): null {
  try {
    if (generator.throw(new GeneratorExit()).done === true) return null;
  } catch (error) {
    if (error instanceof GeneratorExit || error instanceof StopIteration) return null;
    throw error;
  }
  throw new RuntimeError("generator ignored GeneratorExit");
}
