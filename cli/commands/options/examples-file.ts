import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { TextQuestion } from "../../judge.ts";
import type { Terminal } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";

type Expected = Pick<TextQuestion, "examples" | "expectedOutput" | "timeoutS">;

/**
 * What a program must do. A JSON file holds `examples` (doctest lines or assertions, a text or a list of texts),
 * `expected_output` and `timeout_s`; any other file is the examples themselves.
 */
export function readExamples({ cwd }: Pick<Terminal, "cwd">, name: string): Expected {
  const text = readFile(resolve(cwd, name), name);
  if (!name.endsWith(".json")) return { examples: text };
  const wrong = (what: string): never => {
    throw new UsageError(`${name}: ${what}.`);
  };
  const value = parseJson(text) ?? wrong("not a JSON object");
  const { examples, expected_output: expectedOutput, timeout_s: timeoutS, ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) wrong(`${unknown} is not known. Known: examples, expected_output, timeout_s`);
  const lines = Array.isArray(examples) ? examples : examples === undefined ? [] : [examples];
  if (!lines.every((line) => typeof line === "string")) wrong("examples must be a text or a list of texts");
  if (expectedOutput !== undefined && typeof expectedOutput !== "string")
    return wrong("expected_output must be a text");
  if (timeoutS !== undefined && typeof timeoutS !== "number") return wrong("timeout_s must be a number");
  return { examples: lines.length === 0 ? undefined : lines.join("\n"), expectedOutput, timeoutS };
}

function readFile(path: string, name: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new UsageError(`${name}: file cannot be read. Check --examples.`);
  }
}

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
