/** The stand-in for IPFS in a process of its own; says on standard output where it is. */
import { startIpfsStandIn } from "./ipfs-stand-in.ts";

const { apiUrl } = await startIpfsStandIn();
process.stdout.write(`${apiUrl}\n`);
