class Failure(Exception):
    code = 7
    def __str__(self):
        return f"code {self.code} with {len(self.args)} reasons"
def fail(depth):
    print("depth", depth)
    if depth == 3:
        raise Failure("a", "b")
    try:
        fail(depth + 1)
    finally:
        print("leaving", depth)
try:
    fail(2)
except Failure as failure:
    print(failure, failure.args)
fail(0)
