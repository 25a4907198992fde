import type { Clock } from "../../runner/clock.ts";

/** How often, and how many ms apart, a run reads whether a rival has given up or sent the command. */
const maxRivalReads = 5;
const rivalReadPauseMs = 2000;

/** A comment that another run, or another job or step of this run, wrote for the same command. */
export type Rival = {
  id: number;
  /** `began`: a first body, whose run may have sent the command, or may be about to look for others. */
  says: "began" | "sent" | "accepted";
};

/** The comment in which this run says that it takes the command: one that it created, or an earlier one that it edited. */
export type Announcement = { by: "creating" | "editing"; id: number };

/**
 * True when this run, which has announced the command, must leave it to a rival. `rivals` are those that it knew before;
 * `readRivals` reads the thread again. Throws what `readRivals` throws.
 */
export async function yieldsToRival(
  announced: Announcement,
  rivals: readonly Rival[],
  readRivals: () => Promise<readonly Rival[]>,
  clock: Clock,
): Promise<boolean> {
  if (breakTie(rivals, announced) === "yield") return true;
  for (let reads = 1; ; reads++) {
    const choice = breakTie(await readRivals(), announced);
    if (choice !== "look again" || reads === maxRivalReads) return choice !== "proceed";
    await clock.sleep(rivalReadPauseMs);
  }
}

/**
 * Whether this run proceeds with a command that others have taken, yields to them, or must look again. Of two replies to
 * one command the older wins, and GitHub numbers comments in their order. A re-run that edits an old reply cannot know
 * whether a younger rival saw the edit, so it looks again until the rival gives up or sends.
 */
export function breakTie(
  rivals: readonly Rival[],
  { by, id }: Announcement,
): "proceed" | "yield" | "look again" {
  const isOlder = (rival: Rival) => rival.id < id;
  if (rivals.some(({ says }) => says === "accepted")) return "yield";
  if (by === "creating")
    return rivals.some((rival) => rival.says === "sent" || isOlder(rival)) ? "yield" : "proceed";
  if (rivals.some((rival) => rival.says === "sent" && isOlder(rival))) return "yield";
  return rivals.length === 0 ? "proceed" : "look again";
}
