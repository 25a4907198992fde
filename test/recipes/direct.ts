import { Dispatcher } from "undici";

/** A server of this process, and where it is. */
type Reached = { url: string; receive(request: Request): Promise<Response> };

/** Brings requests to servers of this process without a connection, which takes a fraction of the time. */
export class DirectNetwork extends Dispatcher {
  /** Tells `fetch` to hand over bodies as they are. */
  readonly isMockActive = true;
  readonly #servers: readonly Reached[];

  constructor(servers: readonly Reached[]) {
    super();
    this.#servers = servers;
  }

  override dispatch(
    { origin, path, method, headers, body }: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandlers,
  ): boolean {
    const server = this.#servers.find(({ url }) => url === origin);
    if (server === undefined) throw new Error(`nothing is at ${origin}`);
    let isOver = false;
    const fail = (error: Error) => {
      if (!isOver) handler.onError?.(error);
      isOver = true;
    };
    handler.onConnect?.((error) => fail(error ?? new Error("aborted")));
    const given = { method, headers: headers as Record<string, string> };
    const request = new Request(
      `${origin}${path}`,
      typeof body === "string" ? { ...given, body } : given,
    );
    const answer = async () => {
      const response = await server.receive(request);
      const text = Buffer.from(await response.arrayBuffer());
      if (isOver) return;
      const raw = [...response.headers].flat().map((part) => Buffer.from(part));
      handler.onHeaders?.(response.status, raw, () => {}, response.statusText);
      handler.onData?.(text);
      handler.onComplete?.([]);
      isOver = true;
    };
    answer().catch(fail);
    return true;
  }
}
