import { type Dispatcher, MockAgent } from "undici";
import { tellNotSent } from "../src/network/connections.ts";

/** A network in which nothing is reachable until someone serves in it. */
export function closedNetwork(): MockAgent {
  const agent = new MockAgent();
  agent.disableNetConnect();
  agent.dispatch = tellNotSent(connectingFirst(agent.dispatch.bind(agent)));
  return agent;
}

/** Like undici, and unlike its mock: before the error of a request that was on its way, its handler sees a connection. */
function connectingFirst(dispatch: Dispatcher["dispatch"]): Dispatcher["dispatch"] {
  return (options, handler) => {
    const { onConnect, onError } = handler;
    let isConnected = false;
    handler.onConnect = (...args) => {
      isConnected = true;
      onConnect?.apply(handler, args);
    };
    handler.onError = (error) => {
      const failed = "syscall" in error ? error.syscall : undefined;
      if (!isConnected && failed !== "connect" && failed !== "getaddrinfo")
        handler.onConnect?.(() => {});
      onError?.call(handler, error);
    };
    return dispatch(options, handler);
  };
}
