from collections import defaultdict

edges = defaultdict(list)
for start, end in [(0, 1), (1, 2), (2, 0)]:
    edges[start].append(end)
visited = [0] * len(edges)
visited[2] = 1
