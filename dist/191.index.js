export const id = 191;
export const ids = [191];
export const modules = {

/***/ 6191:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  reportVisitors: () => (/* binding */ reportVisitors)
});

// EXTERNAL MODULE: ./build/runner/log.js + 1 modules
var runner_log = __webpack_require__(8289);
// EXTERNAL MODULE: ./build/text/rich-text.js
var rich_text = __webpack_require__(6036);
// EXTERNAL MODULE: ./build/errors.js
var errors = __webpack_require__(9473);
// EXTERNAL MODULE: ./build/service/errors.js
var service_errors = __webpack_require__(4661);
// EXTERNAL MODULE: ./build/dates.js
var dates = __webpack_require__(4537);
;// CONCATENATED MODULE: ./build/visitors/report-model.js

function isoRange(range) {
    return { dateFrom: (0,dates/* isoMoment */.QA)(range.from), dateTo: (0,dates/* isoMoment */.QA)(range.to) };
}

;// CONCATENATED MODULE: ./build/visitors/fetch/rate-limit-waits.js
const maxTotalMs = 60_000;
class RateLimitWaits {
    #clock;
    #totalMs = 0;
    #end = Number.NEGATIVE_INFINITY;
    constructor(clock) {
        this.#clock = clock;
    }
    add(ms) {
        const now = this.#clock.now();
        const addedMs = Math.max(0, now + ms - Math.max(now, this.#end));
        if (this.#totalMs + addedMs > maxTotalMs)
            return false;
        this.#totalMs += addedMs;
        this.#end = Math.max(this.#end, now + ms);
        return true;
    }
}

;// CONCATENATED MODULE: ./build/visitors/fetch/fetcher.js




const maxRetries = 4;
const isFatal = {
    "api-key": true,
    payment: true,
    forbidden: true,
    "not-found": true,
    "rate-limit": true,
    refused: false,
    service: false,
    unreachable: false,
    answer: false,
};
class Fetcher {
    #options;
    #rateLimitWaits;
    #fatal;
    constructor(options) {
        this.#options = options;
        this.#rateLimitWaits = new RateLimitWaits(options.clock);
    }
    get #stopped() {
        return this.#fatal ?? (this.#options.timeLimit.aborted ? { why: "time" } : undefined);
    }
    async fetchVisitors({ range, limit, offset, budget }) {
        const refused = this.#takeRequest(budget);
        if (refused !== undefined)
            return { failure: refused };
        const { service, abort, deadline } = this.#options;
        let isLate = false;
        try {
            const value = await service.getVisitors({ ...isoRange(range), limit, offset }, {
                signal: abort,
                deadline,
                maxRetries,
                onDeadline: () => {
                    isLate = true;
                },
                beforeRetry: (retry) => this.#beforeRetry(retry, budget),
            });
            return { value };
        }
        catch (error) {
            return { failure: this.#toFailure(error, isLate, (reason) => isFatal[reason]) };
        }
    }
    async fetchSignal(send, budget) {
        const refused = this.#takeRequest(budget);
        if (refused !== undefined)
            return { failure: refused };
        try {
            return { value: await send({ signal: this.#options.abort, maxRetries: 0 }) };
        }
        catch (error) {
            const failure = this.#toFailure(error, false, (reason) => reason === "rate-limit");
            const isAbsent = failure.why === "failure" && failure.reason === "not-found";
            return { failure: isAbsent ? { why: "absent" } : failure };
        }
    }
    #takeRequest(budget) {
        return this.#stopped ?? (budget.take() ? undefined : { why: "budget" });
    }
    #beforeRetry({ rateLimited, waitMs }, budget) {
        if (budget.left <= 0)
            return false;
        if (rateLimited && !this.#rateLimitWaits.add(waitMs))
            return false;
        return this.#waitForRetry(waitMs, budget);
    }
    async #waitForRetry(waitMs, budget) {
        const { clock, abort } = this.#options;
        await clock.sleep(waitMs, abort);
        return this.#stopped === undefined && budget.take();
    }
    #toFailure(error, isLate, endsReading) {
        if (error instanceof service_errors/* CancelledError */.cc && this.#options.timeLimit.aborted)
            return { why: "time" };
        if (!(error instanceof errors/* ActionError */.lZ) || !isReadReason(error.reason))
            throw error;
        const failure = { why: "failure", reason: error.reason, error };
        if (endsReading(error.reason))
            this.#fatal ??= failure;
        return isLate && error.reason !== "rate-limit" ? { why: "time", lastError: error } : failure;
    }
}
function isReadReason(reason) {
    return Object.hasOwn(isFatal, reason);
}

;// CONCATENATED MODULE: ./build/visitors/fetch/period-rows.js
class PeriodRows {
    #byPath = new Map();
    #malformed = 0;
    #chunks = 0;
    get chunks() {
        return this.#chunks;
    }
    get malformed() {
        return this.#malformed;
    }
    add(chunk) {
        const [rows, malformed] = [this.#byPath.size, this.#malformed];
        this.#chunks += 1;
        this.#malformed += chunk.malformed;
        for (const { path, ...given } of chunk.visitors) {
            const counts = toCounts(given);
            if (counts === undefined)
                this.#malformed += 1;
            else if (!this.#byPath.has(path))
                this.#byPath.set(path, { path, ...counts });
        }
        return this.#byPath.size > rows || this.#malformed > malformed;
    }
    sorted() {
        return [...this.#byPath.values()].sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
    }
}
function toCounts({ human, ai, total }) {
    if (![human, ai, total].every((count) => count >= 0 && count <= Number.MAX_SAFE_INTEGER))
        return undefined;
    return { human: whole(human), ai: whole(ai), total: whole(total) };
}
function whole(count) {
    return Math.round(count) + 0;
}

;// CONCATENATED MODULE: ./build/visitors/fetch/plan-requests.js
function planRequests(periods, maxRequests) {
    const previous = maxRequests > 1 ? periods.previous : undefined;
    const missing = [];
    if (periods.previous !== previous)
        missing.push({ what: "previous", why: "budget" });
    const withRows = [periods.current, ...(previous === undefined ? [] : [previous])];
    const others = periods.trend.filter(({ from }) => withRows.every((range) => range.from !== from)).reverse();
    const trendRequests = Math.min(Math.floor(maxRequests / 2), maxRequests - withRows.length);
    const trend = others.slice(0, trendRequests);
    if (trend.length < others.length)
        missing.push({ what: "trend", why: "budget" });
    return { current: periods.current, previous, trend, trendRequests, missing };
}

;// CONCATENATED MODULE: ./build/visitors/fetch/read-period.js

const rowsPerChunk = 250;
const chunksPerBatch = 4;
async function readPeriod(options) {
    const { fetcher, budget, first, expected } = options;
    const { range, totals } = first;
    const rows = new PeriodRows();
    const chunkSize = rowsOf(first.chunk);
    let batch = [{ value: first.chunk }];
    for (let requested = 1;; requested += batch.length) {
        const end = addChunks(rows, batch, chunkSize);
        if (end !== undefined) {
            const failure = end === "complete" ? undefined : end;
            const data = { totals, rows: rows.sorted(), complete: failure === undefined };
            return { data, malformed: rows.malformed, chunks: rows.chunks, failure };
        }
        const likely = expected > requested ? expected - requested : chunksPerBatch;
        const size = Math.min(chunksPerBatch, likely);
        const offsets = Array.from({ length: size }, (_, index) => (requested + index) * chunkSize);
        batch = await Promise.all(offsets.map((offset) => fetcher.fetchVisitors({ range, limit: rowsPerChunk, offset, budget })));
    }
}
function rowsOf({ visitors, malformed }) {
    return visitors.length + malformed;
}
function addChunks(rows, batch, chunkSize) {
    let failure;
    for (const result of batch) {
        if ("failure" in result) {
            failure ??= result.failure;
            continue;
        }
        const hasNews = rows.add(result.value);
        if (failure !== undefined)
            continue;
        if (!result.value.hasMore)
            return "complete";
        if (!hasNews || rowsOf(result.value) < chunkSize)
            return { why: "pagination" };
    }
    return failure;
}

;// CONCATENATED MODULE: ./build/visitors/signals-model.js
const feedbackDays = 90;
const questionDays = 28;

;// CONCATENATED MODULE: ./build/visitors/fetch/read-signals.js



const read_signals_rowsPerChunk = 100;
const questionsPerChunk = 250;
const maxChunks = {
    votes: 1,
    exampleReports: 2,
    agentReports: 2,
    questions: 4,
    searches: 2,
    searchesBefore: 2,
};
async function readSignals(options) {
    const { service, period } = options;
    const reader = new SignalReader(options);
    const feedbackRange = daysBefore(period.to, feedbackDays);
    const questionRange = daysBefore(period.to, questionDays);
    const feedback = { ...isoRange(feedbackRange), limit: read_signals_rowsPerChunk };
    const asked = { ...isoRange(questionRange), limit: questionsPerChunk };
    const searched = { ...isoRange(questionRange), limit: read_signals_rowsPerChunk };
    const searchedBefore = {
        ...isoRange(daysBefore(questionRange.from, questionDays)),
        limit: read_signals_rowsPerChunk,
    };
    const votes = await reader.read("feedback", maxChunks.votes, {
        fetchChunk: (from, call) => service.getVotes({ ...feedback, ...from }, call),
        keyOf: ({ page }) => page,
    });
    const exampleReports = await reader.read("feedback", maxChunks.exampleReports, {
        fetchChunk: (from, call) => service.getReports("code_snippet", { ...feedback, ...from }, call),
        keyOf: ({ id }) => id,
    });
    const agentReports = await reader.read("feedback", maxChunks.agentReports, {
        fetchChunk: (from, call) => service.getReports("agent", { ...feedback, ...from }, call),
        keyOf: ({ id }) => id,
    });
    const questions = await reader.read("questions", maxChunks.questions, {
        fetchChunk: (from, call) => service.getQuestions({ ...asked, ...from }, call),
        keyOf: ({ askedAt, conversation }) => `${askedAt} ${conversation}`,
    });
    const recent = await reader.read("searches", maxChunks.searches, {
        fetchChunk: (from, call) => service.getSearches({ ...searched, ...from }, call),
        keyOf: ({ term }) => term,
    });
    const before = await reader.read("searches", maxChunks.searchesBefore, {
        fetchChunk: (from, call) => service.getSearches({ ...searchedBefore, ...from }, call),
        keyOf: ({ term }) => term,
    });
    return {
        feedback: votes && {
            votes: votes.rows,
            exampleReports: exampleReports && reportsIn(feedbackRange, exampleReports),
            agentReports: agentReports && reportsIn(feedbackRange, agentReports),
        },
        questions: questions && {
            asked: questions.rows.filter(({ askedAt }) => isIn(questionRange, askedAt)),
            isCut: questions.hasMore,
        },
        searches: recent && before && { recent: recent.rows, before: before.rows, ...unlistedAfter(recent) },
        missing: reader.missing(),
    };
}
function unlistedAfter({ rows, hasMore }) {
    return hasMore ? { unlisted: Math.min(...rows.map(({ hits }) => hits)) } : {};
}
function reportsIn(range, { rows }) {
    return rows
        .filter(({ reportedAt }) => reportedAt === undefined || isIn(range, reportedAt))
        .map(({ page, reportedAt }) => ({ page, reportedAt }));
}
function daysBefore(to, days) {
    return { from: to - days * dates/* day */.vd, to };
}
function isIn({ from, to }, time) {
    return from <= time && time < to;
}
class SignalReader {
    #options;
    #failures = new Map();
    #malformed = new Map();
    constructor(options) {
        this.#options = options;
    }
    async read(signal, most, { fetchChunk, keyOf }) {
        const { fetcher, budget, wanted } = this.#options;
        if (!wanted.has(signal) || this.#failures.has(signal))
            return undefined;
        const byKey = new Map();
        let cursor;
        for (let chunks = 0; chunks < most; chunks++) {
            const from = cursor === undefined ? {} : { cursor };
            const result = await fetcher.fetchSignal((call) => fetchChunk(from, call), budget);
            if ("failure" in result) {
                this.#fail(signal, result.failure);
                if (chunks === 0)
                    return undefined;
                break;
            }
            const chunk = result.value;
            for (const row of chunk.rows)
                if (!byKey.has(keyOf(row)))
                    byKey.set(keyOf(row), row);
            this.#malformed.set(signal, (this.#malformed.get(signal) ?? 0) + chunk.malformed);
            cursor = chunk.cursor;
            if (cursor === undefined || cursor === from.cursor)
                break;
        }
        return { rows: [...byKey.values()], hasMore: cursor !== undefined };
    }
    missing() {
        const failed = Array.from(this.#failures).flatMap(([signal, failure]) => {
            if (failure.why === "absent")
                return [];
            if (failure.why !== "failure")
                return [{ signal, why: failure.why }];
            return [{ signal, why: failure.why, reason: failure.reason }];
        });
        const dropped = Array.from(this.#malformed).flatMap(([signal, count]) => count > 0 ? [{ signal, why: "malformed", count }] : []);
        return [...failed, ...dropped];
    }
    #fail(signal, failure) {
        this.#failures.set(signal, failure);
        if (failure.why === "absent")
            this.#options.log.info(`The service has no ${signal} for this project; the report is made without.`);
    }
}

;// CONCATENATED MODULE: ./build/visitors/fetch/request-budget.js
class RequestBudget {
    #limit;
    #parent;
    #spent = 0;
    constructor(limit, parent) {
        this.#limit = limit;
        this.#parent = parent;
    }
    get spent() {
        return this.#spent;
    }
    get left() {
        return Math.min(this.#limit - this.#spent, this.#parent?.left ?? Number.POSITIVE_INFINITY);
    }
    take() {
        if (this.left <= 0)
            return false;
        this.#spent += 1;
        this.#parent?.take();
        return true;
    }
}

;// CONCATENATED MODULE: ./build/visitors/fetch/fetch-visitors.js









const noRequests = new RequestBudget(0);
async function fetchVisitorData(periods, options) {
    const { service, clock, deadline } = options;
    const budget = new RequestBudget(options.maxRequests);
    const timeLimit = new AbortController();
    const stopTimer = clock.every(Math.max(1, deadline - clock.now()), () => timeLimit.abort());
    const abort = AbortSignal.any([options.abort, timeLimit.signal]);
    const fetcher = new Fetcher({ service, clock, abort, deadline, timeLimit: timeLimit.signal });
    try {
        return await fetchPlanned(periods, fetcher, budget, options);
    }
    finally {
        stopTimer();
        options.onSpent?.(budget.spent);
    }
}
async function fetchPlanned(periods, fetcher, budget, { service, maxRequests, log, signals: wanted }) {
    const plan = planRequests(periods, maxRequests);
    const start = (plan.previous === undefined ? 1 : 2) + plan.trend.length;
    log.info(`Reading the visitors: ${start} of at most ${maxRequests} requests to start with.`);
    const trendBudget = new RequestBudget(plan.trendRequests, budget);
    const [first, previousFirst, ...points] = await Promise.all([
        fetchFirst(fetcher, plan.current, rowsPerChunk, budget),
        plan.previous && fetchFirst(fetcher, plan.previous, rowsPerChunk, budget),
        ...plan.trend.map((range) => fetchFirst(fetcher, range, 1, trendBudget)),
    ]);
    if ("failure" in first)
        throw firstRequestError(first.failure);
    const current = await readPeriod({ fetcher, budget, first: first.value, expected: 0 });
    const allowsPrevious = budget.left >= current.chunks - 1;
    const previous = previousFirst !== undefined && "value" in previousFirst
        ? await readPeriod({
            fetcher,
            budget: allowsPrevious ? budget : noRequests,
            first: previousFirst.value,
            expected: current.chunks,
        })
        : undefined;
    const signals = await readSignals({ service, fetcher, budget, wanted, period: plan.current, log });
    const totals = new Map();
    for (const result of [first, previousFirst, ...points])
        if (result !== undefined && "value" in result)
            totals.set(result.value.range.from, result.value.totals);
    const malformed = current.malformed + (previous?.malformed ?? 0);
    return {
        current: current.data,
        previous: previous?.data,
        trend: periods.trend.map(({ from }) => totals.get(from)),
        signals,
        requests: budget.spent,
        missing: [
            ...plan.missing,
            ...missingPages("pages", current.failure),
            ...missingParts("previous", [failureOf(previousFirst)]),
            ...missingPages("previous-pages", previous?.failure),
            ...missingParts("trend", points.map(failureOf)),
            ...(malformed > 0 ? [{ what: "rows", why: "malformed", count: malformed }] : []),
        ],
    };
}
async function fetchFirst(fetcher, range, limit, budget) {
    const result = await fetcher.fetchVisitors({ range, limit, offset: 0, budget });
    if ("failure" in result)
        return result;
    const chunk = result.value;
    const totals = toCounts(chunk.totals);
    if (totals !== undefined)
        return { value: { range, chunk, totals } };
    const error = new service_errors/* InvalidResponseError */.tF("read the visitors", "the totals are negative or too large");
    return { failure: { why: "failure", reason: "answer", error } };
}
function failureOf(result) {
    return result !== undefined && "failure" in result ? result.failure : undefined;
}
function missingPages(what, failure) {
    return failure?.why === "pagination" ? [{ what, why: failure.why }] : missingParts(what, [failure]);
}
function missingParts(what, failures) {
    const byReason = new Map();
    for (const failure of failures) {
        if (failure?.why === "failure")
            byReason.set(failure.reason, { what, why: failure.why, reason: failure.reason });
        else if (failure !== undefined)
            byReason.set(failure.why, { what, why: failure.why });
    }
    return [...byReason.values()];
}
function firstRequestError(failure) {
    if (failure.why === "failure")
        return failure.error;
    if (failure.why === "time" && failure.lastError !== undefined)
        return failure.lastError;
    return new errors/* ActionError */.lZ("unreachable", (0,rich_text/* richText */.YD) `The time limit was reached before the service answered the first request for visitors.`, (0,rich_text/* richText */.YD) `Raise timeout-minutes, or run the step again later.`);
}

;// CONCATENATED MODULE: ./build/visitors/fetch/period.js

function resolvePeriods(inputs, now) {
    const { rangeBack, unit } = choosePeriod(inputs, now);
    const previous = rangeBack(1);
    const trend = Array.from({ length: inputs.trend }, (_, index) => rangeBack(index)).filter(isAfterEpoch);
    return {
        current: rangeBack(0),
        previous: inputs.compare && isAfterEpoch(previous) ? previous : undefined,
        trend: trend.reverse(),
        unit,
    };
}
function choosePeriod(inputs, now) {
    const today = (0,dates/* midnightBefore */.Qg)(now);
    const { "date-from": from, "date-to": to } = inputs;
    if (from !== undefined && to !== undefined) {
        const unit = { kind: "days", days: (to - from) / dates/* day */.vd };
        const wholeDays = (0,dates/* isMidnight */.pw)(from) && (0,dates/* isMidnight */.pw)(to);
        return { rangeBack: equalSteps({ from, to }), unit: wholeDays ? unit : { kind: "span" } };
    }
    if (inputs.period === "last-month") {
        const rangeBack = (periods) => ({
            from: (0,dates/* monthStart */.ZV)(today, periods + 1),
            to: (0,dates/* monthStart */.ZV)(today, periods),
        });
        return { rangeBack, unit: { kind: "month" } };
    }
    const monday = Math.floor((today + 3 * dates/* day */.vd) / (7 * dates/* day */.vd)) * 7 * dates/* day */.vd - 3 * dates/* day */.vd;
    const end = inputs.period === "last-week" ? monday : today;
    const days = inputs.period === "last-week" ? 7 : Number.parseInt(inputs.period, 10);
    return { rangeBack: equalSteps({ from: end - days * dates/* day */.vd, to: end }), unit: { kind: "days", days } };
}
function equalSteps({ from, to }) {
    const length = to - from;
    return (periods) => ({ from: from - periods * length, to: to - periods * length });
}
function isAfterEpoch(range) {
    return range.from >= 0;
}

;// CONCATENATED MODULE: ./build/visitors/counts.js
const noVisitors = { human: 0, ai: 0, total: 0 };
function hasNoVisitors({ human, ai, total }) {
    return Math.max(human, ai, total) === 0;
}
function countsIn(period) {
    const known = new Map(period?.rows.map((row) => [row.path, row]));
    return (path) => known.get(path) ?? (period?.complete ? noVisitors : undefined);
}
function countsBefore(previous, moved) {
    const known = countsIn(previous);
    const movedTo = new Map(moved.map((page) => [page.to, page.previous]));
    return (path) => movedTo.get(path) ?? known(path);
}
function hasPath({ path }) {
    return path.trim() !== "";
}
function largerTotal({ current, previous }) {
    return Math.max(current.total, previous.total);
}

;// CONCATENATED MODULE: ./build/visitors/findings/shares.js
function share(part, whole) {
    return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : undefined;
}
function aiShare({ ai, total }) {
    return share(ai, total) ?? 0;
}

;// CONCATENATED MODULE: ./build/visitors/findings/chance.js

function chanceOfAtLeast(part, whole, rate) {
    const observed = share(part, whole);
    if (observed === undefined || observed <= rate)
        return 1;
    return Math.exp(-whole * (surprise(observed, rate) + surprise(1 - observed, 1 - rate)));
}
function surprise(observed, expected) {
    return observed === 0 ? 0 : observed * Math.log(observed / expected);
}
function lowerBound(part, whole) {
    const observed = share(part, whole);
    if (observed === undefined)
        return 0;
    const weight = 1.96 ** 2 / whole;
    const reach = Math.sqrt(weight * (observed * (1 - observed) + weight / 4));
    return (observed + weight / 2 - reach) / (1 + weight);
}
function isBeyondChance(before, now, deviations = 3) {
    return Math.abs(now - before) > deviations * Math.sqrt(before + now);
}
function roseByDeviations(before, now, deviations) {
    return now - before >= deviations * Math.sqrt(before + now);
}

;// CONCATENATED MODULE: ./build/visitors/findings/changes.js
const clearRise = 0.15;
function changedByFifth(before, now) {
    return Math.abs(now - before) * 5 >= before;
}
function fellByFifth(before, now) {
    return (before - now) * 5 >= before;
}

;// CONCATENATED MODULE: ./build/visitors/findings/moved-pages.js

function findMoved(appeared, gone, rows) {
    const newBySegment = new Map(appeared.map((page) => [lastSegment(page.path), page]));
    const goneBySegment = new Map(gone.map((page) => [lastSegment(page.path), page]));
    const pathsBySegment = new Map();
    for (const { path } of rows) {
        const segment = lastSegment(path);
        if (!newBySegment.has(segment) || !goneBySegment.has(segment))
            continue;
        pathsBySegment.set(segment, (pathsBySegment.get(segment) ?? new Set()).add(path));
    }
    const unique = Array.from(pathsBySegment).flatMap(([segment, paths]) => segment === "" || paths.size !== 2 ? [] : pair(goneBySegment.get(segment), newBySegment.get(segment)));
    return [...unique, ...findMovedWith(unique, appeared, gone)];
}
function findMovedWith(known, appeared, gone) {
    const byFolder = Map.groupBy(known, ({ from }) => folder(from));
    const targets = new Map(Array.from(byFolder, ([from, pages]) => [from, firstRepeated(pages.map(({ to }) => folder(to)))]));
    const used = new Set(known.map(({ from }) => from));
    const newByPath = new Map(appeared.map((page) => [page.path, page]));
    return gone.flatMap((page) => {
        const from = folder(page.path);
        const target = targets.get(from);
        if (target === undefined || used.has(page.path))
            return [];
        return pair(page, newByPath.get(`${target}${page.path.slice(from.length)}`));
    });
}
function firstRepeated(texts) {
    const seen = new Set();
    for (const text of texts) {
        if (seen.has(text))
            return text;
        seen.add(text);
    }
    return undefined;
}
function pair(from, to) {
    if (from === undefined || to === undefined)
        return [];
    const page = { from: from.path, to: to.path, current: to.current, previous: from.previous };
    return Math.min(page.current.total, page.previous.total) * 2 >= largerTotal(page) ? [page] : [];
}
function folder(path) {
    return path.slice(0, path.lastIndexOf(lastSegment(path)));
}
function lastSegment(path) {
    return path.split("/").findLast((segment) => segment !== "") ?? "";
}

;// CONCATENATED MODULE: ./build/visitors/findings/findings.js





const fewestExpected = 10;
function findFindings(all, ignored = () => false) {
    const data = {
        current: without(ignored, all.current),
        previous: all.previous && without(ignored, all.previous),
    };
    const { current } = data;
    const threshold = thresholdOf(data);
    const both = pagesInBoth(data);
    const changed = both.filter((page) => hasChanged(page, data, threshold));
    const aiShareUp = both.filter((page) => isAiShareUp(page, data, threshold));
    const { appeared, gone, moved } = findNewAndGone(data, threshold);
    const deviations = significantDeviations(both.filter((page) => largerTotal(page) >= threshold).length);
    const gained = (page) => page.current.total - page.previous.total;
    const lost = (page) => -gained(page);
    const aiOnly = current.rows.filter((row) => row.ai >= threshold && row.human * 10 <= row.ai);
    const peopleOnly = current.rows.filter((row) => row.human >= threshold && row.ai * 50 <= row.human && expectsAi(row, current.totals));
    const before = countsBefore(data.previous, moved);
    const wasSo = ({ path }, test) => {
        const earlier = before(path);
        return data.previous !== undefined && (earlier === undefined || test(earlier));
    };
    return {
        threshold,
        up: sorted(changed.filter((page) => gained(page) > 0), gained),
        down: sorted(changed.filter((page) => lost(page) > 0), lost),
        appeared: sorted(appeared, gained),
        gone: sorted(gone, lost),
        moved: sorted(moved, largerTotal),
        aiShareUp: sorted(aiShareUp, (page) => aiShare(page.current) - aiShare(page.previous)),
        aiOnly: sorted(aiOnly, (row) => row.ai),
        peopleOnly: sorted(peopleOnly, (row) => row.human),
        oneSidedBefore: new Set([
            ...aiOnly
                .filter((page) => wasSo(page, ({ human, ai }) => ai * 2 >= threshold && human * 5 <= ai))
                .map(pathOf),
            ...peopleOnly
                .filter((page) => wasSo(page, ({ human, ai }) => human * 2 >= threshold && ai * 25 <= human))
                .map(pathOf),
        ]),
        significant: {
            change: new Set(changed.filter((page) => hasChanged(page, data, threshold, deviations)).map(pathOf)),
            aiShare: new Set(aiShareUp.filter((page) => isAiShareUp(page, data, threshold, deviations)).map(pathOf)),
        },
    };
}
function expectsAi(page, site) {
    return site.total > 0 && page.total * site.ai >= fewestExpected * site.total;
}
function without(ignored, period) {
    return { ...period, rows: period.rows.filter((row) => hasPath(row) && !ignored(row.path)) };
}
function thresholdOf({ current, previous }) {
    const largest = Math.max(current.totals.total, previous?.totals.total ?? 0);
    return Math.max(20, Math.ceil(largest / 500));
}
function pagesInBoth({ current, previous }) {
    const before = countsIn(previous);
    return current.rows.flatMap((row) => {
        const earlier = before(row.path);
        if (earlier === undefined || earlier.total <= 0 || row.total <= 0)
            return [];
        return [{ path: row.path, current: counts(row), previous: counts(earlier) }];
    });
}
function significantDeviations(pages) {
    return Math.max(3, Math.sqrt(2 * Math.log(10 * Math.max(1, pages))));
}
function hasChanged(page, data, threshold, deviations = 3) {
    const before = page.previous.total;
    const now = page.current.total;
    if (Math.max(before, now) < threshold || (data.previous?.totals.total ?? 0) <= 0)
        return false;
    const expected = before * expectedGrowth(page.previous, data, threshold);
    const isChange = (from) => changedByFifth(from, now) && isBeyondChance(from, now, deviations);
    return isChange(before) && isChange(expected) && now > before === now > expected;
}
function expectedGrowth({ human, ai }, site, threshold) {
    const was = site.previous?.totals ?? noVisitors;
    const is = site.current.totals;
    const growth = (part) => is[part] / was[part];
    if (human + ai <= 0 || Math.min(was.human, was.ai) < threshold)
        return growth("total");
    return (human * growth("human") + ai * growth("ai")) / (human + ai);
}
function isAiShareUp(page, data, threshold, deviations = 3) {
    const { current, previous } = page;
    if (current.ai < threshold || Math.min(current.total, previous.total) < threshold)
        return false;
    const isMore = (before) => roseByDeviations(before, current.ai, deviations);
    const rise = current.ai * previous.total - previous.ai * current.total;
    if (!isMore(previous.ai) || rise < clearRise * (current.total * previous.total))
        return false;
    const site = data.current.totals;
    const siteBefore = data.previous?.totals ?? noVisitors;
    const siteGain = aiShare(site) - aiShare(siteBefore);
    if (siteGain <= 0)
        return true;
    const growth = siteBefore.ai > 0 ? site.ai / siteBefore.ai : 1;
    return aiShare(current) - aiShare(previous) - siteGain >= clearRise && isMore(previous.ai * growth);
}
function findNewAndGone({ current, previous }, threshold) {
    const isComparable = previous !== undefined && current.complete && previous.complete;
    if (!isComparable || current.totals.total <= 0 || previous.totals.total <= 0)
        return { appeared: [], gone: [], moved: [] };
    const appeared = pagesOnlyIn(current, previous, threshold);
    const gone = pagesOnlyIn(previous, current, threshold).map(swapped);
    const moved = findMoved(appeared, gone, [...current.rows, ...previous.rows]);
    const oldPaths = new Set(moved.map(({ from }) => from));
    const newPaths = new Set(moved.map(({ to }) => to));
    return {
        appeared: appeared.filter(({ path }) => !newPaths.has(path)),
        gone: gone.filter(({ path }) => !oldPaths.has(path)),
        moved,
    };
}
function pagesOnlyIn(period, other, threshold) {
    const inOther = countsIn(other);
    const isOnlyHere = ({ path }) => (inOther(path)?.total ?? 0) <= 0;
    const expected = (row) => row.total * expectedGrowth(row, { current: other, previous: period }, threshold);
    return period.rows
        .filter((row) => row.total >= threshold && isOnlyHere(row) && expected(row) >= fewestExpected)
        .map((row) => ({ path: row.path, current: counts(row), previous: noVisitors }));
}
function swapped({ path, current, previous }) {
    return { path, current: previous, previous: current };
}
function counts({ human, ai, total }) {
    return { human, ai, total };
}
function sorted(pages, size) {
    return pages.toSorted((a, b) => size(b) - size(a) || (pathOf(a) < pathOf(b) ? -1 : 1));
}
function pathOf(page) {
    return "to" in page ? page.to : page.path;
}

;// CONCATENATED MODULE: ./build/visitors/findings/fold-terms.js
const longestTerm = 100;
function foldTerms(typed) {
    const unexplained = withoutExplained(merged(typed, (term) => term.toLowerCase()));
    const terms = merged(unexplained.map((term) => ({ ...term, term: term.term.trim().replaceAll(/\s+/g, " ") })), (term) => term.toLowerCase());
    for (const key of terms.keys())
        if (!isTerm(key))
            terms.delete(key);
    return terms;
}
function merged(terms, keyOf) {
    const byKey = new Map();
    for (const row of terms.toSorted((a, b) => b.hits - a.hits || compareText(a.term, b.term))) {
        const known = byKey.get(keyOf(row.term)) ?? { ...row, hits: 0, clicks: 0 };
        byKey.set(keyOf(row.term), {
            ...known,
            hits: known.hits + row.hits,
            clicks: known.clicks + row.clicks,
        });
    }
    return byKey;
}
function withoutExplained(terms) {
    const result = [];
    const open = [];
    const closeLast = () => {
        const last = open.pop();
        if (last === undefined)
            return;
        const { row, explained } = last;
        result.push({ ...row, hits: Math.max(row.hits - explained, row.clicks) });
        const parent = open.at(-1);
        if (parent !== undefined)
            parent.explained += Math.max(row.hits, explained);
    };
    for (const [key, row] of [...terms].sort(([a], [b]) => compareText(a, b))) {
        while (!key.startsWith(open.at(-1)?.key ?? ""))
            closeLast();
        open.push({ key, row, explained: 0 });
    }
    while (open.length > 0)
        closeLast();
    return result;
}
function isTerm(text) {
    if (text.length > longestTerm)
        return false;
    const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    return letters >= 3 && text.split(" ").length <= 6 && !text.endsWith("?");
}
function compareText(a, b) {
    if (a === b)
        return 0;
    return a < b ? -1 : 1;
}

// EXTERNAL MODULE: ./build/text/words.js
var words = __webpack_require__(6883);
;// CONCATENATED MODULE: ./build/visitors/findings/joined-pages.js

class JoinedPages {
    #options;
    #folder;
    #complete;
    #read = new Map();
    constructor({ rows, complete }, options) {
        this.#options = options;
        this.#folder = plainPath(options.siteUrl?.pathname ?? "");
        this.#complete = complete;
        for (const row of rows) {
            const joined = this.join(row.path);
            if (joined !== undefined && row.total > 0)
                this.#add(joined, row);
        }
    }
    join(page) {
        const text = page.trim();
        const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(text)?.[0];
        if (origin === undefined ? /^(?:[?#]|$)/.test(text) : !this.#isOurs(origin))
            return undefined;
        const path = plainPath(text.slice(origin?.length ?? 0));
        if (`${path}/`.startsWith(`${this.#folder}/`))
            return path.slice(this.#folder.length) || "/";
        return origin === undefined ? path || "/" : undefined;
    }
    find(joined) {
        const known = this.#read.get(joined);
        if (known === undefined && this.#complete)
            return undefined;
        const page = known ?? { path: joined, readers: undefined };
        return [page.path, joined, this.#folder + joined].some(this.#options.ignored) ? undefined : page;
    }
    #add(joined, { path, human, ai }) {
        const known = this.#read.get(joined);
        if (known === undefined)
            this.#read.set(joined, { path, readers: { human, ai } });
        else
            this.#read.set(joined, {
                path: human > known.readers.human ? path : known.path,
                readers: { human: Math.max(human, known.readers.human), ai: Math.max(ai, known.readers.ai) },
            });
    }
    #isOurs(origin) {
        const address = URL.parse(origin);
        if (address === null || !/^https?:$/.test(address.protocol))
            return false;
        const { siteUrl } = this.#options;
        return siteUrl === undefined || withoutWww(address.host) === withoutWww(siteUrl.host);
    }
}
function withoutWww(host) {
    return host.replace(/^www\./, "");
}
function plainPath(text) {
    const path = (0,words/* trimEndOf */.fC)(text.replace(/[?#].*$/s, ""), "/");
    const plain = (0,words/* trimEndOf */.fC)(decoded(path).replace(/\.md$/, ""), "/");
    return plain === "" || plain.startsWith("/") ? plain : `/${plain}`;
}
function decoded(path) {
    try {
        return decodeURI(path);
    }
    catch {
        return path;
    }
}

// EXTERNAL MODULE: ./build/text/hidden-text.js
var hidden_text = __webpack_require__(5130);
;// CONCATENATED MODULE: ./build/visitors/findings/private-terms.js


const codeEnding = "cs|db|fs|go|gz|js|kt|md|of|ok|on|py|rb|rs|sh|ts|ui|vb";
const privatePatterns = [
    /[^\s@]@/,
    /:\/\/|\bwww\./i,
    /[\p{L}\p{N}-]\.(?:app|biz|cloud|com|corp|dev|edu|gov|internal|intranet|lan|local|net|org|xyz)(?![\p{L}\p{N}-])/iu,
    new RegExp(String.raw `[\p{L}\p{N}-]\.(?!${codeEnding})\p{L}{2}(?![\p{L}\p{N}-])`, "iu"),
    /\d{1,3}(?:\.\d{1,3}){3}|(?:[\da-f]{1,4}:){3}|(?<!\w)[\da-f]{0,4}::[\da-f]{0,4}(?!\w)/i,
    /[^\s:]:[^\s:]/,
    /(?:key|pass(?:code|phrase|wor[dt]|wd)|pwd|secret|token)(?:\s*[=:]|\b.*\d)/i,
    /(?=[\w+/=.-]*\d)(?=[\w+/=.-]*[a-z])[\w+/=.-]{16,}/i,
    /[A-Z]{16}/,
    /[^\s]{32,}/,
    /\p{Nd}(?:[^\p{L}\p{N}]*\p{Nd}){5,}/u,
];
function isPrivateTerm(term) {
    if (term.length > longestTerm)
        return true;
    const seen = (0,hidden_text/* stripInvisibleCharacters */.GK)(term).normalize("NFKC");
    return privatePatterns.some((pattern) => pattern.test(seen));
}

;// CONCATENATED MODULE: ./build/visitors/findings/next-rows.js





const maxRows = 5;
const smallestRest = 20;
function findNextRows({ feedback, questions, searches }, visitors, { threshold, ...pageOptions }) {
    const pages = new JoinedPages(visitors, pageOptions);
    return choose([
        ratedDown(feedback?.votes ?? [], pages, threshold),
        examplesReported(feedback?.exampleReports ?? [], pages),
        askedUnanswered(questions?.asked ?? [], pages),
        searchedUnclicked(searches ?? { recent: [], before: [] }),
        reportedByAgents(feedback?.agentReports ?? [], pages, threshold),
    ]);
}
function standsOut({ part, whole }, rest, compared) {
    if (rest.whole < smallestRest)
        return false;
    return chanceOfAtLeast(part, whole, rest.part / rest.whole) * Math.max(20, compared) < 0.2;
}
function ratedDown(all, pages, threshold) {
    const site = { up: 0, down: 0 };
    const byPage = new Map();
    for (const [joined, votes] of groupedByPage(all, pages)) {
        const sum = { up: 0, down: 0 };
        for (const { up, down } of votes) {
            sum.up += up;
            sum.down += down;
        }
        site.up += sum.up;
        site.down += sum.down;
        byPage.set(joined, sum);
    }
    const compared = [...byPage.values()].filter(({ up, down }) => up + down >= 4).length;
    return [...byPage].flatMap(([joined, { up, down }]) => {
        const votes = up + down;
        const rest = { down: site.down - down, votes: site.down - down + (site.up - up) };
        if (down < 4 || lowerBound(down, votes) <= 0.5)
            return [];
        if (!standsOut({ part: down, whole: votes }, { part: rest.down, whole: rest.votes }, compared))
            return [];
        const page = pages.find(joined);
        if (page?.readers === undefined || page.readers.human < threshold)
            return [];
        return [{ kind: "rated-down", ...page, down, votes, rest }];
    });
}
function examplesReported(all, pages) {
    return [...groupedByPage(all, pages)].flatMap(([joined, reports]) => {
        const page = isRepeated(reports) ? pages.find(joined) : undefined;
        return page === undefined ? [] : [{ kind: "examples-reported", ...page, reports: reports.length }];
    });
}
function reportedByAgents(all, pages, threshold) {
    return [...groupedByPage(all, pages)].flatMap(([joined, reports]) => {
        const page = isRepeated(reports) ? pages.find(joined) : undefined;
        if (page?.readers === undefined || page.readers.ai < threshold)
            return [];
        return [{ kind: "reported-by-agents", ...page, reports: reports.length }];
    });
}
function isRepeated(reports) {
    return countDays(reports.flatMap(({ reportedAt }) => reportedAt ?? [])) >= 2;
}
function countDays(times) {
    return new Set(times.map(dates/* midnightBefore */.Qg)).size;
}
function askedUnanswered(all, pages) {
    const onSite = all.filter(({ page }) => page === undefined || pages.join(page) !== undefined);
    const site = countConversations(onSite);
    const byPage = Array.from(groupedByPage(onSite, pages), ([joined, asked]) => ({
        joined,
        asked,
        here: countConversations(asked),
    }));
    const compared = byPage.filter(({ here }) => here.all.size >= 4).length;
    return byPage.flatMap(({ joined, asked, here }) => {
        const unansweredAnywhere = [...here.all].filter((conversation) => site.unanswered.has(conversation));
        const rest = {
            part: site.unanswered.size - unansweredAnywhere.length,
            whole: site.all.size - here.all.size,
        };
        const unanswered = asked.filter(({ answered }) => !answered);
        if (here.unanswered.size < 4 || countDays(unanswered.map(({ askedAt }) => askedAt)) < 2)
            return [];
        if (!standsOut({ part: here.unanswered.size, whole: here.all.size }, rest, compared))
            return [];
        const page = pages.find(joined);
        if (page === undefined)
            return [];
        return [
            {
                kind: "asked-unanswered",
                ...page,
                unanswered: unanswered.length,
                asked: asked.length,
                conversations: here.unanswered.size,
            },
        ];
    });
}
function countConversations(questions) {
    const unanswered = questions.filter(({ answered }) => !answered);
    return {
        all: new Set(questions.map(({ conversation }) => conversation)),
        unanswered: new Set(unanswered.map(({ conversation }) => conversation)),
    };
}
function searchedUnclicked({ recent, before, unlisted = 0 }) {
    const termsNow = foldTerms(recent);
    const termsBefore = foldTerms(before);
    const site = { hits: 0, clicks: 0 };
    for (const { hits, clicks } of [...termsNow.values(), ...termsBefore.values()]) {
        site.hits += hits;
        site.clicks += clicks;
    }
    const repeated = [...termsNow].flatMap(([key, now]) => {
        const earlier = termsBefore.get(key);
        if (isPrivateTerm(now.term) || now.hits <= mostExplained(key, unlisted))
            return [];
        return earlier === undefined || now.hits < 5 || earlier.hits < 2 ? [] : [{ now, earlier }];
    });
    return repeated.flatMap(({ now, earlier }) => {
        const hits = now.hits + earlier.hits;
        const clicks = now.clicks + earlier.clicks;
        if (clicks * 20 > hits)
            return [];
        const rest = { part: site.hits - hits - (site.clicks - clicks), whole: site.hits - hits };
        if (!standsOut({ part: hits - clicks, whole: hits }, rest, repeated.length))
            return [];
        return [{ kind: "searched-unclicked", term: now.term, hits: now.hits, hitsBefore: earlier.hits, clicks }];
    });
}
function mostExplained(term, unlisted) {
    return (term.length <= 4 ? 4 : 2) * unlisted;
}
function groupedByPage(all, pages) {
    const byPage = Map.groupBy(all, ({ page }) => (page === undefined ? undefined : pages.join(page)));
    return new Map([...byPage].flatMap(([joined, group]) => (joined === undefined ? [] : [[joined, group]])));
}
function choose(kinds) {
    const chosen = kinds
        .flatMap((rows) => rows.toSorted(byConcerned).map((row, round) => ({ row, round })))
        .sort((a, b) => a.round - b.round || byConcerned(a.row, b.row))
        .slice(0, maxRows)
        .map(({ row }) => row);
    return chosen.sort((a, b) => Number(isByAgents(a)) - Number(isByAgents(b)));
}
function byConcerned(a, b) {
    return (Number(isByAgents(a)) - Number(isByAgents(b)) ||
        concerned(b) - concerned(a) ||
        compareText(nameOf(a), nameOf(b)));
}
function isByAgents({ kind }) {
    return kind === "reported-by-agents";
}
function concerned(row) {
    if (row.kind === "searched-unclicked")
        return row.hits;
    if (row.kind === "reported-by-agents")
        return row.readers?.ai ?? -1;
    return row.readers?.human ?? -1;
}
function nameOf(row) {
    return row.kind === "searched-unclicked" ? row.term : row.path;
}

;// CONCATENATED MODULE: ./build/visitors/findings/page-group.js

const fewestPages = 3;
const maxDepth = 10;
function groupPages(pages, sitePaths) {
    if (pages.length < fewestPages)
        return undefined;
    const found = mostFrequent(pages.flatMap(({ path }) => foldersOf(path)), (folder) => folder)
        .filter(([, count]) => count * 2 >= pages.length)
        .find(([folder]) => sitePaths.filter((path) => path.startsWith(folder)).length * 2 < sitePaths.length);
    return found && { pages: pages.length, below: found[1], folder: found[0] };
}
function groupMoves(moves) {
    if (moves.length < fewestPages)
        return undefined;
    const [found] = mostFrequent(moves.map(foldersOfMove), ({ from, to }) => JSON.stringify([from, to]));
    if (found === undefined)
        return undefined;
    const [{ from, to }, below] = found;
    if (below * 2 < moves.length || from === to)
        return undefined;
    return { pages: moves.length, below, folder: to, fromFolder: from };
}
function foldersOf(path) {
    const folders = [];
    for (let end = path.indexOf("/", 1); end > 0 && folders.length < maxDepth; end = path.indexOf("/", end + 1))
        folders.push(path.slice(0, end + 1));
    return folders;
}
function foldersOfMove({ from, to }) {
    const before = segments(from);
    const after = segments(to);
    while (before.length > 1 && after.length > 1 && before.at(-1) === after.at(-1)) {
        before.pop();
        after.pop();
    }
    return { from: `${before.join("/")}/`, to: `${after.join("/")}/` };
}
function segments(path) {
    return (0,words/* trimEndOf */.fC)(path, "/").split("/");
}
function mostFrequent(items, keyOf) {
    return Array.from(Map.groupBy(items, keyOf))
        .sort(([a, itemsA], [b, itemsB]) => itemsB.length - itemsA.length || b.length - a.length || (a < b ? -1 : 1))
        .flatMap(([, [item, ...others]]) => (item === undefined ? [] : [[item, others.length + 1]]));
}

;// CONCATENATED MODULE: ./build/visitors/findings/site-finding.js




function siteFinding(facts) {
    const { periods, data } = facts;
    const now = data.current.totals;
    const before = data.previous?.totals;
    if (before === undefined || hasNoVisitors(now) || !isWeeksOrMonth(periods))
        return undefined;
    const finding = (kind) => ({ kind, current: now, previous: before });
    const isGeneral = (group) => !hasCause(group, facts) && isOnMostPages(group, facts);
    if (fellFar("human", facts)) {
        if (!isGeneral("human"))
            return undefined;
        const alsoAi = fell(before.ai, now.ai) && isOnMostPages("ai", facts);
        return finding(alsoAi ? "fewerPeopleAndAi" : "fewerPeople");
    }
    return fellFar("ai", facts) && isGeneral("ai") ? finding("fewerAi") : undefined;
}
function isWeeksOrMonth({ current: { from, to }, unit }) {
    return unit.kind === "month" || (to - from) % (7 * dates/* day */.vd) === 0;
}
function fell(before, now) {
    return now < before && isBeyondChance(before, now);
}
function fellFar(group, { data, findings }) {
    const before = data.previous?.totals[group] ?? 0;
    const now = data.current.totals[group];
    return before >= findings.threshold && fellByFifth(before, now) && fell(before, now);
}
function pagesBefore(group, { data: { current, previous }, findings }) {
    const visitors = new Map(current.rows.map((row) => [row.path, row[group]]));
    for (const page of findings.moved)
        visitors.set(page.from, page.current[group]);
    return (previous?.rows ?? []).filter(hasPath).flatMap((row) => {
        const now = visitors.get(row.path) ?? (current.complete ? 0 : undefined);
        return now === undefined ? [] : [{ path: row.path, before: row[group], now }];
    });
}
function hasCause(group, facts) {
    const { data, findings } = facts;
    const [was, is] = [data.previous?.totals[group] ?? 0, data.current.totals[group]];
    const standsOut = new Set([...findings.down, ...findings.gone].map(({ path }) => path));
    return pagesBefore(group, facts).some(({ path, before, now }) => {
        if ((before - now) * 2 < was - is)
            return false;
        return standsOut.has(path) || !fellByFifth(Math.max(0, was - before), Math.max(0, is - now));
    });
}
function isOnMostPages(group, facts) {
    const { data, findings } = facts;
    const was = data.previous?.totals[group] ?? 0;
    const halfAsFar = 1 - (was - data.current.totals[group]) / was / 2;
    const sum = { all: 0, fallen: 0 };
    for (const { before, now } of pagesBefore(group, facts)) {
        if (before < findings.threshold || !isBeyondChance(before, before * halfAsFar, 1))
            continue;
        sum.all += before;
        if (now <= before * halfAsFar)
            sum.fallen += before;
    }
    return sum.fallen * 4 >= sum.all * 3;
}

;// CONCATENATED MODULE: ./build/visitors/findings/notable-findings.js


const maxFindings = 3;
function notableFindings(facts) {
    const ofSite = siteFinding(facts);
    const chosen = [];
    for (const ranked of rankedFindings(facts)) {
        if (chosen.length + (ofSite === undefined ? 0 : 1) === maxFindings)
            break;
        if (chosen.every(({ finding }) => finding.path !== ranked.finding.path))
            chosen.push(ranked);
    }
    const ofPages = chosen.sort((a, b) => b.size - a.size).map(({ finding }) => finding);
    return ofSite === undefined ? ofPages : [ofSite, ...ofPages];
}
function rankedFindings({ data, findings }) {
    const { up, down, appeared, gone, moved, aiShareUp, significant } = findings;
    const rows = [...data.current.rows, ...(data.previous?.rows ?? [])];
    const sitePaths = Array.from(new Set(rows.map(({ path }) => path)));
    const hasChanged = ({ path }) => significant.change.has(path);
    const changes = (kind, pages, count) => rank(pages.map((page) => ({ kind, ...page })), groupPages(pages, sitePaths), count);
    const moves = moved.map(({ to, ...page }) => ({ kind: "moved", path: to, ...page }));
    const isByTeam = ({ finding: { kind } }) => kind === "new" || kind === "moved";
    return [
        ...changes("up", up.filter(hasChanged)),
        ...changes("down", down.filter(hasChanged)),
        ...changes("gone", gone),
        ...changes("aiShareUp", aiShareUp.filter(({ path }) => significant.aiShare.has(path)), ({ ai }) => ai),
        ...changes("new", appeared),
        ...rank(moves, groupMoves(moved)),
    ].sort((a, b) => a.rank - b.rank || Number(isByTeam(a)) - Number(isByTeam(b)) || b.size - a.size);
}
function rank(findings, group, count = ({ total }) => total) {
    const all = findings
        .map((finding) => ({ finding, size: Math.abs(count(finding.current) - count(finding.previous)) }))
        .sort((a, b) => b.size - a.size)
        .map((one, rank) => ({ ...one, rank }));
    if (group === undefined)
        return all;
    return all.slice(0, 1).map((first) => ({ ...first, finding: { ...first.finding, group } }));
}

// EXTERNAL MODULE: ./build/github/path-patterns.js
var path_patterns = __webpack_require__(5939);
;// CONCATENATED MODULE: ./build/visitors/ignored-paths.js

function ignoredPaths(patterns) {
    return (0,path_patterns/* pathFilter */.Y1)(patterns.map((pattern) => pattern.replace(/^(!?)(?![!/*])/, "$1/")));
}

;// CONCATENATED MODULE: ./build/visitors/plain-path.js
const plain_path_plainPath = /^\/[A-Za-z0-9/_.-]{0,99}$/;
function isPlainPath(path) {
    return plain_path_plainPath.test(path) && !path.includes("//") && !path.split("/").includes("..");
}

;// CONCATENATED MODULE: ./build/visitors/render/format.js
function grouped(count) {
    return Math.round(count).toLocaleString("en-US");
}
function counted(count, one, many = `${one}s`) {
    return `${grouped(count)} ${Math.round(count) === 1 ? one : many}`;
}
function percent(ratio, decimals = 0) {
    return `${(ratio * 100).toFixed(decimals)}%`;
}
function boundedPercent(ratio) {
    if (ratio > 0 && ratio < 0.005)
        return "under 1%";
    if (ratio < 1 && ratio >= 0.995)
        return "over 99%";
    return percent(ratio);
}
const minus = "\u2212";
function change(before, now, least = 0) {
    if (before <= 0 || Math.max(before, now) < least)
        return "";
    if (now >= 3 * before)
        return `×${multiple(now / before)}`;
    const percents = wholePercents(before, now);
    if (percents === 0)
        return "±0%";
    return `${now > before ? "+" : minus}${percents}%`;
}
function changeFraction(before, now) {
    return before > 0 ? Math.round((now / before - 1) * 10_000) / 10_000 + 0 : undefined;
}
function multiple(ratio) {
    return ratio < 9.95 ? ratio.toFixed(1) : grouped(ratio);
}
function wholePercents(before, now) {
    const percents = Math.round((Math.abs(now - before) / before) * 100);
    return percents === 100 && now > 0 && now < before ? 99 : percents;
}
function pointsChange(before, now, decimals = 0) {
    const steps = 100 * 10 ** decimals;
    const points = (Math.round(now * steps) - Math.round(before * steps)) / 10 ** decimals;
    if (points === 0)
        return "±0 pts";
    return `${points > 0 ? "+" : minus}${Math.abs(points).toFixed(decimals)} pts`;
}

;// CONCATENATED MODULE: ./build/visitors/render/period-labels.js



function periodLabels(periods) {
    const { current, unit } = periods;
    if (unit.kind === "month") {
        const month = (0,dates/* monthName */.g6)(current.from);
        const before = (0,dates/* monthName */.g6)(current.from - 1);
        return {
            ...labelsFor("month", { currentColumn: month, previousColumn: before }),
            current: month,
            previous: before,
            duringPrevious: `in ${before}`,
            trendColumn: "Month",
        };
    }
    const columns = dateColumns(periods);
    if (unit.kind === "span")
        return labelsFor("period", columns);
    if (unit.days === 1)
        return { ...labelsFor("day", columns), trendColumn: "Day" };
    if (unit.days === 7)
        return labelsFor("week", columns);
    const days = `${grouped(unit.days)} days`;
    return {
        ...labelsFor("period", columns),
        current: `these ${days}`,
        previous: `the ${days} before`,
        duringPrevious: `the ${days} before`,
        length: days,
        trendColumn: `${days} from`,
    };
}
function dateColumns({ current, previous }) {
    const isShort = current.to - (previous ?? current).from < 300 * dates/* day */.vd;
    const written = isShort ? dates/* writtenDays */.rq : dates/* writtenRange */.dk;
    return {
        currentColumn: written(current),
        previousColumn: previous === undefined ? "" : written(previous),
    };
}
function labelsFor(one, columns) {
    const before = `the ${one} before`;
    return {
        ...columns,
        one,
        many: `${one}s`,
        length: one,
        current: `this ${one}`,
        previous: before,
        duringPrevious: before,
        trendColumn: `${(0,words/* upperFirst */.Zb)(one)} from`,
    };
}

;// CONCATENATED MODULE: ./build/visitors/render/headline.js






const equalShares = 0.01;
function reportHeadline(report) {
    const { lead, rest } = headlineParts(report);
    return [`**${lead}**`, ...rest].join(" ");
}
function plainHeadline(report) {
    const { lead, rest } = headlineParts(report);
    return [lead, ...rest].join(" ");
}
function headlineParts(report) {
    const { periods, data } = report;
    const now = data.current.totals;
    const isUnread = periods.previous !== undefined && data.previous === undefined;
    const labels = periodLabels(periods);
    const visitors = hasNoVisitors(now) ? "No visitors" : counted(now.total, "visitor");
    const all = `${visitors}${comparison(report, labels.duringPrevious)}.`;
    const parted = partedWays(report);
    const detail = hasNoVisitors(now) ? whyNobody(data) : peopleAndAi(report);
    const rest = [
        parted === undefined ? detail : `Together ${all}`,
        ...(Math.max(now.human, now.ai) > now.total
            ? ["The counts are approximate: a part is larger than the total."]
            : []),
        ...(isUnread ? [`There is nothing to compare with: ${labels.previous} was not read.`] : []),
        ...record(report),
        ...(needsNothing(report) ? [`Nothing needs you${labels.one === "week" ? " this week" : ""}.`] : []),
    ];
    return { lead: parted ?? all, rest };
}
function whyNobody({ previous }) {
    return previous === undefined || hasNoVisitors(previous.totals)
        ? "Is this the right project, and is the site published?"
        : "Is the site up, and does the dashboard count visits?";
}
function partedWays({ data, findings: { threshold } }) {
    const now = data.current.totals;
    const before = data.previous?.totals;
    if (before === undefined || now.human > before.human === now.ai > before.ai)
        return undefined;
    const part = (select) => {
        const [was, is] = [select(before), select(now)];
        const isClear = Math.abs(is - was) * 10 >= was && isBeyondChance(was, is);
        const percents = isClear ? change(was, is, threshold) : "";
        return percents === "" ? "" : `${percents} (${grouped(was)} → ${grouped(is)})`;
    };
    const [people, ai] = [part(({ human }) => human), part((counts) => counts.ai)];
    return people === "" || ai === "" ? undefined : `People ${people}, AI ${ai}.`;
}
const fewestEarlier = 3;
function record({ periods, data, findings: { threshold } }) {
    const now = data.current.totals.human;
    const earlier = data.trend.slice(0, -1);
    const isExceeded = (point) => point !== undefined &&
        point.human > 0 &&
        now * 20 >= point.human * 21 &&
        isBeyondChance(point.human, now);
    const hasEnough = now >= threshold && earlier.length >= fewestEarlier;
    if (data.previous === undefined || !hasEnough || !earlier.every(isExceeded))
        return [];
    return [`More people than in any of the ${earlier.length} ${periodLabels(periods).many} before.`];
}
function needsNothing({ data, worthALook, next }) {
    const { current, previous } = data;
    const isUnread = data.signals.missing.some((item) => isAsUnread(item, data.signals));
    if (previous === undefined || hasNoVisitors(previous.totals) || hasNoVisitors(current.totals))
        return false;
    const isComplete = current.complete && previous.complete && data.missing.length === 0 && !isUnread;
    const [was, is] = [previous.totals.human, current.totals.human];
    const keptPeople = was === 0 || !fellByFifth(was, is);
    return isComplete && keptPeople && worthALook.length === 0 && next.length === 0;
}
function isAsUnread(item, signals) {
    if (item.why !== "malformed")
        return true;
    const { feedback, questions, searches } = signals;
    const lists = {
        feedback: [feedback?.votes, feedback?.exampleReports, feedback?.agentReports],
        questions: [questions?.asked],
        searches: [searches?.recent, searches?.before],
    };
    return item.count > lists[item.signal].flatMap((list) => list ?? []).length;
}
function comparison({ data, findings }, duringPrevious) {
    const before = data.previous?.totals.total;
    const now = data.current.totals.total;
    if (before === undefined)
        return "";
    if (before === 0)
        return now === 0 ? `, and none ${duringPrevious} either` : `, none ${duringPrevious}`;
    const percents = now === 0 ? "" : change(before, now, findings.threshold);
    return percents === "" ? `, after ${grouped(before)} ${duringPrevious}` : `, ${percents}`;
}
function peopleAndAi({ data, findings: { threshold } }) {
    const now = data.current.totals;
    const before = data.previous?.totals;
    const part = (select) => {
        const percents = before === undefined ? "" : change(select(before), select(now), threshold);
        return `${grouped(select(now))}${percents === "" ? "" : ` (${percents})`}`;
    };
    const people = `People ${part(({ human }) => human)}, AI ${part(({ ai }) => ai)}`;
    const aiShare = now.total < threshold ? "" : aiPart(now, before, threshold);
    return `${people}${aiShare}.`;
}
function aiPart(now, before, threshold) {
    const shareNow = share(now.ai, now.total);
    if (shareNow === undefined || now.ai === 0 || now.ai > now.total)
        return "";
    const text = `: ${boundedPercent(shareNow)} of all`;
    const shareBefore = before && share(before.ai, before.total);
    if (shareBefore === undefined || (before?.total ?? 0) < threshold)
        return text;
    if (Math.abs(shareNow - shareBefore) < equalShares)
        return `${text}, as before`;
    if (Math.max(now.ai, before?.ai ?? 0) < threshold)
        return text;
    return `${text}, ${shareNow > shareBefore ? "up" : "down"} from ${boundedPercent(shareBefore)}`;
}

// EXTERNAL MODULE: ./build/text/markdown.js
var markdown = __webpack_require__(1065);
;// CONCATENATED MODULE: ./build/visitors/render/markdown-parts.js



const maxPathLength = 48;
const maxTermLength = 48;
const maxFileLength = 80;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
function pageLink(path, siteUrl) {
    if (path === "")
        return "(no path)";
    const address = siteUrl === undefined ? undefined : pageAddress(path, siteUrl);
    return address === undefined ? (0,markdown/* codeSpan */.SS)(path, maxPathLength) : (0,markdown/* codeLink */.U1)(path, address, maxPathLength);
}
function pageAddress(path, siteUrl) {
    const folder = (0,words/* trimEndOf */.fC)(siteUrl.pathname, "/");
    const encodedFolder = encodePath(folder);
    const page = encodePath(path.startsWith("/") ? path : `/${path}`);
    if (/\/\.{1,2}(?:\/|$)/.test(page))
        return undefined;
    const isInFolder = `${page}/`.startsWith(`${encodedFolder}/`);
    return siteUrl.origin + folder + (isInFolder ? page.slice(encodedFolder.length) : page);
}
function encodePath(path) {
    return path.split("/").map(encodeSegment).join("/");
}
function encodeSegment(segment) {
    const text = segment.toWellFormed();
    try {
        return encodeURIComponent(decodeURIComponent(text));
    }
    catch {
        return encodeURIComponent(text);
    }
}
function pageInLine(path, siteUrl) {
    return inLine(path, pageLink(path, siteUrl));
}
function termInLine(term) {
    return inLine(term, (0,markdown/* codeSpan */.SS)(term, maxTermLength));
}
function inLine(text, shown) {
    return rightToLeft.test(text) ? `${shown}&lrm;` : shown;
}
function fileList(files) {
    return list(files.map((file) => (0,markdown/* codeSpan */.SS)(file, maxFileLength)));
}
function notListed(count, files, kind) {
    const pages = `${counted(count, "more page")} ${count === 1 ? "is" : "are"}`;
    return files.length > 0
        ? `${pages} in ${fileList(files)}.`
        : `${pages} not listed; \`report-file\` writes all of them to ${kind}.`;
}
function tableHead(columns) {
    const rule = columns.map(([, align]) => (align === "left" ? ":--" : "--:"));
    return `${tableRow(columns.map(([name]) => name))}\n${tableRow(rule)}`;
}
function tableRow(cells) {
    return `| ${cells.join(" | ")} |`;
}
function commandBelow(triggerPhrase, request) {
    if (triggerPhrase === undefined || request === undefined)
        return "";
    const lines = request.replaceAll(/(?<=\.) (?=[A-Z])/g, "\n  ");
    return `\n\n  \`\`\`\n  ${triggerPhrase} ${lines}\n  \`\`\``;
}
function detailsBlock(summary, content) {
    return `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;
}
function list(items) {
    return new Intl.ListFormat("en-GB").format(items);
}

;// CONCATENATED MODULE: ./build/visitors/render/worth-a-look.js






function worthALook(report) {
    const { triggerPhrase } = report;
    const items = report.worthALook.map((finding) => {
        if (!("path" in finding))
            return `- ${describeSite(finding, report)}`;
        if ("group" in finding)
            return `- ${describeGroup(finding, report)}${commandBelow(triggerPhrase, requestForGroup(finding))}`;
        return `- ${describePage(finding, report)}${commandBelow(triggerPhrase, requestForPage(finding, report.findings))}`;
    });
    return items.length > 0 ? `### Worth a look\n\n${items.join("\n")}` : undefined;
}
function almostEveryPage({ data }) {
    const isComplete = data.current.complete && data.previous?.complete;
    return isComplete ? "almost every page" : "almost every page that was read";
}
function describeSite({ kind }, report) {
    const pages = almostEveryPage(report);
    switch (kind) {
        case "fewerPeople":
            return `**Fewer people on ${pages}**, so no page is the cause. Check search results, the links that bring people, and the domain, unless it was a holiday.`;
        case "fewerPeopleAndAi":
            return `**People and AI fell, on ${pages}**: a holiday, or visits that were not counted, rather than a page. If it was no holiday, does the dashboard count visits?`;
        case "fewerAi":
            return `**Less AI on ${pages}**, so no page is the cause. Does robots.txt, a firewall or a bot filter keep assistants out?`;
    }
}
function describePage(finding, report) {
    const { path, current, previous } = finding;
    const page = pageInLine(path, finding.kind === "gone" ? undefined : report.siteUrl);
    const before = grouped(previous.total);
    const now = grouped(current.total);
    const numbers = `${before} → ${now}${siteChange(report)}`;
    switch (finding.kind) {
        case "up":
            return `**${page}** has ${moreVisitors(previous.total, current.total)} (${numbers}). Is it complete and current?`;
        case "down":
            return `**${page}** has ${wholePercents(previous.total, current.total)}% fewer visitors (${numbers}). Do the links to it work?`;
        case "new":
            return `**${page}** is new and has ${now} visitors. Do related pages link to it?`;
        case "gone":
            return `**${page}** had ${before} visitors and is gone. Does the old address redirect?`;
        case "moved":
            return `**${pageInLine(finding.from, undefined)}** seems to have moved to **${page}** (${before} → ${now} visitors)${oneOf(report.findings.moved.length)}. Does the old address redirect?`;
        case "aiShareUp":
            return `**AI** now makes up ${aiShareText(current)} of the visitors of ${page} (${aiShareText(previous)} before${siteAiShare(report)}). Can assistants quote it right?`;
    }
}
function describeGroup(finding, report) {
    const { path, current, previous } = finding;
    const { pages, below, folder } = finding.group;
    const page = pageInLine(path, finding.kind === "gone" ? undefined : report.siteUrl);
    const count = grouped(pages);
    const part = below === pages ? "all" : `${grouped(below)} of them`;
    const where = `${part} below ${pageInLine(folder, undefined)}`;
    const numbers = `${grouped(previous.total)} → ${grouped(current.total)}${siteChange(report)}`;
    switch (finding.kind) {
        case "up":
            return `**${count} pages have clearly more visitors**, ${where}; ${page} has gained most (${numbers}). Are they complete and current?`;
        case "down":
            return `**${count} pages have clearly fewer visitors**, ${where}; ${page} has lost most (${numbers}). Do the links to them work?`;
        case "new":
            return `**${count} new pages**, ${where}; the most read is ${page} (${grouped(current.total)} visitors). Do related pages link to them?`;
        case "gone":
            return `**${count} pages are gone**, ${where}; the most read was ${page} (${grouped(previous.total)} visitors). Do the old addresses redirect?`;
        case "moved": {
            const which = below === pages ? "" : `, ${grouped(below)} of them`;
            return `**${count} pages moved**${which} from ${pageInLine(finding.group.fromFolder, undefined)} to ${pageInLine(folder, undefined)}. Do the old addresses redirect?`;
        }
        case "aiShareUp":
            return `**AI** makes up far more of the visitors of ${count} pages, ${where}; of ${page} it makes up ${aiShareText(current)} (${aiShareText(previous)} before${siteAiShare(report)}). Can assistants quote them right?`;
    }
}
function requestForGroup(finding) {
    if (finding.kind !== "moved")
        return undefined;
    const { folder, fromFolder } = finding.group;
    if (!isPlainPath(folder) || !isPlainPath(fromFolder))
        return undefined;
    return `Check that the old addresses below ${fromFolder} redirect to ${folder}. Add the redirects that are missing. Change nothing else.`;
}
function requestForPage(finding, { moved }) {
    const { path, current, previous } = finding;
    if (!isPlainPath(path))
        return undefined;
    switch (finding.kind) {
        case "up":
            return `Check that ${path} is complete and current. Its visitors went from ${grouped(previous.total)} to ${grouped(current.total)}. Change nothing else.`;
        case "down":
            return `Check that the links to ${path} work and that it is easy to find. Change nothing else.`;
        case "new":
            return `Link ${path} from related pages: it is new.`;
        case "gone":
            return `Check that ${path} redirects to the page that replaced it. Add the redirect if it does not. Change nothing else.`;
        case "moved":
            if (!isPlainPath(finding.from))
                return undefined;
            return `Check that ${finding.from} redirects to ${path} and add the redirect if it does not${moved.length > 1 ? "; do the same for the other pages that moved" : ""}.`;
        case "aiShareUp":
            return `Put the key facts of ${path} in short sentences or a table near the top, so that AI assistants quote them right.`;
    }
}
function moreVisitors(before, now) {
    if (now >= 3 * before)
        return `${multiple(now / before)} times as many visitors`;
    return `${wholePercents(before, now)}% more visitors`;
}
function siteChange({ data, findings }) {
    const before = data.previous?.totals.total ?? 0;
    const now = data.current.totals.total;
    const text = change(before, now, findings.threshold);
    return text !== "" && changedByFifth(before, now) ? `; the whole site ${text}` : "";
}
function siteAiShare({ data }) {
    const before = data.previous?.totals ?? noVisitors;
    const now = data.current.totals;
    if (aiShare(now) - aiShare(before) < clearRise)
        return "";
    return `; the whole site from ${aiShareText(before)} to ${aiShareText(now)}`;
}
function oneOf(moved) {
    return moved > 1 ? `, one of ${grouped(moved)} pages that moved` : "";
}
function aiShareText(counts) {
    return boundedPercent(aiShare(counts));
}

;// CONCATENATED MODULE: ./build/visitors/render/digest.js






const unusualName = "a page with an unusual name";
const word = "[A-Za-z0-9]+(?:(?:_|-+)[A-Za-z0-9]+)*";
const version = String.raw `v?\d+(?:\.\d+){1,2}`;
const file = String.raw `${word}\.(?:csv|html?|json|jsx?|mdx|pdf|svg|tsx?|txt|xml|ya?ml)`;
const chatSegment = new RegExp(`^(?:${word}|${version}|${file})?$`);
function isChatPath(path) {
    return isPlainPath(path) && path.split("/").every((segment) => chatSegment.test(segment));
}
function toDigest(report, address = report.runUrl) {
    const isMissing = report.data.missing.length > 0;
    const findings = report.worthALook.map((finding) => describeBriefly(finding, report));
    return [
        title(report),
        plainHeadline(report),
        ...(isMissing ? ["Some data is missing; the report says what."] : []),
        ...(findings.length > 0 ? [`Worth a look: ${findings.join("; ")}`] : []),
        ...nextLine(report),
        ...(address === undefined ? [] : [`Full report: ${address}`]),
    ].join("\n");
}
function title({ periods, siteUrl }) {
    const days = (0,dates/* writtenRange */.dk)(periods.current);
    return siteUrl === undefined ? `Docs visitors, ${days}` : `${siteUrl.hostname}: visitors, ${days}`;
}
function nextLine({ next }) {
    const items = next.map((row) => {
        if (row.kind === "searched-unclicked")
            return `a search that is ${row.clicks === 0 ? "never" : "hardly ever"} opened (${counted(row.hits, "time")})`;
        return `${safePath(row.path, unusualName)} (${evidence(row)})`;
    });
    return items.length > 0 ? [`Next: ${items.join(", ")}`] : [];
}
function evidence(row) {
    switch (row.kind) {
        case "rated-down":
            return `${grouped(row.down)} of ${counted(row.votes, "vote")} down`;
        case "examples-reported":
            return `${counted(row.reports, "report")} on its examples`;
        case "asked-unanswered":
            return `${grouped(row.unanswered)} of ${counted(row.asked, "question")} unanswered`;
        case "reported-by-agents":
            return `${counted(row.reports, "report")} by AI agents, not verified`;
    }
}
function describeBriefly(finding, report) {
    if (!("path" in finding))
        return describeSiteBriefly(finding, report);
    if ("group" in finding)
        return describeGroupBriefly(finding);
    const { current, previous } = finding;
    const page = safePath(finding.path, unusualName);
    const before = grouped(previous.total);
    const now = grouped(current.total);
    switch (finding.kind) {
        case "up":
        case "down":
            return `${page} ${change(previous.total, current.total)} (${before} → ${now})`;
        case "new":
            return `${page} is new (${now} visitors)`;
        case "gone":
            return `${page} is gone (${before} visitors before)`;
        case "moved":
            return `${safePath(finding.from, unusualName)} moved to ${page}`;
        case "aiShareUp":
            return `AI is ${boundedPercent(aiShare(current))} of the visitors of ${page} (${boundedPercent(aiShare(previous))} before)`;
    }
}
function describeSiteBriefly({ kind }, report) {
    const pages = almostEveryPage(report);
    switch (kind) {
        case "fewerPeople":
            return `fewer people on ${pages}`;
        case "fewerPeopleAndAi":
            return `people and AI fell, on ${pages}`;
        case "fewerAi":
            return `less AI on ${pages}`;
    }
}
const groupNames = {
    up: "pages with clearly more visitors",
    down: "pages with clearly fewer visitors",
    new: "new pages",
    gone: "pages are gone",
    moved: "pages moved",
    aiShareUp: "pages with far more AI",
};
function describeGroupBriefly(finding) {
    const { kind, group } = finding;
    const folder = safePath(group.folder, "one folder");
    const part = group.below === group.pages ? "all" : grouped(group.below);
    const where = finding.kind === "moved"
        ? `from ${safePath(finding.group.fromFolder, "one folder")} to ${safePath(group.folder, "another")}`
        : `below ${folder}`;
    return `${grouped(group.pages)} ${groupNames[kind]}, ${part} ${where}`;
}
function safePath(path, otherwise) {
    return isChatPath(path) ? path : otherwise;
}

// EXTERNAL MODULE: ./node_modules/csv-stringify/lib/sync.js + 7 modules
var sync = __webpack_require__(6789);
// EXTERNAL MODULE: ./build/service/signal-schemas.js
var signal_schemas = __webpack_require__(6327);
;// CONCATENATED MODULE: ./build/visitors/render/chart.js




const minPoints = 3;
const width = 480;
const height = 260;
const plotWidth = 400;
const characterWidth = 7.5;
const labelGap = 16;
function trendChart({ periods, data }) {
    const points = periods.trend.map((range, index) => ({ range, totals: data.trend[index] }));
    const read = points.flatMap(({ range, totals }) => (totals === undefined ? [] : [{ range, totals }]));
    const highest = Math.max(0, ...read.flatMap(({ totals }) => [totals.human, totals.ai]));
    if (read.length < minPoints || highest === 0)
        return undefined;
    const values = (select) => read.map(({ totals }) => Math.round(select(totals))).join(", ");
    const names = pointNames(read.map(({ range }) => range), periods.unit);
    const chart = [
        "```mermaid",
        ...frontMatter,
        "xychart-beta",
        `  title "Visitors per ${periodLabels(periods).length} (blue: people, amber: AI)"`,
        `  x-axis [${axisLabels(names)
            .map((label) => `"${label}"`)
            .join(", ")}]`,
        `  y-axis 0 --> ${roundedUp(highest)}`,
        `  line [${values(({ human }) => human)}]`,
        `  line [${values(({ ai }) => ai)}]`,
        "```",
    ].join("\n");
    return `${chart}\n\n${figuresTable(points, periods)}`;
}
const frontMatter = [
    "---",
    "config:",
    "  xyChart:",
    `    width: ${width}`,
    `    height: ${height}`,
    "    yAxis:",
    "      labelPadding: 10",
    "  themeVariables:",
    "    xyChart:",
    '      backgroundColor: "transparent"',
    '      plotColorPalette: "#0969da, #bf8700"',
    "---",
];
function figuresTable(points, periods) {
    const names = pointNames(points.map(({ range }) => range), periods.unit);
    const columns = [
        [periodLabels(periods).trendColumn, "left"],
        ["People", "right"],
        ["AI", "right"],
        ["All visitors", "right"],
    ];
    const rows = points.map(({ totals }, index) => {
        const name = names[index] ?? "";
        if (totals === undefined)
            return tableRow([name, "not read", "", ""]);
        return tableRow([name, ...[totals.human, totals.ai, totals.total].map(grouped)]);
    });
    return detailsBlock("The figures of the chart", [tableHead(columns), ...rows.reverse()].join("\n"));
}
function pointNames(ranges, unit) {
    const isLong = (ranges.at(-1)?.from ?? 0) - (ranges[0]?.from ?? 0) >= 365 * dates/* day */.vd;
    const clock = ranges.some(({ from }) => !(0,dates/* isMidnight */.pw)(from));
    const forms = unit.kind === "month"
        ? [shortMonth, (time) => `${shortMonth(time)} ${new Date(time).getUTCFullYear()}`]
        : [(time) => (0,dates/* writtenMoment */.yc)(time, { clock }), (time) => (0,dates/* writtenMoment */.yc)(time, { year: true, clock })];
    const named = forms.slice(isLong ? 1 : 0).map((form) => ranges.map(({ from }) => form(from)));
    const distinct = named.find((names) => new Set(names).size === names.length);
    return distinct ?? ranges.map(({ from }) => (0,dates/* isoMoment */.QA)(from));
}
function shortMonth(time) {
    return (0,dates/* monthName */.g6)(time).slice(0, 3);
}
function axisLabels(names) {
    const longest = Math.max(...names.map(({ length }) => length));
    const room = Math.max(1, Math.floor(plotWidth / (longest * characterWidth + labelGap)));
    const step = Math.ceil(names.length / room);
    return names.map((name, index) => (names.length - 1 - index) % step === 0 ? margin + name + margin : unseen(index));
}
const margin = "\u2060\u00a0\u00a0\u2060";
function unseen(index) {
    return index.toString(2).replaceAll("0", "\u200b").replaceAll("1", "\u2060");
}
const roundSteps = [1, 1.2, 1.5, 2, 2.5, 4, 5, 6, 8, 10];
function roundedUp(value) {
    const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
    const step = roundSteps.find((factor) => factor * power >= value) ?? 10;
    return Math.max(10, Math.round(step * power));
}

;// CONCATENATED MODULE: ./build/visitors/render/document-next.js





const plainTerm = /^(?=.{1,32}$)(?!.*\. )[A-Za-z0-9._-]+(?: [A-Za-z0-9._-]+){0,2}$/;
function documentNext(report) {
    const { next, data, periods, triggerPhrase } = report;
    if (next.length === 0)
        return undefined;
    const items = next.map((row) => `- ${describeRow(row, report)}${commandBelow(triggerPhrase, requestForRow(row))}`);
    const sources = `From ${sourcesOf(data.signals).join(", ")}; readers of ${periodLabels(periods).current}.`;
    return `### What to document next\n\n${sources}\n\n${items.join("\n")}`;
}
function nextPrompt({ next, findings }) {
    for (const row of next) {
        if (row.kind !== "examples-reported" && row.kind !== "asked-unanswered")
            continue;
        if (row.readers === undefined || row.readers.human < findings.threshold)
            continue;
        const request = requestForRow(row);
        if (request !== undefined)
            return request;
    }
    return "";
}
function sourcesOf({ feedback, questions, searches }) {
    const newest = questions?.isCut ? [`the newest ${counted(questions.asked.length, "question")}`] : [];
    const others = [...(questions && !questions.isCut ? ["questions"] : []), ...(searches ? ["searches"] : [])];
    const days = feedback && newest.length === 0 ? "" : " days";
    return [
        ...(feedback ? [`feedback of ${feedbackDays} days`] : []),
        ...newest,
        ...(others.length > 0 ? [`${list(others)} of ${questionDays}${days}`] : []),
    ];
}
function describeRow(row, { siteUrl, showsTerms }) {
    if (row.kind === "searched-unclicked") {
        const term = showsTerms ? termInLine(row.term) : "one term (the job summary names it)";
        return `Readers searched for ${term} **${counted(row.hits, "time")}** and opened ${opened(row)} (${counted(row.hitsBefore, "time")} in the ${questionDays} days before). Which page should have it?`;
    }
    const page = pageInLine(row.path, siteUrl);
    switch (row.kind) {
        case "rated-down": {
            const elsewhere = percent(row.rest.down / row.rest.votes);
            return `${page}: **${grouped(row.down)} of ${counted(row.votes, "vote")}** are thumbs down (${elsewhere} elsewhere).${people(row)} Comments in the dashboard may say why.`;
        }
        case "examples-reported":
            return `${page}: **${counted(row.reports, "open report")}** on its code examples.${people(row)} Do they work?`;
        case "asked-unanswered":
            return `${page}: the assistant had no answer to **${grouped(row.unanswered)} of ${counted(row.asked, "question")}** asked here, in ${counted(row.conversations, "conversation")}.${people(row)} What is missing?`;
        case "reported-by-agents": {
            const readers = row.readers === undefined ? "" : ` Read by ${counted(row.readers.ai, "AI visitor")}.`;
            return `${page}: **${counted(row.reports, "report")}** by AI agents. Anyone can send these, so check before you change anything.${readers}`;
        }
    }
}
function people({ readers }) {
    return readers === undefined ? "" : ` Read by ${counted(readers.human, "person", "people")}.`;
}
function opened({ clicks }) {
    return clicks === 0 ? "nothing" : "almost nothing";
}
function requestForRow(row) {
    if (row.kind === "searched-unclicked") {
        if (!plainTerm.test(row.term))
            return undefined;
        return `Readers search for "${row.term}" and open ${opened(row)}. If a page covers it, add these words to it; if none does, say so in the pull request and change nothing else.`;
    }
    if (!isPlainPath(row.path))
        return undefined;
    switch (row.kind) {
        case "rated-down":
            return undefined;
        case "examples-reported":
            return `Check every code example on ${row.path} against the code, and correct those that fail. Change nothing else.`;
        case "asked-unanswered":
            return `The assistant could not answer ${grouped(row.unanswered)} of ${counted(row.asked, "question")} asked on ${row.path}. Read the page and the code it describes, find what is missing, and add it. Change nothing else.`;
        case "reported-by-agents":
            return `Check ${row.path} against the code it describes, and correct only what is wrong. Change nothing else.`;
    }
}

;// CONCATENATED MODULE: ./build/visitors/render/missing-data.js




const failureTexts = {
    "api-key": "the service rejected the API key",
    payment: "the plan or its credits do not allow this",
    forbidden: "the API key may not read this",
    "not-found": "the service did not find it",
    "rate-limit": "the service’s rate limit was reached (all requests of the organisation count)",
    refused: "the service refused the request",
    service: "the service had an internal error",
    unreachable: "the service could not be reached",
    answer: "the service’s response could not be read",
};
const refusals = new Set(["api-key", "payment", "forbidden"]);
function missingLine({ data, periods }) {
    const { missing } = data;
    if (missing.length === 0)
        return undefined;
    const { current, previous, many } = periodLabels(periods);
    const parts = new Set(missing.map(({ what }) => what));
    const hasBoth = parts.has("pages") && parts.has("previous-pages");
    const texts = {
        pages: `not all pages of ${hasBoth ? list([current, previous]) : current} were read`,
        "previous-pages": hasBoth ? undefined : `not all pages of ${previous} were read`,
        previous: `${previous} was not read`,
        trend: `not all ${many} of the trend were read`,
        rows: `${counted(droppedRows(missing), "row")} could not be used`,
    };
    const items = Object.entries(texts).flatMap(([what, text]) => text !== undefined && parts.has(what) ? [text] : []);
    return `> **Incomplete:** ${items.join("; ")}.`;
}
function missingSection(report) {
    const { missing, signals } = report.data;
    if (missing.length === 0 && signals.missing.length === 0)
        return undefined;
    const byPart = Map.groupBy(missing, ({ what }) => what);
    const lines = Array.from(byPart, ([what, items]) => {
        const reasons = new Set(items.flatMap((item) => (item.what === "rows" ? [] : [reasonFor(item)])));
        return `- ${[extent(what, report), ...reasons].join(" ")}`;
    });
    const byReason = Map.groupBy(signals.missing, reasonForSignal);
    const signalLines = Array.from(byReason, ([reason, items]) => {
        const names = list([...new Set(items.map(({ signal }) => signal))]);
        return `- **${(0,words/* upperFirst */.Zb)(names)}**, for what to document next: ${reason}`;
    });
    return `### What is missing\n\n${[...lines, ...signalLines].join("\n")}`;
}
function reasonForSignal(item) {
    switch (item.why) {
        case "budget":
            return "`max-requests` was used up by the visitors; raise it to read more.";
        case "time":
            return "the limit of `timeout-minutes` was reached.";
        case "malformed":
            return `${counted(item.count, "row")} had the wrong shape or impossible numbers, and ${item.count === 1 ? "was" : "were"} dropped.`;
        case "failure":
            return refusals.has(item.reason)
                ? "the plan or the API key does not allow this. If it stays so, leave it out of `signals`."
                : `${failureTexts[item.reason]}.`;
    }
}
function extent(what, { periods, data }) {
    const { current, previous, one, many } = periodLabels(periods);
    const read = (rows) => `${counted(rows, "page")} ${rows === 1 ? "was" : "were"} read`;
    switch (what) {
        case "pages":
            return `**Pages of ${current}:** ${read(data.current.rows.length)}, so every list here may lack pages, the top pages too. The totals are complete.`;
        case "previous":
            return `**${(0,words/* upperFirst */.Zb)(previous)}:** nothing was read, so there is no comparison.`;
        case "previous-pages":
            return `**Pages of ${previous}:** ${read(data.previous?.rows.length ?? 0)}, so some changes are blank, and new or gone pages are not listed. The totals are complete.`;
        case "trend": {
            const gaps = data.trend.filter((point) => point === undefined).length;
            return `**Trend:** ${counted(gaps, one, many)} of ${data.trend.length} ${gaps === 1 ? "was" : "were"} not read.`;
        }
        case "rows": {
            const count = droppedRows(data.missing);
            return `**Rows:** ${counted(count, "row")} of the service’s responses had the wrong shape or impossible numbers, and ${count === 1 ? "was" : "were"} dropped.`;
        }
    }
}
function reasonFor(item) {
    switch (item.why) {
        case "budget":
            return item.what === "trend"
                ? "The trend gets at most half of `max-requests`; raise it to read more."
                : "`max-requests` left too few requests for this; raise it to read more.";
        case "failure":
            return `Why: ${failureTexts[item.reason]}.`;
        case "time":
            return "The limit of `timeout-minutes` was reached; raise it to read more.";
        case "pagination":
            return "The service kept announcing more pages that were empty, repeated or short.";
    }
}
function droppedRows(missing) {
    return missing.reduce((sum, item) => sum + (item.what === "rows" ? item.count : 0), 0);
}

;// CONCATENATED MODULE: ./build/visitors/render/report-tables.js





function keyFigures(report) {
    const { current, previous } = report.data;
    if (hasNoVisitors(current.totals) && hasNoVisitors(previous?.totals ?? noVisitors))
        return undefined;
    const labels = periodLabels(report.periods);
    const columns = [
        ["", "left"],
        [labels.currentColumn, "right"],
        [labels.previousColumn, "right"],
        ["Change", "right"],
    ];
    const rows = figures(report).map((figure, index) => {
        const value = (totals) => {
            const number = figure.select(totals);
            return number === undefined ? "–" : figure.format(number);
        };
        const bold = (text) => (index === 0 ? `**${text}**` : text);
        return [
            bold(figure.name),
            bold(value(current.totals)),
            previous === undefined ? "" : value(previous.totals),
            previous === undefined ? "" : changeOf(figure, previous.totals, current.totals),
        ];
    });
    const isUsed = (_, column) => rows.some((cells) => cells[column] !== "");
    return [tableHead(columns.filter(isUsed)), ...rows.map((cells) => tableRow(cells.filter(isUsed)))].join("\n");
}
function figures({ data, findings: { threshold } }) {
    const count = {
        format: grouped,
        formatChange: (before, now) => change(before, now, threshold),
    };
    const { current, previous = data.current } = data;
    const isChance = Math.min(current.totals.total, previous.totals.total) < threshold ||
        Math.max(current.totals.ai, previous.totals.ai) < threshold;
    return [
        { ...count, name: "All visitors", select: ({ total }) => total },
        { ...count, name: "People", select: ({ human }) => human },
        { ...count, name: "AI", select: ({ ai }) => ai },
        {
            ...count,
            name: "Both, counted in each",
            select: overlap,
            formatChange: () => "",
        },
        {
            name: "AI share",
            select: ({ ai, total }) => (ai > total ? undefined : share(ai, total)),
            format: (value) => percent(value, 1),
            formatChange: (before, now) => (isChance ? "" : pointsChange(before, now, 1)),
        },
    ];
}
function overlap({ human, ai, total }) {
    const both = human + ai - total;
    return both >= 0 && Math.max(human, ai) <= total ? both : undefined;
}
function changeOf({ select, formatChange }, previous, current) {
    const before = select(previous);
    const now = select(current);
    return now === undefined || before === undefined ? "" : formatChange(before, now);
}
function topPages(report, rows) {
    const { data, files, ignored } = report;
    if (data.current.rows.length === 0 && hasNoVisitors(data.current.totals))
        return undefined;
    const all = data.current.rows.filter(hasPath);
    const pages = all.filter(({ path }) => !ignored(path));
    const listed = pages.slice(0, rows);
    const shown = listed.slice(0, report.top);
    const folded = listed.slice(report.top);
    const left = pages.length - listed.length;
    const notes = [
        ...(pages.length === 0 ? ["There are no pages to list."] : []),
        ...(left > 0 ? [notListed(left, files, "a file")] : []),
        ...leftOut(all.length - pages.length),
        ...withoutPath(data.current.rows),
    ];
    const table = pageTable(report, pages);
    return [
        "### Top pages",
        ...(shown.length > 0 ? [table(shown)] : []),
        ...(folded.length > 0 ? [detailsBlock(foldedTitle(folded.length, report.top, left), table(folded))] : []),
        ...(notes.length > 0 ? [notes.join(" ")] : []),
    ].join("\n\n");
}
function foldedTitle(count, top, left) {
    const which = top > 0 ? "The next" : left > 0 ? "The first" : count === 1 ? "The only" : "All";
    return `${which} ${count === 1 ? "page" : `${grouped(count)} pages`}`;
}
function leftOut(ignored) {
    const match = ignored === 1 ? "page that matches `ignore-paths` is" : "pages that match `ignore-paths` are";
    return ignored > 0 ? [`${grouped(ignored)} ${match} left out.`] : [];
}
function withoutPath(rows) {
    return rows
        .filter((row) => !hasPath(row) && row.total > 0)
        .map(({ total }) => `Visits without a path (${counted(total, "visitor")}) are left out.`)
        .slice(0, 1);
}
function pageTable(report, pages) {
    const changeOfPage = pageChanges(report);
    const isCompared = pages.some((page) => changeOfPage(page) !== "");
    const cells = (page) => [
        pageLink(page.path, report.siteUrl),
        grouped(page.total),
        ...(isCompared ? [changeOfPage(page)] : []),
        grouped(page.human),
        grouped(page.ai),
    ];
    const columns = [
        ["Page", "left"],
        ["All", "right"],
        ...(isCompared ? [["Change", "right"]] : []),
        ["People", "right"],
        ["AI", "right"],
    ];
    return (rows) => [tableHead(columns), ...rows.map((page) => tableRow(cells(page)))].join("\n");
}
function pageChanges({ data, findings }) {
    const before = countsBefore(data.previous, findings.moved);
    const appeared = new Set(findings.appeared.map(({ path }) => path));
    return ({ path, total }) => {
        if (appeared.has(path))
            return "new";
        return change(before(path)?.total ?? 0, total, findings.threshold);
    };
}

;// CONCATENATED MODULE: ./build/visitors/render/report-notes.js






function howToRead({ data, docsUrl }) {
    const both = overlap(data.current.totals) ?? 0;
    const notes = [
        both > 0
            ? `A visitor counts once in each line, however many pages they read; a visitor who is both (${grouped(both)} this time) counts among people and among AI, and once among all.`
            : "A visitor counts once in each line, however many pages they read.",
        ...(data.previous === undefined
            ? []
            : ["▲ and ▼ mark only changes that go beyond chance and beyond the change of the whole site."]),
        ...(hasNoFeedback(data.signals)
            ? [`There is no feedback in ${feedbackDays} days; is it switched on?`]
            : []),
        ...(docsUrl === undefined ? [] : [(0,markdown/* link */.nf)("All definitions and thresholds", docsUrl)]),
    ];
    return detailsBlock("How to read this", notes.join(" "));
}
function hasNoFeedback({ feedback, missing }) {
    if (feedback === undefined || missing.some(({ signal }) => signal === "feedback"))
        return false;
    const { votes, exampleReports, agentReports } = feedback;
    const hasNoVotes = votes.every(({ up, down }) => up + down === 0);
    return hasNoVotes && exampleReports?.length === 0 && agentReports?.length === 0;
}
function reportFooter({ periods, data, project, files, runUrl }) {
    const compared = data.previous === undefined ? undefined : periods.previous;
    const parts = [
        `${exactRange(periods.current)} (end not included, UTC)`,
        ...(compared === undefined ? [] : [`compared with ${exactRange(compared)}`]),
        "approximate counts",
        `project ${(0,markdown/* codeSpan */.SS)(project, 80)}`,
        counted(data.requests, "request"),
        ...(files.length > 0 ? [`also in ${fileList(files)}`] : []),
        ...(runUrl === undefined ? [] : [(0,markdown/* link */.nf)("workflow run", runUrl)]),
    ];
    return `<sub>${parts.join(" · ")}</sub>`;
}
function exactRange(range) {
    const { dateFrom, dateTo } = isoRange(range);
    return `${dateFrom} to ${dateTo}`;
}

;// CONCATENATED MODULE: ./build/visitors/render/what-moved.js




const maxShown = 10;
function whatMoved(report, rows) {
    const title = "### What moved";
    const { current, previous } = report.data;
    if (previous === undefined || current.totals.total === 0 || previous.totals.total === 0)
        return undefined;
    const kinds = kindsOf(report);
    const total = kinds.flat().length;
    if (total === 0)
        return `${title}\n\n${noPageStoodOut(report)}`;
    const shown = mostImportant(kinds, Math.min(maxShown, rows));
    const all = mostImportant(kinds, rows);
    const folded = all.map((kind, index) => kind.slice(shown[index]?.length ?? 0));
    const count = folded.flat().length;
    const left = total - all.flat().length;
    const files = report.files.filter((file) => !/\.csv$/i.test(file));
    return [
        title,
        ...(rows > 0 ? [table(shown)] : []),
        ...(count > 0 ? [detailsBlock(`${counted(count, "more page")} that moved`, table(folded))] : []),
        ...(left > 0 ? [notListed(left, files, "a `.json` or `.md` file")] : []),
    ].join("\n\n");
}
function table(kinds) {
    const head = tableHead([
        ["", "left"],
        ["Page", "left"],
        ["Change", "right"],
        ["Before", "right"],
        ["Now", "right"],
    ]);
    return [head, ...kinds.flat().map((row) => tableRow(row()))].join("\n");
}
function mostImportant(kinds, room) {
    const counts = kinds.map(() => 0);
    let left = room;
    for (let rank = 0; left > 0 && kinds.some((kind) => kind.length > rank); rank++)
        for (const [index, kind] of kinds.entries())
            if (left > 0 && kind.length > rank) {
                counts[index] = rank + 1;
                left--;
            }
    return kinds.map((kind, index) => kind.slice(0, counts[index]));
}
function kindsOf({ findings, siteUrl }) {
    const totals = ({ previous, current }) => [
        change(previous.total, current.total),
        grouped(previous.total),
        grouped(current.total),
    ];
    const page = (path) => pageLink(path, siteUrl);
    const gone = (path) => pageLink(path, undefined);
    return [
        findings.up.map((found) => () => ["▲", page(found.path), ...totals(found)]),
        findings.down.map((found) => () => ["▼", page(found.path), ...totals(found)]),
        findings.appeared.map((found) => () => {
            const now = grouped(found.current.total);
            return ["new", page(found.path), `+${now}`, "–", now];
        }),
        findings.gone.map((found) => () => [
            "gone",
            gone(found.path),
            "redirect?",
            grouped(found.previous.total),
            "–",
        ]),
        findings.moved.map((found) => () => [
            "moved",
            `${gone(found.from)}<br>→ ${page(found.to)}`,
            ...totals(found),
        ]),
        findings.aiShareUp.map((found) => () => ["AI\u00a0▲", page(found.path), ...shares(found)]),
    ];
}
function shares({ previous, current }) {
    const before = aiShare(previous);
    const now = aiShare(current);
    return [pointsChange(before, now), boundedPercent(before), boundedPercent(now)];
}
const differentGrowth = 0.1;
function noPageStoodOut({ data, findings }) {
    const before = data.previous?.totals ?? noVisitors;
    const now = data.current.totals;
    const page = data.current.complete && data.previous?.complete ? "page" : "page that was read";
    const changeOf = (part) => change(before[part], now[part], findings.threshold);
    const [people, ai, all] = [changeOf("human"), changeOf("ai"), changeOf("total")];
    const difference = Math.abs(now.human / before.human - now.ai / before.ai);
    if (people !== "" && ai !== "" && difference >= differentGrowth)
        return `No ${page} stood out from the site-wide change (people ${people}, AI ${ai}).`;
    const isLevel = all === "" || all === change(1, 1);
    return `No ${page} stood out${isLevel ? "" : ` from the site-wide ${all}`}.`;
}

;// CONCATENATED MODULE: ./build/visitors/render/who-reads-what.js



const pagesPerLine = 3;
function whoReadsWhat({ data, findings, periods, siteUrl }) {
    const { aiOnly, peopleOnly, oneSidedBefore } = findings;
    const wasBefore = ({ path }) => oneSidedBefore.has(path);
    const isFresh = (page) => !wasBefore(page);
    const fresh = lines(aiOnly.filter(isFresh), peopleOnly.filter(isFresh), siteUrl);
    const folded = lines(aiOnly.filter(wasBefore), peopleOnly.filter(wasBefore), siteUrl);
    if (fresh === "" && folded === "")
        return undefined;
    const pages = counted(oneSidedBefore.size, fresh === "" ? "page" : "more page");
    const summary = data.previous?.complete ? `${pages}, as ${periodLabels(periods).duringPrevious}` : pages;
    return [
        "### Who reads what",
        ...(fresh === "" ? [] : [fresh]),
        ...(folded === "" ? [] : [detailsBlock(summary, folded)]),
    ].join("\n\n");
}
function lines(aiOnly, peopleOnly, siteUrl) {
    const ai = (count) => `${grouped(count)} AI`;
    const people = (count) => counted(count, "person", "people");
    return [
        line(siteUrl, "AI reads, people don’t", aiOnly, (page) => `${ai(page.ai)}, ${people(page.human)}`),
        line(siteUrl, "People read, AI doesn’t", peopleOnly, (page) => `${people(page.human)}, ${ai(page.ai)}`),
    ]
        .filter((text) => text !== undefined)
        .join("\n");
}
function line(siteUrl, name, pages, figures) {
    if (pages.length === 0)
        return undefined;
    const items = pages
        .slice(0, pagesPerLine)
        .map((page) => `${pageInLine(page.path, siteUrl)} ${figures(page).replaceAll(" ", "\u00a0")}`);
    if (pages.length > items.length)
        items.push(`${grouped(pages.length - items.length)} more`);
    return `- **${name}:** ${items.join(" · ")}`;
}

;// CONCATENATED MODULE: ./build/visitors/render/report.js











const foldedRows = 100;
function renderReport(report, rows = report.top + foldedRows) {
    const sections = [
        heading(report),
        missingLine(report),
        reportHeadline(report),
        worthALook(report),
        documentNext(report),
        keyFigures(report),
        trendChart(report),
        whatMoved(report, rows),
        whoReadsWhat(report),
        topPages(report, rows),
        missingSection(report),
        howToRead(report),
        reportFooter(report),
    ];
    return `${sections.filter((section) => section !== undefined).join("\n\n")}\n`;
}
function renderWithin(report, maxBytes) {
    for (let rows = report.top + foldedRows;; rows = Math.floor(rows / 2)) {
        const text = renderReport(report, rows);
        if (Buffer.byteLength(text) <= maxBytes)
            return text;
        if (rows === 0)
            return "";
    }
}
function heading({ periods, siteUrl }) {
    const days = (0,dates/* writtenRange */.dk)(periods.current);
    if (siteUrl === undefined)
        return `## Docs visitors, ${days}`;
    return `## ${(0,markdown/* escapeInlineMarkdown */.ME)(siteUrl.host, 100)}: visitors, ${days}`;
}

;// CONCATENATED MODULE: ./build/visitors/render/export.js






const columns = ["path", "human", "ai", "total"];
const previousColumns = ["previousHuman", "previousAi", "previousTotal"];
const hiddenFormula = /^[\s\p{C}]+[=+\-@＝＋－＠]/u;
function toCsv({ periods, data }) {
    const before = countsIn(data.previous);
    const compared = periods.previous !== undefined;
    const rows = data.current.rows.map(({ path, human, ai, total }) => {
        const cells = [path, human, ai, total];
        if (!compared)
            return cells;
        const earlier = before(path);
        return [...cells, earlier?.human ?? "", earlier?.ai ?? "", earlier?.total ?? ""];
    });
    return (0,sync/* stringify */.A)([compared ? [...columns, ...previousColumns] : columns, ...rows], {
        escape_formulas: true,
        quoted_match: /[;\t]/,
        cast: { string: (text) => (hiddenFormula.test(text) ? `'${text}` : text) },
    });
}
function toJson({ periods, data, findings, worthALook, next, }) {
    const { current, previous } = data;
    const { up, down, appeared, gone, moved, aiShareUp } = findings;
    const content = {
        ...isoRange(periods.current),
        complete: current.complete,
        missing: data.missing,
        totals: current.totals,
        visitors: current.rows,
        previous: previous === undefined || periods.previous === undefined
            ? null
            : {
                ...isoRange(periods.previous),
                complete: previous.complete,
                totals: previous.totals,
                visitors: previous.rows,
            },
        moved: { up, down, new: appeared, gone, moved, aiShareUp },
        worthALook,
        next: nextData({ data, next }) ?? null,
        trend: periods.trend.map((range, index) => ({
            ...isoRange(range),
            totals: data.trend[index] ?? null,
        })),
    };
    return `${JSON.stringify(content, undefined, 2)}\n`;
}
function nextData({ data, next }) {
    const isAnyRead = signal_schemas/* signals */.QO.some((signal) => data.signals[signal] !== undefined);
    return isAnyRead ? next.map(withoutWords) : undefined;
}
function withoutWords(row) {
    if (row.kind === "searched-unclicked") {
        const { term: _, kind, ...evidence } = row;
        return { kind, path: null, human: null, ai: null, ...evidence };
    }
    const { kind, path, readers, ...evidence } = row;
    const { human = null, ai = null } = readers ?? {};
    return { kind, path: isPlainPath(path) ? path : null, human, ai, ...evidence };
}
function toMarkdownFile(report) {
    const files = report.files.filter((file) => !/\.md$/i.test(file));
    return renderReport({ ...report, files, showsTerms: false }, Number.POSITIVE_INFINITY);
}

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 5 modules
var schemas = __webpack_require__(8395);
// EXTERNAL MODULE: ./build/github/comments.js
var comments = __webpack_require__(5274);
// EXTERNAL MODULE: ./build/github/errors.js
var github_errors = __webpack_require__(7307);
// EXTERNAL MODULE: ./build/github/marker.js
var marker = __webpack_require__(4878);
;// CONCATENATED MODULE: ./build/visitors/report-comment.js





const maxCommentLength = 65_536;
const longestLogin = "x".repeat(100);
const contentSchema = schemas/* object */.Ikc({ at: schemas/* number */.aig(), login: schemas/* optional */.lqM(schemas/* string */.YjP()) });
class ReportComment {
    #deps;
    #thread;
    #marker;
    constructor(deps, apiKey, scope) {
        this.#deps = deps;
        this.#thread = scope.thread;
        this.#marker = new marker/* MarkerSigner */.F(apiKey, "report", scope);
    }
    get room() {
        return maxCommentLength - this.#body("", longestLogin).length;
    }
    async publish(report, fresh = false) {
        const { github, log } = this.#deps;
        try {
            const earlier = fresh ? undefined : await this.#find();
            if (earlier !== undefined)
                return await github.updateComment("issue", earlier.id, this.#body(report, earlier.login));
            return await (0,comments/* createOnce */.U)(github, { place: "issue", number: this.#thread }, this.#body(report));
        }
        catch (error) {
            if (!(error instanceof github_errors/* GitHubError */.y_))
                throw error;
            if (error.aborted)
                return undefined;
            log.warning("Report comment not written", `The comment on #${this.#thread} could not be written (${error.why}). ${error.advice("issues: write, pull-requests: write")}`);
            return undefined;
        }
    }
    async #find() {
        let newest;
        for (const comment of await this.#deps.github.comments("issue", this.#thread)) {
            const at = this.#writtenAt(comment);
            if (at === undefined)
                continue;
            const isNewer = newest === undefined || at > newest.at || (at === newest.at && comment.id < newest.comment.id);
            if (isNewer)
                newest = { comment, at };
        }
        return newest?.comment;
    }
    #writtenAt({ body, login }) {
        const marker = this.#marker.read(body);
        if (!marker?.verified)
            return undefined;
        const content = contentSchema.safeParse(JSON.parse(marker.content)).data;
        if (content === undefined || (content.login ?? login) !== login)
            return undefined;
        return content.at;
    }
    #body(report, login) {
        const marker = this.#marker.write(JSON.stringify({ at: this.#deps.clock.now(), login }));
        return `${hidden_text/* ownMarker */["do"]}\n${marker}\n\n${report}`;
    }
}

;// CONCATENATED MODULE: ./build/visitors/report-outputs.js






function periodOutputs({ current }) {
    const { dateFrom, dateTo } = isoRange(current);
    return [
        ["dateFrom", dateFrom],
        ["dateTo", dateTo],
    ];
}
function dataOutputs({ current, previous }) {
    const now = current.totals;
    const before = previous?.totals;
    const aiShare = share(now.ai, now.total);
    const changeOf = (select) => textOf(before && changeFraction(select(before), select(now)));
    return [
        ["human", String(now.human)],
        ["ai", String(now.ai)],
        ["total", String(now.total)],
        ["aiShare", textOf(aiShare && Math.round(aiShare * 10_000) / 10_000)],
        ["previousHuman", textOf(before?.human)],
        ["previousAi", textOf(before?.ai)],
        ["previousTotal", textOf(before?.total)],
        ["humanChange", changeOf(({ human }) => human)],
        ["aiChange", changeOf(({ ai }) => ai)],
        ["totalChange", changeOf(({ total }) => total)],
        ["pages", String(current.rows.length)],
        ["complete", String(current.complete)],
    ];
}
function findingOutputs(report) {
    const { data, findings } = report;
    const isCompared = data.previous !== undefined;
    const isComplete = data.current.complete && data.previous?.complete === true;
    const count = (pages, isKnown) => isKnown ? String(pages.length) : "";
    return [
        ["up", count(findings.up, isCompared)],
        ["down", count(findings.down, isCompared)],
        ["appeared", count(findings.appeared, isComplete)],
        ["gone", count(findings.gone, isComplete)],
        ["digest", toDigest(report)],
        ...nextOutputs(report),
    ];
}
function nextOutputs(report) {
    const data = nextData(report);
    return [
        ["next", data === undefined ? "" : JSON.stringify(data)],
        ["nextCount", textOf(data?.length)],
        ["nextPrompt", nextPrompt(report)],
    ];
}
function textOf(value) {
    return value === undefined ? "" : String(value);
}

;// CONCATENATED MODULE: ./build/visitors/run-visitors.js














async function reportVisitors(inputs, deps) {
    const { clock, log, setOutput } = deps;
    const ignored = ignoredPaths(inputs["ignore-paths"]);
    const periods = resolvePeriods(inputs, clock.now());
    for (const output of periodOutputs(periods))
        setOutput(...output);
    const data = await fetchWithHeartbeat(periods, inputs, deps);
    for (const output of dataOutputs(data))
        setOutput(...output);
    const siteUrl = inputs["site-url"];
    const findings = findFindings(data, ignored);
    const { threshold } = findings;
    const draft = {
        periods,
        data,
        findings,
        worthALook: notableFindings({ periods, data, findings }),
        next: findNextRows(data.signals, data.current, { threshold, siteUrl, ignored }),
        siteUrl,
        project: deps.scope.project,
        ignored,
        docsUrl: deps.sourceUrl && `${deps.sourceUrl}/docs/report.md`,
        triggerPhrase: undefined,
        showsTerms: true,
        top: inputs.top,
        files: inputs["report-file"],
        runUrl: deps.runUrl,
    };
    for (const output of findingOutputs(draft))
        setOutput(...output);
    const { written, failure } = writeFiles(draft, deps);
    const report = { ...draft, files: written };
    const outcome = failure ?? toOutcome(report, log);
    return {
        outcome,
        summary: renderWithin(report, deps.summaryRoom),
        settled: publishComment(report, inputs, deps),
    };
}
async function fetchWithHeartbeat(periods, inputs, { service, clock, log, setOutput, signal }) {
    const stopHeartbeat = (0,runner_log/* heartbeat */.jQ)(clock, log, () => "Still reading the visitors …");
    try {
        return await fetchVisitorData(periods, {
            service,
            clock,
            abort: signal,
            log,
            maxRequests: inputs["max-requests"],
            signals: new Set(inputs.signals),
            deadline: clock.now() + inputs["timeout-minutes"] * 60_000,
            onSpent: (requests) => setOutput("requests", String(requests)),
        });
    }
    finally {
        stopHeartbeat();
    }
}
function writeFiles(report, { writeFile, setOutput }) {
    const written = [];
    for (const path of new Set(report.files)) {
        try {
            writeFile(path, fileContent(path, report));
        }
        catch (error) {
            const why = error instanceof Error ? error.message : String(error);
            const failure = {
                result: "error",
                reason: "file",
                message: (0,rich_text/* richText */.YD) `The report could not be written to ${(0,rich_text/* code */.aY)(path)}: ${why}.`,
                advice: (0,rich_text/* richText */.YD) `Check that the path in ${(0,rich_text/* code */.aY)("report-file")} is in the workspace and writable. The job summary has the report.`,
            };
            return { written, failure };
        }
        written.push(path);
        setOutput("reportFile", written.join("\n"));
    }
    return { written, failure: undefined };
}
function fileContent(path, report) {
    if (/\.csv$/i.test(path))
        return toCsv(report);
    return /\.json$/i.test(path) ? toJson(report) : toMarkdownFile(report);
}
async function publishComment(report, inputs, deps) {
    const issue = inputs["issue-number"];
    const { github, log, clock, apiKey, scope, setOutput } = deps;
    if (issue === undefined || inputs.comment === "never")
        return;
    if (github === undefined) {
        const why = "issue-number needs github-token, which is empty; leave github-token out to use the job's own token.";
        return log.warning("Report comment not written", why);
    }
    if (inputs["dry-run"])
        return log.info(`Without dry-run, the report would be written into a comment on #${issue}.`);
    const reportComment = new ReportComment({ github, log, clock }, apiKey, { ...scope, thread: issue });
    const rendered = renderWithin({ ...report, triggerPhrase: inputs["trigger-phrase"] }, reportComment.room);
    const published = await reportComment.publish(rendered, inputs.comment === "new");
    if (published === undefined)
        return;
    setOutput("commentUrl", published.url);
    setOutput("digest", toDigest(report, published.url));
}
function toOutcome(report, log) {
    const { missing } = report.data;
    if (missing.length > 0) {
        const text = "Some data is missing; the report says what and why.";
        if (missing.some(({ why }) => why !== "budget"))
            log.warning("Docs Agent: Report incomplete", text);
        else
            log.notice("Docs Agent: Report limited by max-requests", `${text} Raise max-requests to read more.`);
    }
    return {
        result: "reported",
        reason: missing.length > 0 ? "partial" : "",
        message: [{ trusted: plainHeadline(report) }],
        advice: [],
    };
}


/***/ })

};
