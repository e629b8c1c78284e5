import { ask, Refused } from "../parts/api.ts";
import { byId, make, pageData } from "../parts/elements.ts";

type Checked = Readonly<{
  valid_signature: boolean;
  signer: string | null;
  mode: string | null;
  payment: string | null;
  entrance: string | null;
  issued_at: number | null;
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

function factsOf({ mode, payment, entrance, issued_at: at }: Checked): HTMLElement[] {
  const facts: readonly (readonly [string, string | null])[] = [
    ["Mode", mode],
    ["Payment", payment],
    ["Came in by", entrance],
    ["Signed at", at === null ? null : new Date(at * 1000).toLocaleString()],
  ];
  return facts.flatMap(([name, fact]) =>
    fact === null ? [] : [make("div", {}, make("dt", {}, name), make("dd", {}, fact))],
  );
}

function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function check(): Promise<void> {
  tell([], []);
  const response = read(byId<HTMLTextAreaElement>("answer").value);
  if (typeof response !== "object" || response === null || Array.isArray(response))
    return say("This is not JSON of an answer. Paste all of it, from { to }.", "bad");
  say("Checking…");
  try {
    show((await ask<Checked>("/v1/verify", { body: { response } })).answer);
  } catch (error) {
    say(error instanceof Refused ? error.message : "This page has failed. Reload it.", "bad");
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void check();
});
