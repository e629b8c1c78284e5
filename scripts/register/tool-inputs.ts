import { modeOf, type ToolName } from "../../agent/verdicts/tools.ts";
import { Job, Options } from "../../engine/job.ts";

type OptionName = keyof typeof Options.shape;

const always: readonly OptionName[] = ["packages", "transpile_to", "strict", "path", "python"];
const whenImproving: readonly OptionName[] = ["fixes", "max_iterations", "optimize"];
const optionsOf = {
  static: always,
  repair: [...whenImproving, ...always],
  execute: [
    "examples",
    "expected_output",
    "outputs",
    "pytest",
    "timeout_s",
    "min_confidence",
    ...whenImproving,
    ...always,
  ],
} as const satisfies Record<string, readonly OptionName[]>;

/** Said here in full: a requester on a command line easily loses the last line break, and cannot ask again for free. */
const exactly =
  'The standard output that the program must print, compared exactly: every space and line break counts, and print("hi") prints "hi" and a line break. Without it any output is accepted.';

/** What goes into a tool, one line a field: clients show each as a row. */
export function inputsOf(name: ToolName): Readonly<Record<string, string>> {
  const options = optionsOf[modeOf[name]].map((option) => [option, describe(option)]);
  return {
    type: "text",
    description:
      "The prompt is Python source. The fields below may stand beside it in the request, as text (--extra-attribute name=value) or as JSON.",
    prompt:
      "Python source, or a JSON object { code, files, options }. A Markdown fence around the source is removed.",
    files: `A JSON object. ${Job.shape.files.description}`,
    ...Object.fromEntries(options),
  };
}

function describe(option: OptionName): string {
  return option === "expected_output" ? exactly : (Options.shape[option].description ?? "");
}
