/** The stand-in for IPFS in a process of its own, on a folder where one is named; says on standard output where it is. */
import { startIpfsStandIn } from "./ipfs-stand-in.ts";

const { apiUrl } = await startIpfsStandIn({}, process.argv[2]);
process.stdout.write(`${apiUrl}\n`);
