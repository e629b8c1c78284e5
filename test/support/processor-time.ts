/**
 * The milliseconds of processor time that some work takes in this thread. On a busy machine it waits for its turn, which
 * says nothing about the work.
 */
export function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
