import { writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { launchChromium } from "../../test/support/chromium.ts";

const size = { width: 1100, height: 720 };
const secondsEach = 3;

type Scene = Readonly<{ caption: string; act(page: Page): Promise<unknown> }>;

/** What a visitor does in the first half minute, and what each scene waits to see. */
const scenes: readonly Scene[] = [
  {
    caption: "The page opens on broken code and its proven fix",
    act: async (page) => page.getByText("checked in this browser").waitFor(),
  },
  {
    caption: "Accept the fix: nothing to pay, and it can be undone",
    act: async (page) => {
      await page.getByRole("button", { name: "Accept the fix" }).click();
      await page.getByRole("button", { name: "Undo" }).waitFor();
    },
  },
  {
    caption: "Your own code is checked while you type",
    act: async (page) => {
      await page.getByRole("radio", { name: /^Check/ }).check({ force: true });
      await page.getByLabel("Python source").fill("def half(n: int) -> str:\n    return n / 2\n");
      await page
        .getByText(/Incompatible return value type/)
        .first()
        .waitFor();
    },
  },
  {
    caption: "Other samples: what is dangerous, and why",
    act: async (page) => {
      await page.getByLabel("Sample").selectOption({ label: "Security problems" });
      await page
        .getByText(/pickle/)
        .first()
        .waitFor();
      await page.waitForLoadState("networkidle");
    },
  },
  {
    caption: "Share the verdict: anyone who has the link can check its signature",
    act: async (page) => {
      await page.locator("#share summary").click();
      await page.getByRole("button", { name: "Create the link" }).click();
      await page.getByText(/copied/i).waitFor();
    },
  },
];

/** README's film, from the real page: pictures that an SVG shows one after the other. */
export async function recordFilm(url: string, file: string): Promise<void> {
  const browser = await launchChromium();
  try {
    const permissions = ["clipboard-read", "clipboard-write"];
    const page = await browser.newPage({ viewport: size, colorScheme: "light", permissions });
    await page.goto(url);
    const pictures: string[] = [];
    for (const { act } of scenes) {
      await act(page);
      pictures.push(await takeWebp(page));
    }
    writeFileSync(file, toSvg(pictures));
  } finally {
    await browser.close();
  }
}

/** A fifth of the size of a PNG. */
async function takeWebp(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: 30,
    clip: { x: 0, y: 0, ...size, scale: 0.65 },
  });
  await session.detach();
  return data;
}

function toSvg(pictures: readonly string[]): string {
  const { width, height } = size;
  const [count, barHeight] = [pictures.length, 44];
  const shown = (100 / count).toFixed(3);
  const frames = pictures.map((data, at) => {
    const caption = `${at + 1}. ${scenes[at]!.caption}`;
    return `<g style="animation-delay:${at * secondsEach}s"><image width="${width}" height="${height}" href="data:image/webp;base64,${data}"/><text x="20" y="${height + 28}">${caption}</text></g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height + barHeight}" role="img" aria-label="${scenes.map(({ caption }) => caption).join(". ")}">
<style>
g { opacity: 0; animation: show ${count * secondsEach}s step-end infinite }
g:first-of-type { opacity: 1 }
@keyframes show { 0% { opacity: 1 } ${shown}% { opacity: 0 } 100% { opacity: 0 } }
@media (prefers-reduced-motion: reduce) { g { animation: none } }
text { font: 600 18px system-ui, sans-serif; fill: #16202c }
</style>
<rect width="${width}" height="${height + barHeight}" fill="#ffffff"/>
${frames.join("\n")}
</svg>
`;
}
