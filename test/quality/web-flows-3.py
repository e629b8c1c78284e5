#- profile page after a form, by its own address
from flask import Flask, flash, redirect, request, url_for
app = Flask(__name__)
@app.post("/edit")
def edit_profile():
    username = request.form["username"]
    flash("Saved.")
    return redirect(url_for("user", username=username))
#- follow a user and go back to their page
from flask import Blueprint, redirect, url_for
bp = Blueprint("main", __name__)
@bp.route("/follow/<username>", methods=["POST"])
def follow(username):
    return redirect(url_for("main.user", username=username, _anchor="posts"))
#- login that asks for the host of the next page
from urllib.parse import urlsplit
from flask import Flask, redirect, request, url_for
app = Flask(__name__)
@app.route("/login", methods=["GET", "POST"])
def login():
    if request.method == "POST":
        next_page = request.args.get("next")
        if not next_page or urlsplit(next_page).netloc != "":
            next_page = url_for("index")
        return redirect(next_page)
    return "form"
#- login that asks for the host by a helper of urllib under another name
from urllib import parse
from flask import Flask, redirect, request, url_for
app = Flask(__name__)
@app.route("/login", methods=["POST"])
def login():
    target = request.form.get("next", "")
    parts = parse.urlparse(target)
    if parts.netloc or parts.scheme:
        return redirect(url_for("index"))
    return redirect(target)
#+ login that goes wherever the request says
from flask import Flask, redirect, request, url_for
app = Flask(__name__)
@app.route("/login", methods=["GET", "POST"])
def login():
    if request.method == "POST":
        next_page = request.args.get("next") or url_for("index")
        return redirect(next_page)
    return "form"
#+ login whose check of the next page changes nothing
from urllib.parse import urlsplit
from flask import Flask, redirect, request
app = Flask(__name__)
@app.post("/login")
def login():
    next_page = request.args.get("next", "/")
    if urlsplit(next_page).netloc != "":
        app.logger.warning("a foreign host")
    return redirect(next_page)
#- django view that goes to a named page
from django.shortcuts import redirect
from django.urls import reverse
def vote(request, question_id):
    choice = request.POST["choice"]
    return redirect(reverse("polls:results", kwargs={"pk": question_id, "choice": choice}))
#- django view that answers with an address of its own
from django.http import HttpResponseRedirect
from django.urls import reverse
def vote(request, question_id):
    chosen = request.POST["choice"]
    return HttpResponseRedirect(reverse("polls:results", args=(question_id, chosen)))
#- django guard of the next page
from django.http import HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
def login_done(request):
    next_url = request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(next_url, allowed_hosts={request.get_host()}):
        next_url = "/"
    return HttpResponseRedirect(next_url)
#+ django view that goes to the page a form names
from django.http import HttpResponseRedirect
def switch_language(request):
    response = HttpResponseRedirect(request.POST.get("next", "/"))
    response.set_cookie("lang", "de", secure=True, httponly=True, samesite="Lax")
    return response
#- method of the request in a page
from flask import Flask, request
app = Flask(__name__)
@app.route("/m", methods=["GET", "POST"])
def m():
    return request.method
#- name of the endpoint in a page
from flask import Flask, request
app = Flask(__name__)
@app.get("/where")
def where():
    return f"<p>{request.endpoint} {request.blueprint}</p>"
#- posted data given back as data
from flask import Flask, request
app = Flask(__name__)
@app.post("/echo")
def echo():
    return request.get_json()
#- posted object given back with a status
from flask import Flask, request
app = Flask(__name__)
@app.post("/items")
def create():
    item = request.json
    return {"name": item["name"], "done": False}, 201
#+ field of posted data in a page
from flask import Flask, request
app = Flask(__name__)
@app.post("/hello")
def hello():
    data = request.get_json()
    return "<h1>Hello " + data["name"] + "</h1>"
#+ name in the address shown as a page
from flask import Flask
app = Flask(__name__)
@app.route("/user/<username>")
def profile(username):
    return f"<h1>{username}'s profile</h1>"
#- name in the address escaped
from flask import Flask
from markupsafe import escape
app = Flask(__name__)
@app.route("/user/<username>")
def profile(username):
    return f"User {escape(username)}"
#- number in the address shown
from flask import Flask
app = Flask(__name__)
@app.route("/post/<int:post_id>")
def show_post(post_id):
    return f"<b>Post {post_id}</b>"
#- one key written, another read
from flask import Flask, request
import subprocess
app = Flask(__name__)
@app.post("/run")
def run():
    settings = {}
    settings["keyA"] = "uptime"
    settings["keyB"] = request.form.get("cmd")
    settings["keyC"] = "another"
    command = settings["keyA"]
    return subprocess.run(command, shell=True, capture_output=True, text=True, check=True).stdout
#+ one key written and the same read
from flask import Flask, request
import subprocess
app = Flask(__name__)
@app.post("/run")
def run():
    settings = {}
    settings["keyA"] = "uptime"
    settings["keyB"] = request.form.get("cmd")
    command = settings["keyB"]
    return subprocess.run(command, shell=True, capture_output=True, text=True, check=True).stdout
#- option of a configuration that stays constant
import configparser
from flask import Flask, request
app = Flask(__name__)
@app.get("/calc")
def calc():
    conf = configparser.ConfigParser()
    conf.add_section("section")
    conf.set("section", "keyA", "1 + 1")
    conf.set("section", "keyB", request.args.get("e"))
    return str(eval(conf.get("section", "keyA")))
#+ option of a configuration set from the request
import configparser
from flask import Flask, request
app = Flask(__name__)
@app.get("/calc")
def calc():
    conf = configparser.ConfigParser()
    conf.add_section("section")
    conf.set("section", "keyA", "1 + 1")
    conf.set("section", "keyB", request.args.get("e"))
    return str(eval(conf.get("section", "keyB")))
#- branch that a sum decides
from flask import Flask, request
import os
app = Flask(__name__)
@app.post("/say")
def say():
    param = request.form.get("data", "")
    num = 86
    if 7 * 42 - num > 200:
        word = "hello"
    else:
        word = param
    os.system("echo " + word)
    return "said"
#+ branch that a sum decides the other way
from flask import Flask, request
import os
app = Flask(__name__)
@app.post("/say")
def say():
    param = request.form.get("data", "")
    num = 106
    if 7 * 42 - num > 200:
        word = "hello"
    else:
        word = param
    os.system("echo " + word)
    return "said"
#- expression that a sum decides
from flask import Flask, request
app = Flask(__name__)
@app.get("/calc")
def calc():
    param = request.args.get("e")
    num = 86
    bar = "2 * 21" if 7 * 42 - num > 200 else param
    return str(eval(bar))
#+ expression that a sum decides otherwise
from flask import Flask, request
app = Flask(__name__)
@app.get("/calc")
def calc():
    param = request.args.get("e")
    num = 106
    bar = "2 * 21" if 7 * 18 + num < 200 else param
    return str(eval(bar))
#+ statement built in a fastapi path
import sqlite3
from fastapi import FastAPI
app = FastAPI()
@app.get("/users/{name}")
async def read_user(name: str):
    with sqlite3.connect("app.db") as db:
        return db.execute(f"SELECT id, email FROM users WHERE name = '{name}'").fetchone()
#- statement with parameters in a fastapi path
import sqlite3
from fastapi import FastAPI, HTTPException
app = FastAPI()
@app.get("/users/{name}")
async def read_user(name: str):
    with sqlite3.connect("app.db") as db:
        row = db.execute("SELECT id, email FROM users WHERE name = ?", (name,)).fetchone()
    if row is None:
        raise HTTPException(status_code=404, detail="no such user")
    return {"id": row[0], "email": row[1]}
#+ fastapi redirect to a query parameter
from fastapi import FastAPI
from fastapi.responses import RedirectResponse
app = FastAPI()
@app.get("/out")
def out(url: str):
    return RedirectResponse(url)
#- fastapi redirect to an address by the name of a route
from fastapi import FastAPI, Request
from fastapi.responses import RedirectResponse
app = FastAPI()
@app.get("/u/{name}", name="profile")
def profile(name: str):
    return {"name": name}
@app.get("/go/{name}")
def go(request: Request, name: str):
    return RedirectResponse(request.url_for("profile", name=name))
#+ fastapi page with the parameter in it
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
app = FastAPI()
@app.get("/hi", response_class=HTMLResponse)
def hi(name: str = "you"):
    return "<html><body>Hi " + name + "</body></html>"
#- fastapi file from a table
from fastapi import FastAPI, HTTPException
from fastapi.responses import FileResponse
app = FastAPI()
REPORTS = {"q1": "reports/q1.pdf", "q2": "reports/q2.pdf"}
@app.get("/reports/{name}")
def report(name: str):
    if name not in REPORTS:
        raise HTTPException(404)
    return FileResponse(REPORTS[name])
#+ fastapi file by its name
from fastapi import FastAPI
from fastapi.responses import FileResponse
app = FastAPI()
@app.get("/reports/{name:path}")
def report(name: str):
    return FileResponse("reports/" + name)
#+ aiohttp file by a query
from aiohttp import web
async def download(request):
    name = request.query["file"]
    return web.FileResponse("/srv/files/" + name)
app = web.Application()
app.router.add_get("/download", download)
#- aiohttp data by a query
from aiohttp import web
async def greet(request):
    name = request.match_info.get("name", "Anonymous")
    return web.json_response({"hello": name})
app = web.Application()
app.router.add_get("/{name}", greet)
#- aiohttp plain text, as in its own introduction
from aiohttp import web
async def handle(request):
    name = request.match_info.get("name", "Anonymous")
    text = "Hello, " + name
    return web.Response(text=text)
app = web.Application()
app.add_routes([web.get("/", handle), web.get("/{name}", handle)])
#+ aiohttp page with a query in it
from aiohttp import web
async def search(request):
    term = request.query.get("q", "")
    return web.Response(text=f"<h1>Results for {term}</h1>", content_type="text/html")
#+ aiohttp redirect to what the query names
from aiohttp import web
async def out(request):
    raise web.HTTPFound(request.query["to"])
#- aiohttp redirect to a named route
from aiohttp import web
async def moved(request):
    name = request.match_info["name"]
    location = request.app.router["user"].url_for(name=name)
    raise web.HTTPFound(location)
#+ session key chosen by the request
from flask import Flask, request, session
app = Flask(__name__)
app.secret_key = open("key").read()
@app.post("/set")
def keep():
    session[request.form["key"]] = "1"
    return "kept"
#+ role of the visitor taken from the form
from flask import Flask, request, session
app = Flask(__name__)
app.secret_key = open("key").read()
@app.post("/login")
def login():
    session["role"] = request.form["role"]
    session["user_id"] = request.form["id"]
    return "in"
#- visitor remembered after a password was checked
from flask import Flask, request, session, redirect, url_for, g
from werkzeug.security import check_password_hash
app = Flask(__name__)
app.secret_key = open("key").read()
@app.post("/login")
def login():
    user = g.db.execute("SELECT * FROM user WHERE username = ?", (request.form["username"],)).fetchone()
    if user is None or not check_password_hash(user["password"], request.form["password"]):
        return "no", 403
    session.clear()
    session["user_id"] = user["id"]
    return redirect(url_for("index"))
#- language of the visitor kept
from flask import Flask, request, session, redirect, url_for
app = Flask(__name__)
app.secret_key = open("key").read()
LANGUAGES = ["en", "de"]
@app.post("/language")
def language():
    chosen = request.form["language"]
    if chosen in LANGUAGES:
        session["language"] = chosen
    return redirect(url_for("index"))
#+ statement with a condition from the request
from flask import Flask, request
from models import Order, db
app = Flask(__name__)
@app.get("/orders")
def orders():
    least = request.args.get("least", "0")
    query = db.session.query(Order.customer).group_by(Order.customer)
    return {"rows": [r[0] for r in query.having("sum(total) > {}".format(least))]}
#+ django extra condition from the request
from django.http import JsonResponse
from .models import Book
def search(request):
    q = request.GET["q"]
    books = Book.objects.extra(where=["title LIKE '%%%s%%'" % q])
    return JsonResponse({"books": [b.title for b in books]})
#- django filter by the request
from django.http import JsonResponse
from .models import Book
def search(request):
    q = request.GET.get("q", "")
    books = Book.objects.filter(title__icontains=q).order_by("title")[:20]
    return JsonResponse({"books": [b.title for b in books]})
#+ jinja template made of a form
from flask import Flask, request
from jinja2 import Template
app = Flask(__name__)
@app.post("/preview")
def preview():
    body = request.form["body"]
    return Template(body).render(user="you")
#- jinja template of one's own
from flask import Flask, request
from jinja2 import Environment, PackageLoader, select_autoescape
app = Flask(__name__)
env = Environment(loader=PackageLoader("shop"), autoescape=select_autoescape())
@app.get("/preview")
def preview():
    return env.get_template("preview.html").render(name=request.args.get("name"))
#+ command with an argument of a django view
import os
from django.http import HttpResponse
def ping(request):
    host = request.GET.get("host", "localhost")
    code = os.system("ping -c 1 " + host)
    return HttpResponse(str(code))
#- command as a list in a django view
import ipaddress, subprocess
from django.http import HttpResponse, HttpResponseBadRequest
def ping(request):
    try:
        host = ipaddress.ip_address(request.GET.get("host", ""))
    except ValueError:
        return HttpResponseBadRequest("not an address")
    done = subprocess.run(["/bin/ping", "-c", "1", str(host)], check=False)
    return HttpResponse(str(done.returncode))
#+ picture fetched from anywhere
import requests
from django.http import HttpResponse
def avatar(request):
    answer = requests.get(request.GET["src"], timeout=5)
    return HttpResponse(answer.content, content_type="image/png")
#- picture fetched from one place
import requests
from urllib.parse import quote
from django.http import HttpResponse
def avatar(request):
    name = quote(request.GET["name"], safe="")
    answer = requests.get(f"https://img.example.org/a/{name}.png", timeout=5)
    return HttpResponse(answer.content, content_type="image/png")
#+ class-based view with a raw query
from django.http import JsonResponse
from django.views import View
from .models import Person
class Search(View):
    def get(self, request):
        name = request.GET.get("name")
        rows = Person.objects.raw("SELECT * FROM app_person WHERE name = '" + name + "'")
        return JsonResponse([p.name for p in rows], safe=False)
#+ method view with a file
from flask import request
from flask.views import MethodView
class Notes(MethodView):
    def get(self):
        with open("notes/" + request.args["name"]) as file:
            return {"text": file.read()}
#- method view with a cleaned file name
import os
from flask import request, current_app
from flask.views import MethodView
from werkzeug.utils import secure_filename
class Notes(MethodView):
    def post(self):
        upload = request.files["file"]
        upload.save(os.path.join(current_app.config["UPLOAD_FOLDER"], secure_filename(upload.filename)))
        return {"ok": True}
#- request written to the log by its fields
import logging
from flask import Flask, request
app = Flask(__name__)
log = logging.getLogger(__name__)
@app.before_request
def note():
    log.info("%s %s", request.method, request.endpoint)
#+ text of a request evaluated by numexpr's cousin
from fastapi import FastAPI, Body
app = FastAPI()
@app.post("/formula")
def formula(text: str = Body(...)):
    return {"value": eval(text, {"__builtins__": {}})}
#+ pickled cookie
import base64, pickle
from flask import Flask, request
app = Flask(__name__)
@app.get("/cart")
def cart():
    kept = request.cookies.get("cart")
    items = pickle.loads(base64.b64decode(kept)) if kept else []
    return {"items": len(items)}
#- signed cookie
from flask import Flask, request, current_app
from itsdangerous import URLSafeSerializer
app = Flask(__name__)
@app.get("/cart")
def cart():
    signer = URLSafeSerializer(current_app.config["SECRET_KEY"])
    items = signer.loads(request.cookies.get("cart", ""))
    return {"items": len(items)}
#- page of a number of results
from flask import Flask, request, render_template
from models import Post
app = Flask(__name__)
@app.get("/")
def index():
    page = request.args.get("page", 1, type=int)
    posts = Post.query.order_by(Post.created.desc()).paginate(page=page, per_page=10)
    return render_template("index.html", posts=posts.items, page=page)
#- number of the page written out
from flask import Flask, request
app = Flask(__name__)
@app.get("/")
def index():
    page = request.args.get("page", 1, type=int)
    return f"<p>page {page}</p>"
#+ order of a list chosen by text
from flask import Flask, g, request
app = Flask(__name__)
@app.get("/list")
def listing():
    column = request.args.get("sort", "name")
    rows = g.db.cursor().execute("SELECT name FROM items ORDER BY " + column).fetchall()
    return {"rows": rows}
#- order of a list chosen from a table
from flask import Flask, g, request
app = Flask(__name__)
COLUMNS = {"name": "name", "age": "created"}
@app.get("/list")
def listing():
    column = COLUMNS.get(request.args.get("sort"), "name")
    rows = g.db.cursor().execute("SELECT name FROM items ORDER BY " + column).fetchall()
    return {"rows": rows}
