import type { SampleRequest } from "../../site/docs/samples.ts";

/** The request that a curl command sends; undefined for a command that does more than that, or something else. */
export function readCurl(command: string): SampleRequest | undefined {
  const words = splitWords(command.trim().replaceAll("\\\n", " "));
  if (words?.shift() !== "curl") return undefined;
  const headers: (readonly [string, string])[] = [];
  let method: string | undefined;
  let url: string | undefined;
  let text: string | undefined;
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "-H") {
      const [name = "", ...value] = words.shift()!.split(": ");
      headers.push([name.toLowerCase(), value.join(": ")]);
    } else if (word === "-X") method = words.shift();
    else if (word === "-d") text = words.shift();
    else if (/^-[fsS]+$/.test(word)) continue;
    else if (url === undefined && !word.startsWith("-")) url = word;
    else return undefined;
  }
  // What a shell fills in, or reads from a file, is not JSON yet.
  if (url === undefined || /^@|\$/.test(text ?? "")) return undefined;
  const body = text === undefined ? {} : { body: JSON.parse(text) as unknown };
  return { method: method ?? (text === undefined ? "GET" : "POST"), url, headers, ...body };
}

/** The words of one plain command; undefined where a shell would do more than run it. */
function splitWords(command: string): string[] | undefined {
  const words: string[] = [];
  const pattern =
    /\s+|'(?<single>[^']*)'(?=\s|$)|"(?<double>(?:[^"\\`]|\\.)*)"(?=\s|$)|(?<plain>[^\s'"|&;<>()`#]+)(?=\s|$)/gy;
  while (pattern.lastIndex < command.length) {
    const found = pattern.exec(command);
    if (!found) return undefined;
    const { single, double, plain } = found.groups!;
    const word = single ?? double ?? plain;
    if (word !== undefined) words.push(word);
  }
  return words;
}
