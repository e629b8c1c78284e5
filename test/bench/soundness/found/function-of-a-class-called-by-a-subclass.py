class Tool:
    def __init__(self, name):
        self.name = name

    def hello():
        return "hello"


class Other(Tool):
    pass


assert Other.hello() == "hello"
