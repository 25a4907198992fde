/** How many ms of a core this thread spends on `work`, however busy the machine is with something else. */
function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The least time that `work` takes in up to three attempts, which end with one below `bound`. */
export function leastCpuMs(work: () => void, bound: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && least >= bound; attempt++)
    least = Math.min(least, cpuMs(work));
  return least;
}
