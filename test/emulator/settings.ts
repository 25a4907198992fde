import * as z from "zod";

const Count = z.int().min(0);

/** What an export serves: a site whose pages have a story each, or nothing, as a service of the specification alone. */
const Served = z.enum(["story", "404"]).default("story");

/** The switches that can be changed while the service runs. */
export const SettingsSchema = z.strictObject({
  /** Service seconds that a turn takes unless its prompt says `[takes …]`. */
  jobSeconds: z.number().min(0).default(20),
  /** Service seconds for which a poll still shows the previous turn's final status after a message. */
  staleSeconds: z.number().min(0).default(1),
  /** Requests per hour: creations and messages per project, analytics per organisation. */
  limits: z
    .strictObject({ create: Count.default(100), message: Count.default(100), analytics: Count.default(100) })
    .prefault({}),
  /** How many documentation pages the site has. */
  pages: Count.max(1_000_000).default(120),
  /** Puts paths made to break tables, logs and spreadsheets among the most read pages. */
  hostilePaths: z.boolean().default(false),
  /** What the exports beside the visitors serve, each by itself. */
  exports: z
    .strictObject({ feedbackByPage: Served, feedback: Served, assistant: Served, searches: Served })
    .prefault({}),
  /** The form of `nextCursor`: what `cursor` takes, the address of the next page, or one on another host. */
  cursors: z.enum(["token", "address", "elsewhere"]).default("token"),
  /** Puts rows before the others that nobody can expect: wrong types, unknown values, counts below 0, shares beyond 100. */
  oddRows: z.boolean().default(false),
  /** How many characters each answer of the assistant has at least; 30,000 make a full page larger than 10 MiB. */
  answerLength: Count.default(0),
  /** Whether the turns of a conversation have one id or each its own; the reference says both. */
  turnIds: z.enum(["shared", "own"]).default("shared"),
});

/** The switches with every value filled in. */
export type Settings = z.output<typeof SettingsSchema>;
/** The switches as a caller writes them, all optional. */
export type SettingsInput = z.input<typeof SettingsSchema>;

/** Lays the given switches over the present ones; a name or value that does not exist throws. */
export function changed(present: Settings, change: SettingsInput): Settings {
  return SettingsSchema.parse({
    ...present,
    ...change,
    limits: { ...present.limits, ...change.limits },
    exports: { ...present.exports, ...change.exports },
  });
}

/** A project; projects of one organisation share its analytics limit. */
export interface Project {
  id: string;
  organisation: string;
}
