def sudoku(board):
    def candidates(r, c):
        used = set(board[r]) | {board[i][c] for i in range(4)}
        br, bc = r // 2 * 2, c // 2 * 2
        used |= {board[i][j] for i in range(br, br + 2) for j in range(bc, bc + 2)}
        return [v for v in range(1, 5) if v not in used]
    for r in range(4):
        for c in range(4):
            if board[r][c] == 0:
                for v in candidates(r, c):
                    board[r][c] = v
                    if sudoku(board):
                        return True
                    board[r][c] = 0
                return False
    return True
board = [[1, 0, 0, 4], [0, 4, 1, 0], [2, 0, 4, 0], [0, 3, 0, 1]]
print(sudoku(board))
for row in board:
    print(row)
def combos(options, target):
    found = []
    def walk(start, left, path):
        if left == 0:
            found.append(path[:])
            return
        for i in range(start, len(options)):
            if options[i] <= left:
                path.append(options[i])
                walk(i, left - options[i], path)
                path.pop()
    walk(0, target, [])
    return found
print(combos([2, 3, 6, 7], 7))
def word_search(grid, word):
    rows, cols = len(grid), len(grid[0])
    def visit(r, c, k, seen):
        if k == len(word):
            return True
        if not (0 <= r < rows and 0 <= c < cols) or (r, c) in seen or grid[r][c] != word[k]:
            return False
        seen.add((r, c))
        ok = any(visit(r + dr, c + dc, k + 1, seen) for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)))
        seen.discard((r, c))
        return ok
    return any(visit(r, c, 0, set()) for r in range(rows) for c in range(cols))
print([word_search(["ABCE", "SFCS", "ADEE"], w) for w in ("ABCCED", "SEE", "ABCB")])
def parens(n):
    def build(s, opened, closed):
        if len(s) == 2 * n:
            yield s
            return
        if opened < n:
            yield from build(s + "(", opened + 1, closed)
        if closed < opened:
            yield from build(s + ")", opened, closed + 1)
    return list(build("", 0, 0))
print(parens(3))
def hanoi(n, a="A", b="B", c="C"):
    return [] if n == 0 else hanoi(n - 1, a, c, b) + [(a, c)] + hanoi(n - 1, b, a, c)
print(len(hanoi(6)), hanoi(2))
