class Machine:
    transitions = {
        ("idle", "start"): "running",
        ("running", "pause"): "paused",
        ("paused", "start"): "running",
        ("running", "stop"): "idle",
        ("paused", "stop"): "idle",
    }
    def __init__(self):
        self.state = "idle"
        self.listeners = []
    def on_change(self, listener):
        self.listeners.append(listener)
        return listener
    def send(self, event):
        try:
            new = self.transitions[self.state, event]
        except KeyError as error:
            print("invalid", error)
            return self
        old, self.state = self.state, new
        for listener in self.listeners:
            listener(old, new)
        return self
m = Machine()
history = []
@m.on_change
def remember(old, new):
    history.append(f"{old}->{new}")
m.on_change(lambda old, new: print("now", new))
m.send("start").send("pause").send("jump").send("start").send("stop")
print(history, m.state)
def vending(coins):
    balance = 0
    for coin in coins:
        match coin:
            case 5 | 10 | 25:
                balance += coin
            case "refund":
                yield f"refund {balance}"
                balance = 0
            case _:
                yield f"reject {coin!r}"
        if balance >= 30:
            yield f"vend change {balance - 30}"
            balance = 0
print(list(vending([5, 10, 25, 3, 25, "refund", 10, 10, 10])))
program = [("push", 2), ("push", 3), ("add",), ("push", 4), ("mul",), ("dup",), ("print",), ("jz", 9), ("push", 0), ("print",)]
def run(program):
    stack, output, pc = [], [], 0
    ops = {
        "push": lambda v: stack.append(v),
        "add": lambda: stack.append(stack.pop() + stack.pop()),
        "mul": lambda: stack.append(stack.pop() * stack.pop()),
        "dup": lambda: stack.append(stack[-1]),
        "print": lambda: output.append(stack.pop()),
    }
    while pc < len(program):
        name, *args = program[pc]
        pc += 1
        if name == "jz":
            if stack.pop() == 0:
                pc = args[0]
            continue
        ops[name](*args)
    return output, stack
print(run(program))
def brainfuck(code, steps=10000):
    tape, pointer, out, pc = [0] * 30, 0, [], 0
    jumps, stack = {}, []
    for i, c in enumerate(code):
        if c == "[":
            stack.append(i)
        elif c == "]":
            j = stack.pop()
            jumps[i], jumps[j] = j, i
    while pc < len(code) and steps:
        c = code[pc]
        if c == ">":
            pointer += 1
        elif c == "<":
            pointer -= 1
        elif c == "+":
            tape[pointer] = (tape[pointer] + 1) % 256
        elif c == "-":
            tape[pointer] = (tape[pointer] - 1) % 256
        elif c == ".":
            out.append(chr(tape[pointer]))
        elif (c == "[" and not tape[pointer]) or (c == "]" and tape[pointer]):
            pc = jumps[pc]
        pc += 1
        steps -= 1
    return "".join(out)
print(brainfuck("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++."))
class Lazy:
    def __init__(self, compute):
        self.compute = compute
        self.ready = False
    def __call__(self):
        if not self.ready:
            self.value = self.compute()
            self.ready = True
        return self.value
lazy = Lazy(lambda: print("computing") or 42)
print(lazy(), lazy())
