import { isBuiltin } from "../library/builtins.ts";
import { moduleMembers } from "../library/entries.ts";
import { isModule } from "../library/modules.ts";

const words = (list: string): string[] => list.trim().split(/\s+/);

const otherBuiltins = new Set(words("__import__ __build_class__ __loader__ execfile raw_input reload"));

/** Whether every Python program has a name without importing anything, in Python 3 or 2. */
export function isBuiltinName(name: string): boolean {
  return isBuiltin(name) || otherBuiltins.has(name);
}

/** Other spellings of one module or function. */
const otherNames = new Map<string, string>([
  ["posix", "os"],
  ["nt", "os"],
  ["posixpath", "os.path"],
  ["ntpath", "os.path"],
  ["__builtin__", "builtins"],
  ["__builtins__", "builtins"],
  ["six.moves.builtins", "builtins"],
  ["future.builtins", "builtins"],
  ["io.open", "builtins.open"],
  ["_io.open", "builtins.open"],
  ["codecs.open", "builtins.open"],
  ["importlib.__import__", "builtins.__import__"],
  ["cPickle", "pickle"],
  ["_pickle", "pickle"],
  ["six.moves.cPickle", "pickle"],
  ["_posixsubprocess", "_posixsubprocess"],
  ["subprocess32", "subprocess"],
  ["commands", "subprocess"],
  ["xml.etree.cElementTree", "xml.etree.ElementTree"],
  ["Cryptodome", "Crypto"],
  ["np", "numpy"],
  ["pd", "pandas"],
  ["_operator", "operator"],
  ["_codecs", "codecs"],
  ["_socket", "socket"],
  ["_ssl", "ssl"],
  ["importlib._bootstrap._gcd_import", "importlib.import_module"],
  ["ruamel_yaml", "ruamel.yaml"],
  ["simplejson", "json"],
  ["gevent.subprocess", "subprocess"],
  ["eventlet.green.subprocess", "subprocess"],
  ["eventlet.green.os", "os"],
  ["requests.packages.urllib3", "urllib3"],
  ["requests.api", "requests"],
  ["requests.sessions", "requests"],
  ["flask.globals", "flask"],
  ["flask.helpers", "flask"],
  ["jinja2.environment", "jinja2"],
  ["paramiko.client", "paramiko"],
  ["torch.serialization", "torch"],
  ["yaml.loader", "yaml"],
  ["_hashlib.openssl_md5", "hashlib.md5"],
  ["_hashlib.openssl_sha1", "hashlib.sha1"],
  ["cryptography.hazmat.decrepit.ciphers", "cryptography.hazmat.primitives.ciphers"],
]);

/** The usual name of what a path reaches. */
export function canonical(path: string): string {
  return otherNames.get(path) ?? path;
}

/** The usual name of a module, also where only a package above it has another one. */
export function canonicalModule(path: string): string {
  for (let end = path.length; end > 0; end = path.lastIndexOf(".", end - 1)) {
    const usual = otherNames.get(path.slice(0, end));
    if (usual !== undefined) return usual + path.slice(end);
  }
  return path;
}

/** Modules that others import under their own name, so that `shutil.os` and `logging.sys` lead to them. */
const carried = new Map<string, string>(
  words(
    "os sys subprocess builtins pickle importlib shutil socket io codecs marshal ctypes platform",
  ).flatMap((name) => [
    [name, name],
    [`_${name}`, name],
  ]),
);

/** What an attribute of a module leads to. */
export function attributePath(path: string, name: string): string {
  const through = carried.get(name);
  if (
    through !== undefined &&
    through !== path &&
    !(path === "asyncio" && name === "subprocess") &&
    /^[a-z_][\w]*(?:\.[a-z_]\w*){0,3}$/.test(path) &&
    isKnownModule(path.split(".")[0]!)
  )
    return through;
  return canonical(`${path}.${name}`);
}

/** Packages of others that are recognised, and that carry modules like those of the standard library. */
const packages = new Set(
  words(`
  aiohttp dill distutils django fabric flask httpx jinja2 joblib jsonpickle lxml mako numpy pandas paramiko pip requests
  setuptools torch urllib3 yaml`),
);

export function isKnownModule(name: string): boolean {
  return isModule(name) || packages.has(name);
}

/** What is asked of modules that the library does not describe: other versions' and other people's. */
const starNames: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    importlib: new Set(["__import__"]),
    builtins: new Set(["__import__"]),
    ctypes: new Set(["windll"]),
    yaml: new Set(
      words("load load_all unsafe_load full_load Loader UnsafeLoader FullLoader SafeLoader safe_load"),
    ),
    telnetlib: new Set(["Telnet"]),
    flask: new Set(words("request redirect Flask render_template_string send_file Markup make_response")),
  }),
);

/** What a name may mean after `from module import *`. */
export function starPath(stars: readonly string[], name: string): string | undefined {
  const module = stars.findLast(
    (star) => maybeOffers(canonical(star), name) || starNames.get(star)?.has(name),
  );
  return module === undefined ? undefined : canonical(`${module}.${name}`);
}

/** A name that nothing defines comes from a module of which everything was imported, if there is one nobody describes. */
export function undefinedPath(stars: readonly string[], name: string): string {
  const star = stars.findLast((one) => moduleMembers(one) === undefined);
  return star === undefined ? (usualNames.get(name) ?? name) : canonicalModule(`${star}.${name}`);
}

/** What people mean by a name in code that is shown without its imports. */
const usualNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    np: "numpy",
    pd: "pandas",
    ET: "xml.etree.ElementTree",
    etree: "lxml.etree",
    minidom: "xml.dom.minidom",
    Popen: "subprocess.Popen",
    check_output: "subprocess.check_output",
    urlopen: "urllib.request.urlopen",
    urlretrieve: "urllib.request.urlretrieve",
    import_module: "importlib.import_module",
    mark_safe: "django.utils.safestring.mark_safe",
    Markup: "markupsafe.Markup",
    ...inPackage("Crypto.Cipher", "AES DES DES3 ARC2 ARC4 Blowfish CAST"),
    ...inPackage("Crypto.Hash", "MD2 MD4 MD5 SHA1"),
    ...inPackage("Crypto.PublicKey", "RSA DSA"),
    ...inPackage("cryptography.hazmat.primitives.ciphers", "algorithms modes"),
    ...inPackage("cryptography.hazmat.primitives", "hashes"),
    ...inPackage("cryptography.hazmat.primitives.asymmetric", "rsa dsa ec"),
  }),
);

function inPackage(of: string, names: string): Record<string, string> {
  return Object.fromEntries(words(names).map((name) => [name, `${of}.${name}`]));
}

/** Also on another system: what a program reaches there is no less dangerous. */
function maybeOffers(module: string, name: string): boolean {
  const entry = moduleMembers(module)?.get(name);
  return entry !== undefined && entry.kind !== "incidental";
}
