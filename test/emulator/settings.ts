import type { Plan } from "./jobs.ts";

/** The switches that can be changed while the service runs, as they are at its start. */
export const standard = {
  /** Service seconds that a turn takes unless its prompt says `[takes …]`. */
  jobSeconds: 20,
  /** How a turn ends unless its prompt says otherwise: always so, or as the agent judges what it was sent. */
  jobEnds: "pull-request" as Plan["outcome"] | ((prompt: string) => Plan["outcome"]),
  /** After how many seconds of a turn its pull request is there and shown; 0 means at its end. */
  pullSeconds: 0,
  /** How many documentation pages the site has. */
  pages: 120,
  /** Puts paths made to break tables, logs and spreadsheets among the most read pages. */
  hostilePaths: false,
};

export type Settings = typeof standard;
/** The switches as a caller writes them, all optional. */
export type Switches = Partial<Settings>;
