import { afterAll, beforeAll, beforeEach } from "vitest";
import { Caller } from "./caller.ts";
import { type RunningService, type ServiceOptions, startService } from "./start.ts";

/** A service for the tests of a file: reset before each of them, closed after all. */
export function useService(options: ServiceOptions = {}): { service: RunningService; caller: Caller } {
  let running: { service: RunningService; caller: Caller } | undefined;
  const current = () => {
    if (running === undefined) throw new Error("the service starts before the first test");
    return running;
  };
  beforeAll(async () => {
    const service = await startService(options);
    running = { service, caller: new Caller(service) };
  });
  beforeEach(() => current().service.reset());
  afterAll(() => current().service.close());
  return {
    get service() {
      return current().service;
    },
    get caller() {
      return current().caller;
    },
  };
}
