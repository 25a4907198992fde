export const id = 30;
export const ids = [30];
export const modules = {

/***/ 1030:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   createOctokit: () => (/* binding */ createOctokit)
/* harmony export */ });
/* harmony import */ var _actions_github__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(518);
/* harmony import */ var _octokit_plugin_retry__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5935);
/* harmony import */ var _octokit_plugin_throttling__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4112);
/* harmony import */ var undici__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(576);




/** Waits for a rate limit that are longer than this, in seconds, are not worth a comment. */
const longestWait = 60;
/** Octokit with the official plugins: failures tried again up to three times, rate limits honoured. */
function createOctokit(options) {
    const { token, apiUrl, dispatcher, retryUnitMs, timeoutMs, spaceWrites, stopReading, stopWriting, onLimit, } = options;
    const waitOnce = (retryAfter, _request, _octokit, retryCount) => {
        onLimit(retryAfter);
        return retryCount === 0 && retryAfter <= longestWait;
    };
    return (0,_actions_github__WEBPACK_IMPORTED_MODULE_0__/* .getOctokit */ .Q)(token, {
        baseUrl: apiUrl,
        // Octokit's own lines would bypass the log that makes foreign text harmless.
        log: { debug() { }, info() { }, warn() { }, error() { } },
        request: {
            fetch: (url, init) => {
                // An abort is not tried again by the plugins; a time-out is.
                const stop = init.method === "GET" ? stopReading : stopWriting;
                const tooLong = AbortSignal.timeout(timeoutMs);
                const signal = stop === undefined ? tooLong : AbortSignal.any([tooLong, stop]);
                // What another address says, about who may command for one, is not GitHub's word.
                return (0,undici__WEBPACK_IMPORTED_MODULE_1__.fetch)(url, { ...init, dispatcher, signal, redirect: "manual" });
            },
        },
        retry: { retryAfterBaseValue: retryUnitMs },
        throttle: {
            enabled: spaceWrites,
            onRateLimit: waitOnce,
            onSecondaryRateLimit: waitOnce,
            retryAfterBaseValue: retryUnitMs,
        },
    }, _octokit_plugin_retry__WEBPACK_IMPORTED_MODULE_2__/* .retry */ .L, _octokit_plugin_throttling__WEBPACK_IMPORTED_MODULE_3__/* .throttling */ .A);
}


/***/ })

};
