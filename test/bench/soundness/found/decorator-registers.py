handlers = {}


def on(event):
    def register(function):
        handlers[event] = function
        return function

    return register


@on("start")
def start():
    return 1


assert handlers["start"]() == 1
