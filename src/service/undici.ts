// The entry of undici also loads fetch, WebSocket, caches and mocks, which are two thirds of it.
import api from "undici/lib/api/index.js";
import Agent from "undici/lib/dispatcher/agent.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent.js";
import Pool from "undici/lib/dispatcher/pool.js";

// As the entry does it: without this, a dispatcher has no `request`.
Object.assign(Dispatcher.prototype, api);

export { Agent, EnvHttpProxyAgent, Pool };
