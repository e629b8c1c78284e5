import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A site on this machine, with its own certificate that is not trusted by default. */
export type HttpsSite = Readonly<{
  /** By name. */
  url: string;
  /** By address. */
  addressUrl: string;
  /** The certificate, for programs that must trust it. */
  ca: string;
  /** The requested paths. */
  asked: readonly string[];
}> &
  AsyncDisposable;

/** `names` are other host names in its certificate. */
export async function startHttpsSite(
  answer: RequestListener,
  names: readonly string[] = [],
): Promise<HttpsSite> {
  const { key, cert } = makeCertificate(names);
  const asked: string[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}`,
    addressUrl: `https://127.0.0.1:${port}`,
    ca: cert,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function makeCertificate(names: readonly string[]): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), "assay-certificate-"));
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const hosts = ["DNS:localhost", "IP:127.0.0.1", ...names.map((name) => `DNS:${name}`)];
  const subject = ["-subj", "/CN=localhost", "-addext", `subjectAltName=${hosts.join(",")}`];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const files = ["-keyout", keyFile, "-out", certFile];
  try {
    execFileSync("openssl", ["req", "-x509", "-days", "2", ...curve, ...subject, ...files], {
      stdio: "pipe",
    });
    return { key: readFileSync(keyFile, "utf8"), cert: readFileSync(certFile, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
