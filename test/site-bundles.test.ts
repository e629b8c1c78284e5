import { expect, test } from "vitest";
import { bundleSite } from "../scripts/site/build.ts";

test("pages load nothing of the engine and nothing that checks shapes, although they are written against the verdict's type", async () => {
  const { metafile } = await bundleSite();
  const inputs = Object.keys(metafile.inputs);
  expect(inputs).toContain("site/parts/verdict.ts");
  expect(inputs.filter((path) => !/^(?:site|node_modules)\//.test(path))).toEqual([]);
  expect(inputs.filter((path) => path.includes("node_modules/zod/"))).toEqual([]);
});
