def fizz(n):
    return "FizzBuzz" if n % 15 == 0 else "Fizz" if n % 3 == 0 else "Buzz" if n % 5 == 0 else n
print([fizz(n) for n in range(1, 16)])
def guess(secret, low=1, high=100):
    tries = []
    while True:
        middle = (low + high) // 2
        tries.append(middle)
        if middle == secret:
            return tries
        if middle < secret:
            low = middle + 1
        else:
            high = middle - 1
for secret in (50, 1, 100, 37):
    print(secret, guess(secret), len(guess(secret)))
def rps(a, b):
    beats = {"rock": "scissors", "paper": "rock", "scissors": "paper"}
    return "draw" if a == b else "a" if beats[a] == b else "b"
moves = ["rock", "paper", "scissors"]
print({(a, b): rps(a, b) for a in moves for b in moves})
def bowling(rolls):
    score, i = 0, 0
    for _ in range(10):
        if rolls[i] == 10:
            score += 10 + rolls[i + 1] + rolls[i + 2]
            i += 1
        elif rolls[i] + rolls[i + 1] == 10:
            score += 10 + rolls[i + 2]
            i += 2
        else:
            score += rolls[i] + rolls[i + 1]
            i += 2
    return score
print(bowling([10] * 12), bowling([0] * 20), bowling([5, 5] * 10 + [5]))
def langton(steps):
    black, x, y, dx, dy = set(), 0, 0, 0, 1
    for _ in range(steps):
        if (x, y) in black:
            black.remove((x, y))
            dx, dy = -dy, dx
        else:
            black.add((x, y))
            dx, dy = dy, -dx
        x, y = x + dx, y + dy
    return len(black), (x, y)
print(langton(10), langton(200), langton(1000))
