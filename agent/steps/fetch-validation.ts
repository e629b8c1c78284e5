import { keccak256 } from "viem";
import { parseIpfsUri } from "../validation/ipfs-uri.ts";
import { readTask } from "../verdicts/task.ts";
import { toolNames } from "../verdicts/tools.ts";
import { findPatiently, withinLimits } from "./fetch.ts";
import type { Step } from "./step.ts";

/**
 * Reads what a validation is about. Nobody has paid for it, so what cannot be judged is not answered at all: a response
 * would be taken for a judgement of the agent's work.
 */
export const fetchValidation: Step = async (parts, { request, signal }) => {
  const { uri, hash } = request.validation!;
  const refuse = (problem: string) => ({ state: "refused", request: { ...request, problem } }) as const;
  const place = parseIpfsUri(uri);
  if (!place) return refuse("Only ipfs:// URIs of a file are read.");
  const { cid, path } = place;
  const found = await findPatiently(parts, { request, signal }, async () => ({
    bytes: await parts.ipfs.read(cid, path, withinLimits(signal)),
    cid: [cid, ...path].join("/"),
  }));
  if ("unreadable" in found) return refuse(found.unreadable);
  if (keccak256(found.bytes) !== hash) return refuse("The content's keccak256 is not the request's hash.");
  const { tool, mode, task } = readTask(found.bytes, toolNames);
  if (tool === undefined || mode === undefined || "unreadable" in task)
    return refuse("unreadable" in task ? task.unreadable : "No tool is named.");
  return { state: "fetched", request: { ...request, requestCid: found.cid, tool, mode, task } };
};
