d: dict = {}
d |= [(1, 2)]
assert d[1] == 2
