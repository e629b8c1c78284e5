class Managed:
    def __init__(self, name, suppress=False):
        self.name = name
        self.suppress = suppress
    def __enter__(self):
        print("enter", self.name)
        return self.name.upper()
    def __exit__(self, kind, value, trace):
        print("exit", self.name, kind.__name__ if kind else None, value)
        return self.suppress
with Managed("a") as a, Managed("b") as b:
    print(a, b)
with Managed("quiet", True):
    raise ValueError("swallowed")
print("after")
try:
    with Managed("loud"):
        raise KeyError("through")
except KeyError as error:
    print("caught", error)
def returning():
    with Managed("r") as r:
        return r
print(returning())
for i in range(3):
    with Managed(str(i)):
        if i == 0:
            continue
        if i == 1:
            break
class Broken:
    def __enter__(self):
        return self
try:
    with Broken():
        pass
except (TypeError, AttributeError) as error:
    print(type(error).__name__)
class Timer:
    log = []
    def __enter__(self):
        self.log.append("start")
        return self
    def __exit__(self, *args):
        self.log.append(len(args))
        self.log.append("stop")
with Timer() as t:
    t.log.append("work")
print(t.log, Timer.log)
def partly():
    with Managed("p", True):
        value = int("x")
    try:
        return value
    except UnboundLocalError as error:
        return "unbound"
print(partly())
with Managed("outer"):
    with Managed("inner", True):
        raise IndexError("gone")
    print("between")
