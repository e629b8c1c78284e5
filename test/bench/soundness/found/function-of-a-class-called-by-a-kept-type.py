class Tool:
    def __init__(self, name):
        self.name = name

    def hello():
        return "hello"

    def run(self):
        kind = type(self)
        return kind.hello()


assert Tool("a").run() == "hello"
