import enum


class Color(str, enum.Enum):
    RED = "red"


def f(c: str):
    return c.value


assert f(Color.RED) == "red"
