import {
  validateDiscoveryExtension,
  validateDiscoveryExtensionSpec,
  type DiscoveryExtension,
} from "@x402/extensions/bazaar";
import { describe, expect, test } from "vitest";
import { modes } from "../../../../engine/job.ts";
import { readConfig } from "../../../../service/config.ts";
import { tools } from "../../../../service/entrances/tools.ts";
import { x402Resource, x402ToolResource } from "../../../../service/entrances/x402/x402-resources.ts";

/** The verdicts of the catalogues' own validators. They silently leave out a wrong description. */
function problemsOf(bazaar: DiscoveryExtension | undefined): string[] {
  if (bazaar === undefined) return ["there is no description"];
  return [validateDiscoveryExtension, validateDiscoveryExtensionSpec].flatMap(
    (validate) => validate({ ...bazaar }).errors ?? [],
  );
}

describe.for([{}, { MAX_CODE_LENGTH: "1000", MAX_TIMEOUT_S: "5" }])(
  "catalogues can read, with %o,",
  (env) => {
    const config = readConfig(env);

    test.for(modes)("the address of mode %s", (mode) => {
      expect(problemsOf(x402Resource(config, mode).discovery.bazaar)).toEqual([]);
    });

    test.for(tools)("the tool $name", (tool) => {
      expect(problemsOf(x402ToolResource(config, tool, tool.mode ?? "static").discovery.bazaar)).toEqual([]);
    });
  },
);

test("a wrong description is found", () => {
  const { bazaar } = x402Resource(readConfig({}), "static").discovery;
  const wrong = { ...bazaar!, info: { ...bazaar!.info, input: { type: "http", method: "POST" } } };
  expect(problemsOf(wrong as DiscoveryExtension)).not.toEqual([]);
});
