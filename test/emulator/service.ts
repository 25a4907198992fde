import { defineEmulator, type EmulatorDefinition } from "emulate";
import * as z from "zod";
import { Jobs, type JobsContext, type JobsState } from "./jobs.ts";
import type { AdminKey, Project, Settings } from "./settings.ts";
import { exportNames, exportPage, exportPaths } from "./signals.ts";
import { readQuery, Site, visitorsPage } from "./visitors.ts";

/** Everything the service remembers, as JSON. */
export interface ServiceState extends JobsState {
  spent: Record<string, number[]>;
  analyticsRequests: number;
}

/** What the service is made of besides its state. */
export interface ServiceContext extends JobsContext {
  keys: readonly AdminKey[];
  projects: readonly Project[];
}

/** The documentation-agent service as a definition for `createEmulator`, and its jobs of the moment. */
export interface Service {
  definition: EmulatorDefinition<ServiceState>;
  /** The jobs since the last reset. */
  jobs(): Jobs;
}

const Prompt = z.object({ prompt: z.string().min(1) });

/** Builds the service on its clock, settings, keys and projects. */
export function defineService(context: ServiceContext): Service {
  let current: Jobs | undefined;
  const access = new Access(context.keys, context.projects);
  const site = new Site();
  const definition = defineEmulator<ServiceState>({
    name: "docs-agent-service",
    cors: false,
    state: () => ({ jobs: [], pulls: 0, spent: {}, analyticsRequests: 0 }),
    setup({ app, state, onDispose }) {
      const jobs = new Jobs(state, context);
      const limits = new RateLimits(state.spent);
      current = jobs;
      onDispose(() => jobs.stop());

      const admit = (
        call: { req: { header(name: string): string | undefined; param(name: string): string } },
        scope: "read" | "write",
        limit: keyof Settings["limits"] | null,
      ): Response | null => {
        const projectId = call.req.param("projectId");
        const found = access.check({ authorization: call.req.header("authorization"), projectId, scope });
        if ("status" in found) return refuse(found);
        if (limit === null) return null;
        const bucket = limit === "analytics" ? `analytics:${found.organisation}` : `${limit}:${found.id}`;
        const { limits: allowed, retryAfter } = context.settings();
        const refusal = limits.spend(bucket, allowed[limit], context.clock.now(), retryAfter);
        return refusal === null ? null : refuse(refusal);
      };

      app.post("/v2/agent/:projectId/job", async (call) => {
        const refused = admit(call, "write", "create");
        if (refused !== null) return refused;
        const prompt = await promptOf(call.req.raw);
        if (prompt === null) return badPrompt();
        const job = jobs.create(call.req.param("projectId"), prompt);
        return Response.json(jobs.show(job, "active"), { status: 201 });
      });

      app.post("/v2/agent/:projectId/job/:id/message", async (call) => {
        const refused = admit(call, "write", "message");
        if (refused !== null) return refused;
        const prompt = await promptOf(call.req.raw);
        if (prompt === null) return badPrompt();
        const job = jobs.find(call.req.param("projectId"), call.req.param("id"));
        if (job === undefined) return unknownJob();
        void jobs.settle(job);
        const before = jobs.statusOf(job);
        if (before === "archived") return Response.json({ error: "Agent job is archived" }, { status: 409 });
        jobs.message(job, prompt);
        const status = context.settings().messageAnswer === "active" ? "active" : before;
        return Response.json(jobs.show(job, status));
      });

      app.get("/v2/agent/:projectId/job/:id", (call) => {
        const refused = admit(call, "read", null);
        if (refused !== null) return refused;
        const job = jobs.find(call.req.param("projectId"), call.req.param("id"));
        if (job === undefined) return unknownJob();
        void jobs.settle(job);
        return Response.json(jobs.show(job));
      });

      app.get("/v1/analytics/:projectId/visitors", (call) => {
        const refused = admit(call, "read", "analytics");
        if (refused !== null) return refused;
        const query = readQuery(new URL(call.req.url).searchParams, context.clock.now());
        if (Array.isArray(query)) return badQuery(query);
        state.analyticsRequests += 1;
        return Response.json(visitorsPage(site, query, context.settings(), state.analyticsRequests));
      });

      for (const name of exportNames)
        app.get(`/v1/analytics/:projectId/${exportPaths[name]}`, (call) => {
          const settings = context.settings();
          const served = settings.exports[name];
          if (served === "404") return call.notFound();
          const refused = admit(call, "read", "analytics");
          if (refused !== null) return refused;
          if (served === "401" || served === "403") return refuse(lackingPlan[served]);
          const answer = exportPage(name, served, new URL(call.req.url), settings, context.clock.now());
          return Array.isArray(answer) ? badQuery(answer) : Response.json(answer);
        });
    },
  });
  return {
    definition,
    jobs: () => {
      if (current === undefined) throw new Error("The service has not been started");
      return current;
    },
  };
}

function refuse(refusal: Refusal): Response {
  const headers = refusal.retryAfter === undefined ? {} : { "retry-after": refusal.retryAfter };
  return Response.json({ error: refusal.error }, { status: refusal.status, headers });
}

function badQuery(wrong: readonly string[]): Response {
  const details = wrong.map((message) => ({ message }));
  return Response.json({ error: "Invalid request", details }, { status: 400 });
}

/** How a plan without an export refuses it. */
const lackingPlan: Record<"401" | "403", Refusal> = {
  401: { status: 401, error: "Your plan does not include this export. Upgrade to use it." },
  403: { status: 403, error: "This export is not part of your plan" },
};

function unknownJob(): Response {
  return Response.json({ error: "Agent job not found" }, { status: 404 });
}

function badPrompt(): Response {
  return Response.json({ error: "prompt must be a string of at least one character" }, { status: 400 });
}

/** A body that is not declared as JSON is not read, as with the usual server frameworks. */
async function promptOf(request: Request): Promise<string | null> {
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) return null;
  try {
    return Prompt.parse(await request.json()).prompt;
  } catch {
    return null;
  }
}

interface AccessRequest {
  authorization: string | undefined;
  projectId: string;
  scope: "read" | "write";
}

/** A request that the service turns down. */
interface Refusal {
  status: 401 | 403 | 404 | 429;
  error: string;
  retryAfter?: string;
}

/** Who may do what: the keys and projects that the service knows. */
class Access {
  readonly #keys: readonly AdminKey[];
  readonly #projects: readonly Project[];

  constructor(keys: readonly AdminKey[], projects: readonly Project[]) {
    this.#keys = keys;
    this.#projects = projects;
  }

  /** The project asked for, or why the request is turned down. */
  check(wanted: AccessRequest): Project | Refusal {
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
class RateLimits {
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
