import random

SIZE = 3
WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def show(board):
    rows = [" | ".join(board[i * SIZE:(i + 1) * SIZE]) for i in range(SIZE)]
    return "\n---------\n".join(rows)


def winner(board):
    for a, b, c in WINS:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]
    return None


def moves(board):
    return [place for place, mark in enumerate(board) if mark == " "]


def minimax(board, player):
    won = winner(board)
    if won is not None:
        return (1 if won == "X" else -1), None
    free = moves(board)
    if not free:
        return 0, None
    best = None
    for place in free:
        board[place] = player
        score, _ = minimax(board, "O" if player == "X" else "X")
        board[place] = " "
        if best is None or (score > best[0] if player == "X" else score < best[0]):
            best = (score, place)
    return best


def play(seed=1):
    rng = random.Random(seed)
    board = [" "] * (SIZE * SIZE)
    player = "X"
    while moves(board) and not winner(board):
        if player == "X":
            place = rng.choice(moves(board))
        else:
            _, place = minimax(board, player)
        board[place] = player
        player = "O" if player == "X" else "X"
    return winner(board)


print(play())
