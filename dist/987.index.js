export const id = 987;
export const ids = [987];
export const modules = {

/***/ 987:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   createOctokit: () => (/* binding */ createOctokit)
/* harmony export */ });
/* harmony import */ var _actions_github__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1758);
/* harmony import */ var _octokit_plugin_retry__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9735);
/* harmony import */ var _octokit_plugin_throttling__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6856);
/* harmony import */ var undici__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6752);
/* harmony import */ var _network_join_signals_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8265);
/* harmony import */ var _network_transport_error_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5275);






const apiVersion = "2022-11-28";
const maxLimitWait = 60;
const mebibyte = 1024 * 1024;
const maxBytes = { tree: 64 * mebibyte, other: 10 * mebibyte };
function skipUselessRetries({ hook }, { throttle }) {
    hook.error("request", (error, options) => {
        const isLimit = throttle?.enabled === true &&
            "response" in error &&
            error.status === 429 &&
            (error.response?.headers["x-ratelimit-remaining"] === "0" || /\bsecondary rate\b/i.test(error.message));
        if (isLimit)
            options.request["retries"] = 0;
        if ((0,_network_transport_error_js__WEBPACK_IMPORTED_MODULE_2__/* .transportErrorOf */ .tQ)(error)?.isMisconfigured)
            throw Object.assign(error, { status: 0 });
        throw error;
    });
}
function limitBody(response, max, onEnd) {
    if (response.body === null) {
        onEnd();
        return response;
    }
    let bytes = 0;
    const limit = new TransformStream({
        transform(chunk, controller) {
            bytes += chunk.length;
            if (bytes <= max)
                controller.enqueue(chunk);
            else {
                controller.error(new _network_transport_error_js__WEBPACK_IMPORTED_MODULE_2__/* .TransportError */ .wX("too-large", "the response is too large"));
                onEnd();
            }
        },
        flush: onEnd,
    });
    const { status, statusText, headers } = response;
    return new undici__WEBPACK_IMPORTED_MODULE_1__.Response(response.body.pipeThrough(limit), { status, statusText, headers });
}
function createOctokit(options) {
    const { token, apiUrl, dispatcher, retryUnitMs, timeoutMs, spaceWrites = true } = options;
    const retryOnce = (retryAfter, _request, _octokit, retryCount) => {
        options.onLimit(retryAfter);
        return retryCount === 0 && retryAfter <= maxLimitWait;
    };
    const log = { debug() { }, info() { }, warn() { }, error() { } };
    const octokit = (0,_actions_github__WEBPACK_IMPORTED_MODULE_0__/* .getOctokit */ .Q)(token, {
        userAgent: "docs-agent-action",
        baseUrl: apiUrl,
        log,
        request: {
            log,
            fetch: async (url, init) => {
                const stop = init.method === "GET" ? options.stopReading : options.stopWriting;
                const timeout = AbortSignal.timeout(timeoutMs);
                const { signal, release } = (0,_network_join_signals_js__WEBPACK_IMPORTED_MODULE_3__/* .joinSignals */ .o)(timeout, stop);
                timeout.addEventListener("abort", release);
                try {
                    const response = await (0,undici__WEBPACK_IMPORTED_MODULE_1__/* .fetch */ .hd)(url, { ...init, dispatcher, signal, redirect: "manual" });
                    return limitBody(response, url.includes("/git/trees/") ? maxBytes.tree : maxBytes.other, release);
                }
                catch (error) {
                    release();
                    throw error;
                }
            },
        },
        retry: { retryAfterBaseValue: retryUnitMs },
        throttle: {
            enabled: spaceWrites,
            onRateLimit: retryOnce,
            onSecondaryRateLimit: retryOnce,
            retryAfterBaseValue: retryUnitMs,
        },
    }, skipUselessRetries, _octokit_plugin_retry__WEBPACK_IMPORTED_MODULE_4__/* .retry */ .L, _octokit_plugin_throttling__WEBPACK_IMPORTED_MODULE_5__/* .throttling */ .A);
    octokit.hook.before("request", ({ headers }) => {
        headers["x-github-api-version"] = apiVersion;
    });
    return octokit;
}


/***/ })

};
