import { once } from "node:events";
import { type ChainArguments, readArguments, usage } from "./chain/arguments.ts";

async function run({ json, port, ...options }: ChainArguments): Promise<void> {
  const stopping = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort());
  // Takes a second, which nobody waits for who is only told how to use this.
  const [{ openLocalChain }, { toJson, toTable }] = await Promise.all([
    import("./chain/local-chain.ts"),
    import("./chain/describe.ts"),
  ]);
  await using chain = await openLocalChain({ port, ...options }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new Error(`Port ${port} is taken: choose another with --port, or 0 for any.`, { cause: error });
  });
  console.log(json ? toJson(chain) : toTable(chain));
  if (!stopping.signal.aborted) await once(stopping.signal, "abort");
}

function read(args: readonly string[]): ChainArguments | "help" | undefined {
  try {
    return readArguments(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return undefined;
  }
}

const asked = read(process.argv.slice(2));
if (asked === "help") console.log(usage);
else if (asked === undefined) process.exitCode = 2;
else {
  try {
    await run(asked);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
