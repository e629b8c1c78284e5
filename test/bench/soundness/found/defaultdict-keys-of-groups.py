from collections import defaultdict

numbers = [3, 1, 3]
groups = defaultdict(list)
for n in numbers:
    groups[n].append(n)
counts = {k: 0 for k in groups}
for n in numbers:
    counts[n] += 1
