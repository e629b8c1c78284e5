/** Where the engine listens. */
export type EngineAddress = Readonly<{ socketPath: string } | { host: string; port: number }>;

const usual = "unix:///var/run/docker.sock";

/** Reads DOCKER_HOST as Docker does, for the two ways that need no certificates; undefined when it is neither. */
export function readDockerHost(dockerHost = usual): EngineAddress | undefined {
  if (dockerHost.startsWith("unix:///")) return { socketPath: dockerHost.slice("unix://".length) };
  const url = URL.parse(dockerHost);
  if (url?.protocol !== "tcp:" || url.hostname === "" || url.port === "") return undefined;
  return { host: url.hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(url.port) };
}
