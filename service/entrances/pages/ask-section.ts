import type { Mode } from "../../../engine/job.ts";
import type { AgentProfile } from "../../../parts/journal/marketplace-request.ts";
import { timeoutS, writeCommands, type AskCommand } from "../../marketplace/ask/commands.ts";
import { listChoices, type ToolChoice } from "../../marketplace/ask/choices.ts";
import { priceOfGas, requestGas } from "../../marketplace/ask/gas-cost.ts";
import { toCoins } from "../../marketplace/marketplace-agent-view.ts";
import type { Parts } from "../../parts.ts";
import { coinName } from "../../terms/chains.ts";
import { escapeHtml } from "./frame/assets.ts";

const modeNames: Readonly<Record<Mode, string>> = {
  static: "Check",
  repair: "Fix",
  execute: "Run and prove",
};
const coinDecimals = 18;

/** How to ask the agent: what to choose, what it costs, and commands that work as pasted. */
export async function writeAskSection(parts: Parts, profile: AgentProfile): Promise<string> {
  const { chainId, marketplace } = profile;
  const choices = listChoices(profile);
  const coin = coinName(parts.config, chainId) ?? "coins";
  if (choices.length === 0)
    return `<p class="note">This agent has no tool that is paid in ${escapeHtml(coin)} right now. <a href="/docs/marketplace">How to ask on the marketplace</a></p>`;
  const gas = await priceOfGas(parts, chainId);
  const commands = choices.map((choice) => ({
    choice,
    commands: writeCommands({ ...choice, chainId, marketplace }),
  }));
  const names = commands[0]!.commands.map(({ name }) => name);
  const chosen = choices.at(-1)!.mode;
  return `<p class="step">1. Choose what you need <span>you pay this price, plus ${gasInWords(gas, coin)}</span></p>
<fieldset class="seg"><legend class="sr">Tool</legend>${choices.map((choice) => option(choice, coin, choice.mode === chosen)).join("")}</fieldset>
<p class="step">2. Ask</p>
<div class="block"><div class="bar"><div class="tabs" role="tablist" aria-label="Ways to ask">${names.map(tab).join("")}</div></div>
${commands.flatMap(({ choice, commands: its }) => its.map((command, at) => panel(choice.mode, command, { at, isShown: at === 0 && choice.mode === chosen }))).join("\n")}
</div>
<p class="acts"><button id="copy-command" class="primary copy" type="button" data-what="command">Copy the command</button><span>You pay once. After ${timeoutS} seconds without a delivery, another agent may deliver instead. <a href="/docs/marketplace">How requests work</a></span></p>`;
}

function option({ mode, rateWei }: ToolChoice, coin: string, isChosen: boolean): string {
  const price = `${toCoins(rateWei, coinDecimals)} ${coin}`;
  return `<label><input type="radio" name="tool" value="${mode}"${isChosen ? " checked" : ""}><b>${modeNames[mode]}</b><span>${escapeHtml(price)}</span></label>`;
}

function gasInWords(wei: bigint | undefined, coin: string): string {
  const amount = `gas (about ${requestGas.toLocaleString("en")} units`;
  if (wei === undefined) return `${amount})`;
  const price = Number(toCoins(String(wei), coinDecimals));
  return `${amount}, ${price < 0.000_001 ? "less than 0.000001" : Number(price.toPrecision(1))} ${escapeHtml(coin)} now)`;
}

function tab(name: string, at: number): string {
  return `<button role="tab" type="button" id="way-${at}" data-way="${at}" aria-selected="${at === 0}" tabindex="${at === 0 ? 0 : -1}">${name}</button>`;
}

function panel(
  mode: Mode,
  { name, before, text }: AskCommand,
  { at, isShown }: { at: number; isShown: boolean },
): string {
  return `<div class="panel" role="tabpanel" aria-labelledby="way-${at}" data-way="${at}" data-mode="${mode}"${isShown ? "" : " hidden"}><p class="cap">${escapeHtml(before)}</p><pre class="sh" tabindex="0" role="group" aria-label="${name}">${escapeHtml(text)}</pre></div>`;
}
