export const id = 987;
export const ids = [987];
export const modules = {

/***/ 987:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   createOctokit: () => (/* binding */ createOctokit)
/* harmony export */ });
/* harmony import */ var _actions_github__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1758);
/* harmony import */ var _octokit_plugin_retry__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9735);
/* harmony import */ var _octokit_plugin_throttling__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(6856);
/* harmony import */ var undici__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6752);
/* harmony import */ var _clock_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4701);
/* harmony import */ var _network_transport_error_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5275);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7307);







const apiVersion = "2022-11-28";
const giveUpMs = 60_000;
const doNotRetry = [400, 401, 403, 404, 410, 422, 429, 451];
const maxLimitWait = 60;
function createOctokit(options) {
    const { token, runContext, isPaced = true, onDate, log } = options;
    const waitOnce = (seconds, { request }, _octokit, retryCount) => {
        log.info(`GitHub's rate limit is reached; it asks to wait ${seconds} s.`);
        if (retryCount > 0 || seconds > maxLimitWait) {
            return false;
        }
        const restart = request?.["restart"];
        if (typeof restart === "function") {
            restart(seconds * 1000 + giveUpMs);
        }
        return true;
    };
    const noLog = { debug() { }, info() { }, warn() { }, error() { } };
    const octokit = (0,_actions_github__WEBPACK_IMPORTED_MODULE_0__/* .getOctokit */ .Q)(token, {
        userAgent: "docs-agent-action",
        baseUrl: runContext.apiUrl,
        log: noLog,
        request: { log: noLog, fetch: fetchWith(options) },
        retry: { retryAfterBaseValue: isPaced ? 1000 : 1, doNotRetry },
        throttle: {
            enabled: isPaced,
            id: crypto.randomUUID(),
            onRateLimit: waitOnce,
            onSecondaryRateLimit: waitOnce,
        },
    }, _octokit_plugin_retry__WEBPACK_IMPORTED_MODULE_5__/* .retry */ .L, _octokit_plugin_throttling__WEBPACK_IMPORTED_MODULE_6__/* .throttling */ .A);
    octokit.hook.before("request", ({ headers }) => {
        headers["x-github-api-version"] = apiVersion;
    });
    octokit.hook.after("request", ({ status, data, headers }) => {
        onDate?.(headers.date);
        if (status >= 300) {
            throw new _errors_js__WEBPACK_IMPORTED_MODULE_4__/* .GitHubError */ .y_(status, "");
        }
        const isData = typeof data === "object" && data !== null && !(data instanceof ArrayBuffer);
        if (!isData && status !== 204) {
            throw new _errors_js__WEBPACK_IMPORTED_MODULE_4__/* .GitHubError */ .y_("unreadable", "GitHub's answer is no JSON");
        }
    });
    octokit.hook.wrap("request", async (request, endpoint) => {
        const { signal, restart } = timeLimit(giveUpMs);
        endpoint.request.signal = signal;
        endpoint.request["restart"] = restart;
        return await (0,_clock_js__WEBPACK_IMPORTED_MODULE_2__/* .orAbort */ .KP)(Promise.resolve(request(endpoint)), signal, gaveUp);
    });
    return octokit;
}
function gaveUp() {
    const cause = new _network_transport_error_js__WEBPACK_IMPORTED_MODULE_3__/* .TransportError */ .wX("no answer in a minute");
    return new _errors_js__WEBPACK_IMPORTED_MODULE_4__/* .GitHubError */ .y_("gave-up", cause.message, { cause });
}
function fetchWith({ runContext, connections, clock }) {
    const dispatcher = connections.dispatcherFor(new URL(runContext.apiUrl));
    return async (url, init) => {
        const ask = (address) => {
            const timeout = clock.timeout(connections.timeouts.answerMs);
            const signal = init.signal ? AbortSignal.any([timeout, init.signal]) : timeout;
            return (0,undici__WEBPACK_IMPORTED_MODULE_1__/* .fetch */ .hd)(address, { ...init, dispatcher, signal, redirect: "manual" });
        };
        const answer = await ask(url);
        const renamed = addressAfterRename(url, answer.status, answer.headers.get("location"));
        if (renamed === undefined) {
            return answer;
        }
        await answer.body?.cancel();
        return await ask(renamed);
    };
}
function addressAfterRename(asked, status, location) {
    const to = URL.parse(location ?? "", asked);
    if (![301, 302, 307, 308].includes(status) || to === null) {
        return undefined;
    }
    const [, id] = /\/repositories\/(\d+)/.exec(to.pathname) ?? [];
    const renamed = new URL(asked);
    renamed.pathname = renamed.pathname.replace(/\/repos\/[^/]+\/[^/]+/, `/repositories/${id}`);
    const isSame = to.origin === renamed.origin && to.pathname === renamed.pathname;
    return isSame ? renamed.href : undefined;
}
function timeLimit(ms) {
    const over = new AbortController();
    let timer;
    const restart = (again) => {
        clearTimeout(timer);
        timer = setTimeout(() => over.abort(), again).unref();
    };
    restart(ms);
    return { signal: over.signal, restart };
}


/***/ })

};
