import { fieldOf, make } from "../parts/elements.ts";
import { readKey } from "../parts/visitor-key.ts";
import type { ApiCall } from "./openapi.ts";

/** A form that sends the request and shows the answer. */
export function tryIt({ path, method, operation, parameters }: ApiCall): HTMLElement {
  const fields = parameters.filter((one) => one.in !== "header");
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const example = Object.values(content?.examples ?? {})[0]?.value ?? {};
  const answer = make("pre", { tabindex: "0", role: "region", "aria-label": "Answer" });
  const outcome = make("div", { hidden: true, role: "status" }, answer);
  const body =
    content &&
    make(
      "textarea",
      { name: "body", class: "code", spellcheck: "false" },
      JSON.stringify(example, undefined, 2),
    );
  const form = make(
    "form",
    { class: "try" },
    ...fields.map((one) =>
      make(
        "label",
        {},
        `${one.name} (${one.in}) `,
        make("input", { name: one.name, required: one.required === true }),
      ),
    ),
    body && make("label", {}, `Body (${type}) `, body),
    make("button", { type: "submit" }, "Send"),
    outcome,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = (name: string): string => fieldOf(form, name);
    void send().catch((error: unknown) => show(String(error)));

    async function send(): Promise<void> {
      const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given(name)));
      const query = new URLSearchParams(
        fields
          .filter((one) => one.in === "query" && given(one.name) !== "")
          .map((one) => [one.name, given(one.name)]),
      );
      const key = operation.security ? readKey() : undefined;
      const response = await fetch(query.size > 0 ? `${address}?${query}` : address, {
        method: method.toUpperCase(),
        headers: {
          accept: "application/json",
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(body && type !== undefined && { "content-type": type }),
        },
        ...(body && { body: body.value }),
      });
      show(`${response.status} ${response.statusText}\n\n${pretty(await response.text())}`);
    }
    function show(text: string): void {
      answer.textContent = text;
      outcome.hidden = false;
    }
  });
  return form;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
