import { createdLabel } from "../../../../engine/workers/sandbox/docker/container-options.ts";
import { containersOf, isGvisor, processesIn, type Container } from "../../../support/sandbox.ts";
import { until } from "../../../support/until.ts";

/** The container in which a program runs; another may stand ready beside it. */
export async function findWorking(): Promise<string> {
  if (isGvisor) return findOldest();
  let found: string | undefined;
  await until(async () => {
    found = (await containersOf(process.pid)).find(({ Id }) => processesIn(Id) > 1)?.Id;
    return found !== undefined;
  });
  return found!;
}

/** What stands ready was made after what is in use. */
async function findOldest(): Promise<string> {
  const age = ({ Labels }: Container): number => Number(Labels[createdLabel]);
  return (await containersOf(process.pid)).toSorted((a, b) => age(a) - age(b))[0]!.Id;
}
