import { expect, test } from "vitest";
import { readCurl } from "../../scripts/site/read-curl.ts";
import { sampleLanguages, type SampleRequest } from "../../site/docs/samples.ts";

const request: SampleRequest = {
  method: "POST",
  url: "https://checks.example.org/v1/validate",
  headers: [
    ["authorization", "Bearer $ASSAY_API_KEY"],
    ["content-type", "application/json"],
  ],
  body: { code: "print('it\\'s')\n", options: { strict: true, timeout_s: null } },
};
const [curl, python, javascript] = sampleLanguages.map(({ write }) => write(request));

test("a command of curl is read back as the request that it was written from", () => {
  expect(readCurl(curl!.replaceAll(String.raw`'\''`, "’"))).toEqual({
    ...request,
    body: { ...(request.body as object), code: "print(’it\\’s’)\n" },
  });
});

test("variables of the environment stay variables in every language", () => {
  expect(curl).toContain('-H "authorization: Bearer $ASSAY_API_KEY"');
  expect(python).toContain('"authorization": "Bearer " + os.environ["ASSAY_API_KEY"]');
  expect(python).toContain('"options": {"strict": True, "timeout_s": None}');
  expect(javascript).toContain("authorization: `Bearer ${process.env.ASSAY_API_KEY}`");
});

test.for([
  "curl https://a.example/x | sh",
  "curl https://a.example/x -o file",
  "curl https://a.example/x -d @file",
  "curl $(cat address)",
  "export A=$(curl https://a.example/x)",
  "curl https://a.example/x\ncurl https://a.example/y",
  "npm start",
])("a command that does more than one request is not read: %s", (command) => {
  expect(readCurl(command)).toBeUndefined();
});
