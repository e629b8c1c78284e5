import type { CallSite } from "../resolve/machine.ts";
import type { PossibleValues } from "../resolve/value.ts";
import { programOf } from "./command-text.ts";
import { argument, keyword, textOf, type PolicyFacts } from "./rule.ts";
import { interpreters } from "./saved-downloads.ts";

/** What an interpreter or a shell reads from its standard input is a program as well. */
type FedProgram = Readonly<{ site: CallSite; text: PossibleValues }>;

const waiting = ["subprocess.run", "subprocess.check_output"];
const feeding = /^subprocess\.Popen\(\)\.(?:communicate|stdin\.write)$/;

/** The texts that the program gives to interpreters it has started. */
export function programsFed({ calls }: PolicyFacts): FedProgram[] {
  const fed: FedProgram[] = [];
  for (const path of waiting)
    for (const site of (calls.get(path) ?? []).filter(startsInterpreter)) {
      const text = keyword(site, "input");
      if (text) fed.push({ site, text });
    }
  if (!(calls.get("subprocess.Popen") ?? []).some(startsInterpreter)) return fed;
  for (const [path, sites] of calls)
    for (const site of feeding.test(path) ? sites : []) {
      const text = argument(site, 0, "input");
      if (text) fed.push({ site, text });
    }
  return fed;
}

function startsInterpreter(site: CallSite): boolean {
  const program = programOf(site);
  return (
    interpreters.test(textOf(program) ?? "") ||
    program?.some((thing) => thing.kind === "reference" && thing.path === "sys.executable") === true
  );
}
