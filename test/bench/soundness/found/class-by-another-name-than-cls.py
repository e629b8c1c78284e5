class Tool:
    def hello():
        return "hello"

    @classmethod
    def run(kind):
        return kind.hello()


assert Tool.run() == "hello"
