from collections import defaultdict, deque
import heapq


class Graph:
    def __init__(self):
        self.edges = defaultdict(list)

    def connect(self, a, b, weight=1):
        self.edges[a].append((b, weight))
        self.edges[b].append((a, weight))

    def reachable(self, start):
        seen = {start}
        queue = deque([start])
        while queue:
            node = queue.popleft()
            for neighbour, _ in self.edges[node]:
                if neighbour not in seen:
                    seen.add(neighbour)
                    queue.append(neighbour)
        return seen

    def shortest(self, start, goal):
        heap = [(0, start, [start])]
        done = set()
        while heap:
            cost, node, path = heapq.heappop(heap)
            if node == goal:
                return cost, path
            if node in done:
                continue
            done.add(node)
            for neighbour, weight in self.edges[node]:
                heapq.heappush(heap, (cost + weight, neighbour, path + [neighbour]))
        return None


graph = Graph()
for a, b, weight in [("A", "B", 4), ("A", "C", 1), ("C", "B", 2), ("B", "D", 5)]:
    graph.connect(a, b, weight)

print(sorted(graph.reachable("A")))
print(graph.shortest("A", "D"))
