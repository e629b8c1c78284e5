import { byId, fromTemplate, setText } from "../parts/elements.ts";
import { coins, setCoins } from "./amounts.ts";
import type { ShownAgent, ShownMech } from "./answer.ts";
import { onExplorer } from "./explorer.ts";
import { setHash } from "./hash.ts";
import { setTime } from "./times.ts";

const articles = new Map<string, HTMLElement>();

export function showAgents(agents: readonly ShownAgent[]): void {
  for (const agent of agents) {
    const article = articles.get(nameOf(agent)) ?? addArticle(agent);
    const find = <Kind extends HTMLElement>(selector: string): Kind => article.querySelector<Kind>(selector)!;
    setText(find("h3"), `Agent on chain ${agent.chain_id}`);
    setHash(find("[data-hash=marketplace]"), agent.marketplace, {
      what: "marketplace's address",
      href: onExplorer(agent.chain_id, "address", agent.marketplace),
    });
    setHash(find("[data-hash=signer]"), agent.signer, {
      what: "agent's signer",
      href: onExplorer(agent.chain_id, "address", agent.signer),
    });
    setText(find(".earned"), earningsOf(agent));
    if (agent.updated_at !== null) setTime(find("time"), agent.updated_at);
    else setText(find("time"), "never");
    find(".scroll").hidden = agent.mechs.length === 0;
    showMechs(find("tbody"), agent);
  }
}

/** In the chain's coin and in each token; coins of different kinds are not added up. */
function earningsOf({ earned_wei: earned, currency, tokens }: ShownAgent): string {
  if (earned === null) return "nothing known";
  const inCoin = coins(earned, { currency, decimals: coinDecimals });
  return [inCoin, ...tokens.map((token) => coins(token.earned, token))].join(" + ");
}
const coinDecimals = 18;

const nameOf = ({ chain_id, marketplace }: ShownAgent): string => `${chain_id}:${marketplace}`;

function addArticle(agent: ShownAgent): HTMLElement {
  const article = fromTemplate("agent");
  articles.set(nameOf(agent), article);
  byId("agents").append(article);
  return article;
}

function showMechs(body: HTMLElement, { mechs }: ShownAgent): void {
  while (body.children.length > mechs.length) body.lastElementChild?.remove();
  while (body.children.length < mechs.length) body.append(fromTemplate("mech"));
  for (const [index, mech] of mechs.entries()) {
    const cells = [...body.children[index]!.children] as HTMLElement[];
    fillMech.forEach((fill, column) => fill(cells[column]!, mech));
  }
}

/** One function a column, in the template's order. */
const fillMech: readonly ((cell: HTMLElement, mech: ShownMech) => void)[] = [
  (cell, { address }) => setHash(cell, address, { what: "mech's address" }),
  (cell, { tools }) => setText(cell, tools.join(", ")),
  (cell, mech) => setCoins(cell, mech.rate_wei, mech),
  (cell, { karma }) => setText(cell, karma.toLocaleString("en")),
  (cell, { deliveries }) => setText(cell, deliveries.toLocaleString("en")),
  (cell, mech) => setCoins(cell, mech.balance_wei, mech),
];
