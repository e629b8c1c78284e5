import { writeFileSync } from "node:fs";
import { describeLibrary } from "./library/describe.ts";

const image = process.env["SANDBOX_IMAGE"];
if (image === undefined)
  throw new Error("Run it with npm run library, which prepares the sandbox's CPython.");
writeFileSync(new URL("../engine/library/python.json", import.meta.url), await describeLibrary(image));
console.log("Wrote engine/library/python.json.");
