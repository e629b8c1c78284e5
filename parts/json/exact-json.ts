import { parseJson } from "./parse-json.ts";
import { isExactNumber } from "./exact-number.ts";
import { scanJson, type JsonPath } from "./scan-json.ts";

/** What a text says that another reader may read differently: of two members of one name, one is dropped. */
export type Flaw = Readonly<{ path: JsonPath; kind: "repeated" | "number" }>;

/** A text as JSON. Without flaws the value says all that the text says, so whatever holds for it holds for the text. */
export type ExactJson = Readonly<{ value: unknown; flaws: readonly Flaw[] }>;

const maxFlaws = 10;

/** Throws `UnreadableJson`. */
export function readExactJson(text: string): ExactJson {
  const value = parseJson(text);
  const flaws: Flaw[] = [];
  const add = (path: JsonPath, kind: Flaw["kind"]): void => {
    if (flaws.length < maxFlaws) flaws.push({ path: [...path], kind });
  };
  scanJson(text, {
    member: (path, { isRepeated }) => isRepeated && add(path, "repeated"),
    number: (path, source) => isExactNumber(source) || add(path, "number"),
  });
  return { value, flaws };
}

/** One member, with the flaws inside it; undefined where there is none. */
export function memberOf({ value, flaws }: ExactJson, name: string): ExactJson {
  const inside = flaws.filter(({ path }) => path[0] === name && path.length > 1);
  const hasIt = typeof value === "object" && value !== null && Object.hasOwn(value, name);
  return {
    value: hasIt ? value[name as never] : undefined,
    flaws: inside.map(({ path, kind }) => ({ path: path.slice(1), kind })),
  };
}

export function describeFlaw({ path, kind }: Flaw): string {
  const problem =
    kind === "repeated" ? "is written more than once" : "is a number that JSON readers read differently";
  return `${quotePath(path)} ${problem}.`;
}

const maxName = 64;

/** A path in untrusted JSON, as ASCII without control characters or quotes, so that it is safe to print. */
export function quotePath(path: readonly PropertyKey[]): string {
  const steps = path.map((step, at) => {
    if (typeof step === "number") return `[${step}]`;
    const name = String(step);
    if (/^[A-Za-z_]\w*$/.test(name) && name.length <= maxName) return at === 0 ? name : `.${name}`;
    return `[${quoteName(name)}]`;
  });
  return `\`${steps.join("")}\``;
}

function quoteName(name: string): string {
  const shown = name.length > maxName ? `${name.slice(0, maxName)}...` : name;
  return JSON.stringify(shown).replaceAll(
    /[^\x20-\x7e]|`/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
