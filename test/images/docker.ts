import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

type Ended = Readonly<{ status: number; output: string; errors: string }>;

const root = join(import.meta.dirname, "../..");

/** The command that operators use, with the builder that every engine has. */
export async function docker(...args: readonly string[]): Promise<Ended> {
  const child = spawn("docker", args, { cwd: root, env: { ...process.env, DOCKER_BUILDKIT: "0" } });
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { status: status as number, output, errors };
}

async function ask(...args: readonly string[]): Promise<string> {
  const { status, output, errors } = await docker(...args);
  if (status !== 0)
    throw new Error(`docker ${args.join(" ")}\n${output.slice(-4000)}\n${errors.slice(-4000)}`);
  return output.trim();
}

/** What the builder downloads comes over the machine's own network. */
export async function build(part: "service" | "agent", base: string): Promise<string> {
  const image = `assay-${part}:test`;
  const args = ["--network", "host", "--build-arg", `BASE=${base}`, "-f", `deploy/${part}.Dockerfile`];
  await ask("build", ...args, "-t", image, ".");
  return image;
}

export async function inspectImage<Answer>(image: string, format: string): Promise<Answer> {
  return JSON.parse(await ask("image", "inspect", "--format", `{{json ${format}}}`, image)) as Answer;
}

export type Container = Readonly<{
  id: string;
  /** A file of it, as it is or is not. */
  exec(...command: readonly string[]): Promise<Ended>;
  /** As an orchestrator stops it. Answers with its exit code and what it logged. */
  stop(): Promise<Readonly<{ status: number; log: string }>>;
}> &
  AsyncDisposable;

/** With the limits that deploy/helm sets, on the machine's own network: an engine without a bridge has no other. */
export async function run(
  image: string,
  { env, more = [] }: { env: Readonly<Record<string, string>>; more?: readonly string[] },
): Promise<Container> {
  const limits = ["--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"];
  const mounts = ["--tmpfs", "/tmp", "--tmpfs", "/data:uid=1000"];
  const variables = Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
  const how = [...limits, ...mounts, ...variables, ...more];
  const id = await ask("run", "--detach", "--network", "host", ...how, image);
  return {
    id,
    exec: async (...command) => docker("exec", id, ...command),
    stop: async () => {
      await ask("stop", "--time", "90", id);
      const status = Number(await ask("inspect", "--format", "{{.State.ExitCode}}", id));
      const { output, errors } = await docker("logs", id);
      return { status, log: output + errors };
    },
    [Symbol.asyncDispose]: async () => {
      await docker("rm", "--force", "--volumes", id);
    },
  };
}
