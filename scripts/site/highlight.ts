import { classHighlighter, highlightCode } from "@lezer/highlight";
import { parser } from "@lezer/python";

/** Python as markup, in the colours that the editor uses. */
export function highlightPython(code: string): string {
  let markup = "";
  const put = (text: string, classes = ""): void => {
    markup += classes ? `<span class="${classes}">${escapeMarkup(text)}</span>` : escapeMarkup(text);
  };
  highlightCode(code, parser.parse(code), classHighlighter, put, () => put("\n"));
  return markup;
}

export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
}
