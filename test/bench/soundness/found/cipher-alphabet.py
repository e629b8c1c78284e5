key = "abc"
xs = [n for n in range(26)]
assert [xs[i] for i, c in enumerate(key)] == [0, 1, 2]
