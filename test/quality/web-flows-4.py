#- post created and shown by its own address
from flask import Blueprint, g, redirect, request, url_for
bp = Blueprint("blog", __name__)
@bp.route("/create", methods=("GET", "POST"))
def create():
    if request.method == "POST":
        title = request.form["title"]
        g.db.execute("INSERT INTO post (title, author_id) VALUES (?, ?)", (title, g.user["id"]))
        g.db.commit()
        return redirect(url_for("blog.show", slug=title))
    return "form"
#- search with its words in its own address
from flask import Flask, redirect, request, url_for
app = Flask(__name__)
@app.post("/search")
def search():
    return redirect(url_for("results", q=request.form["q"]), code=303)
#- language switched, back to a page of this host
from urllib.parse import urljoin, urlparse
from flask import Flask, redirect, request
app = Flask(__name__)
def is_safe_url(target):
    ref_url = urlparse(request.host_url)
    test_url = urlparse(urljoin(request.host_url, target))
    return test_url.scheme in ("http", "https") and ref_url.netloc == test_url.netloc
@app.get("/lang")
def lang():
    target = request.args.get("next")
    if not target or not is_safe_url(target):
        target = "/"
    return redirect(target)
#- next page only when it has no host
from urllib.parse import urlsplit
from flask import Flask, redirect, request
app = Flask(__name__)
@app.get("/done")
def done():
    target = request.args.get("next", "/")
    if urlsplit(target).netloc == "":
        return redirect(target)
    return redirect("/")
#- next page with django's guard, positively asked
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
def after_login(request):
    target = request.POST.get("next") or request.GET.get("next")
    if target and url_has_allowed_host_and_scheme(url=target, allowed_hosts=None):
        return redirect(target)
    return redirect("home")
#+ next page that must only not be empty
from django.shortcuts import redirect
def after_login(request):
    target = request.GET.get("next")
    if target:
        return redirect(target)
    return redirect("home")
#+ back to the page a hidden field names
from flask import Flask, redirect, request
app = Flask(__name__)
@app.post("/theme")
def theme():
    return redirect(request.values["back"])
#+ redirect made by hand in a header
from flask import Flask, request, make_response
app = Flask(__name__)
@app.get("/r")
def r():
    answer = make_response("", 302)
    answer.headers["Location"] = request.args["to"]
    return answer
#- redirect below an own path
from django.shortcuts import redirect
def old(request):
    slug = request.GET.get("slug", "")
    return redirect("/articles/" + slug)
#- object of a model shown at its own address
from django.shortcuts import get_object_or_404, redirect
from .models import Article
def latest(request, slug):
    article = get_object_or_404(Article, slug=slug)
    return redirect(article)
#- method asked for in an answer of data
from flask import Flask, jsonify, request
app = Flask(__name__)
@app.route("/about", methods=["GET", "POST"])
def about():
    return jsonify(method=request.method, endpoint=request.endpoint, secure=request.is_secure)
#- whether a request is secure, in a page
from flask import Flask, request
app = Flask(__name__)
@app.get("/safe")
def safe():
    return "<p>secure: " + str(request.is_secure) + "</p>"
#- length of a body in a page
from flask import Flask, request
app = Flask(__name__)
@app.post("/size")
def size():
    return "<p>%d bytes</p>" % len(request.get_data())
#- list of posted things given back
from flask import Flask, request
app = Flask(__name__)
todos = []
@app.post("/todos")
def add():
    todos.append(request.get_json()["task"])
    return {"todos": todos}
#+ user agent in a page
from flask import Flask, request
app = Flask(__name__)
@app.get("/agent")
def agent():
    user_agent = request.headers.get("User-Agent")
    return "<p>Your browser is {}</p>".format(user_agent)
#+ address of a page that is missing
from flask import Flask, request
app = Flask(__name__)
@app.errorhandler(404)
def missing(error):
    return "<h1>No page " + request.args.get("p", "") + "</h1>", 404
#+ comment given back by django
from django.http import HttpResponse
def comment(request):
    if request.method == "POST":
        text = request.POST.get("comment")
        return HttpResponse("Thanks for writing: %s" % text)
    return HttpResponse("<form method='post'></form>")
#- comment given back as data by django
from django.http import JsonResponse
def comment(request):
    text = request.POST.get("comment")
    return JsonResponse({"comment": text})
#- comment rendered by django
from django.shortcuts import render
def comment(request):
    return render(request, "thanks.html", {"comment": request.POST.get("comment")})
#- key of a table that stays constant, written through update
from flask import Flask, request
import os
app = Flask(__name__)
@app.post("/run")
def run():
    job = dict(command="date", note="")
    job.update(note=request.form["note"])
    os.system(job["command"])
    return "ok"
#+ key of a table that is replaced through update
from flask import Flask, request
import os
app = Flask(__name__)
@app.post("/run")
def run():
    job = dict(command="date", note="")
    job.update(command=request.form["note"])
    os.system(job["command"])
    return "ok"
#- option read back that was constant
import configparser, os
from flask import Flask, request
app = Flask(__name__)
@app.post("/run")
def run():
    config = configparser.ConfigParser()
    config["jobs"] = {"daily": "date", "note": request.form["note"]}
    os.system(config["jobs"]["daily"])
    return "ok"
#+ option read back that the form decides
import configparser, os
from flask import Flask, request
app = Flask(__name__)
@app.post("/run")
def run():
    config = configparser.ConfigParser()
    config["jobs"] = {"daily": request.form["note"]}
    os.system(config["jobs"]["daily"])
    return "ok"
#- letter of a constant decides
from flask import Flask, request
app = Flask(__name__)
@app.get("/c")
def c():
    param = request.args.get("e", "")
    possible = "ABC"
    guess = possible[1]
    match guess:
        case "A":
            bar = param
        case "B":
            bar = "7"
        case _:
            bar = "8"
    return str(eval(bar))
#- list from which the input was removed
from flask import Flask, request
app = Flask(__name__)
@app.get("/c")
def c():
    param = request.args.get("e", "")
    values = ["1", param, "3"]
    values.pop(0)
    bar = values[1]
    return str(eval(bar))
#+ list in which the input is left
from flask import Flask, request
app = Flask(__name__)
@app.get("/c")
def c():
    param = request.args.get("e", "")
    values = ["1", param, "3"]
    values.pop(0)
    bar = values[0]
    return str(eval(bar))
#+ statement built from a json body in fastapi
import sqlite3
from fastapi import FastAPI
from pydantic import BaseModel
app = FastAPI()
class Login(BaseModel):
    user: str
    password: str
@app.post("/login")
def login(form: Login):
    db = sqlite3.connect("app.db")
    sql = "SELECT id FROM users WHERE name = '%s' AND pw = '%s'" % (form.user, form.password)
    return {"ok": db.execute(sql).fetchone() is not None}
#- statement from a json body in fastapi, with parameters
import sqlite3
from fastapi import FastAPI
from pydantic import BaseModel
app = FastAPI()
class Item(BaseModel):
    name: str
    price: float
@app.post("/items", status_code=201)
def create(item: Item):
    db = sqlite3.connect("app.db")
    db.execute("INSERT INTO items (name, price) VALUES (?, ?)", (item.name, item.price))
    db.commit()
    return item
#- fastapi items, as in its own introduction
from fastapi import FastAPI
app = FastAPI()
fake_items_db = [{"item_name": "Foo"}, {"item_name": "Bar"}]
@app.get("/items/")
async def read_item(skip: int = 0, limit: int = 10):
    return fake_items_db[skip : skip + limit]
@app.get("/files/{file_path:path}")
async def read_file(file_path: str):
    return {"file_path": file_path}
#+ fastapi upload under its own name
import shutil
from fastapi import FastAPI, UploadFile
app = FastAPI()
@app.post("/upload")
async def upload(file: UploadFile):
    with open(f"uploads/{file.filename}", "wb") as out:
        shutil.copyfileobj(file.file, out)
    return {"ok": True}
#- fastapi upload under a new name
import shutil, uuid
from fastapi import FastAPI, UploadFile
app = FastAPI()
@app.post("/upload")
async def upload(file: UploadFile):
    name = uuid.uuid4().hex
    with open(f"uploads/{name}", "wb") as out:
        shutil.copyfileobj(file.file, out)
    return {"id": name}
#+ fastapi proxy
import httpx
from fastapi import FastAPI
app = FastAPI()
@app.get("/proxy")
async def proxy(url: str):
    async with httpx.AsyncClient() as client:
        answer = await client.get(url)
    return {"status": answer.status_code}
#- fastapi proxy to one host
import httpx
from fastapi import FastAPI
app = FastAPI()
@app.get("/weather/{city}")
async def weather(city: str):
    async with httpx.AsyncClient(base_url="https://api.example.org") as client:
        answer = await client.get("/weather", params={"city": city})
    return answer.json()
#+ aiohttp statement
import aiosqlite
from aiohttp import web
async def find(request):
    name = request.match_info["name"]
    async with aiosqlite.connect("app.db") as db:
        async with db.execute("SELECT * FROM users WHERE name = '" + name + "'") as cursor:
            rows = await cursor.fetchall()
    return web.json_response([list(r) for r in rows])
#- aiohttp statement with parameters
import aiosqlite
from aiohttp import web
async def find(request):
    name = request.match_info["name"]
    async with aiosqlite.connect("app.db") as db:
        async with db.execute("SELECT * FROM users WHERE name = ?", (name,)) as cursor:
            rows = await cursor.fetchall()
    return web.json_response([list(r) for r in rows])
#+ aiohttp command
import asyncio
from aiohttp import web
async def convert(request):
    data = await request.post()
    process = await asyncio.create_subprocess_shell("convert " + data["name"] + " out.png")
    await process.wait()
    return web.Response(text="done")
#- aiohttp command without a shell
import asyncio
from aiohttp import web
SIZES = {"small": "64x64", "large": "512x512"}
async def convert(request):
    data = await request.post()
    size = SIZES[data["size"]]
    process = await asyncio.create_subprocess_exec("/usr/bin/convert", "in.png", "-resize", size, "out.png")
    await process.wait()
    return web.Response(text="done")
#+ aiohttp redirect after login
from aiohttp import web
async def login(request):
    form = await request.post()
    location = form.get("next", "/")
    return web.HTTPSeeOther(location)
#- aiohttp redirect to a fixed page
from aiohttp import web
async def login(request):
    form = await request.post()
    request.app["log"].append(len(form))
    raise web.HTTPFound("/home")
#+ every field of a form put into the session
from flask import Flask, request, session
app = Flask(__name__)
app.config.from_envvar("SETTINGS")
@app.post("/prefs")
def prefs():
    for name, value in request.form.items():
        session[name] = value
    return "saved"
#+ administrator by a cookie
from flask import Flask, request, session
app = Flask(__name__)
app.config.from_envvar("SETTINGS")
@app.get("/enter")
def enter():
    session["is_admin"] = request.cookies.get("admin")
    return "in"
#+ django session filled from the address
def enter(request):
    request.session["user_id"] = request.GET["user"]
    return None
#- django session with a number of visits
from django.http import HttpResponse
def index(request):
    visits = request.session.get("visits", 0) + 1
    request.session["visits"] = visits
    return HttpResponse(f"visits: {visits}")
#- basket in the session
from flask import Flask, request, session, redirect, url_for
app = Flask(__name__)
app.config.from_envvar("SETTINGS")
@app.post("/basket")
def basket():
    number = int(request.form["product"])
    session["basket"] = [*session.get("basket", []), number]
    return redirect(url_for("shop"))
#+ filter by a text of the request in sqlalchemy
from flask import Flask, request
from sqlalchemy import text
from models import User, db
app = Flask(__name__)
@app.get("/find")
def find():
    condition = "name = '%s'" % request.args["name"]
    return {"ids": [u.id for u in db.session.query(User).filter(text(condition)).all()]}
#- filter by a column in sqlalchemy
from flask import Flask, request
from models import User, db
app = Flask(__name__)
@app.get("/find")
def find():
    users = db.session.query(User).filter(User.name == request.args["name"]).all()
    return {"ids": [u.id for u in users]}
#+ subject of a mail as a template
from django.http import HttpResponse
from django.template import Context, Template
def preview(request):
    page = Template("<p>" + request.POST["subject"] + "</p>{{ user }}")
    return HttpResponse(page.render(Context({"user": request.user})))
#- constant template with values of django
from django.http import HttpResponse
from django.template import Context, Template
def preview(request):
    page = Template("<p>{{ subject }}</p>")
    return HttpResponse(page.render(Context({"subject": request.POST["subject"]})))
#+ file of the visitor removed
import os
from flask import Flask, request
app = Flask(__name__)
@app.delete("/files")
def remove():
    path = os.path.join("uploads", request.args["name"])
    os.remove(path)
    return "", 204
#- file of the visitor removed, within its folder
from pathlib import Path
from flask import Flask, abort, request
app = Flask(__name__)
ROOT = Path("uploads").resolve()
@app.delete("/files")
def remove():
    path = (ROOT / request.args["name"]).resolve()
    if not path.is_relative_to(ROOT):
        abort(400)
    path.unlink()
    return "", 204
#+ yaml of an upload
import yaml
from flask import Flask, request
app = Flask(__name__)
@app.post("/import")
def load():
    return {"n": len(list(yaml.load_all(request.files["f"].read(), Loader=yaml.Loader)))}
#- yaml of an upload, read safely
import yaml
from flask import Flask, request
app = Flask(__name__)
@app.post("/import")
def load():
    return {"n": len(list(yaml.safe_load_all(request.files["f"].read())))}
#+ websocket command
import subprocess
from fastapi import FastAPI, WebSocket
app = FastAPI()
@app.websocket("/ws")
async def shell(websocket: WebSocket):
    await websocket.accept()
    while True:
        line = await websocket.receive_text()
        await websocket.send_text(subprocess.getoutput(line))
#- websocket echo
from fastapi import FastAPI, WebSocket
app = FastAPI()
@app.websocket("/ws")
async def echo(websocket: WebSocket):
    await websocket.accept()
    while True:
        line = await websocket.receive_text()
        await websocket.send_text(f"Message text was: {line}")
