import { pathsOf } from "../resolve/value.ts";
import { argument, each, nameOf, type Rule } from "./rule.ts";

const race = "somebody else can create the file first and read or replace what is written";

/** Makes up a temporary name before the file exists. */
export const temporaryFile: Rule = {
  id: "temporary-file",
  cwe: "CWE-377",
  calls: {
    ...each("tempfile.mktemp os.tempnam os.tmpnam", (site, report) =>
      report(
        site.node,
        "warning",
        `${nameOf(site)} only generates a name; ${race}. Use tempfile.NamedTemporaryFile or mkstemp.`,
      ),
    ),
    ...each("builtins.open os.open os.mkdir os.makedirs", (site, report) => {
      const name = argument(site, 0, "file", "path", "name");
      if (name && pathsOf(name).some((path) => /^(?:tempfile\.mktemp|os\.te?mpnam)\(\)/.test(path)))
        report(
          site.node,
          "error",
          `${nameOf(site)} uses a name that was only generated, so ${race}; use tempfile.NamedTemporaryFile or mkstemp.`,
        );
    }),
  },
};
