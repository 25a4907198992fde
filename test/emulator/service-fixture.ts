import { afterAll, beforeEach } from "vitest";
import { startGitHub } from "./github.ts";
import { type ServiceOptions, startService } from "./start.ts";

/**
 * A service whose agent works on a GitHub of the same tests, for the tests of a file. It is reset before each of them;
 * GitHub keeps its threads from test to test.
 */
export async function useEmulators(options: ServiceOptions = {}) {
  const gitHub = await startGitHub();
  const workplace = { gitHub: gitHub.fake, repository: gitHub.docs };
  const service = await startService({ workplace, ...options });
  beforeEach(() => {
    service.reset();
    gitHub.clearFaults();
    gitHub.forgetRequests();
  });
  afterAll(() => Promise.all([service.close(), gitHub.close()]));
  return { gitHub, service };
}
