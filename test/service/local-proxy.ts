import { createServer } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { listen } from "./local-server.ts";

/** A proxy, what it was asked to connect to and with which credentials, and all else that it could read. */
export type LocalProxy = {
  url: string;
  port: number;
  asked: { target: string | undefined; authorization: string | undefined }[];
  /** The headers of the requests for tunnels, and what went up through the tunnels. */
  seen: string[];
  close(): Promise<void>;
};

/** How a proxy answers. */
export type ProxyOptions = {
  /** The port on this machine to which every tunnel leads; without it, the port that was asked for. */
  to?: number;
  /** The status that takes the place of a tunnel, or what is done with the connection. */
  refusal?: string | ((socket: Duplex) => void) | undefined;
};

/** Starts a proxy that connects every name to this machine. */
export async function startProxy({ to, refusal }: ProxyOptions = {}): Promise<LocalProxy> {
  const asked: LocalProxy["asked"] = [];
  const seen: string[] = [];
  const server = createServer((_request, response) => void response.writeHead(405).end());
  server.on("connect", (request, socket, head) => {
    asked.push({ target: request.url, authorization: request.headers["proxy-authorization"] });
    seen.push(JSON.stringify(request.headers));
    if (typeof refusal === "function") return refusal(socket);
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal}\r\n\r\n`);
    const upstream = connect(to ?? Number(request.url?.split(":").at(-1)), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    socket.on("data", (data: Buffer) => seen.push(data.toString("latin1")));
    for (const end of [upstream, socket]) end.on("error", () => end.destroy());
  });
  const { port, close } = await listen(server, "127.0.0.1");
  return { url: `http://127.0.0.1:${port}`, port, asked, seen, close };
}
