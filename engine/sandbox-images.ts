import { defaultPython, pythonVersions, type PythonVersion } from "./python-version.ts";

export type SandboxImages = ReadonlyMap<PythonVersion, string>;

const entry = /^(\d+\.\d+)=([^=\s]+)$/;
/** The harness of a box needs Python 3.11. */
export const runnablePythons = pythonVersions.filter((version) => version !== "3.10");
const others = runnablePythons.filter((version) => version !== defaultPython);

/** What code for other versions of Python runs in, from `3.12=image,3.14=image`; or what is wrong with the text. */
export function readSandboxImages(text: string): SandboxImages | string {
  const images = new Map<PythonVersion, string>();
  for (const part of text.split(",")) {
    if (part.trim() === "") continue;
    const [, version, image] = entry.exec(part.trim()) ?? [];
    if (image === undefined) return "must be version=image, separated by commas";
    const python = others.find((other) => other === version);
    if (python === undefined)
      return `must name versions of ${others.join(", ")}; ${defaultPython} runs in SANDBOX_IMAGE`;
    if (images.has(python)) return "must not name a version twice";
    images.set(python, image);
  }
  return images;
}
