d = {"a": 1, "b": 2}
d["c"] = 3
d[(1, 2)] = "tuple"
d[1] = "int"
d["1"] = "text"
d[1.0] = "same as 1"
d[True] = "and again"
print(d, len(d))
print(d.get("zz"), d.get("zz", 5), d.get("a"), d.setdefault("n", []), d.setdefault("a", 9))
d["n"].append(4)
print(d.pop("b"), d.pop("b", None), "b" in d, list(d), list(d.values()), list(d.items())[0])
for key, value in d.items():
    print(key, "->", value)
try:
    d["missing"]
except KeyError as error:
    print("KeyError", error)
try:
    d.pop((3, 4))
except KeyError as error:
    print("KeyError", error)
try:
    {}[[1]]
except TypeError as error:
    print(error)
e = {**d, "a": 100, "z": 26}
print(e, e == d, e | {"a": 0}, dict(x=1, y=2), dict([("p", 1), ("q", 2)]))
e.update({"z": 27}, w=5)
del e["z"]
print(e.popitem(), e)
counts = {}
for ch in "mississippi":
    counts[ch] = counts.get(ch, 0) + 1
print(counts, sorted(counts.items(), key=lambda kv: (-kv[1], kv[0])))
print(max(counts, key=counts.get), min(counts.values()), sum(counts.values()))
print({k: v for k, v in zip("abc", range(3))}, {v: k for k, v in counts.items()})
print(dict.fromkeys("abc", 0), sorted(counts), reversed(list(counts)).__next__() if False else list(reversed(list(counts))))
print(d.keys() == d.keys(), counts.keys() & {"m", "z"} == {"m"}, list(counts.keys()))
nested = {"x": {"y": {"z": 1}}}
nested["x"]["y"]["z"] += 41
print(nested, nested["x"]["y"])
copy = nested.copy()
copy["x"] = 1
print(nested, copy)
for k in list(counts):
    if counts[k] > 2:
        del counts[k]
print(counts)
