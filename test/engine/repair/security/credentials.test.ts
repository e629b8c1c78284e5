import { beforeAll, describe, expect, test } from "vitest";
import { findCredentials } from "../../../../engine/credentials/scan.ts";
import { contentsOf } from "../../../../engine/credentials/string-contents.ts";
import { credentialToEnvironment } from "../../../../engine/repair/security/credential-to-environment.ts";
import { readTree } from "../../../../engine/tree/tree.ts";
import { readBrokenPrograms } from "../../../quality/broken-programs.ts";
import { borrowRepairer, type Repairing } from "../../../support/repairer.ts";

let repairer: Repairing;
beforeAll(async () => {
  repairer = await borrowRepairer();
});

const only = { syntax: [], own: [credentialToEnvironment], lint: () => [] };
const fixed = async (text: string) => repairer.repair(text, only);

describe("the environment variable", () => {
  const token = "ghp_w9Kd83mNbXz71QpLr52TsVeYc04GhJ6uAoBf";
  test.each([
    ['dbPassword = "Tr0ub4dor&3xyz"', 'dbPassword = os.environ["DB_PASSWORD"]'],
    ["secret_key = 'k3-92hf-29fh-x81d-77aa'", "secret_key = os.environ['SECRET_KEY']"],
    [`x = "${token}"`, 'x = os.environ["GITHUB_TOKEN"]'],
    [`token = "${token}"`, 'token = os.environ["GITHUB_TOKEN"]'],
    [`CI_TOKEN = "${token}"`, 'CI_TOKEN = os.environ["CI_TOKEN"]'],
    [
      `headers = {"Authorization": "token ${token}"}`,
      `headers = {"Authorization": f"token {os.environ['GITHUB_TOKEN']}"}`,
    ],
    ['pwd = "Tr0ub4dor&3xyz"', 'pwd = os.environ["PASSWORD"]'],
    ['login(user="me", password="Tr0ub4dor&3xyz")', 'login(user="me", password=os.environ["PASSWORD"])'],
    [
      'MAIL_CONFIG = {"password": "Tr0ub4dor&3xyz"}',
      'MAIL_CONFIG = {"password": os.environ["MAIL_PASSWORD"]}',
    ],
    [
      'CONFIG = {"db": {"password": "Tr0ub4dor&3xyz"}, "mail": {"password": "0ther-Pa55w0rd"}}',
      'CONFIG = {"db": {"password": os.environ["DB_PASSWORD"]}, "mail": {"password": os.environ["MAIL_PASSWORD"]}}',
    ],
    [
      'connect("amqp://me:Tr0ub4dor3xyz@mq.internal//")',
      `connect(f"amqp://me:{os.environ['AMQP_PASSWORD']}@mq.internal//")`,
    ],
    ['API_TOKEN = b"9f3c1b7e5d2a4860b1c9e7f3"', 'API_TOKEN = os.environ["API_TOKEN"].encode()'],
    ['user, password = "root", "Tr0ub4dor&3xyz"', 'user, password = "root", os.environ["PASSWORD"]'],
  ])("gets its name from the program: %s", async (before, after) => {
    const setting = "import os\n\n\ndef login(**options): ...\ndef connect(address): ...\n\n\n";
    const { text } = await fixed(`${setting}${before}\nprint(os.name)\n`);
    expect(text).toBe(`${setting}${after}\nprint(os.name)\n`);
  });
});

test("two different values never share a variable", async () => {
  const { text } = await fixed(
    'import os\n\npassword = "Tr0ub4dor&3xyz"\ndef connect(password="0ther-Pa55w0rd"):\n    return os.name, password\nuser, db_pass = "me", "Tr0ub4dor&3xyz"\nauth = ("me", "Tr0ub4dor&3xyz")\n',
  );
  expect(text.match(/os\.environ\[".*?"\]/g)).toEqual([
    'os.environ["PASSWORD"]',
    'os.environ["CONNECT_PASSWORD"]',
    'os.environ["DB_PASS"]',
    'os.environ["PASSWORD"]',
  ]);
});

test("a variable that the program already reads is not used for another value", async () => {
  const { text } = await fixed(
    'import os\n\nold = os.environ["API_KEY"]\nclient(api_key="9f3c1b7e5d2a4860b1c9e7f3")\n',
  );
  expect(text).toContain('client(api_key=os.environ["API_KEY_2"])');
});

test("line ends, tabs, a byte order mark and other scripts are unchanged", async () => {
  const before =
    '\u{feff}"""Prüft das Wetter ☂."""\r\nclass Ä:\r\n\tschlüssel = "é"\r\n\tapi_key = "9f3c1b7e5d2a4860b1c9e7f3"  # für später';
  const { text, fixes } = await fixed(before);
  expect(text).toBe(
    '\u{feff}"""Prüft das Wetter ☂."""\r\nimport os\r\nclass Ä:\r\n\tschlüssel = "é"\r\n\tapi_key = os.environ["API_KEY"]  # für später',
  );
  expect(fixes.map((fix) => fix.text)).toEqual([
    "line 4: moved the value of `API_KEY` to the environment; set API_KEY and revoke the old one",
  ]);
});

test.each(["# noqa", "# nosec", "# noqa: S105", "# type: ignore", "# pragma: allowlist secret"])(
  "a credential is moved although a comment says %s",
  async (comment) => {
    const { text } = await fixed(`api_key = "9f3c1b7e5d2a4860b1c9e7f3"  ${comment}\n`);
    expect(text).toBe(`import os\napi_key = os.environ["API_KEY"]  ${comment}\n`);
  },
);

test("os is used by its alias", async () => {
  const { text } = await fixed(
    'import os as system\nfrom os import environ\napi_key = "9f3c1b7e5d2a4860b1c9e7f3"\nprint(system, environ)\n',
  );
  expect(text).toContain('api_key = system.environ["API_KEY"]\n');
});

test("an import that is too late or inside a function does not count", async () => {
  const { text } = await fixed(
    'api_key = "9f3c1b7e5d2a4860b1c9e7f3"\n\n\ndef f():\n    import os\n\n    return os.name, api_key\n',
  );
  expect(text.startsWith('import os\napi_key = os.environ["API_KEY"]\n')).toBe(true);
});

test.each([
  ["a comment", "# postgres://app:tr0ub4dor9@db.internal/shop\nprint(1)\n"],
  ["a pattern", 'match input():\n    case "ghp_w9Kd83mNbXz71QpLr52TsVeYc04GhJ6uAoBf":\n        print(1)\n'],
  ["the braces of an f-string", "x = f\"{'ghp_w9Kd83mNbXz71QpLr52TsVeYc04GhJ6uAoBf'}\"\n"],
  ["bytes that are no text", 'api_key = b"9f3c1b7e5d2a4860b1c9e7\\xf3"\n'],
  ["pieces with a comment between", 'api_key = ("9f3c1b7e5d2a"  # one\n           "4860b1c9e7f3")\n'],
])("a credential in %s stays", async (_, text) => {
  expect((await fixed(text)).text).toBe(text);
});

test("no description of a fix contains a secret", async () => {
  const programs = readBrokenPrograms().filter(({ group }) => group === "security");
  let secrets = 0;
  for (const { before } of programs) {
    const { fixes } = await repairer.repair(before);
    const said = fixes.map((fix) => fix.text).join("\n");
    for (const found of findCredentials(readTree(before)!)) {
      for (const { start, end } of contentsOf(before, found)) {
        secrets += 1;
        expect(said).not.toContain(before.slice(start, end));
      }
    }
  }
  expect(secrets).toBeGreaterThan(20);
});
