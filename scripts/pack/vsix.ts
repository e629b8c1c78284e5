import { readFileSync } from "node:fs";
import { join } from "node:path";
import AdmZip from "adm-zip";
import { build } from "esbuild";
import { readVersion } from "../../cli/release.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "deploy", "editors", "vscode");

/** What the editor reads of the extension's own manifest. */
type Manifest = Readonly<{
  name: string;
  displayName: string;
  publisher: string;
  description: string;
  main: string;
  categories: readonly string[];
  engines: Readonly<{ vscode: string }>;
}>;

/** Bundles the extension and packs it, as `code --install-extension` takes it, with the version of the command. */
export async function writeVsix(into = folder): Promise<string> {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const version = readVersion();
  await build({
    entryPoints: [join(folder, "extension.mjs")],
    outfile: join(folder, manifest.main),
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node22",
    external: ["vscode"],
    logLevel: "warning",
  });
  const file = join(into, `${manifest.name}-${version}.vsix`);
  const zip = new AdmZip();
  const add = (name: string, content: string | Buffer): void => zip.addFile(name, Buffer.from(content));
  add("[Content_Types].xml", contentTypes);
  add("extension.vsixmanifest", describe(manifest, version));
  add("extension/package.json", `${JSON.stringify({ ...manifest, version, scripts: undefined }, null, 2)}\n`);
  add(join("extension", manifest.main), readFileSync(join(folder, manifest.main)));
  add("extension/readme.md", readFileSync(join(folder, "README.md")));
  add("extension/LICENSE.txt", readFileSync(join(root, "LICENSE")));
  zip.writeZip(file);
  return file;
}

const xml = '<?xml version="1.0" encoding="utf-8"?>\n';
const types = {
  json: "application/json",
  js: "application/javascript",
  md: "text/markdown",
  txt: "text/plain",
};

const contentTypes = `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
${Object.entries({ ...types, vsixmanifest: "text/xml" })
  .map(([ending, type]) => `  <Default Extension=".${ending}" ContentType="${type}"/>`)
  .join("\n")}
</Types>
`;

function describe(
  { name, displayName, publisher, description, categories, engines }: Manifest,
  version: string,
): string {
  const asset = (type: string, path: string): string =>
    `    <Asset Type="Microsoft.VisualStudio.${type}" Path="${path}" Addressable="true"/>`;
  return `${xml}<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Categories>${escaped(categories.join(","))}</Categories>
    <License>extension/LICENSE.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
${asset("Code.Manifest", "extension/package.json")}
${asset("Services.Content.Details", "extension/readme.md")}
${asset("Services.Content.License", "extension/LICENSE.txt")}
  </Assets>
</PackageManifest>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
