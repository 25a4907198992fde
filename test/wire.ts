import { Dispatcher } from "undici";

/** An answer of a server. */
export type Reply = { status: number; body: string; headers: Record<string, string> };

/**
 * Takes a request that undici hands over. `connect` is called before it is on its way, and says whether it still is wanted;
 * `answered` ends it.
 */
export type Send = (
  request: {
    origin: string;
    method: string;
    path: string;
    headers: Record<string, string>;
    body: string;
  },
  connect: () => boolean,
  answered: (answer: Reply | Error) => void,
) => void;

/** A network without sockets. */
export class Wire extends Dispatcher {
  readonly #send: Send;

  constructor(send: Send) {
    super();
    this.#send = send;
  }

  override dispatch(
    { origin = "", method, path, headers, body }: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandlers,
  ): boolean {
    let isOver = false;
    const fail = (error: Error) => {
      if (isOver) return;
      isOver = true;
      handler.onError?.(error);
    };
    const connect = () => {
      handler.onConnect?.((error) => fail(error ?? new DOMException("aborted", "AbortError")));
      return !isOver;
    };
    const answered = (answer: Reply | Error) => {
      if (answer instanceof Error) return fail(answer);
      if (isOver) return;
      isOver = true;
      const shown = { "content-type": "application/json", ...answer.headers };
      const raw = Object.entries(shown).flatMap(([name, value]) => [
        Buffer.from(name),
        Buffer.from(value),
      ]);
      handler.onHeaders?.(answer.status, raw, () => {}, "");
      handler.onData?.(Buffer.from(answer.body));
      handler.onComplete?.([]);
    };
    void textOf(body).then((text) => {
      const sent = { headers: headers as Record<string, string>, body: text };
      this.#send({ origin: String(origin), method, path, ...sent }, connect, answered);
    });
    return true;
  }
}

/** The body as text: undici gives a string, and its fetch what can be read bit by bit. */
async function textOf(body: unknown): Promise<string> {
  if (typeof body === "string") return body;
  if (typeof body !== "object" || body === null || !(Symbol.asyncIterator in body)) return "";
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
