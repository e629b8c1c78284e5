import { UsageError } from "../../cli/usage-error.ts";
import { measureRepeats } from "../../test/bench/repeats.ts";
import { benchCommand, countOf, reportPrograms } from "./bench-command.ts";

export const repeats = benchCommand({
  usage: "repeats --data DIR [--count N] [--json]",
  help: `sends N programs of such a folder (200 by default) to two services, one after the other, the second time beside processes
that keep every processor busy, and compares the fixes. Exit status 1 when a request gets another fix though its search
was not cut short.`,
  options: {
    data: { type: "string" },
    count: { type: "string" },
    json: { type: "boolean", default: false },
  },
  run: async ({ data, count, json }) => {
    if (data === undefined) throw new UsageError("--data is missing");
    const figures = await measureRepeats(data, countOf(count, 200), reportPrograms);
    const { requests, fixed, otherFix, otherConfidence, cutShort } = figures;
    if (json) console.log(JSON.stringify(figures));
    else {
      console.log(`${requests} requests, ${fixed} of them fixed`);
      console.log(`another fix on a busy machine: ${tell(otherFix)}`);
      console.log(`the same fix, sure to another degree: ${tell(otherConfidence)}`);
      console.log(`a search that was cut short, and says so: ${tell(cutShort)}`);
    }
    return otherFix.length === 0 ? 0 : 1;
  },
});

function tell(ids: readonly string[]): string {
  return ids.length === 0 ? "0" : `${ids.length} (${ids.join(", ")})`;
}
