import { Agent, type Dispatcher, MockAgent } from "undici";
import { ActionError } from "../../src/errors.ts";
import { defaultTimeouts } from "../../src/network/connections.ts";
import { Service } from "../../src/service/client.ts";
import { HttpClient } from "../../src/service/http.ts";
import { createRedactor } from "../../src/text/redact.ts";
import { toPlainText } from "../../src/text/rich-text.ts";
import { FakeClock } from "../fake-clock.ts";
import { type LocalServer, serve, type Turn } from "./local-server.ts";

/** The key that every service under test uses. */
export const key = "mint_0123456789abcdef";
/** A job as the service answers it. */
export const job = { id: "job_1", status: "active" };

const origin = "https://docs.example.com";

/** A service with a fake clock, and the reasons of its retries. */
export type UnderTest = { service: Service; clock: FakeClock; retries: string[] };

/** A service that sends through this dispatcher. */
export function serviceAt(
  base: URL,
  dispatcher: Dispatcher,
  projectId = "docs-1",
  timeouts = defaultTimeouts,
  redact = createRedactor([key]),
): UnderTest {
  const clock = new FakeClock();
  const retries: string[] = [];
  const transport = new HttpClient(base, key, dispatcher, timeouts);
  const service = new Service({ transport, clock, projectId, redact, onRetry: (why) => retries.push(why) });
  return { service, clock, retries };
}

/** A service on this machine that answers in these ways. */
export async function onServer(
  ...turns: readonly [Turn, ...Turn[]]
): Promise<UnderTest & { server: LocalServer; close(): Promise<void> }> {
  const server = await serve(turns);
  const agent = new Agent();
  return {
    ...serviceAt(server.url, agent),
    server,
    close: async () => {
      await agent.destroy();
      await server.close();
    },
  };
}

/** An answer of a service without sockets: a status with a body and headers, or the error of the connection. */
export type Canned = { status: number; body?: unknown; headers?: Record<string, string> } | { error: Error };

/** A service without sockets that gives these answers, one after the other, and the requests that it got. */
export function onMock(...answers: readonly Canned[]): UnderTest & { asked: string[] } {
  const agent = new MockAgent();
  agent.disableNetConnect();
  const asked: string[] = [];
  for (const canned of answers) {
    const method = (name: string) => ["GET", "POST"].includes(name);
    const interceptor = agent.get(origin).intercept({ method, path: () => true });
    if ("error" in canned) {
      interceptor.replyWithError(canned.error);
      continue;
    }
    const { status, body = "", headers = {} } = canned;
    interceptor.reply((request) => {
      asked.push(`${request.method} ${request.path}`);
      const data = typeof body === "string" ? body : JSON.stringify(body);
      return { statusCode: status, data, responseOptions: { headers } };
    });
  }
  return { ...serviceAt(new URL(origin), agent), asked };
}

/** As many of the same answers as no retry window can use up. */
export function always(canned: Canned): Canned[] {
  return Array.from({ length: 40 }, () => canned);
}

/** The error of a connection that failed in a system call. */
export function connectError(code: string, syscall = "connect"): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
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
    advice: toPlainText(error.advice),
  };
}
