import { modes, type Mode } from "../../../engine/job.ts";
import type { AgentProfile } from "../../../parts/journal/marketplace-request.ts";

/** What a requester can choose: a tool, and the mech that has it at the lowest price. */
export type ToolChoice = Readonly<{ mode: Mode; tool: string; mech: `0x${string}`; rateWei: string }>;

/** The agent's tools. `test/contracts/asking.test.ts` compares them with what the agent offers. */
export const toolOf: Readonly<Record<Mode, string>> = {
  static: "python_code_validator",
  repair: "python_code_repair",
  execute: "python_code_execute",
};

/** Of the mechs that are paid in the chain's own coin: the others need an allowance first. */
export function listChoices({ mechs }: Pick<AgentProfile, "mechs">): readonly ToolChoice[] {
  return modes.flatMap((mode) => {
    const tool = toolOf[mode];
    const [cheapest] = mechs
      .filter(({ token, tools }) => token === undefined && tools.includes(tool))
      .toSorted((one, other) => Number(BigInt(one.rateWei) - BigInt(other.rateWei)));
    return cheapest ? [{ mode, tool, mech: cheapest.address, rateWei: cheapest.rateWei }] : [];
  });
}
