import type { CallSite } from "../resolve/machine.ts";
import { isFrom } from "../resolve/taint.ts";
import { argument, each, nameOf, type ReportFinding, type Rule } from "./rule.ts";

const advice =
  "resolve the path and check that it is still inside the folder you mean (Path.resolve, is_relative_to), or use secure_filename";

function judge(position: number, ...names: string[]) {
  return (site: CallSite, report: ReportFinding): void => {
    const file = argument(site, position, ...names);
    if (isFrom(file, "web", "escaped"))
      report(
        site.node,
        "error",
        `${nameOf(site)} takes a path from a request, so "../" leads it to any file; ${advice}.`,
        { confidence: "medium" },
      );
    else if (isFrom(file, "archive") && !site.path.startsWith("os.path."))
      report(
        site.node,
        "error",
        `${nameOf(site)} takes a path from an archive, so a crafted one writes outside the target; ${advice}.`,
        { confidence: "medium" },
      );
  };
}

const onPath = (site: CallSite, report: ReportFinding): void => {
  if (isFrom([site.callee], "web", "escaped") && site.path.startsWith("pathlib.Path()"))
    report(
      site.node,
      "error",
      `${nameOf(site)} works on a path from a request, so "../" leads it to any file; ${advice}.`,
      { confidence: "medium" },
    );
};

/** Lets a request choose a file. */
export const pathTraversal: Rule = {
  id: "path-traversal",
  cwe: "CWE-22",
  calls: {
    ...each(
      `builtins.open os.remove os.unlink os.rmdir os.listdir os.scandir os.open shutil.rmtree os.rename flask.send_file send_file
      aiofiles.open django.http.FileResponse fastapi.responses.FileResponse starlette.responses.FileResponse FileResponse
      aiohttp.web.FileResponse os.path.exists os.path.isfile os.makedirs os.mkdir zipfile.ZipFile tarfile.open os.startfile pandas.read_csv numpy.load`,
      judge(0, "file", "path", "path_or_file", "name"),
    ),
    ...each("shutil.copy shutil.copyfile shutil.move", (site, report) => {
      judge(0, "src")(site, report);
      judge(1, "dst")(site, report);
    }),
    ...each("flask.send_from_directory", judge(0, "directory")),
  },
  methods: {
    ...each(
      "read_text read_bytes write_text write_bytes unlink rmdir open exists is_file stat iterdir",
      onPath,
    ),
    save: (site, report) => {
      // Django's storage keeps what it saves inside of its own folder.
      const isUpload = isFrom([site.callee], "web") || /\bfiles\b(?!\.storage)/.test(site.path);
      if (isUpload) judge(0, "dst", "path")(site, report);
    },
  },
};
