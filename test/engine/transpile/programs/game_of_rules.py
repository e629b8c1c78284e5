BOARD = [" "] * 9
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
def winner(board):
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]
    return None
def free(board):
    return [i for i, v in enumerate(board) if v == " "]
def score(board, player, turn):
    won = winner(board)
    if won:
        return 1 if won == player else -1
    if not free(board):
        return 0
    scores = []
    for i in free(board):
        board[i] = turn
        scores.append(score(board, player, "O" if turn == "X" else "X"))
        board[i] = " "
    return max(scores) if turn == player else min(scores)
def show(board):
    for r in range(3):
        print("|".join(board[r * 3:r * 3 + 3]))
for move, player in [(4, "X"), (0, "O"), (8, "X"), (2, "O"), (1, "X")]:
    BOARD[move] = player
show(BOARD)
print(winner(BOARD), free(BOARD))
def best(board, player):
    options = []
    for i in free(board):
        board[i] = player
        options.append((score(board, player, "O" if player == "X" else "X"), -i))
        board[i] = " "
    return max(options)
print(best(BOARD[:], "O"), BOARD.count(" "))
dice = [3, 5, 5, 2, 5]
counts = {face: dice.count(face) for face in sorted(set(dice))}
print(counts, max(counts, key=lambda f: (counts[f], f)), "three of a kind" if 3 in counts.values() else "nothing")
cards = [(rank, suit) for suit in "SH" for rank in range(2, 5)]
print(cards, sorted(cards, key=lambda c: (-c[0], c[1]))[:3], sum(rank for rank, _ in cards))
def blackjack(hand):
    total = sum(11 if c == "A" else 10 if c in "JQK" else int(c) for c in hand)
    aces = hand.count("A")
    while total > 21 and aces:
        total -= 10
        aces -= 1
    return total
print([blackjack(h) for h in (["A", "K"], ["A", "A", "9"], ["5", "Q", "9"])])
