it = iter([1, 2])
first = list(it)
assert list(it) == []
