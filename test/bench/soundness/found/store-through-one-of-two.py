n = len(input())
a, b = {}, {}
c = a if n > 2 else b
c["k"] = 1
assert a["k"] == 1
