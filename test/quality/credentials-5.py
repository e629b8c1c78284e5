#+ DATABASES = {"default": {"ENGINE": "django.db.backends.postg
DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql", "PASSWORD": "tR4!vq9Zp2Lm"}}
#+ conn = psycopg2.connect(host="db", user="app", password="Kj8
import psycopg2
conn = psycopg2.connect(host="db", user="app", password="Kj82hs!0dkQ")
#+ app.config["SECRET_KEY"] = "9f8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d
app.config["SECRET_KEY"] = "9f8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d"
#+ headers = {"Authorization": "Bearer eyJhbGciOiJIUzI1NiJ9.eyJ
headers = {"Authorization": "Bearer eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjoxMjM0NX0.dQw4w9WgXcQ0rTzLk8VbN2mPq7sYxUe"}
#+ headers = {"X-Api-Key": "f3b1c9a07d5e4e2f8a6b0c1d2e3f4a5b"}
headers = {"X-Api-Key": "f3b1c9a07d5e4e2f8a6b0c1d2e3f4a5b"}
#+ GITHUB = "ghp_J8sKq2LmN4pRtVwXyZ0aBcDeFgHiJkLmNoPq"
GITHUB = "ghp_J8sKq2LmN4pRtVwXyZ0aBcDeFgHiJkLmNoPq"
#+ aws_secret_access_key = "kT8/9sLq2mVnXzB4cRyWpEa7uJhGfDs1o6i
aws_secret_access_key = "kT8/9sLq2mVnXzB4cRyWpEa7uJhGfDs1o6iK3lMt"
#+ SLACK = "https://hooks.slack.com/services/T0AB1CD2E/B0FG3HI4
SLACK = "https://hooks.slack.com/services/T0AB1CD2E/B0FG3HI4J/kLmNoPqRsTuVwXyZ12345678"
#+ stripe.api_key = "sk_live_51H8s7dKJ2lmN0pQrStUvWxYz"
stripe.api_key = "sk_live_51H8s7dKJ2lmN0pQrStUvWxYz"
#+ url = "mongodb+srv://admin:Zx81kQpl@cluster0.mongodb.net/app
url = "mongodb+srv://admin:Zx81kQpl@cluster0.mongodb.net/app"
#+ a private key in PEM
key = """-----BEGIN RSA PRIVATE KEY-----
MIIEpAIBAAKCAQEAx7Vt2k1qJ9b3ZtX0m8c4YwRr5pLq6sN1uVhGfDeSaWzXcQ
-----END RSA PRIVATE KEY-----"""
#+ redis.Redis(host="cache", password="s9Kd02jfLq")
redis.Redis(host="cache", password="s9Kd02jfLq")
#+ smtp.login("mailer@company.io", "Gt7pQ2xVb9")
smtp.login("mailer@company.io", "Gt7pQ2xVb9")
#+ TWILIO_AUTH_TOKEN = "8f3a1c5b7d9e0f2a4c6b8d0e1f3a5c7b"
TWILIO_AUTH_TOKEN = "8f3a1c5b7d9e0f2a4c6b8d0e1f3a5c7b"
#+ OPENAI_API_KEY = "sk-proj-aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3h
OPENAI_API_KEY = "sk-proj-aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6kL9nO2qR5tU8"
#+ requests.get(url, auth=("deploy", "Wq83jKs0pZ"))
requests.get(url, auth=("deploy", "Wq83jKs0pZ"))
#+ paramiko.SSHClient().connect("host", username="root", passwo
paramiko.SSHClient().connect("host", username="root", password="Tq7!mZ2#pL")
#+ PRIVATE_KEY = "0x4c0883a69102937d6231471b5dbb6204fe512961708
PRIVATE_KEY = "0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318"
#+ SENDGRID_API_KEY = "SG.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoT
SENDGRID_API_KEY = "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"
#- the token of Telegram's manual
TELEGRAM = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"
#+ jwt.encode(payload, "p0Q9w8E7r6T5y4U3", algorithm="HS256")
jwt.encode(payload, "p0Q9w8E7r6T5y4U3", algorithm="HS256")
#+ FERNET = Fernet(b"3J1zXqT0mVb9Ks2LpW8rYd5GhN7fCe4AuQoIxMvBkZ
FERNET = Fernet(b"3J1zXqT0mVb9Ks2LpW8rYd5GhN7fCe4AuQoIxMvBkZs=")
#+ os.environ["DB_PASSWORD"] = "Hn4!kS92lq"
os.environ["DB_PASSWORD"] = "Hn4!kS92lq"
#+ config = {"client_id": "abc", "client_secret": "GOCSPX-1a2B3
config = {"client_id": "abc", "client_secret": "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"}
#+ passwd = "correcthorsebatterystaple"
passwd = "correcthorsebatterystaple"
#+ token = "npm_a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ"
token = "npm_a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ"
#+ GOOGLE = "AIzaSyD4x7Qk2Lm9Np3Rt5Vw8Yz1Bc6De0Fg2Hi"
GOOGLE = "AIzaSyD4x7Qk2Lm9Np3Rt5Vw8Yz1Bc6De0Fg2Hi"
#+ connection = "Server=db;Database=app;User Id=sa;Password=Yk8
connection = "Server=db;Database=app;User Id=sa;Password=Yk82!jsQ1;"
#+ DISCORD_TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7v
DISCORD_TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
#+ hmac.new(b"qW3!eR5tY7uI", message, "sha256")
hmac.new(b"qW3!eR5tY7uI", message, "sha256")
#- password = os.environ["DB_PASSWORD"]
password = os.environ["DB_PASSWORD"]
#- password = "changeme"
password = "changeme"
#- API_KEY = "<your-api-key>"
API_KEY = "<your-api-key>"
#- STRIPE_PUBLISHABLE_KEY = "pk_live_51H8s7dKJ2lmN0pQrStUvWxYz"
STRIPE_PUBLISHABLE_KEY = "pk_live_51H8s7dKJ2lmN0pQrStUvWxYz"
#- password_field = "password"
password_field = "password"
#- SECRET_NAME = "prod/db/password"
SECRET_NAME = "prod/db/password"
#- commit = "9f8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d5e6f7a8b"
commit = "9f8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d5e6f7a8b"
#- ETAG = "33a64df551425fcc55e4d42a148795d9f25f89d4"
ETAG = "33a64df551425fcc55e4d42a148795d9f25f89d4"
#- parser.add_argument("--password", help="the database passwor
parser.add_argument("--password", help="the database password")
#- url = "postgres://user:password@localhost/db"
url = "postgres://user:password@localhost/db"
#- token = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
token = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#- sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca4
sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
#- PASSWORD_REGEX = r"^(?=.*[A-Z])(?=.*\d).{8,}$"
PASSWORD_REGEX = r"^(?=.*[A-Z])(?=.*\d).{8,}$"
#- public_key = "0x04bfcab3b0d6f8a1c2e4d6b8a0c2e4f6a8b0c2d4e6f8
public_key = "0x04bfcab3b0d6f8a1c2e4d6b8a0c2e4f6a8b0c2d4e6f8a0b2c4d6e8f0a2b4c6d8e0"
#- error = "Invalid password: must contain a digit"
error = "Invalid password: must contain a digit"
