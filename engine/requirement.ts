/** One package that a caller asks for, as pip writes it: a name, extras, versions and a marker. */
export type Requirement = Readonly<{
  /** In the one spelling that indexes use. */
  name: string;
  /** All of it, in the order that uv reads; nothing of the caller's text but its parts. */
  text: string;
}>;

const maxLength = 300;
const head = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)[ \t]*(?:\[([A-Za-z0-9._, \t-]*)\])?[ \t]*/;
const extra = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const version = /^(===|==|~=|!=|<=|>=|<|>)[ \t]*([A-Za-z0-9][A-Za-z0-9.!+_*-]*)$/;
/** What PEP 508 has in a marker: names, quoted texts, operators and brackets. */
const marker = /^[A-Za-z0-9_ \t.'"()<>=!~*+-]+$/;

/** Reads a requirement, or says what is wrong with it in words that follow "must". */
export function readRequirement(written: string): Requirement | string {
  const text = written.trim();
  if (text === "") return "must not be empty";
  if (text.length > maxLength) return `must have at most ${maxLength} characters each`;
  if (text.startsWith("-")) return "must be packages, without options of pip";
  if (/:\/\/|@|[/\\]/.test(text)) return "must name packages of the index, without addresses and paths";
  const found = head.exec(text);
  if (!found) return "must begin with the name of a package";
  const [whole, name, extras = ""] = found;
  const [versions = "", ...conditions] = text.slice(whole.length).split(";");
  const wanted = readVersions(versions);
  const named = listOf(extras);
  if (wanted === undefined) return 'must have versions such as "==2.4.6" or ">=2,<3" behind the name';
  if (!named.every((each) => extra.test(each))) return "must have names of extras in its brackets";
  if (conditions.length > 1 || conditions.some((each) => !marker.test(each.trim())))
    return 'must have one marker at most behind the semicolon, such as python_version < "3.13"';
  const [condition] = conditions;
  const withExtras = named.length > 0 ? `[${named.join(",")}]` : "";
  const onlyIf = condition === undefined ? "" : ` ; ${condition.trim()}`;
  return { name: normalName(name!), text: `${name!}${withExtras}${wanted.join(",")}${onlyIf}` };
}

function readVersions(text: string): readonly string[] | undefined {
  const inner = /^\((.*)\)$/.exec(text.trim())?.[1] ?? text;
  const parts = listOf(inner).map((each) => version.exec(each));
  return parts.every((each) => each !== null) ? parts.map((each) => `${each[1]!}${each[2]!}`) : undefined;
}

function listOf(text: string): readonly string[] {
  if (text.trim() === "") return [];
  return text.split(",").map((each) => each.trim());
}

/** One name for all the ways in which a package is written: Ruamel.YAML, ruamel-yaml. */
export function normalName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}
