import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createPackages, type PackageLimits, type Packages } from "../../engine/packages/packages.ts";
import { readRequirement, type Requirement } from "../../engine/requirement.ts";
import { openWheelStore, type WheelStore } from "../../engine/packages/wheel-store.ts";
import { systemClock } from "../../platform/clock.ts";
import { openLog } from "../../platform/log.ts";
import { readConfig } from "../../service/config.ts";
import { openPackageIndex, type PackageIndex } from "./package-index.ts";
import { writeWheels, type WheelText } from "./wheels.ts";

/** What installs packages, an index of a few wheels, and nothing that runs them. */
export type PackageStage = Readonly<{
  packages: Packages;
  store: WheelStore;
  index: PackageIndex;
  folder: string;
  /** The names of what was installed, one for each time. */
  installed: readonly string[];
  /** Asks for packages as a call does. */
  prepare(...asked: string[]): ReturnType<Packages["prepare"]>;
}> &
  AsyncDisposable;

type Settings = Readonly<{
  wheels: readonly WheelText[];
  limits?: Partial<PackageLimits>;
  maxBytes?: number;
  deadlines?: Readonly<{ resolveMs: number; installMs: number }>;
}>;

export async function openPackageStage({
  wheels,
  limits = {},
  maxBytes = 1e9,
  deadlines = { resolveMs: 20_000, installMs: 20_000 },
}: Settings): Promise<PackageStage> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.adopt(await mkdtemp(join(tmpdir(), "assay-packages-")), async (path) =>
    rm(path, { recursive: true, force: true }),
  );
  writeWheels(join(folder, "wheels"), wheels);
  const index = opening.use(await openPackageIndex(join(folder, "wheels")));
  const store = await openWheelStore({ folder: join(folder, "store"), maxBytes, clock: systemClock });
  const installed: string[] = [];
  const { PYTHON: python } = readConfig({});
  const packages = opening.use(
    createPackages({
      uv: {
        path: join(dirname(python), "uv"),
        python,
        source: { index: index.url, folder: undefined },
        network: {},
        clock: systemClock,
      },
      store,
      limits: { maxWheelMb: 20, maxLayerMb: 50, ...limits },
      deadlines,
      clock: systemClock,
      log: {
        ...openLog("silent"),
        info: (event, fields) =>
          void (event === "package installed" && installed.push(String(fields?.["name"]))),
      },
    }),
  );
  const opened = opening.move();
  return {
    packages,
    store,
    index,
    folder,
    installed,
    prepare: async (...asked) =>
      packages.prepare(
        { requirements: asked.map(toRequirement), python: "3.13", areRun: false },
        AbortSignal.timeout(60_000),
      ),
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

function toRequirement(text: string): Requirement {
  const read = readRequirement(text);
  if (typeof read === "string") throw new Error(read);
  return read;
}
