class InsufficientFunds(Exception):
    def __init__(self, needed, available):
        super().__init__(f"needed {needed}, only {available} there")
        self.needed = needed
        self.available = available


class Account:
    count = 0

    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self.history = []
        Account.count += 1

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.balance += amount
        self.history.append(("deposit", amount))

    def withdraw(self, amount):
        if amount > self.balance:
            raise InsufficientFunds(amount, self.balance)
        self.balance -= amount
        self.history.append(("withdraw", amount))


def transfer(source, target, amount):
    try:
        source.withdraw(amount)
    except InsufficientFunds as error:
        print("transfer failed:", error)
        return False
    else:
        target.deposit(amount)
    finally:
        print(source.owner, source.balance)
    return True


alice = Account("Alice", 100)
bob = Account("Bob")
while transfer(alice, bob, 30):
    pass
for kind, amount in bob.history:
    print(kind, amount)
print({"alice": alice.balance, "bob": bob.balance})
