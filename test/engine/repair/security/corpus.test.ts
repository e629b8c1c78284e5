import { beforeAll, expect, test } from "vitest";
import { securityRepairs } from "../../../../engine/repair/security/index.ts";
import { readBrokenPrograms } from "../../../quality/broken-programs.ts";
import { borrowRepairer, type Repairing } from "../../../support/repairer.ts";

let repairer: Repairing;
beforeAll(async () => {
  repairer = await borrowRepairer();
});

const only = { syntax: [], own: securityRepairs, lint: () => [] };
const programs = readBrokenPrograms().filter(({ group }) => group === "security");

test.each(programs)("$title is unchanged by a second repair", async ({ after }) => {
  const { text, fixes } = await repairer.repair(after, only);
  expect({ text, fixes }).toEqual({ text: after, fixes: [] });
});

test.each(programs)("$title is repaired the same with other line ends", async ({ before }) => {
  const windows = (text: string): string => text.replaceAll("\n", "\r\n");
  const { text } = await repairer.repair(before, only);
  const other = await repairer.repair(windows(before), only);
  expect(other.text).toBe(windows(text));
});
