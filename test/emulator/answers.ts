import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Happening } from "./faults.ts";

/** An answer that is ready to be sent. */
export interface Answer {
  status: number;
  headers: [string, string][];
  body: Buffer;
}

/** What the caller got: a status, or how it was let down. */
export type Outcome = number | "reset" | "hang";

/** Reads a response whole, so that it can be sent in pieces. */
export async function answerOf(response: Response): Promise<Answer> {
  const headers = [...response.headers].filter(
    ([name]) => !/^(transfer-encoding|connection|content-length)$/.test(name),
  );
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** Sends an answer as a working server does. */
export function send(response: ServerResponse, answer: Answer): Outcome {
  head(response, answer, answer.body.length);
  response.end(answer.body);
  return answer.status;
}

/** Lets the caller down in the way asked for; `handle` does what the request is for and may never be called. */
export async function misbehave(
  response: ServerResponse,
  happening: Happening,
  handle: () => Promise<Answer>,
): Promise<Outcome> {
  switch (happening.kind) {
    case "delay":
      await wait(happening.ms, undefined, { ref: false });
      return send(response, await handle());
    case "reset":
      if (happening.take) await handle();
      return reset(response);
    case "reset-during":
      return resetDuring(response, await handle());
    case "hang":
      if (happening.take) await handle();
      return "hang";
    case "drip":
      return drip(response, await handle(), happening.bytes, happening.everyMs);
    case "answer": {
      if (happening.take) await handle();
      const headers = Object.entries({ "content-type": "text/html", ...lowerCase(happening.headers) });
      return send(response, { status: happening.status, headers, body: Buffer.from(happening.body) });
    }
    case "broken-json": {
      const answer = await handle();
      return send(response, { ...answer, body: answer.body.subarray(0, Math.ceil(answer.body.length / 2)) });
    }
    case "wrong-shape":
      return send(response, { ...(await handle()), body: Buffer.from(JSON.stringify(happening.body)) });
    case "huge":
      return sendHuge(response, await handle(), happening.megabytes, happening.status);
    case "redirect":
      return send(response, {
        status: happening.status,
        headers: [["location", happening.location]],
        body: Buffer.alloc(0),
      });
  }
}

function head(response: ServerResponse, answer: Answer, length: number): void {
  response.writeHead(answer.status, [...answer.headers.flat(), "content-length", String(length)]);
}

/** A real RST, so that the caller sees ECONNRESET rather than a connection that ended in order. */
function reset(response: ServerResponse): Outcome {
  response.socket?.resetAndDestroy();
  return "reset";
}

async function resetDuring(response: ServerResponse, answer: Answer): Promise<Outcome> {
  head(response, answer, answer.body.length);
  response.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)));
  // An RST overtakes bytes that the caller has not read yet, so they get a moment to arrive.
  await wait(20);
  return reset(response);
}

async function drip(
  response: ServerResponse,
  answer: Answer,
  bytes: number,
  everyMs: number,
): Promise<Outcome> {
  head(response, answer, answer.body.length);
  for (let sent = 0; sent < answer.body.length && !response.destroyed; sent += bytes) {
    response.write(answer.body.subarray(sent, sent + bytes));
    await wait(everyMs, undefined, { ref: false });
  }
  response.end();
  return answer.status;
}

/** Sent piece by piece, so that this process never holds the whole body. */
async function sendHuge(
  response: ServerResponse,
  answer: Answer,
  megabytes: number,
  status: number | undefined,
): Promise<Outcome> {
  const opening = Buffer.from('{"padding":"');
  const fields = answer.body.toString().trim();
  const closing = Buffer.from(/^\{./s.test(fields) && fields !== "{}" ? `",${fields.slice(1)}` : '"}');
  const piece = Buffer.alloc(65_536, "x");
  let padding = Math.max(0, Math.round(megabytes * 1_048_576) - opening.length - closing.length);
  const actual = { ...answer, status: status ?? answer.status };
  head(response, actual, opening.length + padding + closing.length);
  response.write(opening);
  for (; padding > 0 && !response.destroyed; padding -= piece.length) {
    const room = response.write(padding < piece.length ? piece.subarray(0, padding) : piece);
    if (!room) await roomAgain(response);
  }
  response.end(closing);
  return actual.status;
}

/** A caller that hangs up never drains. */
function roomAgain(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
