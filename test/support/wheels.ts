import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { readConfig } from "../../service/config.ts";

/** A wheel as a test wants it: also one that nobody honest would publish. */
export type WheelText = Readonly<{
  name: string;
  version?: string;
  /** Texts by path in the archive; a number is so many zeros. */
  files: Readonly<Record<string, string | number>>;
  requires?: readonly string[];
  tag?: string;
}>;

const write = `
import hashlib, json, sys, zipfile
folder, wheels = json.load(sys.stdin)
for wheel in wheels:
    name, version, tag = wheel["name"].replace("-", "_"), wheel["version"], wheel["tag"]
    info = f"{name}-{version}.dist-info"
    requires = "".join(f"Requires-Dist: {each}\\n" for each in wheel["requires"])
    files = dict(wheel["files"])
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\\nName: {wheel['name']}\\nVersion: {version}\\n{requires}"
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: {tag}\\n"
    record = "".join(f"{path},,\\n" for path in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(f"{folder}/{name}-{version}-{tag}.whl", "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in [*files.items(), (f"{info}/RECORD", record)]:
            archive.writestr(zipfile.ZipInfo(path, (2026, 1, 1, 0, 0, 0)), "\\0" * text if isinstance(text, int) else text, zipfile.ZIP_DEFLATED)
`;

/** Writes wheels into a folder, in one run of Python: equal texts give equal bytes. */
export function writeWheels(folder: string, wheels: readonly WheelText[]): void {
  mkdirSync(folder, { recursive: true });
  const whole = wheels.map((wheel) => ({ version: "1.0", requires: [], tag: "py3-none-any", ...wheel }));
  execFileSync(readConfig({}).PYTHON, ["-I", "-c", write], { input: JSON.stringify([folder, whole]) });
}
