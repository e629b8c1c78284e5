/** The facilitator in a process of its own, with its chain as an argument; prints its address on standard output. */
import { flushCompileCache } from "node:module";
import { startFacilitator, type FacilitatorChain } from "./facilitator-server.ts";

const { url } = await startFacilitator(JSON.parse(process.argv[2] ?? "") as FacilitatorChain);
flushCompileCache(); // it is killed in the end
process.stdout.write(`${url}\n`);
// It ends with the process that started it.
process.stdin.resume().once("end", () => process.exit());
