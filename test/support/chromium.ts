import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

/** Headless Chromium shows a page for a fifth of the processor time. */
const programs = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const args = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
];

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumProgram(), args });
}

export function chromiumProgram(): string {
  const program = programs.find((each) => existsSync(each));
  if (program !== undefined) return program;
  throw new Error(
    "There is no Chromium: npm test installs it as root on Debian; elsewhere apt-get install chromium.",
  );
}
