import { TaskState, type ListTasksRequest } from "@a2a-js/sdk";
import { RequestMalformedError } from "@a2a-js/sdk/errors";
import { z } from "zod";
import type { ListedTask } from "../../../tasks/task-list.ts";
import { readTaskId } from "./task-id.ts";

const defaultPageSize = 50;
const maxPageSize = 100;

type Page = Readonly<{
  page: readonly ListedTask[];
  pageSize: number;
  totalSize: number;
  nextPageToken: string;
}>;

/** One page of the tasks, which come newest first. A page's token is the last task on the page before it. */
export function toPage(tasks: readonly ListedTask[], wanted: ListTasksRequest): Page {
  const pageSize = readPageSize(wanted.pageSize);
  const matches = matching(wanted);
  const found = tasks.filter(matches);
  const from = wanted.pageToken === "" ? 0 : placeAfter(found, wanted.pageToken);
  const page = found.slice(from, from + pageSize);
  const isLast = from + pageSize >= found.length;
  return { page, pageSize, totalSize: found.length, nextPageToken: isLast ? "" : page.at(-1)!.id };
}

function readPageSize(pageSize = defaultPageSize): number {
  if (Number.isInteger(pageSize) && pageSize >= 1 && pageSize <= maxPageSize) return pageSize;
  throw new RequestMalformedError(`\`pageSize\` must be an integer from 1 to ${maxPageSize}.`);
}

function matching({
  contextId,
  status,
  statusTimestampAfter,
}: ListTasksRequest): (task: ListedTask) => boolean {
  if (status === TaskState.UNRECOGNIZED) throw new RequestMalformedError("`status` is not a task state.");
  const isState = status === TaskState.TASK_STATE_UNSPECIFIED || status === TaskState.TASK_STATE_COMPLETED;
  const afterMs = statusTimestampAfter === undefined ? -Infinity : readMoment(statusTimestampAfter);
  return (task) => isState && (contextId === "" || task.contextId === contextId) && task.atMs > afterMs;
}

function readMoment(text: string): number {
  const moment = z.coerce.date().safeParse(text);
  if (moment.success) return moment.data.getTime();
  throw new RequestMalformedError("`statusTimestampAfter` must be an ISO 8601 time.");
}

/** A task that was deleted since leaves its place behind: its id says how old it was. */
function placeAfter(tasks: readonly ListedTask[], token: string): number {
  const place = tasks.findIndex(({ id }) => id === token);
  if (place !== -1) return place + 1;
  const last = readTaskId(token);
  if (last === undefined) throw new RequestMalformedError("`pageToken` is not valid.");
  const older = tasks.findIndex(({ atMs }) => atMs < last.atMs);
  return older === -1 ? tasks.length : older;
}
