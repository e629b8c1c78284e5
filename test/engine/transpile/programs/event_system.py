class EventEmitter:
    def __init__(self):
        self._handlers = {}
    def on(self, event, handler=None):
        if handler is None:
            def decorator(f):
                self.on(event, f)
                return f
            return decorator
        self._handlers.setdefault(event, []).append(handler)
        return self
    def off(self, event, handler):
        self._handlers[event].remove(handler)
    def emit(self, event, *args, **kwargs):
        results = []
        for handler in self._handlers.get(event, []):
            results.append(handler(*args, **kwargs))
        return results
bus = EventEmitter()
@bus.on("greet")
def hello(name, punctuation="!"):
    return f"hello {name}{punctuation}"
def shout(name, **kw):
    return name.upper() + str(kw)
bus.on("greet", shout)
print(bus.emit("greet", "ann"), bus.emit("greet", "bob", punctuation="?"), bus.emit("none"))
bus.off("greet", hello)
print(bus.emit("greet", "cid"))
try:
    bus.off("greet", hello)
except ValueError as error:
    print(error)
class Observable:
    def __init__(self, value):
        self._value = value
        self.watchers = []
    @property
    def value(self):
        return self._value
    @value.setter
    def value(self, new):
        old, self._value = self._value, new
        for watcher in self.watchers:
            watcher(old, new)
changes = []
o = Observable(1)
o.watchers.append(lambda old, new: changes.append((old, new)))
o.value = 5
o.value += 10
print(changes, o.value)
class Command:
    undo_stack = []
    def __init__(self, do, undo):
        self.do, self.undo = do, undo
    def run(self):
        self.do()
        Command.undo_stack.append(self)
text = []
Command(lambda: text.append("a"), lambda: text.pop()).run()
Command(lambda: text.extend("bc"), lambda: (text.pop(), text.pop())).run()
print(text)
while Command.undo_stack:
    Command.undo_stack.pop().undo()
    print(text)
