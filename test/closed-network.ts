import { MockAgent } from "undici";

/** A network in which nothing is reachable until someone serves in it. */
export function closedNetwork(): MockAgent {
  const agent = new MockAgent();
  agent.disableNetConnect();
  return agent;
}
