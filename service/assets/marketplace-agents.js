import { fromTemplate, setCoins, setHash, setText, setTime } from "./marketplace-elements.js";

const articles = new Map();

export function showAgents(agents) {
  for (const agent of agents) {
    const article = articles.get(nameOf(agent)) ?? addArticle(agent);
    const hash = (name, value, what) =>
      setHash(article.querySelector(`[data-hash=${name}]`), value, { what });
    setText(article.querySelector("h2"), `Agent on chain ${agent.chain_id}`);
    hash("marketplace", agent.marketplace, "marketplace's address");
    hash("signer", agent.signer, "signer's address");
    if (agent.updated_at) setTime(article.querySelector("time"), agent.updated_at);
    else setText(article.querySelector("time"), "nothing of itself yet");
    article.querySelector("table").hidden = agent.mechs.length === 0;
    showMechs(article.querySelector("tbody"), agent);
  }
}

const nameOf = ({ chain_id, marketplace }) => `${chain_id}:${marketplace}`;

function addArticle(agent) {
  const article = fromTemplate("agent");
  articles.set(nameOf(agent), article);
  document.getElementById("agents").append(article);
  return article;
}

function showMechs(body, { mechs }) {
  while (body.children.length > mechs.length) body.lastElementChild.remove();
  while (body.children.length < mechs.length) body.append(fromTemplate("mech"));
  for (const [index, mech] of mechs.entries()) {
    const [address, tools, price, karma, deliveries, uncollected] = body.children[index].children;
    setHash(address, mech.address, { what: "mech's address" });
    setText(tools, mech.tools.join(", "));
    setCoins(price, mech.rate_wei, mech);
    setText(karma, mech.karma.toLocaleString("en"));
    setText(deliveries, mech.deliveries.toLocaleString("en"));
    setCoins(uncollected, mech.balance_wei, mech);
  }
}
