d = {"a": 1}
ks = d.keys()
d["b"] = 2
assert len(ks) == 2
