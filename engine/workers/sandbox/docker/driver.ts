import { readDockerHost } from "../../../docker-host.ts";
import type { BoxDriver, BoxConnection, SharedPackages } from "../driver.ts";
import { seccompProfile } from "../seccomp.ts";
import { containerOptions, type EngineKind } from "./container-options.ts";
import { connectEngine, type ContainerEngine } from "./engine.ts";
import { createMultiplexReader } from "./multiplex.ts";
import { writeSeccompProfile } from "./seccomp-file.ts";

export type DockerSettings = Readonly<{
  image: string;
  /** Unset: the engine's own default. */
  runtime: string | undefined;
  /** As Docker reads it; unset: the usual socket. */
  dockerHost: string | undefined;
  packages?: SharedPackages | undefined;
}>;

/** Boxes are containers, spoken to over their standard streams. */
export async function openDockerDriver(settings: DockerSettings): Promise<BoxDriver> {
  const { image, runtime, dockerHost, packages } = settings;
  const address = readDockerHost(dockerHost);
  if (!address) throw new Error("DOCKER_HOST must be unix:///path or tcp://host:port.");
  const engine = await connectEngine(address);
  let kind: EngineKind | undefined;
  let seccomp: string | undefined;

  return {
    kind: "docker",
    ping: engine.ping,
    create: async (mark) => {
      kind ??= await engine.kind();
      seccomp ??= kind === "podman" ? await writeSeccompProfile() : seccompProfile;
      const options = { image, runtime, ...mark, engine: kind, seccomp };
      try {
        return await engine.create(containerOptions({ ...options, packages }));
      } catch (error) {
        // The engine is on another machine: without the packages a box still serves those who ask for none.
        if (packages === undefined || !isWithoutFolder(error)) throw error;
        return engine.create(containerOptions(options));
      }
    },
    connect: async (id) => attachTo(engine, id),
    remove: engine.remove,
    list: engine.list,
    forget: () => {
      kind = undefined;
    },
  };
}

function isWithoutFolder(error: unknown): boolean {
  return /bind source path does not exist|invalid mount config/i.test(String(error));
}

/** Before it is started, so that nothing it says is lost. */
export async function attachTo(engine: ContainerEngine, id: string): Promise<BoxConnection> {
  const stream = await engine.attach(id);
  return { stream, read: createMultiplexReader(), start: async () => engine.start(id) };
}
