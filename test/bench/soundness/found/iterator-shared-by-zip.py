it = iter([1, 2, 3, 4])
assert list(zip(it, it)) == [(1, 2), (3, 4)]
