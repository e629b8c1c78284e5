#+ AWS_SECRET_ACCESS_KEY = "/wJalrXUtnFEMI/K7MDENG+bPxRfiCYzEXA
AWS_SECRET_ACCESS_KEY = "/wJalrXUtnFEMI/K7MDENG+bPxRfiCYzEXAMK3Yq"
#+ api_key = "3f2b8c1e-9d4a-4e7b-8c2f-5a6b7c8d9e0f"
api_key = "3f2b8c1e-9d4a-4e7b-8c2f-5a6b7c8d9e0f"
#+ acct = Account.from_key("0x8f2a55949038a9610f50fb23b5883af3b
from eth_account import Account
acct = Account.from_key("0x8f2a55949038a9610f50fb23b5883af3b4ecb3c3bb792cbcefbd1542c692be63")
#+ wif = "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ"
wif = "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ"
#+ pem = "-----BEGIN RSA PRIVATE KEY-----\\nMIIEpAIBAAKCAQEA7bq
pem = "-----BEGIN RSA PRIVATE KEY-----\\nMIIEpAIBAAKCAQEA7bq8mVx0c1tq5YwTn3vV1q9JkYx0o2cX\\n-----END RSA PRIVATE KEY-----"
#- pk = "pk_live_51HqLyjWDarjtT1zdp7dcXk2VQ"
pk = "pk_live_51HqLyjWDarjtT1zdp7dcXk2VQ"
#+ github token in the order of the alphabet
token = "ghp_1234567890abcdefghijklmnopqrstuvwxyzAB"
#+ slack token in the order of the alphabet
slack = "xoxb-123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx"
#+ c = psycopg2.connect("postgresql://admin:Tr0ub4dor3xK@db.exa
import psycopg2
c = psycopg2.connect("postgresql://admin:Tr0ub4dor3xK@db.example.com:5432/prod")
#- password = os.environ["DB_PASSWORD"]
password = os.environ["DB_PASSWORD"]
#- password = "changeme"
password = "changeme"
#- SECRET_KEY = "<your-secret-key>"
SECRET_KEY = "<your-secret-key>"
#+ GOOGLE = "AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q"
GOOGLE = "AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q"
#+ headers = {"Authorization": "Bearer eyJhbGciOiJIUzI1NiJ9.eyJ
headers = {"Authorization": "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"}
#- commit = "8f2a55949038a9610f50fb23b5883af3b4ecb3c3"
commit = "8f2a55949038a9610f50fb23b5883af3b4ecb3c3"
#- namespace = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
namespace = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
#+ client_secret = "Zk9~8Q.rTyUiOpAsDfGhJkLzXcVbNm1234567890"
client_secret = "Zk9~8Q.rTyUiOpAsDfGhJkLzXcVbNm1234567890"
#+ SENDGRID = "SG.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf09kqeF8
SENDGRID = "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"
#+ mnemonic = "legal winner thank year wave sausage worth usefu
mnemonic = "legal winner thank year wave sausage worth useful legal winner thank yellow"
#- digest = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649
digest = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
#+ db = dict(user="root", password="hX7!kPq29zLm")
db = dict(user="root", password="hX7!kPq29zLm")
#+ OPENAI_API_KEY = "sk-proj-abcDEF1234567890abcdEFGH1234567890
OPENAI_API_KEY = "sk-proj-abcDEF1234567890abcdEFGH1234567890abcdEFGH12345678"
#+ conn = "DefaultEndpointsProtocol=https;AccountName=acct;Acco
conn = "DefaultEndpointsProtocol=https;AccountName=acct;AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;EndpointSuffix=core.windows.net"
#+ requests.post("https://hooks.slack.com/services/T00000001/B0
import requests
requests.post("https://hooks.slack.com/services/T00000001/B00000002/XXa1b2c3d4e5f6g7h8i9j0kl", json={}, timeout=3)
#- label = "Enter your API key"
password_field = "password"
label = "Enter your API key"
#- PUBLIC_KEY = "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w
PUBLIC_KEY = "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n-----END PUBLIC KEY-----"
#+ STRIPE = "rk_live_51HqLyjWDarjtT1zdp7dcXk2VQabcdEFGH"
STRIPE = "rk_live_51HqLyjWDarjtT1zdp7dcXk2VQabcdEFGH"
#+ npm token in the order of the alphabet
npm = "npm_aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789"
#+ tg = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawk"
tg = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawk"
#+ TWILIO_AUTH_TOKEN = "a3f1c9e8b7d65423190f8e7d6c5b4a39"
TWILIO_AUTH_TOKEN = "a3f1c9e8b7d65423190f8e7d6c5b4a39"
