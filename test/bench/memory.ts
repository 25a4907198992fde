import { readFileSync } from "node:fs";

/**
 * Watches a process and those that it starts. What it gives back ends the watch and tells the most memory that they
 * held together in MiB, `undefined` where the system has no `/proc`.
 */
export function watchMemory(pid: number | undefined): () => number | undefined {
  let most = 0;
  const look = () => {
    most = Math.max(most, pid === undefined ? 0 : kibOf(pid));
  };
  const timer = setInterval(look, 20);
  return () => {
    clearInterval(timer);
    return most === 0 ? undefined : most / 1024;
  };
}

/** The peaks of a process and of all that live below it; a process that has just ended counts nothing. */
function kibOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    const own = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    return children
      .split(" ")
      .filter(Boolean)
      .reduce((sum, child) => sum + kibOf(Number(child)), own);
  } catch {
    return 0;
  }
}
