import { codeSpansOf } from "./code-spans.ts";

type Child = Node | string | undefined;
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** An element with attributes and children; an attribute that is `false` or missing is left out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** A message as children: what it has between backticks is shown as code. */
export function withCode(message: string): readonly Child[] {
  return codeSpansOf(message).map(({ text, isCode }) => (isCode ? make("code", {}, text) : text));
}

/** The element with this id, which the page always has. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found as Kind;
}

/** Writes a text only where it changed, so that nothing is read aloud twice and a selection stays. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** A copy of what the page's template `<name>-template` holds. */
export function fromTemplate(name: string): HTMLElement {
  const { content } = byId<HTMLTemplateElement>(`${name}-template`);
  return content.firstElementChild!.cloneNode(true) as HTMLElement;
}

/** What the service wrote into the page for its script. */
export function pageData<Data>(): Data {
  return JSON.parse(byId("page-data").textContent) as Data;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** The text of a form's field; empty where it has none. */
export function fieldOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value.trim() : "";
}
