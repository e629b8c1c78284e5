import type { Duplex } from "node:stream";

/** Where boxes come from. Nothing here waits without a limit. */
export type BoxDriver = Readonly<{
  /** How a report names it. */
  kind: BoxKind;
  /** Rejects unless whatever makes boxes answers at once. */
  ping(): Promise<void>;
  /** Makes a box and gives its name. It runs nothing before somebody is connected to it. */
  create(mark: Mark): Promise<string>;
  connect(id: string): Promise<BoxConnection>;
  /** Kills it too. Resolves when it is gone, no matter who removed it. */
  remove(id: string): Promise<void>;
  /** Every box that any service made. */
  list(): Promise<Leftover[]>;
  /** Called when it has stopped answering: the next answer may come from another one. */
  forget(): void;
}>;

/** The store of packages, which boxes see and cannot change. */
export type SharedPackages = Readonly<{
  /** On the machine of whatever makes boxes. */
  folder: string;
  /** What holds it there, where that is a volume: of Docker, or a claim of Kubernetes. */
  volume: string | undefined;
}>;

/** Longer than a box stands ready and then serves: nobody can be using one that is older. */
export const boxLifetimeMs = 15 * 60_000;

export type BoxKind = "docker" | "kubernetes";

/** What a box tells of its origin, for who finds it left over. */
export type Mark = Readonly<{ owner: string; createdAtMs: number }>;

export type Leftover = Mark & Readonly<{ id: string }>;

/** The way to the harness of one box. */
export type BoxConnection = Readonly<{
  stream: Duplex;
  /** Cuts what came into what the harness said and what it complained of. Throws on bytes that cannot be either. */
  read(chunk: Buffer): readonly OutputPiece[];
  /** Lets the harness begin; called when somebody listens. */
  start(): Promise<void>;
}>;

export type OutputPiece = Readonly<{ stream: "output" | "errors"; bytes: Buffer }>;
