import { each, nameOf, type Rule } from "./rule.ts";

/** Makes up a temporary name before the file exists. */
export const temporaryFile: Rule = {
  id: "temporary-file",
  cwe: "CWE-377",
  calls: each("tempfile.mktemp os.tempnam os.tmpnam", (site, report) =>
    report(
      site.node,
      "warning",
      `${nameOf(site)} only makes up a name; somebody else can create the file first and read or replace what is written. Use tempfile.NamedTemporaryFile or mkstemp.`,
    ),
  ),
};
