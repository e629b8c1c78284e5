import { fileURLToPath } from "node:url";
import type { Server } from "@modelcontextprotocol/server";

type Needs = Readonly<{ folder: string; log(message: string): void }>;

const answerWithinMs = 5000;

/** The folders that the client works in; the working folder where it does not say. */
export function createClientRoots(server: Server, { folder, log }: Needs) {
  let asked: Promise<readonly string[]> | undefined;

  async function ask(): Promise<readonly string[]> {
    if (!server.getClientCapabilities()?.roots) return [folder];
    try {
      const { roots } = await server.listRoots(undefined, { timeout: answerWithinMs });
      const folders = roots.flatMap(({ uri }) => (uri.startsWith("file:") ? [fileURLToPath(uri)] : []));
      return folders.length === 0 ? [folder] : folders;
    } catch (error) {
      log(`The client did not name its roots, so ${folder} counts: ${String(error)}`);
      return [folder];
    }
  }

  server.setNotificationHandler("notifications/roots/list_changed", () => {
    asked = undefined;
  });
  return { list: async () => (asked ??= ask()) };
}
