export const id = 987;
export const ids = [987];
export const modules = {

/***/ 987:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   createOctokit: () => (/* binding */ createOctokit)
/* harmony export */ });
/* harmony import */ var _octokit_core__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4730);
/* harmony import */ var _octokit_plugin_retry__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9735);
/* harmony import */ var _octokit_plugin_throttling__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6856);
/* harmony import */ var undici__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6752);




const longestWait = 60;
function createOctokit(options) {
    const { token, apiUrl, dispatcher, retryUnitMs, timeoutMs, spaceWrites, stopReading, stopWriting, onLimit, } = options;
    const waitOnce = (retryAfter, _request, _octokit, retryCount) => {
        onLimit(retryAfter);
        return retryCount === 0 && retryAfter <= longestWait;
    };
    const Resilient = _octokit_core__WEBPACK_IMPORTED_MODULE_1__/* .Octokit */ .E.plugin(_octokit_plugin_retry__WEBPACK_IMPORTED_MODULE_2__/* .retry */ .L, _octokit_plugin_throttling__WEBPACK_IMPORTED_MODULE_3__/* .throttling */ .A);
    return new Resilient({
        auth: token,
        userAgent: "docs-agent-action",
        baseUrl: apiUrl,
        log: { debug() { }, info() { }, warn() { }, error() { } },
        request: {
            fetch: (url, init) => {
                const stop = init.method === "GET" ? stopReading : stopWriting;
                const tooLong = AbortSignal.timeout(timeoutMs);
                const signal = stop === undefined ? tooLong : AbortSignal.any([tooLong, stop]);
                return (0,undici__WEBPACK_IMPORTED_MODULE_0__/* .fetch */ .hd)(url, { ...init, dispatcher, signal, redirect: "manual" });
            },
        },
        retry: { retryAfterBaseValue: retryUnitMs },
        throttle: {
            enabled: spaceWrites,
            onRateLimit: waitOnce,
            onSecondaryRateLimit: waitOnce,
            retryAfterBaseValue: retryUnitMs,
        },
    });
}


/***/ })

};
