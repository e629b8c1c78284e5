import string
def vigenere(text, key, sign=1):
    out, k = [], 0
    for ch in text:
        if ch in string.ascii_uppercase:
            shift = sign * (ord(key[k % len(key)]) - ord("A"))
            out.append(string.ascii_uppercase[(ord(ch) - 65 + shift) % 26])
            k += 1
        else:
            out.append(ch)
    return "".join(out)
coded = vigenere("ATTACK AT DAWN", "LEMON")
print(coded, vigenere(coded, "LEMON", -1))
MORSE = {"S": "...", "O": "---", "E": ".", "T": "-"}
BACK = {v: k for k, v in MORSE.items()}
sent = " ".join(MORSE[c] for c in "SOSTE")
print(sent, "".join(BACK[p] for p in sent.split()))
def luhn(number):
    digits = [int(d) for d in str(number)][::-1]
    return sum(d if i % 2 == 0 else sum(divmod(2 * d, 10)) for i, d in enumerate(digits)) % 10 == 0
print([luhn(n) for n in (4539148803436467, 8273123273520569, 79927398713)])
def rle(text):
    if not text:
        return []
    head = text[0]
    n = len(text) - len(text.lstrip(head))
    return [(head, n)] + rle(text[n:])
print(rle("aaabccd"), "".join(c * n for c, n in rle("aaabccd")))
def base64ish(data):
    bits = "".join(f"{ord(c):08b}" for c in data)
    bits += "0" * (-len(bits) % 6)
    table = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
    return "".join(table[int(bits[i:i + 6], 2)] for i in range(0, len(bits), 6)) + "=" * (-len(data) % 3)
print(base64ish("Man"), base64ish("hello"), base64ish(""))
rot13 = str.maketrans(string.ascii_lowercase, string.ascii_lowercase[13:] + string.ascii_lowercase[:13])
print("hello".translate(rot13), "uryyb".translate(rot13), "hi!".translate({ord("h"): "J", ord("!"): None}))
def checksum(text):
    a, b = 1, 0
    for ch in text:
        a = (a + ord(ch)) % 65521
        b = (b + a) % 65521
    return (b << 16) | a
print(checksum("Wikipedia"), hex(checksum("abc")))
def isbn(code):
    digits = [10 if c == "X" else int(c) for c in code if c.isalnum()]
    return sum((10 - i) * d for i, d in enumerate(digits)) % 11 == 0
print(isbn("0-306-40615-2"), isbn("0-8044-2957-X"), isbn("0-306-40615-3"))
print(string.digits, string.hexdigits, len(string.punctuation), string.ascii_letters[::10])
