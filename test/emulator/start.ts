import { randomUUID } from "node:crypto";
import { publishOn, type Workplace } from "./github-agent.ts";
import { startServer } from "./server.ts";
import { keys, Service, type ServiceContext } from "./service.ts";
import { type Switches, standard } from "./settings.ts";

/** How the service is started; the switches can be given here too. */
export interface ServiceOptions extends Switches {
  /** 0, the default, takes any free port. */
  port?: number;
  /** The service's time when it starts, in epoch ms; otherwise the real one. */
  start?: number;
  /** How many times as fast as real time the service's time goes. */
  timeScale?: number;
  /** Where the agent really works; without it the pull requests' addresses are made up. */
  workplace?: Workplace;
}

/** A service that is up. */
export type RunningService = Awaited<ReturnType<typeof startService>>;

/** Starts the documentation-agent service on this machine. */
export async function startService(options: ServiceOptions = {}) {
  const startedAt = Date.now();
  const { port = 0, timeScale = 1, start = startedAt, workplace, ...switches } = options;
  const initial = { ...standard, ...switches };
  let settings = initial;
  let advanced = 0;
  const now = () => Math.round(start + (Date.now() - startedAt) * timeScale + advanced);
  // Or a pull request would be older than its job.
  if (workplace !== undefined) workplace.gitHub.now = now;
  const context: ServiceContext = {
    clock: { now },
    ...{ settings: () => settings, idSeed: randomUUID(), projectIds: [projectId, otherProjectId] },
    repository: workplace?.repository.name ?? "octo/docs",
    publish: workplace && publishOn(workplace),
  };
  let service = new Service(context);
  const server = await startServer(port, (request) =>
    // The count of jobs is for scripts, which cannot look in here.
    new URL(request.url).pathname === "/_emulator"
      ? Response.json({ jobs: service.jobs.all().length })
      : service.answer(request),
  );
  return {
    /** Its `url` is what belongs into `base-url`. */
    ...server,
    ...keys,
    ...{ projectId, otherProjectId },
    /** Every job with its turns. */
    jobs: () => structuredClone(service.jobs.all()),
    /** Changes the named switches. */
    change: (change: Switches) => {
      settings = { ...settings, ...change };
    },
    /** The service's time, in epoch ms. */
    now,
    /** Moves the service's time on, and ends every turn that is due by then. */
    advance: (milliseconds: number) => {
      advanced += milliseconds;
      for (const job of service.jobs.all()) service.jobs.settle(job);
    },
    /** Forgets jobs, requests, faults and changed switches. */
    reset: () => {
      settings = initial;
      server.clearFaults();
      server.forgetRequests();
      service = new Service(context);
    },
  };
}

const projectId = "docs-project";
/** Another one of the same organisation. */
const otherProjectId = "docs-project-2";
