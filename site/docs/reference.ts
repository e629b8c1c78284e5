import { ask } from "../parts/api.ts";
import { byId, make } from "../parts/elements.ts";
import { callsOf, resolve, type ApiCall, type Description, type Schema } from "./openapi.ts";
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
        make("p", { class: "soft" }, tag.description),
        ...calls.get(tag.name)!.map(toEntry),
      ),
    ),
);
document.getElementById(location.hash.slice(1))?.setAttribute("open", "");

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
      make("span", {}, operation.summary),
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
  const requestSchema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  return [
    ...(operation.description === undefined ? [] : [make("p", {}, operation.description)]),
    ...(operation.security ? [make("p", { class: "soft" }, "Needs a key.")] : []),
    ...(requestSchema ? [make("h3", {}, "Request"), fieldsOf(requestSchema)] : []),
    ...(parameters.length > 0
      ? [
          make("h3", {}, "Parameters"),
          table(parameters.map((one) => [one.name, one.in, one.description ?? ""])),
        ]
      : []),
    make("h3", {}, "Answers"),
    table(
      Object.entries(operation.responses).map(([status, one]) => [
        status,
        Object.keys(one.content ?? {})[0] ?? "",
        one.description,
      ]),
    ),
    ...successFields(call),
    make("h3", {}, "Try it"),
    tryIt(call),
  ];
}

function successFields({ operation }: ApiCall): readonly HTMLElement[] {
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1];
  const schema = Object.values(success?.content ?? {})[0]?.schema;
  return schema && resolve(description, schema).properties
    ? [make("h3", {}, "Fields of the answer"), fieldsOf(schema)]
    : [];
}

function fieldsOf(schema: Schema): HTMLElement {
  const { properties = {}, required = [] } = resolve(description, schema);
  return table(
    Object.entries(properties).map(([name, given]) => {
      const field = resolve(description, given);
      const type = field.enum
        ? field.enum.map(String).join(" | ")
        : [field.type ?? "object"].flat().join(" | ");
      return [required.includes(name) ? `${name} (required)` : name, type, field.description ?? ""];
    }),
  );
}

function table(rows: readonly (readonly string[])[]): HTMLElement {
  return make(
    "div",
    { class: "table", tabindex: "0", role: "group", "aria-label": "Table" },
    make(
      "table",
      {},
      make(
        "tbody",
        {},
        ...rows.map(([head = "", ...cells]) =>
          make(
            "tr",
            {},
            make("th", { scope: "row" }, make("code", {}, head)),
            ...cells.map((cell) => make("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
}
