def numbers():
    n = 1
    while True:
        yield n
        n += 1
def take(n, it):
    for _, value in zip(range(n), it):
        yield value
def smap(f, it):
    for value in it:
        yield f(value)
def sfilter(test, it):
    for value in it:
        if test(value):
            yield value
print(list(take(5, sfilter(lambda x: x % 3 == 0, smap(lambda x: x * x, numbers())))))
class Pipeline:
    def __init__(self, source):
        self.source = source
        self.stages = []
    def __or__(self, stage):
        self.stages.append(stage)
        return self
    def __iter__(self):
        data = self.source
        for stage in self.stages:
            data = stage(data)
        return iter(data)
p = Pipeline(range(10)) | (lambda d: (x for x in d if x % 2)) | (lambda d: [x * 10 for x in d])
print(list(p), sum(Pipeline([1, 2])))
def windowed(items, size):
    window = []
    for item in items:
        window.append(item)
        if len(window) == size:
            yield tuple(window)
            window = window[1:]
print(list(windowed("abcde", 3)), list(windowed([1], 2)))
def batches(items, size):
    for start in range(0, len(items), size):
        yield items[start:start + size]
print(list(batches(list(range(7)), 3)), list(batches("abcd", 2)))
def flatten(x):
    if isinstance(x, (list, tuple)):
        for part in x:
            yield from flatten(part)
    else:
        yield x
print(list(flatten([1, [2, (3, [4])], []])), sum(flatten([[1], [2, [3]]])))
def interleave(*its):
    iterators = [iter(i) for i in its]
    while iterators:
        for it in list(iterators):
            try:
                yield next(it)
            except StopIteration:
                iterators.remove(it)
print(list(interleave("abc", [1], (True, False))))
def running_mean():
    total = count = 0
    mean = None
    while True:
        x = yield mean
        total += x
        count += 1
        mean = total / count
r = running_mean()
next(r)
print([r.send(v) for v in [10, 20, 60]])
def unique(items, key=lambda x: x):
    seen = set()
    for item in items:
        k = key(item)
        if k not in seen:
            seen.add(k)
            yield item
print(list(unique([3, 1, 3, 2, 1])), list(unique(["a", "A", "b"], key=str.lower)), list(unique([[1], [2], [1]], key=tuple)))
def countdown(n):
    while n > 0:
        got = yield n
        n = got if got is not None else n - 1
c = countdown(5)
print(next(c), next(c), c.send(10), next(c), list(take(2, c)))
it = iter(range(6))
print(list(zip(it, it)), [a + b for a, b in zip([1, 2], [3, 4])])
print([*map(lambda x, y: x * y, range(4), range(1, 5))], dict(map(lambda k: (k, len(k)), ["a", "bb"])))
lines = iter(["a=1", "b=2", "", "c=3"])
parsed = {}
for line in lines:
    if not line:
        break
    key, value = line.split("=")
    parsed[key] = int(value)
print(parsed, next(lines))
