#- django generic view with success address
from django.urls import reverse_lazy
from django.views.generic import CreateView
from .models import Post
class Create(CreateView):
    model = Post
    fields = ["title"]
    success_url = reverse_lazy("posts")
#- flask shortener
from flask import Flask, redirect, abort
from models import Link
app = Flask(__name__)
@app.get("/<slug>")
def go(slug):
    link = Link.query.filter_by(slug=slug).first()
    if link is None:
        abort(404)
    return redirect(link.url)
#- page with a name from the database
from flask import Flask, g, render_template, request
app = Flask(__name__)
@app.get("/p")
def p():
    row = g.db.execute("SELECT name FROM u WHERE id = ?", (request.args["id"],)).fetchone()
    return render_template("p.html", name=row["name"])
#+ search page in django
from django.http import HttpResponse
def search(request):
    return HttpResponse(f"<h1>{request.GET['q']}</h1>")
#+ tornado redirect
import tornado.web
class Out(tornado.web.RequestHandler):
    def get(self):
        self.redirect(self.get_argument("next", "/"))
#+ sanic html
from sanic import Sanic
from sanic.response import html
app = Sanic("x")
@app.get("/")
async def index(request):
    return html("<p>" + request.args.get("name") + "</p>")
#+ starlette page
from starlette.responses import HTMLResponse
async def home(request):
    return HTMLResponse(f"<p>{request.query_params['name']}</p>")
#+ flask response with html type
from flask import Flask, Response, request
app = Flask(__name__)
@app.get("/x")
def x():
    return Response("<i>" + request.args.get("a", "") + "</i>", content_type="text/html")
#- flask response as csv
from flask import Flask, Response, request
app = Flask(__name__)
@app.get("/x")
def x():
    return Response("a,b\n" + request.args.get("a", ""), mimetype="text/csv")
#+ send file by a path parameter
from flask import Flask, send_file
app = Flask(__name__)
@app.get("/f/<path:name>")
def f(name):
    return send_file("data/" + name)
#- send from directory
from flask import Flask, send_from_directory
app = Flask(__name__)
@app.get("/f/<path:name>")
def f(name):
    return send_from_directory("data", name)
#+ django file
from django.http import FileResponse
def f(request):
    return FileResponse(open("/data/" + request.GET["f"], "rb"))
#+ fastapi depends query in a shell
import subprocess
from fastapi import FastAPI, Query
app = FastAPI()
@app.get("/dns")
def dns(host: str = Query(...)):
    return subprocess.check_output(f"dig {host}", shell=True)
#- fastapi list without a shell
import subprocess
from fastapi import FastAPI, Query
app = FastAPI()
@app.get("/dns")
def dns(host: str = Query(pattern=r"^[a-z.]+$")):
    return subprocess.check_output(["/usr/bin/dig", "--", host])
#+ fastapi body dict into eval
from fastapi import FastAPI, Request
app = FastAPI()
@app.post("/e")
async def e(request: Request):
    data = await request.json()
    return {"r": eval(data["e"])}
#+ aiohttp json into sql
from aiohttp import web
async def h(request):
    data = await request.json()
    await request.app["db"].execute("DELETE FROM t WHERE id = " + data["id"])
    return web.json_response({})
#- aiohttp json into sql with parameters
from aiohttp import web
async def h(request):
    data = await request.json()
    await request.app["db"].execute("DELETE FROM t WHERE id = $1", data["id"])
    return web.json_response({})
#+ cookie into a path
from flask import Flask, request
app = Flask(__name__)
@app.get("/t")
def t():
    with open("themes/" + request.cookies["theme"]) as f:
        return {"css": f.read()}
#- cookie looked up in a table
from flask import Flask, request
app = Flask(__name__)
THEMES = {"dark": "dark.css", "light": "light.css"}
@app.get("/t")
def t():
    with open("themes/" + THEMES.get(request.cookies.get("theme"), "light.css")) as f:
        return {"css": f.read()}
#+ formatted template string
from flask import Flask, request, render_template_string
app = Flask(__name__)
@app.get("/h")
def h():
    return render_template_string("<h1>Hello %s</h1>" % request.args.get("n"))
#- template string with values
from flask import Flask, request, render_template_string
app = Flask(__name__)
@app.get("/h")
def h():
    return render_template_string("<h1>Hello {{ n }}</h1>", n=request.args.get("n"))
#+ import by a request
import importlib
from flask import Flask, request
app = Flask(__name__)
@app.get("/m")
def m():
    module = importlib.import_module(request.args["m"])
    return str(module.run())
#+ getattr by a request
from flask import Flask, request
import handlers
app = Flask(__name__)
@app.get("/m")
def m():
    return getattr(handlers, request.args["action"])()
#- table of handlers
from flask import Flask, request, abort
import handlers
app = Flask(__name__)
ACTIONS = {"a": handlers.a, "b": handlers.b}
@app.get("/m")
def m():
    action = ACTIONS.get(request.args["action"])
    if action is None:
        abort(404)
    return action()
#+ django order by raw
from django.db import connection
def listing(request):
    with connection.cursor() as c:
        c.execute("SELECT * FROM t ORDER BY " + request.GET.get("o", "id"))
        return c.fetchall()
#+ orm filter with user keys is fine, raw is not
from django.shortcuts import render
from .models import Book
def books(request):
    return render(request, "b.html", {"books": Book.objects.raw(f"SELECT * FROM b WHERE t = '{request.GET['t']}'")})
#- sqlalchemy with bind
from flask import Flask, request
from sqlalchemy import text
from models import db
app = Flask(__name__)
@app.get("/s")
def s():
    rows = db.session.execute(text("SELECT id FROM t WHERE name = :n"), {"n": request.args["n"]})
    return {"ids": [r.id for r in rows]}
#- login, as in flask-login's introduction
from flask import Flask, request, flash, abort, redirect, render_template, url_for
import flask_login
from forms import LoginForm
app = Flask(__name__)
def url_has_allowed_host_and_scheme(url, host):
    return True
@app.route("/login", methods=["GET", "POST"])
def login():
    form = LoginForm()
    if form.validate_on_submit():
        flask_login.login_user(form.user)
        flash("Logged in successfully.")
        next = request.args.get("next")
        if not url_has_allowed_host_and_scheme(next, request.host):
            return abort(400)
        return redirect(next or url_for("index"))
    return render_template("login.html", form=form)
#- login of a tutorial that keeps a name
from flask import Flask, request, session, redirect, url_for
from models import User
app = Flask(__name__)
@app.route("/login", methods=["POST"])
def login():
    name = request.form["username"]
    password = request.form["password"]
    user = User.query.filter_by(name=name).first()
    if user and user.password_matches(password):
        session["username"] = name
        return redirect(url_for("home"))
    return "no", 401
#- redirect with a message in it
from django.shortcuts import redirect
from urllib.parse import urlencode
def done(request):
    return redirect("/done?" + urlencode({"q": request.GET.get("q", "")}))
#- api answer made by drf
from rest_framework.response import Response
from rest_framework.views import APIView
class Echo(APIView):
    def post(self, request):
        return Response({"echo": request.data["text"]})
#- logging of a number
import logging
from flask import Flask, request
app = Flask(__name__)
@app.get("/x")
def x():
    logging.info("page %d", int(request.args["page"]))
    return "ok"
#+ upload with its own name in django
import os
def upload(request):
    f = request.FILES["f"]
    with open(os.path.join("media", f.name), "wb") as out:
        for chunk in f.chunks():
            out.write(chunk)
#- upload by django's storage
from django.core.files.storage import default_storage
def upload(request):
    f = request.FILES["f"]
    default_storage.save(f.name, f)
#+ xml of a request
from flask import Flask, request
from lxml import etree
app = Flask(__name__)
@app.post("/x")
def x():
    doc = etree.fromstring(request.data, etree.XMLParser(resolve_entities=True))
    return {"tag": doc.tag}
#- page with numbers only
from flask import Flask, request
app = Flask(__name__)
@app.get("/add")
def add():
    a = float(request.args["a"])
    b = float(request.args["b"])
    return f"<b>{a + b}</b>"
#- header check
from flask import Flask, request, abort
import hmac
app = Flask(__name__)
@app.post("/hook")
def hook():
    if not hmac.compare_digest(request.headers.get("X-Key", ""), app.config["KEY"]):
        abort(403)
    return "", 204
#- health
from fastapi import FastAPI
app = FastAPI()
@app.get("/health")
def health():
    return {"ok": True}
