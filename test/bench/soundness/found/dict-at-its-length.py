d = {1: "a"}
assert d[len(d)] == "a"
