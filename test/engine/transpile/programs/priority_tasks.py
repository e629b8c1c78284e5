import heapq
class Task:
    def __init__(self, priority, name):
        self.priority = priority
        self.name = name
    def __lt__(self, other):
        return (self.priority, self.name) < (other.priority, other.name)
    def __repr__(self):
        return f"{self.name}@{self.priority}"
heap = []
for p, n in [(3, "write"), (1, "plan"), (2, "code"), (1, "ask")]:
    heapq.heappush(heap, Task(p, n))
print([heapq.heappop(heap) for _ in range(len(heap))])
def schedule(jobs):
    jobs = sorted(jobs, key=lambda j: j["end"])
    chosen, last = [], 0
    for job in jobs:
        if job["start"] >= last:
            chosen.append(job["name"])
            last = job["end"]
    return chosen
print(schedule([{"name": "a", "start": 1, "end": 4}, {"name": "b", "start": 3, "end": 5}, {"name": "c", "start": 4, "end": 7}, {"name": "d", "start": 6, "end": 9}]))
def huffman(text):
    counts = {}
    for ch in text:
        counts[ch] = counts.get(ch, 0) + 1
    heap = [(n, i, ch) for i, (ch, n) in enumerate(sorted(counts.items()))]
    heapq.heapify(heap)
    tag = len(heap)
    while len(heap) > 1:
        a, b = heapq.heappop(heap), heapq.heappop(heap)
        heapq.heappush(heap, (a[0] + b[0], tag, (a[2], b[2])))
        tag += 1
    codes = {}
    def walk(node, prefix):
        if isinstance(node, str):
            codes[node] = prefix or "0"
        else:
            walk(node[0], prefix + "0")
            walk(node[1], prefix + "1")
    walk(heap[0][2], "")
    return codes
codes = huffman("abracadabra")
print(sorted(codes.items()), "".join(codes[c] for c in "abra"))
print(heapq.nlargest(2, [("a", 3), ("b", 9), ("c", 5)], key=lambda p: p[1]), list(heapq.merge([1, 4], [2, 3])))
merged = []
for start, end in sorted([(1, 3), (8, 10), (2, 6), (15, 18)]):
    if merged and start <= merged[-1][1]:
        merged[-1][1] = max(merged[-1][1], end)
    else:
        merged.append([start, end])
print(merged)
