import { ask, Refused } from "../parts/api.ts";
import { byId, make, pageData } from "../parts/elements.ts";

type Checked = Readonly<{
  valid_signature: boolean;
  signer: string | null;
  mode: string | null;
  payment: string | null;
  entrance: string | null;
  issued_at: number | null;
  not_signed: readonly string[];
  problems: readonly string[];
  is_ours?: boolean;
}>;

const { signer: ourSigner } = pageData<{ signer: string }>();
const form = byId<HTMLFormElement>("verify-form");

function say(text: string, mood: "good" | "bad" | "" = ""): void {
  const status = byId("verify-status");
  status.textContent = text;
  status.className = mood === "" ? "" : `note ${mood}`;
}

function show(checked: Checked): void {
  const { valid_signature: isValid, signer, is_ours: isOurs, problems } = checked;
  if (!isValid) say("This answer is not as it was signed.", "bad");
  else if (isOurs === true) say(`Unchanged, and signed by this service: ${signer}.`, "good");
  else say(`Unchanged, but signed by ${signer}; this service signs with ${ourSigner}.`, "bad");
  tell(problems, isValid ? factsOf(checked) : []);
}

function tell(problems: readonly string[], facts: readonly HTMLElement[]): void {
  byId("verify-problems").replaceChildren(...problems.map((problem) => make("li", {}, problem)));
  byId("verify-facts").replaceChildren(...facts);
}

function factsOf({ mode, payment, entrance, issued_at: at, not_signed: notSigned }: Checked): HTMLElement[] {
  const facts: readonly (readonly [string, string | null])[] = [
    ["Mode", mode],
    ["Payment", payment],
    ["Came in by", entrance],
    ["Signed at", at === null ? null : new Date(at * 1000).toLocaleString()],
    ["Not signed", notSigned.join(", ")],
  ];
  return facts.flatMap(([name, fact]) =>
    fact === null ? [] : [make("div", {}, make("dt", {}, name), make("dd", {}, fact))],
  );
}

function isObject(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

async function check(): Promise<void> {
  tell([], []);
  const text = byId<HTMLTextAreaElement>("answer").value;
  if (!isObject(text)) return say("This is not JSON of an answer. Paste all of it, from { to }.", "bad");
  say("Checking…");
  try {
    // As it was pasted: reading it here would drop one of two members of one name.
    show((await ask<Checked>("/v1/verify", { bodyText: `{"response":${text}}` })).answer);
  } catch (error) {
    say(error instanceof Refused ? error.message : "This page has failed. Reload it.", "bad");
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void check();
});
