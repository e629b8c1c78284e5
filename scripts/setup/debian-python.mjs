import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mmdebstrap, packTree } from "./mmdebstrap.mjs";
import { runTool } from "./run-tool.mjs";

const version = "3.13";
const packages = [
  `python${version}-minimal`,
  `libpython${version}-stdlib`,
  "media-types",
  "netbase",
  "tzdata",
  // What wheels with compiled code may count on.
  "libgcc-s1",
  "libstdc++6",
];

/** What stays of the folders that the packages fill; everything else goes. */
const kept = {
  "": ["bin", "dev", "etc", "lib", "lib64", "sbin", "usr"],
  dev: [],
  etc: ["ld.so.conf.d", "mime.types", "protocols", "services"],
  usr: ["bin", "lib", "lib64", "sbin", "share"],
  "usr/bin": [`python${version}`],
  "usr/sbin": [],
  "usr/share": ["zoneinfo"],
};
const droppedFromLibraries = ["binfmt.d", "gconv", "engines-3"];
const droppedFromPython = [
  "EXTERNALLY-MANAGED",
  "ensurepip",
  "idlelib",
  "lib2to3",
  "sitecustomize.py",
  "test",
  "turtledemo",
];

const written = {
  "etc/passwd": "root:x:0:0:root:/:/none\nsandbox:x:65532:65532:sandbox:/tmp:/none\n",
  "etc/group": "root:x:0:\nsandbox:x:65532:\n",
  "etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\nservices: files\nprotocols: files\n",
  "etc/ld.so.conf": "include /etc/ld.so.conf.d/*.conf\n",
};

/**
 * Python and its standard library from Debian's packages, with no shell and no package manager, as a tar file.
 * The same packages give the same bytes.
 * @param {{ step: string, folder: string }} where
 * @returns {Promise<string>} The tar file, inside the folder.
 */
export async function debianPython({ step, folder }) {
  const tree = join(folder, "tree");
  const tar = join(folder, "base.tar");
  process.umask(0o022);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await mmdebstrap(tree, { step, packages, options: ["--variant=extract"] });
  cutDown(tree);
  await runTool(["/sbin/ldconfig", "-r", tree], { advice: "this machine cannot use what it downloaded." });
  rmSync(join(tree, "var"), { recursive: true, force: true });
  await packTree(tree, tar);
  rmSync(tree, { recursive: true });
  return tar;
}

/** @param {string} tree */
function cutDown(tree) {
  /** @param {...string} path */
  const drop = (...path) => rmSync(join(tree, ...path), { recursive: true, force: true });

  for (const [folder, names] of Object.entries(kept)) {
    for (const entry of readdirSync(join(tree, folder))) {
      if (!names.includes(entry)) drop(folder, entry);
    }
  }
  const python = `usr/lib/python${version}`;
  const libraries = readdirSync(join(tree, "usr/lib"));
  for (const library of libraries) {
    if (droppedFromLibraries.includes(library)) drop("usr/lib", library);
    else for (const entry of droppedFromLibraries) drop("usr/lib", library, entry);
  }
  for (const entry of droppedFromPython) drop(python, entry);
  for (const entry of readdirSync(join(tree, python, "lib-dynload"))) {
    if (entry.startsWith("_test") || entry.startsWith("_ctypes_test")) drop(python, "lib-dynload", entry);
  }

  for (const [file, content] of Object.entries(written)) writeFileSync(join(tree, file), content);
  for (const link of ["python3", "python"]) symlinkSync(`python${version}`, join(tree, "usr/bin", link));
  for (const mountPoint of ["proc", "sys", "tmp"]) mkdirSync(join(tree, mountPoint));
  // What is mounted there takes over the mode.
  chmodSync(join(tree, "tmp"), 0o1777);
}
