import collections, itertools, json, sys, warnings

warnings.simplefilter("ignore")
imports, unknown, programs = json.load(sys.stdin)
shared = {}
exec(imports, shared)
passing = (map, filter, zip, enumerate, itertools.chain, itertools.islice, itertools.repeat, itertools.starmap)
sequences = (range, collections.deque, shared["array"].array)


def show(value, depth=0):
    kind = type(value)
    if depth > 6 or (hasattr(kind, "__len__") and len(value) > 5000):
        return ["other", "large"]
    if kind is str:
        return ["str", value] if not any("\ud800" <= c <= "\udfff" for c in value) else ["odd"]
    if kind in (bytes, memoryview):
        return ["bytes", bytes(value).decode("latin-1")]
    if kind is bytearray:
        return ["bytearray", list(value)]
    if kind is bool:
        return ["bool", value]
    if kind is int:
        return ["int", hex(value)]
    if value is None:
        return ["none"]
    if kind is float:
        return ["float", repr(value)]
    if kind in (list, tuple):
        return [kind.__name__, [show(item, depth + 1) for item in value]]
    if kind in (set, frozenset):
        return ["set", [show(item, depth + 1) for item in value]]
    if kind in (dict, collections.OrderedDict, collections.defaultdict, shared["types"].MappingProxyType, collections.ChainMap):
        return ["dict", [[show(key, depth + 1), show(value[key], depth + 1)] for key in value]]
    if kind in sequences:
        return ["list", [show(item, depth + 1) for item in value]]
    if kind in passing or hasattr(value, "__next__") or kind.__name__ in ("dict_keys", "dict_values", "dict_items"):
        return ["passing", [show(item, depth + 1) for item in itertools.islice(value, 5000)]]
    return ["other", kind.__name__]


def run(before, expression):
    names = dict(shared, u=unknown)
    try:
        exec(before, names)
        return show(eval(expression, names))
    except Exception as error:
        return ["raised", type(error).__name__]


json.dump([run(*program) for program in programs], sys.stdout)
