const words = (list: string): string[] => list.trim().split(/\s+/);

/** The names every Python program has without importing anything. */
export const builtinNames: ReadonlySet<string> = new Set(
  words(`
  abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict
  dir divmod enumerate eval exec execfile exit filter float format frozenset getattr globals hasattr hash help hex id input
  int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property quit
  range raw_input reload repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip
  __import__ __build_class__ __loader__ BaseException Exception NotImplemented Ellipsis`),
);

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
]);

/** The usual name of what a path reaches. */
export function canonical(path: string): string {
  return otherNames.get(path) ?? path;
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
    /^[a-z_][\w]*(?:\.[a-z_]\w*){0,3}$/.test(path) &&
    modules.has(path.split(".")[0]!)
  )
    return through;
  return canonical(`${path}.${name}`);
}

/** Modules that need not be imported in a fragment to be recognised, and that carry others. */
export const modules: ReadonlySet<string> = new Set(
  words(`
  abc aiohttp argparse ast asyncio atexit base64 binascii bz2 cgi cmd code codecs collections concurrent configparser
  contextlib copy crypt csv ctypes dataclasses datetime dbm decimal difflib dill dis distutils django email enum fabric
  fcntl fileinput flask fnmatch ftplib functools gc getpass gettext glob gzip hashlib heapq hmac html http httpx imaplib imp
  importlib inspect io itertools jinja2 joblib json jsonpickle keyword linecache locale logging lxml lzma mailbox mako
  marshal math mimetypes mmap multiprocessing nntplib numpy operator os pandas paramiko pathlib pdb pickle pip pkgutil
  platform plistlib poplib posixpath pprint pty pwd queue random re requests resource runpy sched secrets select selectors
  setuptools shelve shlex shutil signal site smtplib socket socketserver sqlite3 ssl stat string struct subprocess sys
  sysconfig tarfile telnetlib tempfile textwrap threading time timeit token tokenize torch traceback turtle types typing
  unittest urllib urllib3 uuid venv warnings weakref webbrowser wsgiref xml xmlrpc yaml zipfile zipimport zlib`),
);

const starNames: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    os: new Set(
      words(`system popen execl execle execlp execlpe execv execve execvp execvpe spawnl spawnle spawnlp spawnlpe spawnv spawnve
    spawnvp spawnvpe posix_spawn posix_spawnp startfile fork environ getenv chmod umask remove unlink path dup2`),
    ),
    subprocess: new Set(words("run call check_call check_output Popen getoutput getstatusoutput")),
    pickle: new Set(words("load loads Unpickler dump dumps")),
    marshal: new Set(words("load loads")),
    builtins: new Set(words("eval exec compile __import__ open getattr")),
    importlib: new Set(words("import_module __import__ reload")),
    pty: new Set(words("spawn fork")),
    runpy: new Set(words("run_path run_module")),
    tempfile: new Set(words("mktemp mkstemp NamedTemporaryFile")),
    code: new Set(words("interact InteractiveConsole InteractiveInterpreter")),
    ctypes: new Set(words("CDLL cdll PyDLL pythonapi windll")),
    hashlib: new Set(words("md5 sha1 new sha256")),
    random: new Set(words("random randint choice choices randrange sample uniform getrandbits")),
    shutil: new Set(words("unpack_archive rmtree move copy")),
    yaml: new Set(
      words("load load_all unsafe_load full_load Loader UnsafeLoader FullLoader SafeLoader safe_load"),
    ),
    telnetlib: new Set(["Telnet"]),
    ftplib: new Set(["FTP"]),
    socket: new Set(["socket", "create_connection", "AF_INET", "SOCK_STREAM"]),
    flask: new Set(words("request redirect Flask render_template_string send_file Markup make_response")),
  }),
);

/** What a name may mean after `from module import *`. */
export function starPath(stars: readonly string[], name: string): string | undefined {
  const module = stars.findLast((star) => starNames.get(star)?.has(name));
  return module === undefined ? undefined : canonical(`${module}.${name}`);
}
