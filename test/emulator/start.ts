import { randomUUID } from "node:crypto";
import { createEmulator } from "emulate";
import { control } from "./control.ts";
import type { Fault, FaultInput } from "./faults.ts";
import { publishOn } from "./github-agent.ts";
import { type Job, ServiceClock } from "./jobs.ts";
import { FaultyServer, type ReceivedRequest } from "./server.ts";
import { defineService } from "./service.ts";
import type { AdminKey, AgentGitHub, Project, Settings, SettingsInput } from "./settings.ts";
import { changed, SettingsSchema } from "./settings.ts";

export type { GitHubEmulator, GitHubOptions } from "./github.ts";
export { startGitHub } from "./github.ts";

/** How the service is started; the switches can be given here too. */
export interface ServiceOptions extends SettingsInput {
  host?: string;
  /** 0, the default, takes any free port. */
  port?: number;
  /** How many times as fast as real time the service's time goes. */
  timeScale?: number;
  /** Replaces the three default keys: one to write, one to read, one that has expired. */
  keys?: readonly AdminKey[];
  /** Replaces the one default project. */
  projects?: readonly Project[];
  /** Where the agent really works; without it the pull requests' addresses are made up. */
  github?: AgentGitHub;
  /** The repository, as `owner/name`, and its branch where no GitHub is given. */
  source?: { repository: string; ref: string };
  model?: string;
  /** Makes the ids of the jobs the same in every run. */
  idSeed?: string;
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
  requests(): ReceivedRequest[];
  /** Every job with its turns. */
  jobs(): Job[];
  /** Lets matching requests fail from now on. */
  fault(fault: FaultInput): Fault;
  /** The faults in force, for people to read. */
  faults(): unknown[];
  clearFaults(): void;
  settings(): Settings;
  /** Changes the named switches; a switch that does not exist throws. */
  change(change: SettingsInput): void;
  /** Moves the service's time on, and waits until every turn that is due by then has ended. */
  advance(milliseconds: number): Promise<void>;
  /** Forgets jobs, requests, faults, spent limits and changed switches. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

const DEFAULT_KEYS: readonly AdminKey[] = [
  { key: "mint_emulator_write", scope: "write" },
  { key: "mint_emulator_read", scope: "read" },
  { key: "mint_emulator_expired", scope: "write", expired: true },
];

/** Starts the documentation-agent service on this machine. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const {
    host = "127.0.0.1",
    port = 0,
    timeScale = 1,
    keys = DEFAULT_KEYS,
    github,
    idSeed,
    ...rest
  } = options;
  const { projects = [{ id: "docs-project", organisation: "octo" }], source, model, ...switches } = rest;
  const initial = changed(SettingsSchema.parse({}), switches);
  let settings = initial;
  const clock = new ServiceClock(timeScale);
  const service = defineService({
    clock,
    settings: () => settings,
    idSeed: idSeed ?? randomUUID(),
    site: (github === undefined ? "https://github.com" : (github.webUrl ?? github.apiUrl)).replace(/\/$/, ""),
    source: github
      ? { repository: github.repository, ref: github.branch ?? "main" }
      : (source ?? DEFAULT_SOURCE),
    model: model ?? "sonnet",
    publish: github === undefined ? null : publishOn(github),
    keys,
    projects,
  });
  const runtime = await createEmulator({ service: service.definition, listen: false });
  const keyOf = (wanted: (key: AdminKey) => boolean): string => keys.find(wanted)?.key ?? "";
  const server = await FaultyServer.start({
    host,
    port,
    handle: (request) => runtime.fetch(request),
    control: (request) => control(running, request),
  });
  const running: RunningService = {
    url: server.url,
    key: keyOf((key) => key.scope === "write" && key.expired !== true),
    readOnlyKey: keyOf((key) => key.scope === "read" && key.expired !== true),
    expiredKey: keyOf((key) => key.expired === true),
    projectId: projects[0]?.id ?? "",
    requests: () => server.requests(),
    jobs: () => runtime.snapshot().state.jobs,
    fault: (fault) => server.faults.add(fault),
    faults: () => server.faults.list(),
    clearFaults: () => server.faults.clear(),
    settings: () => settings,
    change: (change) => {
      settings = changed(settings, change);
    },
    advance: async (milliseconds) => {
      clock.advance(milliseconds);
      await service.jobs().settleAll();
    },
    reset: async () => {
      settings = initial;
      server.faults.clear();
      server.forget();
      await runtime.reset();
    },
    close: async () => {
      await server.close();
      await runtime.close();
    },
  };
  return running;
}

const DEFAULT_SOURCE = { repository: "octo/docs", ref: "main" };
