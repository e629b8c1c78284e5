import type { Mode } from "../../engine/job.ts";
import type { MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import { isTool, modeOf, toolNames, type ToolName } from "./tools.ts";

type Task = NonNullable<MarketplaceRequest["task"]>;
type Fields = Readonly<Record<string, unknown>>;
type Reading = Readonly<{ tool?: string; mode?: Mode; task: Task }>;

/** Options that may be given beside the prompt; a command line gives all of them as text. */
const optionNames = [
  "timeout_s",
  "max_iterations",
  "fixes",
  "transpile_to",
  "expected_output",
  "examples",
  "outputs",
  "packages",
  "optimize",
  "strict",
  "path",
  "pytest",
  "python",
  "min_confidence",
] as const;

/** Deeper than any real request, and shallow enough to serialise again. */
const maxDepth = 32;

/** The tool, mode and task in a request's content, or why it cannot be read. */
export function readTask(bytes: Uint8Array, offered: readonly ToolName[]): Reading {
  const request = parseObject(decode(bytes));
  if (request === undefined) return { task: unreadable("The request's content is not a JSON object.") };
  const { tool, prompt } = request;
  if (!isTool(tool) || !offered.includes(tool)) {
    const named =
      typeof tool === "string" ? `There is no tool "${tool.slice(0, 100)}" here` : "No tool is named";
    return {
      task: unreadable(`${named}; use one of ${(offered.length > 0 ? offered : toolNames).join(", ")}.`),
    };
  }
  const mode = modeOf[tool];
  const inner = readPrompt(prompt);
  const code = inner?.["code"] ?? request["code"] ?? (typeof prompt === "string" ? prompt : undefined);
  if (typeof code !== "string" || code.trim() === "") {
    return {
      tool,
      mode,
      task: unreadable("The request has no code. Put the Python source into `prompt`."),
    };
  }
  const options = { ...readOptions(request), ...readOptions(inner ?? {}) };
  const files = readFiles(inner ?? {}) ?? readFiles(request);
  if (nestsDeeper([prompt, options, files], maxDepth)) {
    return { tool, mode, task: unreadable("The request's content is nested too deeply.") };
  }
  const body = { code: withoutFence(code), ...(files !== undefined && { files }), mode, options };
  return {
    tool,
    mode,
    task: { body, prompt: typeof prompt === "string" ? prompt : JSON.stringify(prompt ?? code) },
  };
}

function unreadable(why: string): Task {
  return { unreadable: why };
}

/** A prompt that is an object with `code`, itself or as JSON text. */
function readPrompt(prompt: unknown): Fields | undefined {
  const fields = typeof prompt === "string" ? parseObject(prompt) : isObject(prompt) ? prompt : undefined;
  return typeof fields?.["code"] === "string" ? fields : undefined;
}

/** Passed on unchanged if it is not an object: the service refuses it with a reason. */
function readFiles({ files }: Fields): unknown {
  return typeof files === "string" ? (parseObject(files) ?? files) : files;
}

function readOptions(fields: Fields): Fields {
  const options = fields["options"];
  const grouped = typeof options === "string" ? parseObject(options) : isObject(options) ? options : {};
  const told = [grouped ?? {}, fields].flatMap((among) =>
    optionNames.filter((name) => Object.hasOwn(among, name)).map((name) => [name, among[name]] as const),
  );
  return Object.fromEntries(told.map(([name, value]) => [name, fromText(name, value)]));
}

function fromText(name: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (isNumber(name)) {
    const number = value.trim() === "" ? Number.NaN : Number(value);
    return Number.isFinite(number) ? number : value;
  }
  if (name === "outputs" || name === "packages") return parseList(value) ?? value;
  if (isSwitch(name) && /^(true|false)$/i.test(value)) return value.toLowerCase() === "true";
  return value;
}

function isNumber(name: string): boolean {
  return name === "timeout_s" || name === "max_iterations" || name === "min_confidence";
}

function isSwitch(name: string): boolean {
  return name === "optimize" || name === "strict" || name === "pytest";
}

/** People and models often wrap code in a Markdown fence; the program is inside it. */
function withoutFence(code: string): string {
  const text = code.trim();
  const fence = /^(`{3,}|~{3,})/.exec(text)?.[0] ?? "";
  const opensUntil = text.indexOf("\n") + 1;
  const closesFrom = text.lastIndexOf("\n") + 1;
  const isFenced =
    fence !== "" &&
    opensUntil > 0 &&
    !text.slice(fence.length, opensUntil).includes("`") &&
    text.slice(closesFrom) === fence;
  const inside = text.slice(opensUntil, closesFrom);
  return isFenced && !inside.split(/\r?\n/).includes(fence) ? inside : code;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parseObject(text: string | undefined): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function parseList(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nestsDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => nestsDeeper(inner, depth - 1));
}
