class Grid:
    def __init__(self, width, height, fill=0):
        self.width, self.height = width, height
        self.cells = [[fill for _ in range(width)] for _ in range(height)]
    def copy(self):
        other = Grid(self.width, self.height)
        other.cells = [row[:] for row in self.cells]
        return other
    def __eq__(self, other):
        return isinstance(other, Grid) and self.cells == other.cells
    def __getitem__(self, at):
        x, y = at
        return self.cells[y][x]
    def __setitem__(self, at, value):
        x, y = at
        self.cells[y][x] = value
    def neighbours(self, x, y):
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            if 0 <= x + dx < self.width and 0 <= y + dy < self.height:
                yield x + dx, y + dy
    def flood(self, x, y, value):
        old = self[x, y]
        if old == value:
            return 0
        todo, count = [(x, y)], 0
        while todo:
            at = todo.pop()
            if self[at] != old:
                continue
            self[at] = value
            count += 1
            todo.extend(self.neighbours(*at))
        return count
    def __str__(self):
        return "\n".join("".join(str(c) for c in row) for row in self.cells)
g = Grid(5, 3)
for i in range(3):
    g[2, i] = 1
h = g.copy()
print(g == h, g.flood(0, 0, 7), g == h)
print(g)
print(h, h.flood(2, 1, 5), sep="\n")
print(h)
print(list(g.neighbours(0, 0)), sum(1 for _ in g.neighbours(2, 1)), g != h)
original = {"list": [1, 2], "n": 1}
shallow = dict(original)
shallow["n"] = 2
shallow["list"].append(3)
print(original, shallow, original["list"] is shallow["list"])
def default_trap(x, acc=[]):
    acc.append(x)
    return acc
first = default_trap(1)
second = default_trap(2)
print(first, second, first is second, default_trap(3, []))
rows = [[0] * 2] * 2
rows[0][0] = 1
print(rows, rows[0] is rows[1])
a = [1, 2, 3]
b = a
b += [4]
c = b
c = c + [5]
print(a, b, c, a is b, b is c)
s = "text"
t = s
t += "!"
print(s, t)
def mutate(xs, d):
    xs.append("new")
    xs = ["rebound"]
    d["k"] = xs
    return d
xs, d = [], {}
print(mutate(xs, d), xs, d)
