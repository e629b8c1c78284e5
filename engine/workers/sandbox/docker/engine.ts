import type { Duplex } from "node:stream";
import type Docker from "dockerode";
import { attach } from "./attach.ts";
import { createdLabel, ownerLabel, type EngineKind } from "./container-options.ts";
import type { EngineAddress } from "../../../docker-host.ts";
import type { Leftover } from "../driver.ts";

/** The container engine, as far as boxes need it. Nothing here waits longer than it says. */
export type ContainerEngine = Readonly<{
  /** Rejects unless the engine answers within 700 ms. */
  ping(): Promise<void>;
  kind(): Promise<EngineKind>;
  create(options: Docker.ContainerCreateOptions): Promise<string>;
  attach(id: string): Promise<Duplex>;
  start(id: string): Promise<void>;
  /** Kills it too. Resolves when it is gone, no matter who removed it. */
  remove(id: string): Promise<void>;
  /** Every container that any service's sandbox made. */
  list(): Promise<Leftover[]>;
}>;

const pingMs = 700;
const removeMs = 10_000;
const otherMs = 10_000;
const notFound = 404;
const conflict = 409;

/** What dockerode takes and its types do not tell. */
type Abortable = Readonly<{
  ping(options: object): Promise<unknown>;
  version(options: object): Promise<Docker.DockerVersion>;
}>;

export async function connectEngine(address: EngineAddress): Promise<ContainerEngine> {
  // It brings clients for ssh and gRPC along, a fifth of a second that nobody pays who runs no code.
  const { default: Client } = await import("dockerode");
  const docker = new Client(address) as Docker & Abortable;
  const within = (ms: number) => ({ abortSignal: AbortSignal.timeout(ms) });
  return {
    ping: async () => {
      await docker.ping(within(pingMs));
    },
    kind: async () => {
      const { Components } = await docker.version(within(otherMs));
      return Components.some(({ Name }) => Name.startsWith("Podman")) ? "podman" : "docker";
    },
    create: async (options) => (await docker.createContainer({ ...options, ...within(otherMs) })).id,
    attach: async (id) => attach(address, id, AbortSignal.timeout(otherMs)),
    start: async (id) => {
      await docker.getContainer(id).start(within(otherMs));
    },
    remove: async (id) => {
      const container = docker.getContainer(id);
      try {
        await container
          .remove({ force: true, v: true, ...within(removeMs) })
          .catch(async (error: unknown) => {
            // A box ends by itself when its input closes, and then the engine may be removing it already.
            if (statusOf(error) !== conflict) throw error;
            const over = AbortSignal.timeout(removeMs);
            const gone = container.wait({ condition: "removed", abortSignal: over });
            await Promise.race([gone, rejectionBy(over)]);
          });
      } catch (error) {
        if (statusOf(error) !== notFound) throw error;
      }
    },
    list: async () => {
      const filters = { label: [ownerLabel] };
      const found = await docker.listContainers({ all: true, filters, ...within(otherMs) });
      return found.map(({ Id, Labels }) => ({
        id: Id,
        owner: Labels[ownerLabel] ?? "",
        createdAtMs: Number(Labels[createdLabel] ?? 0),
      }));
    },
  };
}

/** The client waits forever where the connection breaks in the middle of an answer. */
async function rejectionBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}

function statusOf(error: unknown): unknown {
  return error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
}
