import type { Plan } from "./jobs.ts";

/** The switches that can be changed while the service runs, as they are at its start. */
export const standard = {
  /** Service seconds that a turn takes unless its prompt says `[takes …]`. */
  jobSeconds: 20,
  /** How a turn ends unless its prompt says otherwise. */
  jobEnds: "pull-request" as Plan["outcome"],
  /** After how many seconds of a turn its pull request is there and shown; 0 means at its end. */
  pullSeconds: 0,
  /** Requests per hour: creations and messages per project, analytics per organisation. */
  limits: { create: 100, message: 100, analytics: 100 },
  /** How many documentation pages the site has. */
  pages: 120,
  /** Puts paths made to break tables, logs and spreadsheets among the most read pages. */
  hostilePaths: false,
};

export type Settings = typeof standard;
/** The switches as a caller writes them, all optional. */
export type Switches = Partial<Omit<Settings, "limits">> & { limits?: Partial<Settings["limits"]> };

/** Lays the given switches over the present ones. */
export function changed(present: Settings, { limits, ...change }: Switches): Settings {
  return { ...present, ...change, limits: { ...present.limits, ...limits } };
}

/** A project; projects of one organisation share its analytics limit. */
export type Project = { id: string; organisation: string };
