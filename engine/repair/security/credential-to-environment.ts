import { removal } from "../../tree/layout.ts";
import { textOf, unknownPart } from "../../credentials/texts.ts";
import { type Splice, insertion, replacement } from "../../text/splices.ts";
import type { Expression, Statement } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { contextOf, wantedName } from "./credential-name.ts";
import { holdersOn, type Holder } from "./credential-places.ts";
import { environmentName, giveNames, type NamesGiven } from "./environment-names.ts";
import { fallbackOf, knownNames, settingOf } from "./environment-uses.ts";
import { nameFor, type Imported } from "./imported-name.ts";
import { literalSource, otherQuote } from "./literal-source.ts";
import { placeInSource } from "./literal-place.ts";
import { namesOf } from "../../credentials/slots.ts";

export const credentialToEnvironment: Repair = { id: "credential-to-environment", kind: "changing", propose };

/** The edits that move the credentials of one expression, and the variables they are read from then. */
type Move = Readonly<{ splices: readonly Splice[]; names: readonly string[] }>;

function* propose(program: RepairableProgram): Generator<Rewrite> {
  const lines = program.findings
    .filter(({ rule }) => rule.startsWith("credentials:"))
    .map(({ line }) => line);
  // The keys of tests are made up, and there they are read when the file is imported.
  if (lines.length === 0 || program.isTest) return;
  const given = giveNames(knownNames(program));
  for (const holders of holdersOn(program, new Set(lines)).values()) {
    const moves = holders?.map((holder) => move(program, holder, given));
    // One that stays would be reported on the line as before.
    if (!moves || moves.length === 0 || moves.includes(undefined)) continue;
    yield toRewrite(moves as Move[], holders![0]!.node.start);
  }
}

function toRewrite(moves: readonly Move[], at: number): Rewrite {
  const splices = moves
    .flatMap((each) => each.splices)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  const isRepeated = ({ start, end, text }: Splice, n: number): boolean =>
    splices.slice(0, n).some((other) => other.start === start && other.end === end && other.text === text);
  const names = [...new Set(moves.flatMap((each) => each.names))];
  const listed = names.map((name) => `\`${name}\``).join(" and ");
  const description =
    names.length === 1
      ? `moved the value of ${listed} to the environment; set ${names[0]} and revoke the old one`
      : `moved the values of ${listed} to the environment; set them and revoke the old ones`;
  return { splices: splices.filter((splice, n) => !isRepeated(splice, n)), at, description };
}

function move(program: RepairableProgram, holder: Holder, given: NamesGiven): Move | undefined {
  const setting = settingOf(program, holder.node);
  if (setting) return withoutSetting(program, setting);
  const environment = nameFor(program, "os.environ", holder.node);
  if (!environment) return undefined;
  const fallback = fallbackOf(program, holder.node);
  if (fallback) {
    const { start, end } = fallback.node;
    const text = `${environment.text}[${program.source(fallback.key)}]`;
    return { splices: [...environment.splices, { start, end, text }], names: [fallback.name] };
  }
  const [secret] = holder.secrets;
  const isPart = secret !== undefined && !(secret.start === 0 && secret.end === holder.text.length);
  return isPart
    ? moveParts(program, holder, environment, given)
    : moveWhole(program, holder, environment, given);
}

/** `os.environ["API_KEY"] = "…"`: the user who starts the program sets it instead. */
function withoutSetting(
  { tree }: RepairableProgram,
  { statement, name }: Readonly<{ statement: Statement; name: string }>,
): Move | undefined {
  const removed = removal(tree, statement);
  return removed && { splices: [removed], names: [name] };
}

function moveWhole(
  program: RepairableProgram,
  { node, text, secrets }: Holder,
  environment: Imported,
  given: NamesGiven,
  wanted = wantedName({ node, text, secrets }, secrets[0]),
): Move | undefined {
  const type = typeOf(node);
  if (text.includes(unknownPart) || type === undefined || hasComment(program, node)) return undefined;
  // The environment holds text; other bytes do not go through it unharmed.
  // oxlint-disable-next-line no-control-regex -- all of ASCII but NUL is meant
  if (type === "bytes" && !/^[\x01-\x7f]*$/.test(text)) return undefined;
  const name = given.nameFor(text, wanted, contextOf(node));
  const quote = program.source(node).includes("'") && !program.source(node).includes('"') ? "'" : '"';
  const read = `${environment.text}[${quote}${name}${quote}]${type === "bytes" ? ".encode()" : ""}`;
  return {
    splices: [...environment.splices, replacement(node, read)],
    names: [name],
  };
}

/** Whether an expression of literals makes text or bytes; undefined where it is not plain. */
function typeOf(node: Expression): "str" | "bytes" | undefined {
  if (node.kind === "Constant") return node.value.type === "bytes" ? "bytes" : "str";
  if (node.kind === "JoinedStr") return "str";
  if (node.kind === "Call") return node.func.kind === "Attribute" ? typeOf(node.func.value) : undefined;
  if (node.kind !== "BinOp") return undefined;
  let left: Expression = node;
  while (left.kind === "BinOp") left = left.left;
  return textOf(left) === undefined || left.kind !== "Constant" ? undefined : typeOf(left);
}

function hasComment(program: RepairableProgram, node: Expression): boolean {
  return node.kind !== "JoinedStr" && !literalSource(program, node) && program.source(node).includes("#");
}

/** The rest of an address or a header stays where it is. */
function moveParts(
  program: RepairableProgram,
  holder: Holder,
  environment: Imported,
  given: NamesGiven,
): Move | undefined {
  const { node, text, secrets } = holder;
  const places = secrets.map((secret) => placeInSource(program, node, secret));
  const quote = otherQuote(literalSource(program, node)?.quote ?? "");
  if (places.includes(undefined))
    return node.kind === "JoinedStr" ? undefined : wholeBySlot(program, holder, environment, given);
  const names = secrets.map((secret) =>
    given.nameFor(text.slice(secret.start, secret.end), wantedName(holder, secret), contextOf(node)),
  );
  const pieces = places.map((place, n) => ({
    ...place!,
    text: `{${environment.text}[${quote}${names[n]}${quote}]}`,
  }));
  const formatted = node.kind === "JoinedStr" ? [] : [insertion(node.start, "f")];
  return { splices: [...environment.splices, ...formatted, ...pieces], names };
}

/** Where its parts cannot be told apart in the source, all of a text moves under the name the program gives it. */
function wholeBySlot(
  program: RepairableProgram,
  holder: Holder,
  environment: Imported,
  given: NamesGiven,
): Move | undefined {
  const [slot] = namesOf(holder.node);
  const wanted = slot === undefined ? undefined : environmentName(slot);
  return wanted === undefined ? undefined : moveWhole(program, holder, environment, given, wanted);
}
