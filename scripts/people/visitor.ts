import type { Browser, Locator, Page } from "playwright-core";

/** How a visitor gets from one thing of a page to the next. */
export const hands = ["mouse", "keyboard"] as const;
export type Hands = (typeof hands)[number];

/** A visitor is where nothing leads on: what the page should offer is not there, or cannot be reached. */
export class DeadEnd extends Error {
  override readonly name = "DeadEnd";
}

type Role = Parameters<Page["getByRole"]>[0];

const patienceMs = 30_000;
/** More stops than that before what is looked for is as good as none. */
const maxTabs = 250;

/**
 * One person in a browser with an empty profile, who knows only what the pages say. By mouse, or by the keys of a keyboard
 * alone; every press counts.
 */
export class Visitor {
  readonly page: Page;
  readonly hands: Hands;
  readonly #base: string;
  #presses = 0;

  constructor(page: Page, { base, hands }: { base: string; hands: Hands }) {
    this.page = page;
    this.#base = base;
    this.hands = hands;
    page.setDefaultTimeout(patienceMs);
  }

  /** Clicks, or keys that press a button, follow a link or open a list. */
  get presses(): number {
    return this.#presses;
  }

  /** Arrives at an address that somebody gave. */
  async arrive(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.#base).href);
  }

  /** Waits until a text is there to be read. */
  async read(text: string | RegExp, within: Page | Locator = this.page): Promise<string> {
    const found = within.getByText(text).filter({ visible: true }).first();
    await this.#find(found, `the text ${String(text)}`);
    return (await found.textContent()) ?? "";
  }

  async press(role: Role, name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    const what = `the ${role} ${String(name)}`;
    const named = within.getByRole(role, { name });
    // What opens a part of a page is a button for everyone but for the role's name.
    const either = role === "button" ? named.or(within.locator("summary", { hasText: name })) : named;
    const target = either.filter({ visible: true }).first();
    await this.#find(target, what);
    this.#presses += 1;
    if (this.hands === "mouse") return target.click();
    if (role === "radio") return this.#moveTo(target, what);
    await this.#reach(target, what);
    await this.page.keyboard.press("Enter");
  }

  async write(label: string | RegExp, text: string): Promise<void> {
    const what = `the field ${String(label)}`;
    const target = this.page.getByLabel(label).filter({ visible: true }).first();
    await this.#find(target, what);
    if (this.hands === "mouse") await target.click();
    else await this.#reach(target, what);
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.insertText(text);
  }

  /** Takes the first of a list that offers itself while typing. */
  async takeFirst(): Promise<void> {
    await this.#find(this.page.getByRole("option").filter({ visible: true }).first(), "a suggestion");
    this.#presses += 1;
    await this.page.keyboard.press("Enter");
  }

  /** What the last copy button gave must hold this. */
  async readCopied(text: string): Promise<void> {
    const wanted = text.toLowerCase();
    let copied = "";
    for (let tries = 0; tries < 50; tries += 1) {
      copied = await this.page.evaluate<string>("navigator.clipboard.readText()");
      if (copied.toLowerCase().includes(wanted)) return;
      await this.page.waitForTimeout(100);
    }
    throw new DeadEnd(`what was copied does not name ${text}: ${copied}`);
  }

  async #find(target: Locator, what: string): Promise<void> {
    try {
      await target.waitFor();
    } catch {
      throw new DeadEnd(`${what} is not on ${new URL(this.page.url()).pathname}.`);
    }
  }

  /** Goes on with Tab until the focus is there. An editor keeps Tab for itself until Escape. */
  async #reach(target: Locator, what: string): Promise<void> {
    const focused = this.page.locator(":focus");
    for (let tabs = 0; tabs <= maxTabs; tabs += 1) {
      if ((await target.and(focused).count()) > 0) return;
      if ((await this.page.locator("#editor :focus").count()) > 0) await this.page.keyboard.press("Escape");
      await this.page.keyboard.press("Tab");
    }
    throw new DeadEnd(`${what} cannot be reached with Tab on ${new URL(this.page.url()).pathname}.`);
  }

  /** Of radio buttons, Tab finds the chosen one and the arrows choose another. */
  async #moveTo(target: Locator, what: string): Promise<void> {
    const group = this.page.locator(`input[type=radio][name="${await target.getAttribute("name")}"]`);
    const count = await group.count();
    const chosen = group.and(this.page.locator(":checked"));
    await this.#reach((await chosen.count()) > 0 ? chosen : group.first(), what);
    for (let moves = 0; moves < count && !(await target.isChecked()); moves += 1)
      await this.page.keyboard.press("ArrowRight");
    if (!(await target.isChecked())) throw new DeadEnd(`${what} cannot be chosen with the arrows.`);
  }
}

/** A browser as on the first day: no key, no history, nothing stored. */
export async function openVisitor(
  browser: Browser,
  { base, hands, prepare }: { base: string; hands: Hands; prepare?: (page: Page) => Promise<unknown> },
): Promise<Visitor & AsyncDisposable> {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  await prepare?.(page);
  return Object.assign(new Visitor(page, { base, hands }), {
    [Symbol.asyncDispose]: async () => context.close(),
  });
}
