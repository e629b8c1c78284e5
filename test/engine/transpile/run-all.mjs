// Runs the programs named on standard input in turn and prints what each showed, as one JSON object.
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const files = JSON.parse(await text(process.stdin));
const write = process.stdout.write.bind(process.stdout);

async function run(file) {
  let output = "";
  let errors = "";
  process.stdout.write = (part) => ((output += part), true);
  process.stderr.write = (part) => ((errors += part), true);
  process.exitCode = 0;
  try {
    await import(pathToFileURL(file));
  } catch (thrown) {
    errors = String(thrown);
    process.exitCode = 1;
  }
  const code = process.exitCode;
  process.exitCode = 0;
  return { output, code, error: errors.trim().split("\n").at(-1) ?? "" };
}

const outcomes = {};
for (const [name, file] of files) outcomes[name] = await run(file);
write(JSON.stringify(outcomes));
