import { byPath } from "./by-path.ts";
import { isPower } from "./power-names.ts";
import type { AbstractValue, PossibleValues } from "./value.ts";

/** Where a value may come from, as bits that add up. */
export const taints = {
  /** The sender of a request decides it. */
  web: 1,
  /** It came over the network, from a place the program chose. */
  network: 2,
  /** A caller of the function decides it. */
  parameter: 4,
  file: 8,
  /** It holds the whole environment. */
  environment: 16,
  /** It was decoded from text that hides it. */
  decoded: 32,
  /** The user who starts the program decides it: its arguments, its standard input. */
  local: 64,
  /** A number, a quoted word, one of a few constants: text that cannot change the meaning of what it is put into. */
  harmless: 128,
  /** The name of an entry in an archive. */
  archive: 256,
  /** It was looked up by a string rather than written as a name. */
  indirect: 512,
  /** It says whose machine this is: the names of the host and of the user. */
  identity: 1024,
  /** It was drawn from a generator that can be predicted. */
  predictable: 2048,
  /** Text of a request in which the signs of markup are escaped: harmless in pages, but it may still name a file or an address. */
  escaped: 4096,
  /** It was made from a module or a function that runs programs or code. */
  powers: 8192,
} as const;

const localPaths =
  /^(?:builtins\.(?:raw_)?input\(\)|sys\.(?:argv|stdin|orig_argv)\b|fileinput\.|click\.prompt\(\)|getpass\.getpass\(\)|(?:.*\.)?ArgumentParser\(\)\.parse_(?:known_)?args\(\)|optparse\.OptionParser\(\)\.parse_args\(\))/;
const webPaths =
  /^(?:(?:flask|quart|bottle)\.request(?!\w)|cgi\.|param:environ(?:\[\]|\.get\(\))|(?:param:|self\.)*(?:request|req)\.(?:args|form|values|json|data|body|files|cookies|headers|query_string|query_params|query|path_params|match_info|rel_url|GET|POST|META|FILES|COOKIES|DATA|params|full_path|get_json\(\)|get_data\(\)|text\(\)|post\(\)|read\(\)|stream|matchdict|get_full_path\(\))(?!\w)|(?:param:)?self\.get_(?:query_|body_)?arguments?\(\)|param:event(?:\[\]|\.get\(\))|.*\b(?:websocket|ws)\.recv(?:eive)?(?:_text|_json)?\(\))/;
/** What the server works out of a request itself: no text of the sender's, and nothing that means something elsewhere. */
const serverPaths =
  /^(?:(?:flask|quart|bottle)\.|(?:param:|self\.)*)(?:request|req)\.(?:method|endpoint|blueprints?|url_rule|scheme|is_(?:json|secure|xhr|ajax)|content_length|max_content_length|remote_addr|routing_exception|date|if_(?:un)?modified_since|is_multi(?:process|thread)|is_run_once|accept_(?:languages|mimetypes|charsets|encodings)\.best_match\(\))$/;
/** The address of a request as the server writes it: the signs of markup in it are quoted. */
const quotedPaths = /^(?:flask|quart)\.request\.(?:url|base_url|url_root|root_url|host_url)$/;
const archivePaths = /(?:namelist|infolist|getnames|getmembers)\(\)\[\](?:\.(?:filename|name))?/;
const networkPaths =
  /^(?:requests|httpx)\.(?:get|post|put|patch|delete|head|request|(?:Session|Client|AsyncClient)\(\)\.\w+)\(\)|^urllib\.request\.url\w+\(\)|^urllib2?\.urlopen\(\)|^aiohttp\.ClientSession\(\)\.\w+\(\)|^urllib3\.PoolManager\(\)\.\w+\(\)|^http\.client\.HTTPS?Connection\(\)\.getresponse\(\)|^socket\.(?:socket|create_connection)\(\)\.(?:recv|makefile)|(?:^|[.:])(?:sock|conn|client|connection|s)\.recv(?:from)?\(\)/;
const environmentPaths =
  /^os\.environb?(?:\.(?:copy|items|values)\(\)(?:\[\])*)?(?:\.(?:encode|strip|join)\(\))*$/;
const identityPaths =
  /^(?:socket\.(?:gethostname|getfqdn)|getpass\.getuser|os\.(?:getlogin|uname|getcwd)|platform\.(?:node|uname)|pwd\.getpwuid|uuid\.getnode|subprocess\.(?:check_output|getoutput))\(\)/;
const predictablePaths =
  /^(?:random\.(?:Random\(\)\.)?(?:random|randint|randrange|choices?|sample|uniform|getrandbits|randbytes|triangular|gauss|\w+variate)|numpy\.random\.(?:randint|random|rand|choice|bytes)|uuid\.uuid1)\(\)/;
const namespace = /^(?:os|builtins|subprocess|pty)\.(?:__dict__\[\]|\{\?\})$/;
const filePaths = /^(?:builtins\.open|pathlib\.Path|io\.open)\(\)/;

const taintOfPath = byPath(readTaint);

function readTaint(path: string): number {
  if (serverPaths.test(path)) return taints.harmless;
  if (quotedPaths.test(path)) return taints.harmless | taints.escaped;
  if (webPaths.test(path)) return taints.web;
  if (localPaths.test(path)) return taints.local;
  if (archivePaths.test(path)) return taints.archive;
  if (networkPaths.test(path)) return taints.network;
  if (environmentPaths.test(path)) return taints.environment;
  if (filePaths.test(path)) return taints.file;
  if (identityPaths.test(path)) return taints.identity;
  if (predictablePaths.test(path)) return taints.predictable;
  // A task is taken for what it answers.
  if (isPower(path.replace(/\.result\(\)$/, "")) || namespace.test(path)) return taints.powers;
  return path.startsWith("param:") ? taints.parameter : 0;
}

/** A list may hold itself, and lists of lists grow quickly: the look into them ends somewhere. */
const maxLooks = 300;

/** Where one thing may come from. */
export function taintOfOne(thing: AbstractValue): number {
  return taintOf([thing]);
}

/** Where any of these values may come from. */
export function taintOf(...values: readonly PossibleValues[]): number {
  let taint = 0;
  let looks = 0;
  const waiting: (readonly PossibleValues[])[] = [values];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const value of next) {
      for (const thing of value) {
        if ((looks += 1) > maxLooks) return taint;
        const inner = partsOf(thing);
        if (inner) waiting.push(inner);
        else taint |= ownTaint(thing);
      }
    }
  }
  return taint;
}

function partsOf(thing: AbstractValue): readonly PossibleValues[] | undefined {
  if (thing.kind === "list" || thing.kind === "tuple" || thing.kind === "set") return thing.items;
  if (thing.kind === "stream") return [[thing.content]];
  if (thing.kind === "dict") return Array.from(thing.entries.values().take(maxLooks), ({ value }) => value);
  return undefined;
}

function ownTaint(thing: AbstractValue): number {
  if (thing.kind === "anything") return thing.taint;
  if (thing.kind === "reference") return thing.taint | taintOfPath(thing.path);
  if (thing.kind !== "mixed") return 0;
  return thing.pieces.reduce((sum, piece) => sum | (typeof piece === "string" ? 0 : piece.taint), 0);
}

/** The same value, known to have been looked up by a string. */
export function indirect(value: PossibleValues): PossibleValues {
  return value.map((thing) =>
    thing.kind === "reference" ? { ...thing, taint: thing.taint | taints.indirect } : thing,
  );
}

export function isFrom(value: PossibleValues | undefined, ...origins: (keyof typeof taints)[]): boolean {
  if (value === undefined) return false;
  const taint = taintOf(value);
  return origins.some((origin) => (taint & taints[origin]) !== 0);
}
