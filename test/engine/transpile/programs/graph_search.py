from collections import deque
import heapq
graph = {"A": ["B", "C"], "B": ["D"], "C": ["D", "E"], "D": ["F"], "E": ["F"], "F": []}
def bfs(start, goal):
    queue = deque([[start]])
    seen = {start}
    while queue:
        path = queue.popleft()
        if path[-1] == goal:
            return path
        for neighbour in graph[path[-1]]:
            if neighbour not in seen:
                seen.add(neighbour)
                queue.append(path + [neighbour])
    return None
def dfs(node, visited=None):
    if visited is None:
        visited = []
    visited.append(node)
    for neighbour in graph[node]:
        if neighbour not in visited:
            dfs(neighbour, visited)
    return visited
print(bfs("A", "F"), bfs("F", "A"), dfs("A"))
weights = {"a": {"b": 7, "c": 3}, "b": {"d": 2}, "c": {"b": 1, "d": 8}, "d": {}}
def dijkstra(source):
    distance = {node: float("inf") for node in weights}
    distance[source] = 0
    heap = [(0, source)]
    while heap:
        d, node = heapq.heappop(heap)
        if d > distance[node]:
            continue
        for other, w in weights[node].items():
            if d + w < distance[other]:
                distance[other] = d + w
                heapq.heappush(heap, (d + w, other))
    return distance
print(dijkstra("a"))
def topological(g):
    degree = {n: 0 for n in g}
    for n in g:
        for m in g[n]:
            degree[m] += 1
    ready = [n for n in g if degree[n] == 0]
    order = []
    while ready:
        n = ready.pop(0)
        order.append(n)
        for m in g[n]:
            degree[m] -= 1
            if degree[m] == 0:
                ready.append(m)
    return order
print(topological(graph))
grid = ["S.#.", "..#G", "....", "#..."]
def solve(grid):
    rows, cols = len(grid), len(grid[0])
    start = next((r, c) for r in range(rows) for c in range(cols) if grid[r][c] == "S")
    distance = {start: 0}
    queue = deque([start])
    while queue:
        r, c = queue.popleft()
        if grid[r][c] == "G":
            return distance[r, c]
        for dr, dc in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
            nr, nc = r + dr, c + dc
            if 0 <= nr < rows and 0 <= nc < cols and grid[nr][nc] != "#" and (nr, nc) not in distance:
                distance[nr, nc] = distance[r, c] + 1
                queue.append((nr, nc))
    return -1
print(solve(grid))
parent = list(range(6))
def find(x):
    while parent[x] != x:
        parent[x] = parent[parent[x]]
        x = parent[x]
    return x
def union(a, b):
    parent[find(a)] = find(b)
for a, b in [(0, 1), (2, 3), (1, 3)]:
    union(a, b)
print([find(x) == find(0) for x in range(6)])
d = deque([1, 2, 3], maxlen=3)
d.append(4)
d.appendleft(0)
d.rotate(1)
print(list(d), len(d), d[0], d.pop(), d.popleft())
heap = [5, 2, 9, 1]
heapq.heapify(heap)
print([heapq.heappop(heap) for _ in range(4)], heapq.nlargest(2, [4, 8, 1]), heapq.nsmallest(2, [4, 8, 1]))
