class Range:
    def __init__(self, start, stop, step=1):
        self.start, self.stop, self.step = start, stop, step
    def __iter__(self):
        value = self.start
        while value < self.stop:
            yield value
            value += self.step
    def __len__(self):
        return max(0, -(-(self.stop - self.start) // self.step))
    def __contains__(self, v):
        return self.start <= v < self.stop and (v - self.start) % self.step == 0
    def __getitem__(self, i):
        if not 0 <= i < len(self):
            raise IndexError(f"index {i}")
        return self.start + i * self.step
    def __reversed__(self):
        return iter([self[i] for i in range(len(self) - 1, -1, -1)])
r = Range(1, 10, 3)
print(list(r), len(r), 4 in r, 5 in r, r[2], list(reversed(r)), sum(r), [*r], max(r))
try:
    r[9]
except IndexError as error:
    print(error)
class Cycle:
    def __init__(self, items, limit):
        self.items, self.limit, self.i = items, limit, 0
    def __iter__(self):
        return self
    def __next__(self):
        if self.i >= self.limit:
            raise StopIteration
        self.i += 1
        return self.items[(self.i - 1) % len(self.items)]
c = Cycle("ab", 5)
print(next(c), list(c), list(c))
class Peekable:
    def __init__(self, it):
        self.it = iter(it)
        self.buffer = []
    def peek(self, default=None):
        if not self.buffer:
            try:
                self.buffer.append(next(self.it))
            except StopIteration:
                return default
        return self.buffer[0]
    def __iter__(self):
        return self
    def __next__(self):
        if self.buffer:
            return self.buffer.pop()
        return next(self.it)
p = Peekable([1, 2, 3])
print(p.peek(), next(p), p.peek(), list(p), p.peek("end"))
a, b, *rest = Range(0, 5)
print(a, b, rest, dict(zip(Range(0, 2), "xy")), list(map(lambda v: v * v, Range(0, 3))))
for i, v in enumerate(Range(5, 8), 1):
    print(i, v, end="; ")
print()
it = iter([1, 2, 3, 4])
for x in it:
    print(x, next(it, None))
class Matrix:
    def __init__(self, rows):
        self.rows = rows
    def __getitem__(self, key):
        r, c = key
        return self.rows[r][c]
    def __setitem__(self, key, value):
        r, c = key
        self.rows[r][c] = value
    def __iter__(self):
        return iter(self.rows)
m = Matrix([[1, 2], [3, 4]])
m[0, 1] = 9
m[1, 1] += 5
print(m[0, 1], m[1, 1], [sum(row) for row in m], [x for row in m for x in row])
def zip_with(f, *its):
    iterators = [iter(i) for i in its]
    while True:
        try:
            yield f(*[next(i) for i in iterators])
        except StopIteration:
            return
print(list(zip_with(lambda a, b: a * b, [1, 2, 3], Range(10, 100, 10))))
