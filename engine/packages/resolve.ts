import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "smol-toml";
import { z } from "zod";
import type { PythonVersion } from "../python-version.ts";
import { nearestNames } from "../package-names/similar.ts";
import { EngineUnavailable } from "../unavailable.ts";
import type { Wheel } from "../package-layer.ts";
import { PackageRefusal } from "../package-refusal.ts";
import { platformOptions, runUv, sourceOptions, type Uv, type UvAnswer } from "./uv.ts";

const Lock = z.object({
  packages: z
    .array(
      z.object({
        name: z.string(),
        version: z.string(),
        wheels: z
          .array(
            z.object({ url: z.string(), hashes: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }) }),
          )
          .min(1),
      }),
    )
    .default([]),
});

type Resolving = Readonly<{
  folder: string;
  python: PythonVersion;
  deadlineMs: number;
  maxWheels: number;
  signal: AbortSignal;
}>;

/** Which wheels the requirements come to today. Throws a PackageRefusal, or EngineUnavailable where the index is away. */
export async function resolveWheels(
  uv: Uv,
  requirements: readonly string[],
  { folder, python, deadlineMs, maxWheels, signal }: Resolving,
): Promise<readonly Wheel[]> {
  const asked = join(folder, "asked.in");
  await writeFile(asked, requirements.map((each) => `${each}\n`).join(""));
  const options = [
    "--format=pylock.toml",
    "--no-cache",
    ...sourceOptions(uv.source),
    ...platformOptions(python),
  ];
  const answer = await runUv(uv, ["pip", "compile", ...options, asked], {
    folder,
    deadlineMs,
    maxFileMb: 64,
    signal,
  });
  if (answer.status !== 0) throw whyNot(answer);
  const { packages } = Lock.parse(parse(answer.out));
  if (packages.length > maxWheels)
    throw new PackageRefusal(
      `The packages need ${packages.length} packages in all; at most ${maxWheels} are installed for one call.`,
      "Ask for fewer packages.",
    );
  return packages.map(({ name, version, wheels: [wheel] }) => ({
    name,
    version,
    sha256: wheel!.hashes.sha256,
    url: wheel!.url,
  }));
}

export function indexAway(): EngineUnavailable {
  return new EngineUnavailable("down", {
    message: "The index of packages cannot be reached right now. Nothing was charged.",
    retryAfterS: 30,
  });
}

/** What uv says, as a refusal that tells the caller what to ask for instead. */
function whyNot({ status, said, isLate }: UvAnswer): Error {
  if (isLate || status !== 1 || !said.includes("No solution found")) {
    return cannotBeRead(said) ?? indexAway();
  }
  const why = causeIn(said);
  const [, ...others] = why.split(notFound);
  const unknown = why.split(notFound, others.length).map((part) => part.slice(part.lastIndexOf(" ") + 1));
  if (unknown.length > 0)
    return new PackageRefusal(
      `There is no package ${[...new Set(unknown)].map((name) => `\`${name}\``).join(", ")}.`,
      nearestHint(unknown),
    );
  if (/no usable wheels|Wheels are required/.test(said))
    return new PackageRefusal(
      `A package has no wheel for this Python and machine, and nothing is built here. ${why}`,
      "Ask for a version that has wheels, or for another package.",
    );
  return new PackageRefusal(`The packages do not fit together. ${why}`, "Ask for other versions.");
}

function nearestHint(names: readonly string[]): string {
  const near = [...new Set(names.flatMap(nearestNames))];
  if (near.length === 0) return "Check how the name is written.";
  return `Check how the name is written: there is ${near.map((name) => `\`${name}\``).join(", ")}.`;
}

const notFound = " was not found in the package registry";

/** A requirement that is not one, although it is written like one: a marker that makes no sense. */
function cannotBeRead(said: string): PackageRefusal | undefined {
  if (!/Couldn't parse requirement|Failed to parse/.test(said)) return undefined;
  return new PackageRefusal(
    "A requirement cannot be read.",
    'Write packages as pip does, such as numpy==2.4.6 or pandas>=2 ; python_version < "3.14".',
  );
}

const maxCause = 600;

/** The sentence that explains it, without the names of files. */
function causeIn(said: string): string {
  const from = said.indexOf("cause: ");
  const [cause = ""] = said.slice(from < 0 ? 0 : from + "cause: ".length).split("\n\n");
  return cause.replaceAll(/\s+/g, " ").trim().slice(0, maxCause);
}
