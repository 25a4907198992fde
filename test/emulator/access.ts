import type { AdminKey, Project, Settings } from "./settings.ts";

/** What a caller may ask for, in the order in which the service refuses. */
export interface Wanted {
  authorization: string | undefined;
  projectId: string;
  scope: "read" | "write";
}

/** A request that the service turns down. */
export interface Refusal {
  status: 401 | 403 | 404 | 429;
  error: string;
  retryAfter?: string;
}

/** Who may do what: the keys and projects that the service knows. */
export class Access {
  readonly #keys: readonly AdminKey[];
  readonly #projects: readonly Project[];

  constructor(keys: readonly AdminKey[], projects: readonly Project[]) {
    this.#keys = keys;
    this.#projects = projects;
  }

  /** The project asked for, or why the request is turned down. */
  check(wanted: Wanted): Project | Refusal {
    const token = /^Bearer +(\S+)$/i.exec(wanted.authorization ?? "")?.[1];
    if (token === undefined) return { status: 401, error: "Missing API key" };
    if (/^mint_(dsc|us)_/.test(token)) return { status: 401, error: "This endpoint needs an admin API key" };
    const known = this.#keys.find((candidate) => candidate.key === token);
    if (known === undefined || !token.startsWith("mint_")) return { status: 401, error: "Invalid API key" };
    if (known.expired === true) return { status: 401, error: "API key has expired" };
    const project = this.#projects.find((candidate) => candidate.id === wanted.projectId);
    if (project === undefined) return { status: 404, error: "Project not found" };
    if (wanted.scope === "write" && known.scope === "read") {
      return { status: 403, error: "API key does not have the write scope" };
    }
    return project;
  }
}

const HOUR = 3_600_000;

/** Counts what was spent in the last hour, per bucket. Kept in the emulator's state, so a reset forgets it. */
export class RateLimits {
  readonly #spent: Record<string, number[]>;

  constructor(spent: Record<string, number[]>) {
    this.#spent = spent;
  }

  /** Spends one request of a bucket, or says why it cannot. */
  spend(bucket: string, limit: number, now: number, retryAfter: Settings["retryAfter"]): Refusal | null {
    const recent = (this.#spent[bucket] ?? []).filter((moment) => moment > now - HOUR);
    this.#spent[bucket] = recent;
    if (recent.length < limit) {
      recent.push(now);
      return null;
    }
    const refusal: Refusal = { status: 429, error: "Rate limit exceeded. Please try again later." };
    if (retryAfter === "none") return refusal;
    const free = (recent[0] ?? now) + HOUR;
    const seconds = String(Math.ceil((free - now) / 1000));
    return { ...refusal, retryAfter: retryAfter === "seconds" ? seconds : new Date(free).toUTCString() };
  }
}
