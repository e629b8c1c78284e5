import type { Mode } from "../../../engine/job.ts";
import type { PythonVersion } from "../../../engine/python-version.ts";
import { openLocalJudge, openService } from "../../checking/open-judge.ts";
import type { TextJudge } from "../../judge.ts";
import { planCalls } from "../../service/allowance.ts";
import type { Terminal } from "../../terminal.ts";
import { readVersion } from "../../release.ts";

type Asked = Readonly<{
  url?: string | undefined;
  partial?: boolean | undefined;
  "no-cache"?: boolean | undefined;
}>;

type Work = Readonly<{ mode: Mode; files: number; python?: PythonVersion | undefined }>;

/** Who judges these files, and how many of them may be asked about. */
export async function judgeFor(
  terminal: Terminal,
  asked: Asked,
  { mode, files, python }: Work,
): Promise<{ judge: TextJudge; covered: number }> {
  if (asked.url === undefined) {
    const judge = openLocalJudge(terminal, {
      version: readVersion(),
      isCached: asked["no-cache"] !== true,
      python,
    });
    return { judge, covered: files };
  }
  const { service, judge } = openService(terminal, asked.url);
  const isPartial = asked.partial === true;
  return { judge, covered: await planCalls(service, { mode, files, isPartial, say: terminal.err }) };
}
