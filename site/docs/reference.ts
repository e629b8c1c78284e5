import { ask } from "../parts/api.ts";
import { byId, make, withCode } from "../parts/elements.ts";
import { answerBlock, sampleBlock } from "./blocks.ts";
import { fieldsOf, valueOf, type DescribedField } from "./fields.ts";
import { callsOf, type ApiCall, type Description } from "./openapi.ts";
import type { SampleRequest } from "./samples.ts";
import { tryIt } from "./try-it.ts";

const { answer: description } = await ask<Description>("/openapi.json");
const calls = Map.groupBy(callsOf(description), ({ operation }) => operation.tags[0]!);
byId("reference").replaceChildren(
  ...description.tags
    .filter(({ name }) => calls.has(name))
    .map((tag) =>
      make(
        "section",
        {},
        make("h2", {}, tag.name),
        make("p", { class: "soft" }, ...withCode(tag.description)),
        ...calls.get(tag.name)!.map(toEntry),
      ),
    ),
);
openNamed();
addEventListener("hashchange", openNamed);

/** The request that the address names is open. */
function openNamed(): void {
  const named = document.getElementById(location.hash.slice(1));
  named?.setAttribute("open", "");
  named?.scrollIntoView();
}

function toEntry(call: ApiCall): HTMLElement {
  const { path, method, operation } = call;
  const entry = make(
    "details",
    { class: "operation", id: operation.operationId },
    make(
      "summary",
      {},
      make("span", { class: "method" }, method.toUpperCase()),
      make("code", {}, path),
      make("span", {}, ...withCode(operation.summary)),
    ),
  );
  // Filled when it is first opened: most are never read.
  entry.addEventListener("toggle", () => entry.childElementCount > 1 || entry.append(...toBody(call)), {
    once: true,
  });
  return entry;
}

function toBody(call: ApiCall): readonly HTMLElement[] {
  const { operation, parameters } = call;
  const { name, operationId } = { name: operation.summary, ...operation };
  const requestSchema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const fields = requestSchema ? fieldsOf(description, requestSchema) : [];
  const answerFields = successFields(call);
  return [
    ...(operation.description === undefined ? [] : [make("p", {}, ...withCode(operation.description))]),
    ...(operation.security ? [make("p", { class: "soft" }, "Needs a key.")] : []),
    sampleBlock(operationId, toSample(call)),
    ...exampleAnswer(call),
    ...(fields.length > 0 ? [make("h3", {}, "Fields of the request"), fieldTable(fields, name)] : []),
    ...(parameters.length > 0
      ? [
          make("h3", {}, "Parameters"),
          table(
            ["Name", "In", "Meaning"],
            parameters.map((one) => [code(one.name), one.in, withCode(one.description ?? "")]),
            `Parameters of ${name}`,
          ),
        ]
      : []),
    ...(answerFields.length > 0
      ? [make("h3", {}, "Fields of the answer"), fieldTable(answerFields, name)]
      : []),
    make("h3", {}, "Answers"),
    table(
      ["Status", "Type", "Meaning"],
      Object.entries(operation.responses).map(([status, one]) => [
        code(status),
        Object.keys(one.content ?? {})[0] ?? "",
        one.description
          .split("  \n")
          .flatMap((line, at) => [...(at > 0 ? [make("br")] : []), ...withCode(line)]),
      ]),
      `Answers of ${name}`,
    ),
    make("h3", {}, "Try it"),
    tryIt(call),
  ];
}

/** The request as a program sends it, with the example of the description, or else what must be there. */
function toSample({ path, method, operation, parameters }: ApiCall): SampleRequest {
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const body =
    content && (Object.values(content.examples ?? {})[0]?.value ?? valueOf(description, content.schema));
  const query = parameters
    .filter((one) => one.in === "query" && one.required === true)
    .map((one) => `${one.name}=${one.name.toUpperCase()}`);
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
  const needsOperator = operation.security?.some((each) => "operator" in each) ?? false;
  const key = needsOperator ? "$ADMIN_TOKEN" : "$ASSAY_API_KEY";
  return {
    method: method.toUpperCase(),
    url: `${description.servers[0]!.url}${address}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    headers: [
      ...(operation.security ? [["authorization", `Bearer ${key}`] as const] : []),
      ...(type === undefined ? [] : [["content-type", type] as const]),
    ],
    ...(content && { body }),
  };
}

function successOf({ operation }: ApiCall) {
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1];
  return Object.values(success?.content ?? {})[0];
}

function successFields(call: ApiCall): readonly DescribedField[] {
  const schema = successOf(call)?.schema;
  return schema ? fieldsOf(description, schema) : [];
}

function exampleAnswer(call: ApiCall): readonly HTMLElement[] {
  const example = successOf(call)?.example;
  return example === undefined ? [] : [answerBlock(JSON.stringify(example, undefined, 2))];
}

function fieldTable(fields: readonly DescribedField[], name: string): HTMLElement {
  return table(
    ["DescribedField", "Type", "Meaning", "Example"],
    fields.map(({ path, type, isRequired, meaning, example }) => [
      [make("code", {}, path), ...(isRequired ? [make("span", { class: "soft" }, " required")] : [])],
      type,
      withCode(meaning),
      example === undefined ? "" : code(example),
    ]),
    `Fields of ${name}`,
  );
}

type Cell = string | readonly (Node | string | undefined)[];

const childrenOf = (cell: Cell): Exclude<Cell, string> => (typeof cell === "string" ? [cell] : cell);

const code = (text: string): Cell => [make("code", {}, text)];

function table(heads: readonly string[], rows: readonly (readonly Cell[])[], label: string): HTMLElement {
  return make(
    "div",
    { class: "table", tabindex: "0", role: "group", "aria-label": label },
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
      make(
        "tbody",
        {},
        ...rows.map(([head = "", ...cells]) =>
          make(
            "tr",
            {},
            make("th", { scope: "row" }, ...childrenOf(head)),
            ...cells.map((cell) => make("td", {}, ...childrenOf(cell))),
          ),
        ),
      ),
    ),
  );
}
