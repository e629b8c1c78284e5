/** A request that samples of code send. `$NAME` in a header or address is a variable of the reader's environment. */
export type SampleRequest = Readonly<{
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** The body, as JSON. */
  body?: unknown;
}>;

/** The languages of samples, in the order of their tabs. */
export const sampleLanguages = [
  { id: "curl", name: "curl", write: toCurl },
  { id: "python", name: "Python", write: toPython },
  { id: "javascript", name: "JavaScript", write: toJavaScript },
] as const;

function toCurl({ method, url, headers, body }: SampleRequest): string {
  const usual = body === undefined ? "GET" : "POST";
  const options = [
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`]),
  ];
  const start = `curl ${method === usual ? "" : `-X ${method} `}${url}`;
  return [start, ...options].join(" \\\n  ");
}

function toPython({ method, url, headers, body }: SampleRequest): string {
  const usual = body === undefined ? "GET" : "POST";
  const usesEnvironment = [url, ...headers.map(([, value]) => value)].some((text) => variable.test(text));
  const data = body === undefined ? [] : ["json.dumps(body).encode()"];
  const named = headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${pythonText(value)},\n`);
  const given = [
    pythonText(url),
    ...data,
    ...(named.length > 0 ? [`${data.length > 0 ? "" : "headers="}{\n${named.join("")}}`] : []),
    ...(method === usual ? [] : [`method="${method}"`]),
  ];
  return `import json${usesEnvironment ? ", os" : ""}, urllib.request

${body === undefined ? "" : `body = ${pythonLiteral(body)}\n`}request = urllib.request.Request(${given.join(", ")})
print(json.dumps(json.load(urllib.request.urlopen(request)), indent=2))`;
}

function toJavaScript({ method, url, headers, body }: SampleRequest): string {
  const members = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(headers.length > 0
      ? [
          `headers: { ${headers.map(([name, value]) => `${memberName(name)}: ${scriptText(value)}`).join(", ")} }`,
        ]
      : []),
    ...(body === undefined ? [] : ["body: JSON.stringify(body)"]),
  ];
  const options = members.length > 0 ? `, {\n${members.map((each) => `  ${each},\n`).join("")}}` : "";
  return `${body === undefined ? "" : `const body = ${scriptLiteral(body)};\n`}const response = await fetch(${scriptText(url)}${options});
console.log(JSON.stringify(await response.json(), null, 2));`;
}

const variable = /\$([A-Z][A-Z_]*)/;

/** Text in pieces: every second one is the name of a variable. */
const piecesOf = (text: string): readonly string[] => text.split(variable);

function pythonText(text: string): string {
  return (
    piecesOf(text)
      .map((piece, at) => (at % 2 === 1 ? `os.environ["${piece}"]` : piece && JSON.stringify(piece)))
      .filter((piece) => piece !== "")
      .join(" + ") || '""'
  );
}

function scriptText(text: string): string {
  const pieces = piecesOf(text);
  return pieces.length === 1
    ? JSON.stringify(text)
    : `\`${pieces.map((piece, at) => (at % 2 === 1 ? `\${process.env.${piece}}` : piece)).join("")}\``;
}

function memberName(name: string): string {
  return /^[a-z_]+$/i.test(name) ? name : JSON.stringify(name);
}

/** JSON as people write it in JavaScript. */
function scriptLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(scriptLiteral).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${memberName(name)}: ${scriptLiteral(member)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** JSON as Python writes it. */
function pythonLiteral(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${pythonLiteral(member)}`)
    .join(", ")}}`;
}
