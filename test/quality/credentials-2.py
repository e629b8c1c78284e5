#+ aws secret that begins with a slash
aws_secret_access_key = "/eX4CRW/Lgg1gTLjjkQUSaR/on/C0+rMASu4DBp4"
#+ password that begins with a slash
db_password = "/9xK!vq2#Lm"
#+ token that begins with a dot
auth_token = ".7GDIU6uWy15MqzvwLP0oInpAhjIFeS7a"
#+ heroku key
HEROKU_API_KEY = "70614b99-cc57-4e69-a23d-42489b925d6f"
#+ api key of UUID form
client = Client(api_key="154e3418-710b-40cd-a0f3-4252d28f96db")
#+ secret of UUID form in a dictionary
config = {"client_secret": "cf96413e-81d4-479c-a63e-55d7fbf6b7d2"}
#+ wallet key from hex
from eth_account import Account
acct = Account.from_key("0xb5188321a656bec5631039171fe3274ca2aac4d020f9de6cd81735562e81b653")
#+ wallet key by its old name
acct = w3.eth.account.privateKeyToAccount("b230ccd63c7aa730cbb2a9370a8849fe2736c462f7db98d34c570aa5b88f517d")
#+ transaction signed
signed = w3.eth.account.sign_transaction(tx, "0x6a5ceac27f0a6b43cbbf12a9e6c14f9d9c2d8b8cc8f0ed64b6ebad165cb7497c")
#+ wif key
key = bit.PrivateKeyTestnet("KxFWsASfJTiDnHZ442zrQodVTBpfnUq3h2ZfUUtpp1int1oG2QMM")
#+ wif key under a plain name
value = "5JPGJ7YKkm4cc1uQ6SZNSw8KFSrvu1hy9pVzHPtH9VB58Xx7dy6"
#+ pem escaped twice
info = '{"private_key": "-----BEGIN PRIVATE KEY-----\\nMIIElHfde4E1BssDEW0lO6gM8JCkCWWLr+q5Ragtd4p/oRcWMsnWhbZxh3/oWksX\\nM+O8MmYPBIvEjzjLGprweqgJwetBkhYThOFJznFqpQAZkCxePOamyD2h3/B4tid5\\n1Dn3xpRECq2oxXXFUo2mKZ6O6bR1GH3PTYwRftQx5UsbKU5/jOwOnx+V5HKVoMG3\\nccKaKBxeV3qiceKLrCCd8SyOgX7xe1bhs7VVS3hYe7LjGmhT7HnbA6k+RieV5EHn\\n-----END PRIVATE KEY-----\\n"}'
#+ pem escaped once
KEY = "-----BEGIN RSA PRIVATE KEY-----\nMIIEuBtAtqka0Tr81idMe13DKs6DHD1N/5ttvTiFgcE7IfEII3RLTcPAtg1AOSUb\nRSW1gNMpLxyWjd7HcAqPRcoGz6Ldvb47Jt4rmoqOc+qGVfatEYxvUFmaEadfm0EX\nCbKsBzpYmWwVIRKHqBWHeTB+pFXVh0vp7OH1TiMo+y39v+ML3nawWmUHVzaj9Nty\n+wSEkLnTg/dmClkVno+e6vsTlOEjq6TeiIFGGPt00zccgFX0hgMFJKTO/uyC0krd\n-----END RSA PRIVATE KEY-----"
#+ hex key handed to bytes
signer = SigningKey.from_string(bytes.fromhex("838a5e76a96ae3c760c54650bcbfbcbd86e8cc0d4aab4dc26a22024ec4f8281c"))
#+ basic auth tuple
requests.get(url, auth=("deploy", "kV7#pLq9zT"))
#+ secret key of flask
app.secret_key = "c81a58c9823b4c8a63da332a5792b90d"
#+ supabase secret key
SUPABASE = "sb_secret_3GMPf1QF0dn0vb4UBxEYHN_QYVOswwE"
#+ service role token
KEY = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZSIsInJvbGUiOiJzZXJ2aWNlX3JvbGUiLCJpYXQiOjE3MDAwMDAwMDB9.9bVqDy9Z4V8kIyisMyJ0JkPXn9bfnpavNEpTI4wcVZ3"
#+ mapbox secret token
MAPBOX_TOKEN = "sk.eyJ1IjoinbAZGM7tIAclH8xkyKrdpUHq22lUkjEcOWcZBzRs.yWV1oBdp1hcWJMLKOxRyzB"
#+ sentry address with its secret
DSN = "https://549391b85f57d1952db8fb1e382b3a43:4b9ae7805bc96fd3ebdad9c376c8c9a1@sentry.shop.org/4"
#+ connection by arguments
conn = MySQLdb.connect("db", "app", "Zq81-mkWv")
#+ password in a url with a slash first
URL = "postgres://app:%2F9xKvq2Lm@db.shop.org/app"
#+ datadog key by name
options = {"DD_API_KEY": "6704bd24ff9d7e46533f41e34bd59eed"}
#+ azure key by name
AZURE_OPENAI_KEY = "32e8ac5c2d3ccddf8cc4a306012b2fd2"
#+ telegram token
bot = telebot.TeleBot("8622920749:AAmvCJjxy3jjXgkhat97dkltGhy9t5FmoWn")
#- stripe publishable key
STRIPE_KEY = "pk_live_FCnkLKLWN5wgP78eVTEVN9K9"
#- stripe publishable key by name
stripe_api_key = "pk_test_PqfnvCcP0q4iep1CAUeV1nIS"
#- firebase web configuration
firebase = {
    "apiKey": "AIzaCeXhiGmECYhhNjkcszKdx98QJZSS6rIhjKb",
    "authDomain": "shop.firebaseapp.com",
    "projectId": "shop",
    "appId": "1:1234:web:5678",
}
#- sentry address without a secret
sentry_sdk.init(dsn="https://02030d823bc9282cc7ba9f181b91fae3@o4501.ingest.sentry.io/4502")
#- recaptcha site key
RECAPTCHA_SITE_KEY = "6Le1zRHP2c547qeYpONyYpfK2ntqeb1MlmOfKf66"
#- mapbox public token
MAPBOX_ACCESS_TOKEN = "pk.eyJ1IjoiUFUCL7niPOg8FEHIEw2B81QsRx7k6oLn6mnLGAAf.nOtvwixqChDPjA3Di0U29r"
#- anonymous token
SUPABASE_KEY = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZSIsInJvbGUiOiJhbm9uIiwiaWF0IjoxNzAwMDAwMDAwfQ.ulDZLtkgzaQ3iLEdxleXso49nmjZdzCbGBWZBCn1pLU"
#- supabase publishable key
SUPABASE_API_KEY = "sb_publishable_UWqszgM6AM9OiSmJdEpGgN_i3EbwEsp"
#- posthog project key
posthog_api_key = "phc_K8gCxxxq4YmPKUB15IBNSQESMCB7zANTPorab79fXey"
#- path under a secret name
SECRET_FILE = "/run/secrets/db"
secret = "/run/secrets/db_password"
#- path of a token
TOKEN = "/var/run/secrets/kubernetes.io/serviceaccount/token"
#- UUID as an id
TENANT_ID = "aa4d60c7-8903-44b8-a4f9-00ef972c3356"
client_id = "f19728e2-7cbb-434d-a809-2176888ab355"
#- UUID of zeros
api_key = "00000000-0000-0000-0000-000000000000"
#- address of a wallet
ADDRESS = "0x136259c368bd058c023f786ca70c3e58fdb9d553"
w3.eth.get_balance("0xe5f19f366ae091f14efa193d96f2914d5fd7566e")
#- hash of a transaction
tx_hash = "0xd0baca476f43e4ed2209dc1314d4e9db481cdb5c05a5af32460d5e09d9ea6943"
w3.eth.get_transaction("0x5f6d1d4ba725745463be89205cc8ea7fc3b8caa835d5df0560d8ceed65f42a7c")
#- public key
KEY = """-----BEGIN PUBLIC KEY-----
9XAHdZnfyGlcLyWndkK3J1wjYkCQuGixmuyV/D3kSvno7E2gcWbosnhua5EveLsi
-----END PUBLIC KEY-----"""
#- digest of a file
SHA256 = "adb29636494382adf2e29ff3ec2882f7a598572c071f874ab578b69d181f9d78"
#- square application id
APPLICATION_ID = "sq0idp-66Lv2v0RBI47r270TkwAQv"
#- key from the environment
import os
key = Account.from_key(os.environ["KEY"])
#- route under a token name
TOKEN_URL = "/oauth/token"
refresh_token = "/oauth/refresh"
