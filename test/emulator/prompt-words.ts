/** How a turn of the agent will go. */
export interface Plan {
  outcome: "pull-request" | "no-changes" | "failed" | "archived";
  /** Null for a turn that never ends. */
  seconds: number | null;
  /** A status outside the documented ones that the first half of the turn shows. */
  oddStatus: string | null;
  /** Taken as the pull request's address, whatever it is. */
  link: string | null;
}

/** What the words do, for `--help`. */
export const PROMPT_WORDS = `  [no changes]     completes without a pull request
  [fail]           fails
  [archive]        is archived
  [takes 90s]      takes that long in service time (ms, s, m or h)
  [takes forever]  never ends
  [status weird]   shows the status "weird" for the first half of its time
  [link TEXT]      gives TEXT as prLink, whether it is an address or not
  (none of these)  completes with a pull request`;

const UNITS = new Map([
  ["ms", 0.001],
  ["s", 1],
  ["m", 60],
  ["h", 3600],
]);

/** Reads the scripted outcome out of a prompt; words that nobody knows change nothing. */
export function planOf(prompt: string, defaultSeconds: number): Plan {
  return {
    outcome: outcomeOf(prompt),
    seconds: secondsOf(prompt, defaultSeconds),
    oddStatus: /\[status ([^\]]+)\]/i.exec(prompt)?.[1] ?? null,
    link: /\[link ([^\]]*)\]/i.exec(prompt)?.[1] ?? null,
  };
}

function outcomeOf(prompt: string): Plan["outcome"] {
  if (/\[fail\]/i.test(prompt)) return "failed";
  if (/\[archive\]/i.test(prompt)) return "archived";
  return /\[no changes\]/i.test(prompt) ? "no-changes" : "pull-request";
}

function secondsOf(prompt: string, defaultSeconds: number): number | null {
  if (/\[takes forever\]/i.test(prompt)) return null;
  const match = /\[takes (\d+(?:\.\d+)?) ?(ms|s|m|h)\]/i.exec(prompt);
  const unit = UNITS.get(match?.[2]?.toLowerCase() ?? "");
  return match?.[1] === undefined || unit === undefined ? defaultSeconds : Number(match[1]) * unit;
}
