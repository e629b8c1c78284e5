import math
class ValidationError(ValueError):
    def __init__(self, field, reason):
        super().__init__(field, reason)
        self.field, self.reason = field, reason
    def __str__(self):
        return f"{self.field}: {self.reason}"
def validate(record):
    errors = []
    for field, check in (("age", lambda v: v >= 0), ("name", lambda v: len(v) > 0)):
        try:
            if not check(record[field]):
                errors.append(ValidationError(field, "bad value"))
        except KeyError as error:
            errors.append(ValidationError(error.args[0], "missing"))
        except TypeError as error:
            errors.append(ValidationError(field, type(error).__name__))
    return errors
for record in [{"age": 5, "name": "x"}, {"age": -1, "name": ""}, {}, {"age": "x", "name": 5}]:
    print([str(e) for e in validate(record)], [e.args for e in validate(record)])
def retry(times, action):
    for attempt in range(1, times + 1):
        try:
            return action(attempt)
        except (ValueError, ArithmeticError) as error:
            print("attempt", attempt, type(error).__name__, error)
            last = error
    raise RuntimeError(f"gave up after {times}") from last
print(retry(3, lambda n: 10 // (n - 1) if n < 3 else "ok"))
try:
    retry(2, lambda n: int("nope"))
except RuntimeError as error:
    print(error, "/", repr(error.__cause__))
def resource(log, fail):
    log.append("open")
    try:
        if fail:
            raise OSError("disk")
        log.append("use")
        return "value"
    except OSError as error:
        log.append(str(error))
        return "recovered"
    else:
        log.append("never")
    finally:
        log.append("close")
for fail in (False, True):
    log = []
    print(resource(log, fail), log)
def chain(n):
    try:
        if n == 0:
            raise KeyError("bottom")
        return chain(n - 1)
    except KeyError:
        if n < 2:
            raise
        return f"handled at {n}"
print(chain(4))
caught = []
for value in [0, "a", None, [], 2.5, -1]:
    try:
        caught.append(math.sqrt(value))
    except (TypeError, ValueError) as error:
        caught.append(type(error).__name__)
print(caught)
class Stop(BaseException):
    pass
try:
    try:
        raise Stop("base")
    except Exception:
        print("not here")
except BaseException as error:
    print(type(error).__name__, error)
def finalizers():
    order = []
    for i in range(2):
        try:
            try:
                order.append(f"body{i}")
                if i:
                    return order
            finally:
                order.append(f"inner{i}")
        finally:
            order.append(f"outer{i}")
print(finalizers())
print(isinstance(ZeroDivisionError(), ArithmeticError), issubclass(IndexError, LookupError), str(KeyError("k")), repr(ValueError("a", 1)), str(ValueError("a", 1)), ValueError("x").args)
validate(None)
