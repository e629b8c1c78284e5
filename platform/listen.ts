import { once } from "node:events";
import type { Server } from "node:http";

type Place = Readonly<{ port: number; host: string; variable: string }>;

/** Listens; a port that is taken is told in a sentence, with the variable that chooses another. */
export async function listen(server: Server, { port, host, variable }: Place): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EADDRINUSE") throw error;
    const advice = `Stop that program, or choose another port: ${variable}=${port + 1}.`;
    throw new Error(`Port ${port} of ${host} is in use by another program. ${advice}`, { cause: error });
  }
}
