import type { EmulatorDefinition } from "emulate";
import { defineEmulator } from "emulate";
import * as z from "zod";
import type { Refusal } from "./access.ts";
import { Access, RateLimits } from "./access.ts";
import type { JobsState, JobsWorld } from "./jobs.ts";
import { Jobs } from "./jobs.ts";
import type { AdminKey, Project, Settings } from "./settings.ts";
import { readQuery, Site, visitorsPage } from "./visitors.ts";

/** Everything the service remembers, as JSON. */
export interface ServiceState extends JobsState {
  spent: Record<string, number[]>;
  analyticsRequests: number;
}

/** What the service is made of besides its state. */
export interface ServiceWorld extends JobsWorld {
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
export function defineService(world: ServiceWorld): Service {
  let current: Jobs | undefined;
  const access = new Access(world.keys, world.projects);
  const site = new Site();
  const definition = defineEmulator<ServiceState>({
    name: "docs-agent-service",
    cors: false,
    state: () => ({ jobs: [], pulls: 0, spent: {}, analyticsRequests: 0 }),
    setup({ app, state, onDispose }) {
      const jobs = new Jobs(state, world);
      const limits = new RateLimits(state.spent);
      current = jobs;
      onDispose(() => jobs.stop());

      const admit = (
        context: { req: { header(name: string): string | undefined; param(name: string): string } },
        scope: "read" | "write",
        limit: keyof Settings["limits"] | null,
      ): Response | null => {
        const projectId = context.req.param("projectId");
        const found = access.check({ authorization: context.req.header("authorization"), projectId, scope });
        if ("status" in found) return refuse(found);
        if (limit === null) return null;
        const bucket = limit === "analytics" ? `analytics:${found.organisation}` : `${limit}:${found.id}`;
        const { limits: allowed, retryAfter } = world.settings();
        const refusal = limits.spend(bucket, allowed[limit], world.clock.now(), retryAfter);
        return refusal === null ? null : refuse(refusal);
      };

      app.post("/v2/agent/:projectId/job", async (context) => {
        const refused = admit(context, "write", "create");
        if (refused !== null) return refused;
        const prompt = await promptOf(context.req.raw);
        if (prompt === null) return badPrompt();
        const job = jobs.create(context.req.param("projectId"), prompt);
        return Response.json(jobs.show(job, "active"), { status: 201 });
      });

      app.post("/v2/agent/:projectId/job/:id/message", async (context) => {
        const refused = admit(context, "write", "message");
        if (refused !== null) return refused;
        const prompt = await promptOf(context.req.raw);
        if (prompt === null) return badPrompt();
        const job = jobs.find(context.req.param("projectId"), context.req.param("id"));
        if (job === undefined) return unknownJob();
        void jobs.settle(job);
        const before = jobs.statusOf(job);
        if (before === "archived") return Response.json({ error: "Agent job is archived" }, { status: 409 });
        jobs.message(job, prompt);
        const status = world.settings().messageAnswer === "active" ? "active" : before;
        return Response.json(jobs.show(job, status));
      });

      app.get("/v2/agent/:projectId/job/:id", (context) => {
        const refused = admit(context, "read", null);
        if (refused !== null) return refused;
        const job = jobs.find(context.req.param("projectId"), context.req.param("id"));
        if (job === undefined) return unknownJob();
        void jobs.settle(job);
        return Response.json(jobs.show(job));
      });

      app.get("/v1/analytics/:projectId/visitors", (context) => {
        const refused = admit(context, "read", "analytics");
        if (refused !== null) return refused;
        const query = readQuery(new URL(context.req.url).searchParams, world.clock.now());
        if (Array.isArray(query)) {
          const details = query.map((message) => ({ message }));
          return Response.json({ error: "Invalid request", details }, { status: 400 });
        }
        state.analyticsRequests += 1;
        return Response.json(visitorsPage(site, query, world.settings(), state.analyticsRequests));
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
