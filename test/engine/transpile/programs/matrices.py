def multiply(a, b):
    return [[sum(x * y for x, y in zip(row, col)) for col in zip(*b)] for row in a]
def transpose(m):
    return [list(row) for row in zip(*m)]
def identity(n):
    return [[1 if i == j else 0 for j in range(n)] for i in range(n)]
def power(m, n):
    result = identity(len(m))
    while n:
        if n & 1:
            result = multiply(result, m)
        m = multiply(m, m)
        n >>= 1
    return result
a = [[1, 2], [3, 4]]
print(multiply(a, identity(2)), transpose([[1, 2, 3], [4, 5, 6]]), power([[1, 1], [1, 0]], 90)[0][1])
def determinant(m):
    if len(m) == 1:
        return m[0][0]
    total = 0
    for c in range(len(m)):
        minor = [row[:c] + row[c + 1:] for row in m[1:]]
        total += (-1) ** c * m[0][c] * determinant(minor)
    return total
print(determinant([[2, 0, 1], [1, 3, 2], [1, 1, 4]]), determinant([[7]]))
def rotate(m):
    return [list(r) for r in zip(*m[::-1])]
def spiral(m):
    out = []
    while m:
        out += m[0]
        m = [list(r) for r in zip(*m[1:])][::-1]
    return out
grid = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
print(rotate(grid), spiral(grid), [grid[i][i] for i in range(3)], sum(map(sum, grid)))
for row in grid:
    print(" ".join(f"{v:>3}" for v in row))
shared = [[0] * 3] * 2
shared[0][0] = 9
print(shared, [[0] * 2 for _ in range(2)])
def life(cells, rows, cols):
    new = []
    for r in range(rows):
        line = []
        for c in range(cols):
            around = sum(cells[(r + dr) % rows][(c + dc) % cols] for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0))
            line.append(1 if around == 3 or (cells[r][c] and around == 2) else 0)
        new.append(line)
    return new
cells = [[0, 1, 0, 0], [0, 0, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0]]
for _ in range(4):
    cells = life(cells, 4, 4)
    print(cells)
flat = [v for row in grid for v in row if v % 2]
print(flat, max(max(row) for row in grid), any(0 in row for row in grid), [row.index(max(row)) for row in grid])
def queens(n):
    def place(row, cols):
        if row == n:
            yield cols
            return
        for c in range(n):
            if all(c != k and abs(c - k) != row - r for r, k in enumerate(cols)):
                yield from place(row + 1, cols + [c])
    return list(place(0, []))
print(len(queens(6)), queens(4))
pascal = [[1]]
for _ in range(5):
    last = pascal[-1]
    pascal.append([1] + [last[i] + last[i + 1] for i in range(len(last) - 1)] + [1])
print(pascal)
v = [1.5, 2.0, -0.5]
print([x * 2 for x in v], sum(x * x for x in v) ** 0.5, [round(x / 3, 3) for x in v])
