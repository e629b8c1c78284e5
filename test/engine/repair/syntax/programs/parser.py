import re

TOKEN = re.compile(r"\s*(?:(\d+\.?\d*)|(.))")


class ParseError(ValueError):
    pass


def tokens(source):
    for number, sign in TOKEN.findall(source):
        if number:
            yield ("number", float(number))
        else:
            yield ("sign", sign)
    yield ("end", None)


class Parser:
    def __init__(self, source):
        self.tokens = list(tokens(source))
        self.at = 0

    def peek(self):
        return self.tokens[self.at]

    def take(self):
        token = self.tokens[self.at]
        self.at += 1
        return token

    def expression(self):
        value = self.term()
        while self.peek() in (("sign", "+"), ("sign", "-")):
            _, sign = self.take()
            right = self.term()
            value = value + right if sign == "+" else value - right
        return value

    def term(self):
        value = self.factor()
        while self.peek() in (("sign", "*"), ("sign", "/")):
            _, sign = self.take()
            right = self.factor()
            if sign == "*":
                value *= right
            else:
                value /= right
        return value

    def factor(self):
        kind, value = self.take()
        if kind == "number":
            return value
        if value == "(":
            inner = self.expression()
            if self.take() != ("sign", ")"):
                raise ParseError("missing bracket")
            return inner
        raise ParseError(f"unexpected {value!r}")


print(Parser("2 * (3 + 4) - 1").expression())
