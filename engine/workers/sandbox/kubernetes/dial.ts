import { once } from "node:events";
import { connect, type Socket } from "node:net";

const notListening = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"]);

/** A node or a gVisor that ends says nothing: who does not answer this, and ten more a second apart, is gone. */
const keepAliveInitialDelay = 1000;

/** A connection to a harness; undefined where nobody listens yet. */
export async function dial(host: string, port: number, signal: AbortSignal): Promise<Socket | undefined> {
  const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay });
  try {
    await once(socket, "connect", { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    if (error instanceof Error && "code" in error && notListening.has(String(error.code))) return undefined;
    throw error;
  }
}
