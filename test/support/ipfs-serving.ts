/** The stand-in for IPFS in a process of its own, optionally on a folder; prints its address on standard output. */
import { flushCompileCache } from "node:module";
import { startIpfsStandIn } from "./ipfs-stand-in.ts";

const { apiUrl } = await startIpfsStandIn({}, process.argv[2]);
flushCompileCache(); // it is killed in the end
process.stdout.write(`${apiUrl}\n`);
