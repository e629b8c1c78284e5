values = [1, 1.0, True, "a", None, [1], (1,), {"k": 1}, {1}, frozenset([1]), range(2), len, int]
for value in values[:-2]:
    print(type(value).__name__, isinstance(value, int), isinstance(value, (int, float)), isinstance(value, (list, tuple)), isinstance(value, str), isinstance(value, (dict, set)))
def describe(value):
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "text"
    if callable(value):
        return "callable"
    return "container" if isinstance(value, (list, tuple, dict, set, frozenset, range)) else "?"
print([describe(v) for v in values])
print(type(1) is int, type(True) is bool, type(1) == type(2), type("a") == str, type([]) in (list, tuple), type(1.0) is not int)
converters = {"int": int, "float": float, "str": str, "bool": bool, "list": list}
for name, convert in converters.items():
    print(name, convert("1"), convert(), convert.__name__)
print([t("5") for t in (int, float, str)])
class A:
    pass
class B(A):
    pass
b = B()
print(type(b) is B, type(b) is A, isinstance(b, A), type(b).__name__, B.__name__, b.__class__.__name__, issubclass(B, A))
registry = {int: "whole", str: "text", A: "own"}
print([registry.get(type(v), "other") for v in (1, "x", A(), 2.5, True)])
def add(a: int, b: "int" = 2) -> int:
    total: int = a + b
    return total
print(add(1), add("x", "y"), add(1.5))
x: int = 5
y: list[int] = [1]
z: "dict[str, int]"
print(x, y, int(3.9), int("12"), float(3), str(3.0), bool("False"), bool(0), list("ab"), tuple([1]), dict(a=1))
