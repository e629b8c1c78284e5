from collections import defaultdict

g = defaultdict(list)
g[1].append(2)
assert max(g) == 1
