d = {}
lazy = (d["k"] for _ in range(1))
d["k"] = 1
assert list(lazy) == [1]
