class Tool:
    def __init__(self, name):
        self.name = name

    def hello():
        return "hello"

    def run(self):
        return type(self).hello()


assert Tool("a").run() == "hello"
