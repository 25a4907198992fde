import * as z from "zod";

const Status = z.int().min(200).max(599);
const Milliseconds = z.int().min(0);

/** What goes wrong. `take` says whether the server still does what it was asked before it fails. */
const FaultEffectSchema = z.discriminatedUnion("kind", [
  /** Waits in real time, then answers as usual. */
  z.object({ kind: z.literal("delay"), ms: Milliseconds }),
  /** Resets the connection before any byte of an answer. */
  z.object({ kind: z.literal("reset"), take: z.boolean().default(false) }),
  /** Sends the head and the first half of the real answer, then resets the connection. */
  z.object({ kind: z.literal("reset-during") }),
  /** Never answers. */
  z.object({ kind: z.literal("hang"), take: z.boolean().default(false) }),
  /** Sends the real answer a few bytes at a time. */
  z.object({ kind: z.literal("drip"), bytes: z.int().min(1).default(1), everyMs: Milliseconds.default(50) }),
  /** Any other answer. */
  z.object({
    kind: z.literal("answer"),
    status: Status,
    body: z.string().default(""),
    headers: z.record(z.string(), z.string()).default({}),
    take: z.boolean().default(false),
  }),
  /** The real answer with its last half cut off, declared as complete. */
  z.object({ kind: z.literal("broken-json") }),
  /** The real status with JSON that has none of the documented fields. */
  z.object({ kind: z.literal("wrong-shape"), body: z.json().default({ data: { jobs: [] } }) }),
  /** Valid JSON of that many megabytes around the fields of the real answer. */
  z.object({
    kind: z.literal("huge"),
    megabytes: z.number().positive().max(1024),
    status: Status.optional(),
  }),
  /** Sends the caller somewhere else. */
  z.object({ kind: z.literal("redirect"), location: z.string(), status: Status.default(302) }),
]);

/** A fault, and which requests it is for. */
export const FaultSchema = z.object({
  /** HTTP method; any when left out. */
  method: z.string().optional(),
  /** A regular expression that is looked for in path and query; any when left out. */
  path: z.union([z.string(), z.instanceof(RegExp)]).optional(),
  /** How many matching requests it is for; `"always"` for all of them. */
  times: z.union([z.int().min(1), z.literal("always")]).default(1),
  /** How many matching requests are left alone first. */
  after: z.int().min(0).default(0),
  happens: FaultEffectSchema,
});

/** A fault as it is written down. */
export type FaultInput = z.input<typeof FaultSchema>;
/** What goes wrong, with every default filled in. */
export type FaultEffect = z.output<typeof FaultEffectSchema>;

/** A fault that waits for its requests. */
export interface Fault {
  /** How many requests it has hit so far. */
  readonly hits: number;
}

interface Armed {
  input: z.output<typeof FaultSchema>;
  path: RegExp;
  left: number;
  skip: number;
  hits: number;
}

/** The faults in force, oldest first; the first that matches and is due hits. */
export class Faults {
  #armed: Armed[] = [];

  /** Puts a fault in force. */
  add(input: FaultInput): Fault {
    const fault = FaultSchema.parse(input);
    const left = fault.times === "always" ? Infinity : fault.times;
    const armed = { input: fault, path: new RegExp(fault.path ?? ""), left, skip: fault.after, hits: 0 };
    this.#armed.push(armed);
    return armed;
  }

  /** What goes wrong with this request, if anything; counts the request for every fault it passes. */
  next(method: string, path: string): FaultEffect | null {
    for (const armed of this.#armed) {
      const { input } = armed;
      if (input.method !== undefined && input.method.toUpperCase() !== method.toUpperCase()) continue;
      if (armed.left === 0 || path.search(armed.path) < 0) continue;
      if (armed.skip > 0) {
        armed.skip -= 1;
        continue;
      }
      armed.left -= 1;
      armed.hits += 1;
      return input.happens;
    }
    return null;
  }

  /** Takes all faults back. */
  clear(): void {
    this.#armed = [];
  }

  /** The faults in force, for people to read. */
  list(): unknown[] {
    return this.#armed.map(({ input, path, hits }) => ({
      ...input,
      path: String(input.path ?? path.source),
      hits,
    }));
  }
}
