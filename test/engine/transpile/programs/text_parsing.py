def tokenize(text):
    tokens = []
    i = 0
    while i < len(text):
        ch = text[i]
        if ch.isspace():
            i += 1
        elif ch.isdigit() or ch == ".":
            j = i
            while j < len(text) and (text[j].isdigit() or text[j] == "."):
                j += 1
            number = text[i:j]
            tokens.append(("num", float(number) if "." in number else int(number)))
            i = j
        elif ch in "+-*/()^":
            tokens.append(("op", ch))
            i += 1
        else:
            raise SyntaxError(f"unexpected {ch!r} at {i}")
    return tokens
class Parser:
    def __init__(self, tokens):
        self.tokens = tokens
        self.pos = 0
    def peek(self):
        return self.tokens[self.pos][1] if self.pos < len(self.tokens) else None
    def take(self):
        token = self.tokens[self.pos]
        self.pos += 1
        return token
    def expression(self):
        value = self.term()
        while self.peek() in ("+", "-"):
            _, op = self.take()
            right = self.term()
            value = value + right if op == "+" else value - right
        return value
    def term(self):
        value = self.factor()
        while self.peek() in ("*", "/"):
            _, op = self.take()
            right = self.factor()
            value = value * right if op == "*" else value / right
        return value
    def factor(self):
        kind, value = self.take()
        if kind == "num":
            return value
        if value == "-":
            return -self.factor()
        if value == "(":
            inside = self.expression()
            self.take()
            return inside
        raise SyntaxError(f"bad token {value}")
for text in ["1 + 2 * 3", "(1+2)*3", "10/4", "-(2 - 5) * 1.5", "2*(3+4)*5", "7"]:
    print(text, "=", Parser(tokenize(text)).expression())
for bad in ["1 + $", "* 2", "1 / 0"]:
    try:
        Parser(tokenize(bad)).expression()
    except (SyntaxError, ZeroDivisionError) as error:
        print(type(error).__name__, error)
def parse_csv(text):
    rows = [line.split(",") for line in text.strip().splitlines()]
    header, *body = rows
    return [dict(zip(header, row)) for row in body]
print(parse_csv("name,age\nann,30\nbob,25\n"))
def caesar(text, shift):
    out = ""
    for ch in text:
        if ch.isalpha():
            base = ord("a") if ch.islower() else ord("A")
            out += chr((ord(ch) - base + shift) % 26 + base)
        else:
            out += ch
    return out
secret = caesar("Hello, World!", 3)
print(secret, caesar(secret, -3))
def roman(n):
    result = ""
    for value, numeral in [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]:
        while n >= value:
            result += numeral
            n -= value
    return result
print([roman(n) for n in (1994, 2024, 4, 9, 14)])
def balanced(text):
    pairs = {")": "(", "]": "[", "}": "{"}
    stack = []
    for ch in text:
        if ch in pairs.values():
            stack.append(ch)
        elif ch in pairs:
            if not stack or stack.pop() != pairs[ch]:
                return False
    return not stack
print([balanced(t) for t in ["()[]{}", "(]", "([{}])", "((", ""]])
def rle(text):
    out = []
    for ch in text:
        if out and out[-1][0] == ch:
            out[-1][1] += 1
        else:
            out.append([ch, 1])
    return "".join(f"{c}{n}" for c, n in out)
print(rle("aaabbc"), rle(""))
words = "the cat the dog the end".split()
freq = {}
for w in words:
    freq[w] = freq.get(w, 0) + 1
print(sorted(freq.items(), key=lambda p: (-p[1], p[0])))
print(" ".join(w.capitalize() for w in words), "level" == "level"[::-1], int("ff", 16), int("101", 2), bin(10), hex(255), oct(8), int("-0x1f", 16), int("  42 "))
