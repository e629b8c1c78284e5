import type { CallSite } from "../resolve/machine.ts";
import { onlyItems, type PossibleValues } from "../resolve/value.ts";
import { argument, each, isFalse, keyword, nameOf, textOf, type ReportFinding, type Rule } from "./rule.ts";

function option(options: PossibleValues | undefined, name: string): PossibleValues | undefined {
  const [dict] = options ?? [];
  return dict?.kind === "dict" ? dict.entries.get(`str:${name}`)?.value : undefined;
}

function judgeDecode(site: CallSite, report: ReportFinding): void {
  const options = keyword(site, "options") ?? site.args[3];
  const algorithms = onlyItems(argument(site, 2, "algorithms"))?.map((value) => textOf(value)?.toLowerCase());
  const isOff = isFalse(keyword(site, "verify")) || isFalse(option(options, "verify_signature"));
  if (isOff || algorithms?.includes("none"))
    report(
      site.node,
      "error",
      `${nameOf(site)} trusts a token without checking its signature, so anyone can forge one; check it with a key and a fixed list of algorithms.`,
    );
}

/** Believes tokens that anyone could have written. */
export const unverifiedToken: Rule = {
  id: "unverified-token",
  cwe: "CWE-347",
  calls: {
    ...each(
      "jwt.decode jose.jwt.decode jwt.PyJWT().decode authlib.jose.jwt.decode jwt.api_jwt.decode",
      judgeDecode,
    ),
    ...each("jwt.encode jose.jwt.encode", (site, report) => {
      if (textOf(argument(site, 2, "algorithm"))?.toLowerCase() === "none")
        report(
          site.node,
          "error",
          'A token with the algorithm "none" has no signature, so anyone can forge one; sign it with a key.',
        );
    }),
    ...each("jose.jwt.get_unverified_claims jwt.get_unverified_claims", (site, report) =>
      report(
        site.node,
        "warning",
        `${nameOf(site)} reads a token without checking its signature; decode it with a key before you trust it.`,
        { confidence: "medium" },
      ),
    ),
  },
};
