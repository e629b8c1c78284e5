import { wordsOf } from "../../credentials/names.ts";
import { own } from "../../text/own.ts";

/** Names the system itself gives a meaning to; reading one of them would not give the secret. */
const taken = new Set(
  "PATH HOME USER USERNAME LOGNAME SHELL PWD OLDPWD TERM LANG MAIL EDITOR TMPDIR TEMP TMP HOSTNAME DISPLAY".split(
    " ",
  ),
);

const abbreviated: Readonly<Record<string, string>> = { PWD: "PASSWORD", PW: "PASSWORD", PSW: "PASSWORD" };

/** `dbPassword` as a variable of the environment: `DB_PASSWORD`. Undefined when it cannot be one. */
export function environmentName(name: string): string | undefined {
  const whole = upperSnake(name);
  const spelled = own(abbreviated, whole) ?? whole;
  return spelled.length < 2 || spelled.length > 50 || taken.has(spelled) ? undefined : spelled;
}

export function upperSnake(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, "_")
    .replaceAll(/[^A-Za-z\d]+/g, "_")
    .replaceAll(/^[_\d]+|(?<!_)_+$/g, "")
    .toUpperCase();
}

/** `DATABASE_URL` holds the password that `DATABASE_PASSWORD` is to hold. */
export function passwordName(name: string | undefined): string {
  const words = name === undefined ? [] : wordsOf(name);
  const about = /^(?:url|uri|dsn|string|str|conn|connection|address|link|endpoint)$/;
  const kept = words.filter((word) => !about.test(word));
  const base = environmentName(kept.join("_"));
  if (base === undefined) return words.length > 0 ? "DATABASE_PASSWORD" : "PASSWORD";
  return /(?:PASSWORD|SECRET|TOKEN|KEY)$/.test(base) ? base : `${base}_PASSWORD`;
}

/** Gives each name to one value only; a second value that wants it gets another. */
export type NamesGiven = Readonly<{
  nameFor(value: string, wanted: string, context: string | undefined): string;
}>;

export function giveNames(known: Iterable<string>): NamesGiven {
  const owners = new Map<string, string | undefined>();
  for (const name of known) owners.set(name, undefined);
  return {
    nameFor(value, wanted, context) {
      for (const name of spellings(wanted, context)) {
        if (owners.get(name) !== value && owners.has(name)) continue;
        owners.set(name, value);
        return name;
      }
      return wanted;
    },
  };
}

function* spellings(wanted: string, context: string | undefined): Generator<string> {
  yield wanted;
  if (context !== undefined && !wanted.startsWith(context)) yield `${context}_${wanted}`;
  for (let n = 2; n < 1000; n += 1) yield `${wanted}_${n}`;
}
