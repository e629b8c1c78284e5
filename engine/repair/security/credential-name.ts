import { kindOfName, wordsOf } from "../../credentials/names.ts";
import { namesOf } from "../../credentials/slots.ts";
import { textOf } from "../../credentials/texts.ts";
import type { Expression, Node } from "../../tree/nodes.ts";
import type { Holder, Secret } from "./credential-places.ts";
import { environmentName, passwordName, upperSnake } from "./environment-names.ts";

/** The variable a credential is to be read from, by what the program calls it, its format or its address. */
export function wantedName(holder: Holder, secret: Secret | undefined): string {
  const value = secret ? holder.text.slice(secret.start, secret.end) : holder.text;
  const names = secret?.setting === undefined ? namesOf(holder.node) : [secret.setting];
  const wanted = nameOf(
    holder,
    secret,
    names.filter((name) => /^[-#.]{0,2}[\w -]{1,60}$/.test(name)),
  );
  // A name that gives the secret away is none.
  return isPartOf(value, wanted) ? (environmentName(secret?.format ?? "") ?? "SECRET") : wanted;
}

function nameOf({ node, text }: Holder, secret: Secret | undefined, names: readonly string[]): string {
  const telling = names.find((name) => kindOfName(name) !== undefined) ?? names[0];
  const format = secret?.format;
  if (format === "password-in-address") return passwordName(telling ?? schemeOf(text));
  const own = telling === undefined ? undefined : environmentName(telling);
  const provider = format === undefined ? undefined : environmentName(format.replace(/^jwt$/, "jwt-token"));
  if (own === undefined) return provider ?? "SECRET";
  if (provider !== undefined && !isTelling(own, telling!, format!)) return provider;
  return own.includes("_") ? own : inContext(node, own);
}

/** Of `token` and `github-token` the second says more; of `ci_token` and `github-token` the first does. */
function isTelling(own: string, name: string, format: string): boolean {
  const ofFormat = new Set(wordsOf(format));
  const isRelated = wordsOf(name).some((word) => ofFormat.has(word));
  return own.includes("_") && (kindOfName(name) !== undefined || isRelated);
}

/** The password in `DB_SETTINGS = {"password": …}` is that of the database. */
function inContext(node: Expression, own: string): string {
  const context = contextOf(node);
  return node.parent?.kind === "Dict" && context !== undefined && !own.includes(context)
    ? `${context}_${own}`
    : own;
}

/** What the statement around it is about. */
export function contextOf(node: Node): string | undefined {
  for (let at = node.parent; at; at = at.parent) {
    const key = at.kind === "Dict" && at.parent?.kind === "Dict" ? keyOf(at.parent, at) : undefined;
    if (key !== undefined) return named(key);
    if (at.kind === "Assign" && at.targets[0]?.kind === "Name" && at.value !== node)
      return named(at.targets[0].id);
    if (at.kind === "AnnAssign" && at.target.kind === "Name" && at.value !== node) return named(at.target.id);
    if (at.kind === "ClassDef" || at.kind === "FunctionDef" || at.kind === "AsyncFunctionDef")
      return named(at.name);
  }
  return undefined;
}

/** The key of a table within a table; `default` says nothing. */
function keyOf({ keys, values }: Extract<Node, { kind: "Dict" }>, inner: Expression): string | undefined {
  const key = keys[values.indexOf(inner)];
  const name = key ? textOf(key) : undefined;
  return name !== undefined && name !== "default" && /^[\w-]{1,30}$/.test(name) ? name : undefined;
}

function named(name: string): string | undefined {
  const about = /_(?:CONFIG|CONFIGURATION|SETTINGS|OPTIONS|PARAMS|INFO|KWARGS|CREDENTIALS)$/;
  const whole = upperSnake(name).replace(about, "");
  return whole.length < 2 || whole.length > 30 ? undefined : whole;
}

function schemeOf(text: string): string | undefined {
  const [, scheme] = /^([a-z][a-z0-9]+)(?:[+.-][a-z0-9+.-]*)?:\/\//i.exec(text) ?? [];
  return scheme === undefined || /^(?:https?|ftps?|sftp|wss?|ssh|git)$/i.test(scheme) ? undefined : scheme;
}

function isPartOf(value: string, name: string): boolean {
  const plain = value.replaceAll(/[^A-Za-z\d]/g, "").toUpperCase();
  const written = name.replaceAll("_", "");
  return (
    plain.length >= 4 &&
    (written.includes(plain) || (/\d/.test(written) && written.length >= 8 && plain.includes(written)))
  );
}
