import json
data = {"name": "Ann", "tags": ["a", "b"], "age": 30, "ratio": 0.5, "none": None, "ok": True, "nested": {"list": [1, [2, {"x": []}]]}}
text = json.dumps(data)
print(text)
print(json.loads(text) == data, json.dumps(data, sort_keys=True, indent=2))
print(json.dumps([1, 2.0, 1e20, "é😀\n\"q\""]), json.dumps("é", ensure_ascii=False), json.dumps({1: "int key", True: "b", None: "n"}))
print(json.loads("[1, 2.5, -3e2, \"\\u00e9\", null, true, {}]"), json.dumps((1, 2)), json.dumps({"a": 1}, separators=(",", ":")))
try:
    json.loads("{bad}")
except ValueError as error:
    print(type(error).__name__)
def walk(value, path="$"):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from walk(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from walk(inner, f"{path}[{i}]")
    else:
        yield path, value
for path, value in walk(json.loads(text)):
    print(path, "=", value)
def merge(a, b):
    result = dict(a)
    for key, value in b.items():
        if key in result and isinstance(result[key], dict) and isinstance(value, dict):
            result[key] = merge(result[key], value)
        else:
            result[key] = value
    return result
print(merge({"a": {"x": 1, "y": 2}, "b": 1}, {"a": {"y": 3}, "c": 4}))
def diff(a, b):
    keys = sorted(set(a) | set(b))
    return [(k, a.get(k), b.get(k)) for k in keys if a.get(k) != b.get(k)]
print(diff({"a": 1, "b": 2}, {"b": 3, "c": 4}))
