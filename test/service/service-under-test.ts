import { Agent, type Dispatcher } from "undici";
import { beforeEach, onTestFinished, vi } from "vitest";
import { ActionError } from "../../src/errors.ts";
import { defaultTimeouts, tellNotSent } from "../../src/network/connections.ts";
import { Service } from "../../src/service/client.ts";
import { createRedactor } from "../../src/text/redact.ts";
import { toPlainText } from "../../src/text/rich-text.ts";
import { closedNetwork } from "../closed-network.ts";
import { FakeClock } from "../fake-clock.ts";
import { type Reply, serveService, serviceOrigin } from "./fake-service.ts";
import { type LocalServer, serve, type Turn } from "./local-server.ts";

/** The key that every service under test uses. */
export const key = "mint_0123456789abcdef";
/** A job as the service answers it. */
export const job = { id: "job_1", status: "active" };

/** A service with a fake clock, and the reasons of its retries. */
export type UnderTest = { service: Service; clock: FakeClock; retries: string[] };

/** Lets something end with the test. */
export function open<T extends { close(): Promise<unknown> }>(thing: T): T {
  onTestFinished(async () => void (await thing.close()));
  return thing;
}

/** Hides the proxies of this machine from the tests of a file, which may set their own in its place. */
export function hideProxies(): void {
  beforeEach(() => {
    for (const name of ["https_proxy", "http_proxy", "no_proxy"])
      for (const variable of [name, name.toUpperCase()]) vi.stubEnv(variable, undefined);
    return () => void vi.unstubAllEnvs();
  });
}

/** A service that sends through this dispatcher. */
export function serviceAt(
  base: URL,
  dispatcher: Dispatcher,
  timeouts = defaultTimeouts,
): UnderTest {
  const clock = new FakeClock();
  const retries: string[] = [];
  const service = new Service({
    endpoint: { base, key, dispatcher, timeouts },
    clock,
    projectId: "docs-1",
    redact: createRedactor([key]),
    onRetry: (why) => retries.push(why),
  });
  return { service, clock, retries };
}

/** A service on this machine that answers in these ways until the test ends. */
export async function onServer(
  ...turns: readonly [Turn, ...Turn[]]
): Promise<UnderTest & { server: LocalServer }> {
  const server = open(await serve(turns));
  const agent = new Agent().compose(tellNotSent);
  onTestFinished(() => agent.destroy());
  return { ...serviceAt(server.url, agent), server };
}

/** A service without sockets that gives each of these answers once, whatever is asked; a request too many fails. */
export function onMock(...replies: Reply[]): UnderTest & { asked: string[] } {
  const network = closedNetwork();
  const asked: string[] = [];
  const made = serviceAt(new URL(serviceOrigin), network);
  serveService(network, { "*": replies }, made.clock, (request) => asked.push(request));
  return { ...made, asked };
}

/** As many of the same answers as no retry window can use up. */
export function always(reply: Reply): Reply[] {
  return Array.from({ length: 40 }, () => reply);
}

/** The error that a promise is rejected with. */
export async function thrown(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

/** The texts of the `ActionError` that a promise is rejected with. */
export async function told(promise: Promise<unknown>) {
  const error = await thrown(promise);
  if (!(error instanceof ActionError)) throw error;
  return {
    name: error.name,
    reason: error.reason,
    message: error.message,
    advice: toPlainText(error.outcome.advice),
  };
}
