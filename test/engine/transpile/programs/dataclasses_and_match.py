from dataclasses import dataclass, field
@dataclass
class Point:
    x: int
    y: int = 0
@dataclass(order=True)
class Version:
    major: int
    minor: int = 0
    notes: list = field(default_factory=list, compare=False, repr=False)
    def bump(self):
        return Version(self.major, self.minor + 1)
@dataclass
class Point3(Point):
    z: int = 7
@dataclass(frozen=True)
class Key:
    name: str
    n: int
print(Point(1), Point(1, 2) == Point(1, 2), Point(1) != Point(2), Point(y=4, x=3), Point3(1, 2), Point3(1) == Point(1))
print(Version(1, 2) < Version(1, 3), sorted([Version(2), Version(1, 9)]), Version(1).bump(), max(Version(1), Version(0, 5)))
a, b = Version(1), Version(1)
a.notes.append("x")
print(a.notes, b.notes, a == b, Point.y, {Key("a", 1): 5}[Key("a", 1)])
for attempt in [lambda: Point(), lambda: Point(1, 2, 3), lambda: Point(z=1), lambda: {Point(1): 1}, lambda: Point(1) < Point(2)]:
    try:
        attempt()
    except TypeError as error:
        print(error)
def describe(value):
    match value:
        case 0 | 1:
            return "bit"
        case bool():
            return "bool"
        case int(n) if n < 0:
            return f"negative {n}"
        case int() | float():
            return "number"
        case "":
            return "empty text"
        case str(text):
            return f"text {text}"
        case []:
            return "empty list"
        case [x]:
            return f"one {x}"
        case [first, *_, last] if first == last:
            return f"same ends {first}"
        case (x, y):
            return f"pair {x} {y}"
        case [1, [2, deep], *rest]:
            return f"deep {deep} {rest}"
        case {"type": "circle", "r": r}:
            return f"circle {r}"
        case {"type": kind, **others}:
            return f"{kind} {others}"
        case Point(x=0, y=0):
            return "origin"
        case Point(px, py):
            return f"point {px} {py}"
        case None:
            return "nothing"
        case [*items] as whole:
            return f"{len(items)} items {whole}"
        case _:
            return "unknown"
for value in [0, 1, True, -5, 7, 2.5, "", "hi", [], [9], [3, 1, 3], (1, 2), [1, [2, 5], 8, 9], {"type": "circle", "r": 2}, {"type": "sq", "s": 1}, Point(0), Point(1, 2), None, [1, 2, 3], {}, {1: 2}]:
    print(describe(value))
def command(line):
    match line.split():
        case ["go", ("north" | "south") as direction]:
            return f"going {direction}"
        case ["get", item]:
            return f"got {item}"
        case ["drop", *items]:
            return f"dropped {items}"
        case other:
            return f"what is {other}"
for line in ["go north", "get lamp", "drop a b c", "go up", ""]:
    print(command(line))
