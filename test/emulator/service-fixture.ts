import { afterAll, beforeEach } from "vitest";
import { Caller } from "./caller.ts";
import { type RunningGitHub, startGitHub } from "./github.ts";
import { type RunningService, type ServiceOptions, startService } from "./start.ts";

type Started = { service: RunningService; caller: Caller };

/** A service for the tests of a file: reset before each of them, closed after all. */
export async function useService(options: ServiceOptions = {}): Promise<Started> {
  const service = await startService(options);
  beforeEach(() => service.reset());
  afterAll(() => service.close());
  return { service, caller: new Caller(service) };
}

/** Such a service, whose agent works on a GitHub of the same tests. GitHub keeps its threads from test to test. */
export async function useEmulators(
  options: ServiceOptions = {},
): Promise<Started & { gitHub: RunningGitHub }> {
  const gitHub = await startGitHub();
  beforeEach(() => {
    gitHub.clearFaults();
    gitHub.forgetRequests();
  });
  afterAll(() => gitHub.close());
  const workplace = { gitHub: gitHub.fake, repository: gitHub.docs };
  return { gitHub, ...(await useService({ workplace, ...options })) };
}
