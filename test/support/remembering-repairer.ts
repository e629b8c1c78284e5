import { createLinter } from "../../service/engine/lint.ts";
import { proposeRewrites } from "../../service/engine/repair/propose.ts";
import { repair } from "../../service/engine/repair/rounds.ts";
import type { StaticFindings } from "../../service/engine/static-check.ts";
import type { Repairer } from "./repairer.ts";

const linter = createLinter();

/** The same repair, of which no text is judged twice. */
export function remembering({ check: judge }: Repairer): Pick<Repairer, "check" | "repair"> {
  const known = new Map<string, Promise<StaticFindings>>();
  const check = async (text: string): Promise<StaticFindings> => {
    const answer = known.get(text) ?? judge(text);
    known.set(text, answer);
    return answer;
  };
  return {
    check,
    repair: async (text, choice, rounds = 3) =>
      repair(
        {
          judge: check,
          propose: async (proposing) => proposeRewrites(linter, proposing, choice),
          hasTime: () => true,
        },
        { text, findings: await check(text) },
        rounds,
      ),
  };
}
