/** What functions raise when all that is wrong is outside of the program, as their documentation says. */
export const errorsOf = new Map<string, readonly string[]>();
for (const [classes, paths] of [
  [
    "OSError",
    "os.remove os.unlink os.rmdir os.mkdir os.makedirs os.rename os.replace os.listdir os.stat os.chmod os.kill os.symlink os.link os.truncate os.removedirs os.utime shutil.rmtree shutil.copy shutil.copyfile shutil.copy2 shutil.copytree shutil.move os.path.getsize os.path.getmtime os.chdir os.close",
  ],
  ["OSError subprocess.SubprocessError", "subprocess.run subprocess.check_call subprocess.check_output"],
  [
    "requests.RequestException",
    "requests.get requests.post requests.put requests.delete requests.patch requests.head",
  ],
  [
    "TypeError ValueError",
    "json.loads datetime.datetime.strptime datetime.datetime.fromisoformat datetime.date.fromisoformat",
  ],
  ["ImportError", "importlib.import_module"],
] as const)
  for (const path of paths.split(" ")) errorsOf.set(path, classes.split(" "));

/** The same of the methods of a path. */
export const errorsOfPath = new Map<string, readonly string[]>([
  ["unlink", ["OSError"]],
  ["mkdir", ["OSError"]],
  ["rmdir", ["OSError"]],
  ["touch", ["OSError"]],
  ["write_text", ["OSError"]],
  ["read_text", ["OSError", "UnicodeDecodeError"]],
]);
