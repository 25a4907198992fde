import { randomUUID } from "node:crypto";
import { publishOn, type Workplace } from "./github-agent.ts";
import { type Job, ServiceClock } from "./jobs.ts";
import { EmulatorServer, type Fault, type ReceivedRequest } from "./server.ts";
import { Service, type ServiceContext } from "./service.ts";
import { changed, type Project, type SettingsInput, SettingsSchema } from "./settings.ts";

/** How the service is started; the switches can be given here too. */
export interface ServiceOptions extends SettingsInput {
  /** 0, the default, takes any free port. */
  port?: number;
  /** How many times as fast as real time the service's time goes. */
  timeScale?: number;
  /** Replaces the one default project. */
  projects?: readonly Project[];
  /** Where the agent really works; without it the pull requests' addresses are made up. */
  workplace?: Workplace;
  /** The repository, as `owner/name`, and its branch where no workplace is given. */
  source?: { repository: string; ref: string };
}

/** A service that is up. */
export interface RunningService {
  /** What belongs into `base-url`. */
  readonly url: string;
  readonly key: string;
  readonly readOnlyKey: string;
  readonly expiredKey: string;
  readonly projectId: string;
  /** Every request to the service since the start or the last reset, oldest first. */
  requests(): readonly ReceivedRequest[];
  /** Every job with its turns. */
  jobs(): readonly Job[];
  /** Lets matching requests fail from now on. */
  fault(fault: Fault): void;
  clearFaults(): void;
  /** Changes the named switches; a switch that does not exist throws. */
  change(change: SettingsInput): void;
  /** Moves the service's time on, and ends every turn that is due by then. */
  advance(milliseconds: number): void;
  /** Forgets jobs, requests, faults, spent limits and changed switches. */
  reset(): void;
  close(): Promise<void>;
}

const key = "mint_emulator_write";
const readOnlyKey = "mint_emulator_read";
const expiredKey = "mint_emulator_expired";

/** Starts the documentation-agent service on this machine. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const { port = 0, timeScale = 1, workplace, projects = defaultProjects, ...rest } = options;
  const { source = { repository: "octo/docs", ref: "main" }, ...switches } = rest;
  const initial = changed(SettingsSchema.parse({}), switches);
  let settings = initial;
  const clock = new ServiceClock(timeScale);
  const context: ServiceContext = {
    ...{ clock, settings: () => settings, idSeed: randomUUID(), model: "sonnet", projects },
    source: workplace ? { repository: workplace.repository.name, ref: "main" } : source,
    publish: workplace === undefined ? null : publishOn(workplace),
    keys: [
      { key, scope: "write" },
      { key: readOnlyKey, scope: "read" },
      { key: expiredKey, scope: "write", expired: true },
    ],
  };
  let service = new Service(context);
  const server = await EmulatorServer.start(port, (request) =>
    // The count of jobs is for scripts, which cannot look in here.
    new URL(request.url).pathname === "/_emulator"
      ? Response.json({ jobs: service.jobs.all().length })
      : service.answer(request),
  );
  return {
    ...{ url: server.url, key, readOnlyKey, expiredKey, projectId: projects[0]?.id ?? "" },
    requests: () => server.requests(),
    jobs: () => structuredClone(service.jobs.all()),
    fault: (fault) => server.fault(fault),
    clearFaults: () => server.clearFaults(),
    change: (change) => {
      settings = changed(settings, change);
    },
    advance: (milliseconds) => {
      clock.advance(milliseconds);
      for (const job of service.jobs.all()) service.jobs.settle(job);
    },
    reset: () => {
      settings = initial;
      server.clearFaults();
      server.forget();
      service.jobs.stop();
      service = new Service(context);
    },
    close: async () => {
      service.jobs.stop();
      await server.close();
    },
  };
}

const defaultProjects: readonly Project[] = [{ id: "docs-project", organisation: "octo" }];
