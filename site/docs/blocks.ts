import { make } from "../parts/elements.ts";
import { showButtons } from "./copy.ts";
import { sampleLanguages, type SampleRequest } from "./samples.ts";
import { showChosen } from "./tabs.ts";

/** A request in every language, as the pages of the docs have it. */
export function sampleBlock(id: string, request: SampleRequest): HTMLElement {
  const block = make(
    "div",
    { class: "block" },
    make(
      "div",
      { class: "bar" },
      make(
        "div",
        { class: "tabs", role: "tablist", "aria-label": "Language" },
        ...sampleLanguages.map((language) =>
          make(
            "button",
            {
              type: "button",
              role: "tab",
              id: `${id}-${language.id}`,
              "data-tab": language.id,
              "aria-controls": `${id}-${language.id}-code`,
            },
            language.name,
          ),
        ),
      ),
      copyButton("request"),
    ),
    ...sampleLanguages.map((language) =>
      make(
        "div",
        { role: "tabpanel", id: `${id}-${language.id}-code`, "aria-labelledby": `${id}-${language.id}` },
        preformatted(language.name, language.write(request)),
      ),
    ),
  );
  showChosen(block);
  showButtons(block);
  return block;
}

export function answerBlock(text: string): HTMLElement {
  const block = make(
    "div",
    { class: "block answer" },
    make("div", { class: "bar" }, make("span", { class: "name" }, "Answer"), copyButton("Answer")),
    preformatted("Example answer", text),
  );
  showButtons(block);
  return block;
}

function copyButton(name: string): HTMLElement {
  return make(
    "button",
    { type: "button", class: "copy", "aria-label": `Copy: ${name}`, hidden: true },
    "Copy",
  );
}

function preformatted(name: string, text: string): HTMLElement {
  return make("pre", { tabindex: "0", role: "group", "aria-label": name }, make("code", {}, text));
}
