import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openTestServices } from "../support/services.ts";
import { consentTo, openPage, registerApp } from "../support/sign-in.ts";
import { freePort } from "../support/free-port.ts";

const suite = fileURLToPath(
  new URL("../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url),
);

test("the MCP conformance suite finds no error in signing in", async () => {
  await using services = await openTestServices();
  await using service = await services.open();
  const port = await freePort();
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  const { clientId } = await registerApp(service, { client_name: "Suite", redirect_uris: [redirectUri] });
  const options = ["--url", service.url, "--client-id", clientId, "--port", String(port)];
  const child = spawn(process.execPath, [suite, "authorization", ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  const exited = once(child, "exit");
  child.stderr.on("data", (text) => said.push(String(text)));
  // It waits for a person with a browser, and prints the address to open.
  let address = "";
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    address = /https?:\/\/\S+\/oauth\/authorize\?\S+/.exec(line)?.[0] ?? address;
    if (line.startsWith("Callback server started"))
      await fetch(await consentTo(service, await openPage(service, address)));
  }
  const [code] = await exited;
  expect([code, said.join("\n")]).toEqual([0, expect.stringContaining("Total: 3 passed, 0 failed")]);
});
