import { ask, Refused } from "../parts/api.ts";
import { byId, fieldOf, make, pageData } from "../parts/elements.ts";

type Checked = Readonly<{
  valid_signature: boolean;
  signer: string | null;
  mode: string | null;
  request_id?: string | null;
  payment?: string | null;
  entrance?: string | null;
  issued_at?: number | null;
  not_signed: readonly string[];
  problems: readonly string[];
  is_ours?: boolean;
}>;

const { signer: ourSigner } = pageData<{ signer: string }>();
const form = byId<HTMLFormElement>("verify-form");

function say(text: string | readonly (Node | string)[], mood: "good" | "bad" | "" = ""): void {
  const status = byId("verify-status");
  status.replaceChildren(...(typeof text === "string" ? [text] : text));
  status.className = mood === "" ? "" : `out ${mood}`;
}

function show(checked: Checked, link: HTMLElement | undefined): void {
  const { valid_signature: isValid, is_ours: isOurs, problems } = checked;
  const words = wordsOf(checked);
  say(link ? [words, " ", link] : words, isValid && isOurs !== false ? "good" : "bad");
  tell(problems, isValid ? factsOf(checked) : []);
}

function wordsOf({
  valid_signature: isValid,
  signer,
  is_ours: isOurs,
  request_id: request,
}: Checked): string {
  if (!isValid) return "This is not as it was signed.";
  if (isOurs === true)
    return request == null
      ? `Unchanged, and signed by this service: ${signer}.`
      : `Unchanged, and signed by this service's agent: ${signer}.`;
  if (request != null) return `Unchanged, and signed by ${signer}. Compare it with the agent that was asked.`;
  return `Unchanged, but signed by ${signer}; this service signs with ${ourSigner}.`;
}

function tell(problems: readonly string[], facts: readonly HTMLElement[]): void {
  byId("verify-problems").replaceChildren(...problems.map((problem) => make("li", {}, problem)));
  byId("verify-facts").replaceChildren(...facts);
}

function factsOf(checked: Checked): HTMLElement[] {
  const { mode, payment, entrance, issued_at: at, request_id: request, not_signed: notSigned } = checked;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ["Mode", mode],
    ["Request", request],
    ["Payment", payment],
    ["Received via", entrance],
    [
      "Signed at",
      at == null ? null : `${new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`,
    ],
    ["Not signed", notSigned.join(", ")],
  ];
  return facts.flatMap(([name, fact]) =>
    fact == null || fact === "" ? [] : [make("dt", {}, name), make("dd", {}, fact)],
  );
}

/** The members of a JSON object; undefined for anything else. */
function readObject(text: string): object | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What to send for a text: as it is, since reading it here would drop one of two members of one name. */
function bodyFor(text: string): string | undefined {
  const read = readObject(text);
  if (!read) return undefined;
  return "requestId" in read ? JSON.stringify({ document: text }) : `{"response":${text}}`;
}

async function check(): Promise<void> {
  tell([], []);
  const what = fieldOf(form, "what");
  const cid = byId<HTMLInputElement>("cid").value.trim();
  if (what === "cid")
    return cid === "" ? say("Enter a CID.", "bad") : send({ bodyText: JSON.stringify({ cid }) }, cid);
  const file = byId<HTMLInputElement>("file").files?.[0];
  if (what === "file" && !file) return say("Choose a file.", "bad");
  const text = what === "file" ? await file!.text() : byId<HTMLTextAreaElement>("answer").value;
  const bodyText = bodyFor(text);
  if (bodyText === undefined) return say("This is not JSON of an answer. Use all of it, from { to }.", "bad");
  await send({ bodyText });
}

async function send(question: Readonly<{ bodyText: string }>, cid?: string): Promise<void> {
  say("Checking…");
  try {
    const { answer } = await ask<Checked>("/v1/verify", question);
    const page = cid === undefined ? undefined : `/verdicts/${encodeURIComponent(cid.split("/")[0]!)}`;
    show(answer, page === undefined ? undefined : make("a", { href: page }, "See the verdict"));
  } catch (error) {
    const words =
      error instanceof Refused
        ? [error.message, error.refusal.remedy?.hint].filter(Boolean).join(" ")
        : "This page has failed. Reload it.";
    say(words, "bad");
  }
}

form.addEventListener("change", () => {
  const what = fieldOf(form, "what");
  for (const part of form.querySelectorAll<HTMLElement>("[data-what]"))
    part.hidden = part.dataset["what"] !== what;
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void check();
});
