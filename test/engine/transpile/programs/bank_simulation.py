class InsufficientFunds(Exception):
    def __init__(self, needed, available):
        super().__init__(f"need {needed}, have {available}")
        self.needed = needed
        self.available = available
class Account:
    interest = 0.02
    _next_id = 1
    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self.id = Account._next_id
        Account._next_id += 1
        self.history = []
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
    def __lt__(self, other):
        return self.balance < other.balance
    def __str__(self):
        return f"{self.owner:<6}|{self.balance:>10,.2f}"
class Savings(Account):
    interest = 0.05
    def accrue(self):
        gain = round(self.balance * self.interest, 2)
        self.deposit(gain)
        return gain
class Bank:
    def __init__(self):
        self.accounts = {}
    def open(self, kind, *args):
        account = kind(*args)
        self.accounts[account.id] = account
        return account
    def transfer(self, source, target, amount):
        try:
            self.accounts[source].withdraw(amount)
        except InsufficientFunds as error:
            print("failed:", error, error.needed - error.available)
            return False
        else:
            self.accounts[target].deposit(amount)
            return True
        finally:
            print("tried", source, target, amount)
bank = Bank()
ann = bank.open(Account, "ann", 100)
bob = bank.open(Savings, "bob", 250.5)
print(bank.transfer(1, 2, 30), bank.transfer(1, 2, 500), ann.balance, bob.balance)
print(ann, bob, sep="\n")
print(bob.accrue(), bob.balance, ann < bob, sorted(bank.accounts.values())[0].owner, max(ann, bob).owner)
try:
    ann.deposit(-5)
except ValueError as error:
    print(error)
try:
    bank.transfer(9, 1, 1)
except KeyError as error:
    print("no account", error)
for account in bank.accounts.values():
    print(account.id, account.owner, account.interest, account.history)
totals = {kind.__name__: sum(a.balance for a in bank.accounts.values() if type(a) is kind) for kind in (Account, Savings)}
print(totals)
print([name for name in ("owner", "nothing", "accrue") if hasattr(bob, name)])
