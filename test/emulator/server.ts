import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** A request as it arrived, with its path and query. */
export type ReceivedRequest = { method: string; path: string };

/** What comes instead of the answers to some requests, from the order on until it is taken back. */
export type Fault = {
  /** Looked for in path and query. */
  path: RegExp;
  /** `work` does what the request is for, and gives the usual answer. */
  answer(work: () => Promise<Response>): Response | Promise<Response>;
};

type Handle = (request: Request) => Response | Promise<Response>;

/** A server on this machine that records what arrives, and can be told to fail. */
export class EmulatorServer {
  readonly url: string;
  readonly #server: Server;
  readonly #handle: Handle;
  #requests: ReceivedRequest[] = [];
  #faults: Fault[] = [];

  private constructor(server: Server, url: string, handle: Handle) {
    this.#server = server;
    this.url = url;
    this.#handle = handle;
  }

  /** `port` 0 takes any free port, and `handle` does what a request is for. Throws what `listen` says, such as `EADDRINUSE`. */
  static async start(port: number, handle: Handle): Promise<EmulatorServer> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
    const address = server.address();
    const used = typeof address === "object" && address !== null ? address.port : port;
    const started = new EmulatorServer(server, `http://127.0.0.1:${used}`, handle);
    server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
      started.#respond(incoming, outgoing).catch((error: unknown) => {
        // A caller that hangs up halfway through its request, or is hung up on at the end, is nothing to report.
        const cutOff = incoming.destroyed && !incoming.complete;
        if (!cutOff && server.listening) console.error("The emulator could not respond:", error);
        outgoing.destroy();
      });
    });
    return started;
  }

  /** Everything that has arrived since the last `forget`, oldest first. */
  requests(): readonly ReceivedRequest[] {
    return [...this.#requests];
  }

  forget(): void {
    this.#requests = [];
  }

  /** The first fault that a request matches is for it. */
  fault(fault: Fault): void {
    this.#faults.push(fault);
  }

  clearFaults(): void {
    this.#faults = [];
  }

  /** Closes every connection and stops. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  /** Does what a request is for, or what a fault has in its place. */
  async receive(request: Request): Promise<Response> {
    const path = request.url.slice(this.url.length);
    this.#requests.push({ method: request.method, path });
    const work = async () => await this.#handle(request);
    const fault = this.#faults.find((one) => one.path.test(path));
    return fault === undefined ? await work() : await fault.answer(work);
  }

  async #respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray());
    const { method = "GET", url: path = "/", headers } = incoming;
    const { authorization = "", "content-type": type = "" } = headers;
    const sent = {
      method,
      headers: { authorization, "content-type": type },
      ...(body.length > 0 && { body }),
    };
    const response = await this.receive(new Request(`${this.url}${path}`, sent));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  }
}
