class Account:
    def __init__(self):
        self.__total = 0


assert Account()._Account__total == 0
