import type { Node } from "../tree/nodes.ts";
import { annotationFunctions } from "./annotations.ts";
import { byPath } from "./by-path.ts";
import { collectionFunctions } from "./collections/index.ts";
import { loaderFunctions, loadedBy } from "./library-loaders.ts";
import { keepingFunctions } from "./library-keeping.ts";
import { moduleFunctions } from "./library-modules.ts";
import { objectFunctions } from "./library-objects.ts";
import { packedFunctions } from "./library-packed.ts";
import { runningFunctions } from "./library-running.ts";
import { doctestFunctions } from "./library-doctest.ts";
import { textFunctions } from "./library-text.ts";
import { foldTextMethod } from "./fold-text.ts";
import type { Given, Machine } from "./machine.ts";
import { taintOf, taints } from "./taint.ts";
import { isConstant, tainted, type PossibleValues } from "./value.ts";

export type Fold = (given: Given, machine: Machine, node: Node) => PossibleValues | undefined;

const functions: ReadonlyMap<string, Fold> = new Map(
  Object.entries({
    ...textFunctions,
    ...packedFunctions,
    ...collectionFunctions,
    ...objectFunctions,
    ...moduleFunctions,
    ...loaderFunctions,
    ...annotationFunctions,
    ...keepingFunctions,
    ...doctestFunctions,
    ...runningFunctions,
  }),
);

/** What a function of Python's library answers, where that can be worked out. */
export function foldLibrary(
  machine: Machine,
  path: string,
  given: Given,
  node: Node,
): PossibleValues | undefined {
  const fold = functions.get(path);
  if (fold) return fold(given, machine, node);
  const unbound = /^builtins\.(str|bytes|bytearray|list|dict|tuple|set|object|type)\.(\w+)$/.exec(path);
  if (unbound && given.args[0]) return callUnbound(machine, unbound[1]!, unbound[2]!, given, node);
  return path.endsWith("_module") ? loadedBy(path, given) : undefined;
}

/** The functions whose answers are worked out, by their paths. */
export const foldedPaths: readonly string[] = [...functions.keys()];

/** `str.join("", parts)` is `"".join(parts)`. */
function callUnbound(
  machine: Machine,
  type: string,
  name: string,
  given: Given,
  node: Node,
): PossibleValues | undefined {
  const [of] = given.args[0]!;
  if (given.args[0]!.length !== 1 || of === undefined || name === "__subclasses__") return undefined;
  // A method of another type refuses it.
  const isOther = isConstant(of) && of.kind !== type && type !== "object" && type !== "type";
  if (isOther) return tainted(taintOf(...given.args));
  const rest = { ...given, args: given.args.slice(1) };
  if (of.kind === "str" && name !== "format") return foldTextMethod(of, name, rest);
  return machine.call([{ kind: "method", of, name }], rest, node);
}

/** Other people's functions are taken to do what their names say. */
const escaping = "(?:html_?|xml_?)?(?:escape|sanitiz|sanitis)";
const escapingNames = new RegExp(String.raw`(?:(?:^|\.)(?=${escaping})|(?<!\w)(?=\w*_${escaping}))\w+$`, "i");
const escapingMarkup: ReadonlySet<string> = new Set(
  `html.escape cgi.escape markupsafe.escape markupsafe.escape_silent flask.escape django.utils.html.escape bleach.clean
  django.utils.html.conditional_escape tornado.escape.xhtml_escape xml.sax.saxutils.escape`.split(/\s+/),
);

const cleaningOf = byPath((path): "all" | "markup" | "nothing" => {
  if (cleaning.has(path) || ownAddresses.test(path) || quotingNames.test(path)) return "all";
  return escapingMarkup.has(path) || escapingNames.test(path) ? "markup" : "nothing";
});

/** What a function leaves of the origins of what it is given, where it makes text harmless. */
export function cleanedBy(path: string, origins: number): number | undefined {
  const what = cleaningOf(path);
  if (what !== "markup") return what === "all" ? taints.harmless : undefined;
  return (origins & (taints.web | taints.escaped)) === 0 ? taints.harmless : taints.harmless | taints.escaped;
}

/** Quotes a name for a statement, a word for a shell, or values for an address. */
const quotingNames =
  /(?:^|[._])(?:quote_(?:name|ident|identifier|literal|column|table)|(?:shell|sql)_quote|urlencode)$/;

/** Addresses of the program's own pages: what is put into them is quoted, and the host stays. */
const ownAddresses =
  /(?:^|\.)(?:url_for|url_path_for|reverse_url|get_absolute_url)$|^django\.(?:urls|core\.urlresolvers)\.reverse(?:_lazy)?$/;

/** What comes out of these is a number, a digest, or was made harmless. */
const cleaning: ReadonlySet<string> = new Set(
  `builtins.int builtins.float builtins.bool builtins.len builtins.hash builtins.id builtins.isinstance builtins.abs
  builtins.round builtins.callable builtins.hasattr shlex.quote pipes.quote uuid.UUID os.path.basename
  werkzeug.utils.secure_filename
  werkzeug.secure_filename ldap.filter.escape_filter_chars ldap.dn.escape_dn_chars ldap3.utils.conv.escape_filter_chars
  re.escape urllib.parse.quote urllib.parse.quote_plus urllib.parse.urlencode hashlib.sha256 hashlib.sha512
  datetime.datetime.strptime datetime.date.fromisoformat datetime.datetime.fromisoformat decimal.Decimal
  ipaddress.ip_address ipaddress.ip_network psycopg2.sql.Identifier psycopg2.sql.Literal psycopg.sql.Identifier
  psycopg.sql.Literal werkzeug.utils.safe_join flask.safe_join werkzeug.security.safe_join os.path.exists os.path.isfile
  builtins.ord mysql.connector.conversion.MySQLConverter().escape pymysql.converters.escape_string
  shlex.split ast.literal_eval flask.render_template flask.jsonify django.utils.text.slugify slugify.slugify`.split(
    /\s+/,
  ),
);
