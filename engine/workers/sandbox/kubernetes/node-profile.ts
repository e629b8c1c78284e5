import { seccompProfile } from "../seccomp.ts";

/** The profile of system calls as a node's container runtime reads it from a file: it knows architectures by another name. */
export function nodeProfile(): string {
  const { archMap, ...profile } = JSON.parse(seccompProfile) as { archMap: { architecture: string }[] };
  const architectures = archMap.map(({ architecture }) => architecture);
  return `${JSON.stringify({ ...profile, architectures }, undefined, 2)}\n`;
}
