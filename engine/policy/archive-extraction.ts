import type { CallSite } from "../resolve/machine.ts";
import { isConstant } from "../resolve/value.ts";
import { areMembersChecked } from "./archive-members.ts";
import { argument, keyword, nameOf, receiverOf, textOf, type ReportFinding, type Rule } from "./rule.ts";

const advice = 'pass filter="data"';

function judge(site: CallSite, report: ReportFinding): void {
  const receiver = receiverOf(site.path);
  const isTar = /^tarfile\.|(?:^|[.:_])(?:tar|tf|tarball|tar_file|tar_ref|targz)$/i.test(receiver);
  if (!isTar || /zip/i.test(receiver)) return;
  const filter = keyword(site, "filter");
  const isOff = textOf(filter) === "fully_trusted";
  const isChecked = filter !== undefined || areMembersChecked(site);
  if (isOff || (!isChecked && !site.isOpen))
    report(
      site.node,
      "error",
      `${nameOf(site)} writes to any path the archive names, so a crafted one overwrites files outside the target; ${advice}.`,
    );
}

/** Unpacks an archive without looking at where its entries lead. */
export const archiveExtraction: Rule = {
  id: "archive-extraction",
  cwe: "CWE-22",
  methods: { extractall: judge },
  calls: {
    "tarfile.open().extract": judge,
    "tarfile.TarFile().extract": judge,
    "shutil.unpack_archive": (site, report) => {
      const name = argument(site, 0, "filename");
      if (
        name &&
        !name.every(isConstant) &&
        !keyword(site, "filter") &&
        !(textOf(name) ?? "").endsWith(".zip")
      )
        report(
          site.node,
          "warning",
          `${nameOf(site)} unpacks an archive without a filter, so a crafted one overwrites files outside the target; ${advice}.`,
          { confidence: "medium" },
        );
    },
  },
};
