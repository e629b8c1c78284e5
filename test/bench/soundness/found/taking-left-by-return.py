def until_zero(stack):
    while True:
        item = stack.pop()
        if item == 0:
            return stack
    return None


assert until_zero([1, 0, 2]) == [1]
