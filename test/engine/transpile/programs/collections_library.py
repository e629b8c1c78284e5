from collections import Counter, defaultdict, deque, OrderedDict
import collections
c = Counter("mississippi")
print(c, c.most_common(2), c["s"], c["zzz"], sum(c.values()), sorted(c))
c.update("ms")
c["q"] += 1
print(c, c - Counter("ss"), Counter(a=2) + Counter(a=1, b=3))
groups = defaultdict(list)
for word in ["apple", "avocado", "bean", "cherry", "carrot"]:
    groups[word[0]].append(word)
print(dict(groups), groups["zz"], len(groups), "q" in groups)
counts = defaultdict(int)
for x in [1, 2, 1]:
    counts[x] += 1
print(sorted(counts.items()), counts.get(9), counts)
nested = defaultdict(lambda: defaultdict(int))
nested["a"]["b"] += 3
print(nested["a"]["b"], nested["x"]["y"], sorted(nested))
d = deque([1, 2, 3])
d.append(4)
d.appendleft(0)
print(d, d.pop(), d.popleft(), len(d), list(d), 2 in d)
d.extend([7, 8])
d.rotate(2)
print(list(d), d[0], d[-1])
window = deque(maxlen=3)
for i in range(5):
    window.append(i)
print(list(window), window)
o = OrderedDict([("b", 1), ("a", 2)])
o.move_to_end("b")
print(list(o.items()), o.popitem(last=False))
print(collections.Counter([1, 1, 2]).most_common(), isinstance(c, dict), bool(Counter()))
try:
    deque().pop()
except IndexError as error:
    print(error)
