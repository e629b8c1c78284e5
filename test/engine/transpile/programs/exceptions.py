class AppError(Exception):
    pass
class CodeError(AppError):
    def __init__(self, code, message="no message"):
        super().__init__(message)
        self.code = code
    def describe(self):
        return f"{self.code}: {self}"
class Plain(ValueError):
    """Only a name."""
def risky(kind):
    if kind == 0:
        raise AppError("zero", 1)
    if kind == 1:
        raise CodeError(42, "bad code")
    if kind == 2:
        raise Plain
    if kind == 3:
        return {}["key"]
    if kind == 4:
        return [][0]
    if kind == 5:
        return int("x")
    if kind == 6:
        return None.upper()
    if kind == 7:
        return 1 + "a"
    if kind == 8:
        raise CodeError(7)
    return "fine"
for kind in range(10):
    try:
        result = risky(kind)
    except CodeError as error:
        print("code", error.code, error, error.args, error.describe())
    except (KeyError, IndexError) as error:
        print("lookup", type(error).__name__, error, repr(error))
    except AppError as error:
        print("app", error, error.args, repr(error), isinstance(error, Exception))
    except Exception as error:
        print("other", type(error).__name__, str(error), error.args)
    else:
        print("else", result)
    finally:
        print("finally", kind)
def returns_in_finally():
    try:
        return "try"
    finally:
        print("cleanup")
def overrides():
    try:
        raise ValueError("lost")
    finally:
        return "finally wins"
print(returns_in_finally(), overrides())
def nested():
    try:
        try:
            raise KeyError("inner")
        except KeyError:
            raise ValueError("outer") from None
    except ValueError as error:
        return str(error)
print(nested())
try:
    try:
        1 / 0
    except ZeroDivisionError as error:
        raise RuntimeError("wrapped") from error
except RuntimeError as error:
    print(error, "caused by", repr(error.__cause__))
def reraise():
    try:
        raise LookupError("again")
    except LookupError:
        print("passing on")
        raise
try:
    reraise()
except LookupError as error:
    print(error)
for i in range(3):
    try:
        if i == 1:
            continue
        if i == 2:
            break
        print("body", i)
    finally:
        print("finally", i)
try:
    assert 1 == 2, "one is not two"
except AssertionError as error:
    print("assert", error)
try:
    raise Exception
except Exception as error:
    print(repr(error), str(error) == "")
try:
    raise KeyError("a", 1)
except KeyError as error:
    print(error)
def depth(n):
    return depth(n + 1)
try:
    depth(0)
except RecursionError as error:
    print("RecursionError")
try:
    [1, 2].index(5)
except ValueError as error:
    print(error)
try:
    raise TypeError("bad type")
except (ValueError, TypeError) as error:
    print(type(error).__name__, error)
print(issubclass(CodeError, AppError), issubclass(KeyError, LookupError), isinstance(CodeError(1), Exception))
raise CodeError(1, "not caught")
