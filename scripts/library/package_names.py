"""Writes the table of package names from the wheels of pigar and guarddog, the same bytes each time."""

import collections
import hashlib
import json
import pathlib
import re
import sqlite3
import sys
import tempfile
import zipfile

# A module that more packages have than this is taken for what many call their own: `utils`, `tests`, `core`.
COMMON_OWNERS = 5
# A word that so many names are made with is a word.
WORD_NAMES = 8
# A name that few have is its first owner's; where more do, the package has to be well known or named like it.
FEW_OWNERS, SOME_OWNERS, MANY_OWNERS = 12, 60, 200
WELL_KNOWN = 1000
# Popular packages that fill one folder together, as `google` and `azure`, are no answer.
MAX_POPULAR_OWNERS = 8
# The package of the same name has it where another one is at most so many times as popular.
SAME_NAME = 3
# Bits of the filter, as a power of two, and how many of them each name sets. `table.ts` reads it.
FILTER_BITS, FILTER_MARKS = 22, 4

# What a package puts on the path by other means than the folders that pigar reads.
BY_OTHER_MEANS = {
    "matplotlib": "mpl_toolkits pylab",
    "pygobject": "gi",
    "pywin32": "odbc perfmon pythoncom pythonwin servicemanager timer win2kras win32clipboard win32con"
    " win32console win32cred win32crypt win32event win32evtlog win32evtlogutil win32file win32gui win32gui_struct"
    " win32help win32inet win32inetcon win32job win32lz win32net win32netcon win32pdh win32pdhquery win32pdhutil"
    " win32pipe win32print win32process win32profile win32ras win32security win32service win32serviceutil"
    " win32timezone win32trace win32traceutil win32transaction win32ts win32ui win32uiole win32verstamp win32wnet"
    " winerror winioctlcon winnt winperf winxpgui winxptheme",
    "setuptools": "pkg_resources",
}

# Of Python's library, too, though `python.json` does not describe them.
UNDESCRIBED = "antigravity distutils idlelib lib2to3 this turtledemo".split()
# Python 2 had them in its library.
PYTHON_2 = """__builtin__ BaseHTTPServer CGIHTTPServer ConfigParser Cookie Dialog DocXMLRPCServer FileDialog HTMLParser MimeWriter
Queue SimpleDialog SimpleHTTPServer SimpleXMLRPCServer SocketServer StringIO Tix Tkconstants Tkdnd Tkinter UserDict UserList
UserString anydbm bsddb cPickle cStringIO commands compiler cookielib copy_reg dbhash dircache dl dumbdbm dummy_thread
exceptions fpformat future_builtins gdbm htmlentitydefs htmllib httplib ihooks imputil md5 mhlib mimetools mimify multifile
mutex new popen2 posixfile repr rexec rfc822 robotparser sets sgmllib sha statvfs sunaudio thread tkColorChooser
tkCommonDialog tkFileDialog tkFont tkMessageBox tkSimpleDialog toaiff ttk urllib2 urlparse user whichdb xmlrpclib""".split()

IDENTIFIER = re.compile(r"[a-z_][a-z0-9_]*")


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def as_module(name):
    return normal(name).replace("-", "_")


def read(wheels):
    folder = pathlib.Path(wheels)
    with zipfile.ZipFile(next(folder.glob("guarddog-*.whl"))) as wheel:
        packages = json.loads(wheel.read("guarddog/analyzer/metadata/resources/top_pypi_packages.json"))["packages"]
    popular = list(dict.fromkeys(map(normal, packages)))
    with tempfile.TemporaryDirectory() as unpacked, zipfile.ZipFile(next(folder.glob("pigar-*.whl"))) as wheel:
        database = sqlite3.connect(wheel.extract("pigar/.db.sqlite3", unpacked))
        names = dict(database.execute("SELECT id, name FROM distributions"))
        rows = database.execute("SELECT distribution_id, name FROM top_level_module_names").fetchall()
        database.close()
    return popular, names, rows


def resembles(module, package):
    """Whether the package is named for the module: `dateutil` in `python-dateutil`, `sklearn` not in `scikit-learn`."""
    return module.lower().replace("_", "") in package.replace("-", "")


def differing(popular, names, rows, library):
    """Modules with the package that has them, where its name is another one."""
    rank = {name: at for at, name in enumerate(popular)}
    owners = collections.defaultdict(set)
    count = collections.Counter()
    for distribution, module in rows:
        count[module] += 1
        package = normal(names.get(distribution, ""))
        if package in rank:
            owners[module].add(package)
    found = {}
    for module, packages in owners.items():
        best = min(packages, key=rank.__getitem__)
        same = rank.get(normal(module))
        if same is not None and same <= SAME_NAME * rank[best]:
            continue
        if module in library or not re.fullmatch(r"[A-Za-z]\w*", module, re.ASCII):
            continue
        if len(packages) > MAX_POPULAR_OWNERS:
            continue
        limit = SOME_OWNERS if rank[best] < WELL_KNOWN else FEW_OWNERS
        if count[module] <= limit or (resembles(module, best) and count[module] <= MANY_OWNERS):
            found[module] = best
    for package, others in BY_OTHER_MEANS.items():
        found.update((module, package) for module in others.split())
    return found, count


def words_near(well_known, known):
    """Words in the names of several packages that are one letter from a well-known one: `clock` is no `click`."""
    count = collections.Counter(word for name in known for word in set(name.split("_")))
    words = {word for word, number in count.items() if number >= WORD_NAMES and len(word) >= 4 and word.isalpha()}
    gaps = collections.defaultdict(set)
    for name in well_known:
        for gap in gaps_of(name):
            gaps[gap].add(name)
    return {word for word in words if any(gap in gaps for gap in gaps_of(word))}


def gaps_of(name):
    """What is left of a name without one letter, and the name itself: two names one edit apart have one in common."""
    return {name, *(name[:at] + name[at + 1 :] for at in range(len(name)))}


def filter_of(names):
    bits = bytearray(1 << (FILTER_BITS - 3))
    for name in names:
        digest = hashlib.sha256(name.encode()).digest()
        for mark in range(FILTER_MARKS):
            at = int.from_bytes(digest[4 * mark : 4 * mark + 4], "big") >> (32 - FILTER_BITS)
            bits[at >> 3] |= 1 << (at & 7)
    return bytes(bits)


def lines(head, rows):
    return "".join(f"# {line}\n" for line in head) + "".join(f"{row}\n" for row in rows)


def main(wheels, target, python_json):
    library = json.loads(pathlib.Path(python_json).read_text())
    inside = {path.split(".")[0] for path in [*library["modules"], *library["otherModules"].split(" "), *UNDESCRIBED]}
    popular, names, rows = read(wheels)
    modules, count = differing(popular, names, rows, inside)
    known = {as_module(name) for name in [*popular, *names.values()]} | {as_module(module) for _, module in rows} | {as_module(module) for module in modules}
    known = sorted(name for name in known if IDENTIFIER.fullmatch(name))
    well_known = set(popular[:WELL_KNOWN])
    own = {as_module(name) for name in well_known} | {as_module(module) for module, owner in modules.items() if owner in well_known}
    owners = collections.Counter()
    for module, number in count.items():
        owners[module.lower()] += number
    common = {name for name, number in owners.items() if number >= COMMON_OWNERS and IDENTIFIER.fullmatch(name)}
    common = sorted(({name.lower() for name in [*PYTHON_2, *UNDESCRIBED]} | (common | words_near(own, known)) - inside) - own)
    written = "Written by `npm run names`; do not edit."
    pigar, guarddog = "pigar 2.2.0 (BSD-3-Clause)", "guarddog 3.2.0 (Apache-2.0)"
    files = {
        "popular.txt": lines([f"Packages, the most downloaded first: the list in {guarddog}.", written], popular),
        "modules.txt": lines(
            [f"Modules and the package that has them, where its name differs: {pigar}, by the popularity in {guarddog}.", written],
            (f"{module} {package}" for module, package in sorted(modules.items())),
        ),
        "common-modules.txt": lines(
            [f"Names of modules that {COMMON_OWNERS} packages or more have or that are words in the names of several, and no well-known package is named for: {pigar}; and modules of Python's library, of Python 2, too.", written], common
        ),
    }
    folder = pathlib.Path(target)
    for name, text in files.items():
        (folder / name).write_text(text)
    (folder / "known-names.bin").write_bytes(filter_of(known))
    print(
        f"{len(popular)} popular packages, {len(modules)} modules of another name, {len(common)} common modules, {len(known)} known names:",
        ", ".join(f"{each.name} {each.stat().st_size} bytes" for each in sorted(folder.iterdir()) if each.suffix in (".txt", ".bin")),
    )


main(*sys.argv[1:])
