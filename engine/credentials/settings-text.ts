import { judgeValue } from "./looks-secret.ts";
import { kindOfName } from "./names.ts";

type Place = Readonly<{ start: number; end: number; name: string }>;

/** `DB_PASSWORD=…`, `password: …` and `"password": "…"` as they stand in the text of a file, a query or a command. */
const setting =
  /(?<![\w.$%{-])["']?(?<name>[A-Za-z][\w-]{2,40})["']?\s{0,3}[:=](?!\/\/)\s{0,3}(?<quote>["']?)(?<value>[^\s"'&;,|]{6,120})\k<quote>(?=$|[\s&;,|}"'])/gm;

/** Options of commands that take a password beside them. */
const option =
  /(?:^|\s)(?:sshpass\s+-p\s*|(?:mysql|mysqldump|mysqladmin|mariadb)\s(?:[^|;&\n]{0,80}\s)?-p|--password[= ]|curl\s(?:[^|;&\n]{0,120}\s)?(?:-u|--user)\s+["']?[\w.@-]+:)["']?(?<value>[^\s"'|;&]{4,80})/g;

/** The secrets among the settings in a text; only values that cannot be taken for anything else. */
export function readSettings(text: string): Place[] {
  if (text.length > 20_000) return [];
  const places: Place[] = [];
  for (const match of text.matchAll(setting)) {
    const { name, value } = match.groups as { name: string; value: string };
    const kind = kindOfName(name);
    if (kind !== "password" && kind !== "secret") continue;
    if (judgeValue(kind, value) !== "high" || !/\d/.test(value) || /^[($\\<%{]|[)(]|\\/.test(value)) continue;
    places.push(placeOf(match, value, name));
  }
  for (const match of text.matchAll(option)) {
    const { value } = match.groups as { value: string };
    if (judgeValue("password", value) === "high") places.push(placeOf(match, value, "password"));
  }
  return places;
}

function placeOf(match: RegExpExecArray, value: string, name: string): Place {
  const start = match.index + match[0].lastIndexOf(value);
  return { start, end: start + value.length, name };
}
