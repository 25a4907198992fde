export const id = 664;
export const ids = [664];
export const modules = {

/***/ 664:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  reportVisitors: () => (/* binding */ reportVisitors)
});

// UNUSED EXPORTS: resolvePeriods

// EXTERNAL MODULE: ./build/dates.js
var dates = __webpack_require__(4537);
// EXTERNAL MODULE: ./build/names.js
var names = __webpack_require__(4700);
// EXTERNAL MODULE: ./build/runner/log.js + 1 modules
var runner_log = __webpack_require__(8289);
// EXTERNAL MODULE: ./build/service/errors.js
var errors = __webpack_require__(4661);
// EXTERNAL MODULE: ./build/text/rich-text.js
var rich_text = __webpack_require__(6036);
// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 5 modules
var schemas = __webpack_require__(8395);
// EXTERNAL MODULE: ./build/github/comments.js
var github_comments = __webpack_require__(5274);
// EXTERNAL MODULE: ./build/github/errors.js
var github_errors = __webpack_require__(7307);
// EXTERNAL MODULE: ./build/github/logins.js
var logins = __webpack_require__(854);
// EXTERNAL MODULE: ./build/github/marker.js
var marker = __webpack_require__(4878);
// EXTERNAL MODULE: ./build/text/hidden-text.js
var hidden_text = __webpack_require__(5130);
;// CONCATENATED MODULE: ./build/visitors/memory.js


const maxNotes = 20;
const longestPage = 200;
const restDays = { prompt: 28, unchanged: 90 };
const memorySchema = schemas/* object */.Ikc({
    from: schemas/* number */.aig(),
    to: schemas/* number */.aig(),
    notes: schemas/* array */.YOg(schemas/* object */.Ikc({
        kind: schemas/* enum */.k5n(["rated-down", "examples-reported", "asked-unanswered", "unchanged", "prompt"]),
        page: schemas/* string */.YjP(),
        since: schemas/* number */.aig(),
        last: schemas/* number */.aig(),
    })),
});
const noMemory = { from: 0, to: 0, notes: [] };
function timesInRow({ memory, periods }, kind, page) {
    const { current, unit } = periods;
    const note = lastRow(memory, kind, page);
    const length = unit === "month" ? 30.44 * dates/* day */.vd : current.to - current.from;
    const times = note === undefined ? 1 : Math.round((current.from - note.since) / length) + 1;
    return times > 1 ? times : undefined;
}
function lastRow(memory, kind, page) {
    return memory?.notes.find((note) => note.kind === kind && note.page === page && note.last === memory.to);
}
function isOld(row) {
    return "nth" in row && row.nth !== undefined;
}
function isResting({ memory, periods }, kind, page) {
    const { to } = periods.current;
    const isRecent = ({ last }) => to > last && to - last < restDays[kind] * dates/* day */.vd;
    return memory?.notes.some((note) => note.kind === kind && note.page === page && isRecent(note)) ?? false;
}
function isUnread({ kind }, { signals, current }) {
    const signal = kind === "asked-unanswered" ? "questions" : "feedback";
    const gaps = signals.missing.filter(({ what }) => what === signal);
    if (gaps.some(({ why }) => why !== "malformed"))
        return true;
    return gaps.length === 0 && signals[signal] !== undefined && current.complete ? false : undefined;
}
function absentPages({ data, next, memory, findings }, unread) {
    const isRow = ({ kind, last }) => kind !== "prompt" && kind !== "unchanged" && last === memory?.to;
    const isShown = ({ page }) => next.some((row) => "page" in row && row.page === page);
    const notes = memory?.notes.filter((note) => isRow(note) && !isShown(note)) ?? [];
    const moved = unread ? [] : findings.pages.flatMap(({ path, from = path }) => [path, from]);
    const pages = notes.filter((note) => isUnread(note, data) === unread).map(({ page }) => page);
    return [...new Set(pages)].flatMap((path) => (moved.includes(path) ? [] : [{ path }]));
}
function remember({ periods, data, next, memory }, prompted) {
    const { from, to } = periods.current;
    const now = [
        ...next.flatMap((row) => {
            if (!("page" in row))
                return [];
            const { kind, page } = row;
            return [{ kind, page, since: Math.min(from, lastRow(memory, kind, page)?.since ?? from), last: to }];
        }),
        ...(prompted === undefined ? [] : [{ kind: "prompt", page: prompted, since: from, last: to }]),
    ];
    const earlier = (memory?.notes ?? []).flatMap((note) => {
        const { kind, page, last } = note;
        if (now.some((one) => one.kind === kind && one.page === page))
            return [];
        if (kind === "prompt" || kind === "unchanged")
            return to - last < restDays[kind] * dates/* day */.vd ? [note] : [];
        return last === memory?.to && isUnread(note, data) ? [{ ...note, last: to }] : [];
    });
    const notes = [...now, ...earlier].filter(({ page }) => page.length <= longestPage);
    return { from, to, notes: notes.sort((a, b) => b.last - a.last).slice(0, maxNotes) };
}

;// CONCATENATED MODULE: ./build/visitors/comment.js







const contentSchema = schemas/* object */.Ikc({ at: schemas/* number */.aig(), login: schemas/* string */.YjP(), memory: memorySchema });
async function readReports(tools) {
    const signer = signerOf(tools);
    const comments = await attempt(tools, () => (0,github_comments/* commentThread */.k)(tools.github, tools.scope.thread).list());
    return comments
        ?.flatMap((comment) => {
        const marker = signer.read(comment.body);
        const content = contentSchema.safeParse(marker?.verified ? JSON.parse(marker.content) : undefined).data;
        const isOurs = content !== undefined && (0,logins/* isSameLogin */.Av)(content.login, comment.login ?? "");
        return isOurs ? [{ comment, ...content }] : [];
    })
        .sort((a, b) => b.at - a.at);
}
async function publishReport({ text, memory, fresh }, earlier, tools) {
    const { github, clock, scope } = tools;
    const signer = signerOf(tools);
    const bodyBy = (login) => `${hidden_text/* ownMarker */["do"]}\n${signer.write(JSON.stringify({ at: clock.now(), login, memory }))}\n\n${text}`;
    const isSamePeriod = ({ from, to }) => from === memory.from && to === memory.to;
    const known = earlier.find((one) => !fresh || isSamePeriod(one.memory))?.comment;
    const issue = (0,github_comments/* commentThread */.k)(github, scope.thread);
    return await attempt(tools, async () => {
        const { id, login } = known ?? (await issue.create(bodyBy()));
        return await issue.edit(id, bodyBy(login));
    });
}
function signerOf({ apiKey, scope }) {
    return new marker/* MarkerSigner */.F(apiKey, "report", scope);
}
async function attempt({ log, scope }, act) {
    try {
        return await act();
    }
    catch (error) {
        if (!(error instanceof github_errors/* GitHubError */.y_))
            throw error;
        if (!error.aborted)
            log.warning("Report comment not written", `The comment on #${scope.thread} could not be written (${error.why}). ${error.advice("issues: write, pull-requests: write")}`);
        return undefined;
    }
}

// EXTERNAL MODULE: ./build/github/client.js
var client = __webpack_require__(4463);
;// CONCATENATED MODULE: ./build/visitors/report-model.js

function isoRange(range) {
    return { dateFrom: (0,dates/* isoMoment */.QA)(range.from), dateTo: (0,dates/* isoMoment */.QA)(range.to) };
}
const feedbackDays = 90;
const questionDays = 28;

;// CONCATENATED MODULE: ./build/visitors/docs-repository.js




const timeLimit = 10_000;
const agentLogin = "mintlify[bot]";
const [pullDays, waitingDays] = [28, 7];
const sweptPages = 3;
const maxClosed = 3;
const changedPages = "the documentation's changed pages";
const pullRequests = "the documentation's pull requests";
async function readDocsRepository(github, asked) {
    const stopped = new AbortController();
    const stopTimer = asked.clock.every(timeLimit, () => stopped.abort());
    return await readBefore(stopped.signal, github, asked).finally(stopTimer);
}
async function readBefore(once, github, { name, pages, serverUrl, clock }) {
    const [owner = "", repo = ""] = name.split("/");
    const asked = { owner, repo, request: { retries: 0, once } };
    const missing = [];
    async function read(part, send) {
        try {
            if (github !== undefined)
                return await github.ask(({ rest }) => send(rest));
            missing.push({ part, reason: "`github-token` is empty" });
        }
        catch (error) {
            if (!(error instanceof github_errors/* GitHubError */.y_))
                throw error;
            missing.push({ part, reason: error.aborted ? "no answer in ten seconds" : error.why });
        }
        return undefined;
    }
    const [tree = [], newest] = await Promise.all([
        read(changedPages, async ({ git }) => {
            const { data } = await git.getTree({ ...asked, tree_sha: "HEAD", recursive: "1" });
            if (data.truncated)
                throw new github_errors/* GitHubError */.y_("unreadable", "too many files");
            return data.tree.flatMap(({ type, path }) => (type === "blob" ? [`/${path}`] : []));
        }),
        read(pullRequests, async ({ pulls }) => {
            const query = { state: "all", sort: "created", direction: "desc", per_page: client/* maxPerPage */.N7 };
            return (0,client/* itemsOf */.S3)(await pulls.list({ ...asked, ...query }));
        }),
    ]);
    const files = pages.flatMap((page) => {
        const path = fileOf(page, tree)?.slice(1);
        return path === undefined ? [] : [{ page, path }];
    });
    const now = clock.now();
    const refused = newest?.filter((pull) => isRefused(pull, now)).slice(0, maxClosed) ?? [];
    const [commits, closed] = await Promise.all([
        Promise.all(files.map(({ page, path }) => read(changedPages, async ({ repos }) => {
            const [last] = (0,client/* itemsOf */.S3)(await repos.listCommits({ ...asked, path, per_page: 1 }));
            return last && { page, sha: last.sha, at: Date.parse(last.commit.committer?.date ?? "") };
        }))),
        Promise.all(refused.map(async ({ number, closed_at }) => {
            const changed = await read(pullRequests, async ({ pulls }) => (0,client/* itemsOf */.S3)(await pulls.listFiles({ ...asked, pull_number: number, per_page: client/* maxPerPage */.N7 })));
            const own = files.filter(({ path }) => changed?.some(({ filename }) => filename === path));
            return own.map(({ page }) => [page, { number, at: Date.parse(closed_at ?? "") }]);
        })),
    ]);
    const found = commits.filter((commit) => commit !== undefined);
    const known = found.length * 2 > files.length ? found : [];
    return {
        address: `${serverUrl}/${name}`,
        committed: new Map(known.map(({ page, at }) => [page, at])),
        changes: changesOf(known, newest ?? [], now),
        closed: new Map(closed.flat().reverse()),
        pulls: newest && agentPulls(newest, now),
        missing,
    };
}
function fileOf(page, files) {
    const roots = files.flatMap((file) => /^(.*)\/(?:docs|mint)\.json$/.exec(file)?.[1] ?? []);
    if (roots.length !== 1)
        return undefined;
    const path = `${roots[0]}${page === "/" ? "" : page}`;
    const names = [".mdx", ".md", "/index.mdx", "/index.md"].slice(page === "/" ? 2 : 0);
    const found = names.map((name) => path + name).filter((name) => files.includes(name));
    return found.length === 1 ? found[0] : undefined;
}
function changesOf(commits, newest, now) {
    const changes = new Map();
    for (const { page, sha, at } of commits) {
        const pull = newest.find(({ merged_at, merge_commit_sha, head }) => merged_at && (merge_commit_sha === sha || head.sha === sha));
        const change = { at: pull ? Date.parse(pull.merged_at ?? "") : at, pull: pull?.number };
        const age = now - change.at;
        const isSweep = commits.filter((other) => other.sha === sha).length >= sweptPages;
        if (age >= 0 && age <= feedbackDays * dates/* day */.vd && !isSweep)
            changes.set(page, change);
    }
    return changes;
}
function isRefused({ user, state, merged_at, closed_at }, now) {
    const isOwn = user?.login === agentLogin && state === "closed" && !merged_at;
    return isOwn && now - Date.parse(closed_at ?? "") < pullDays * dates/* day */.vd;
}
function agentPulls(newest, now) {
    const daysSince = (date) => (now - Date.parse(date)) / dates/* day */.vd;
    const reach = newest.length < client/* maxPerPage */.N7 ? pullDays : daysSince(newest.at(-1)?.created_at ?? "");
    const days = Math.max(1, Math.min(pullDays, Math.floor(reach)));
    const own = newest.filter(({ user }) => user?.login === agentLogin);
    const recent = own.filter((pull) => daysSince(pull.created_at) <= days);
    const mergedAfter = recent
        .flatMap((pull) => (pull.merged_at ? [daysSince(pull.created_at) - daysSince(pull.merged_at)] : []))
        .sort((a, b) => a - b);
    const open = recent.filter(({ state }) => state === "open").length;
    return {
        days,
        merged: mergedAfter.length,
        closed: recent.length - mergedAfter.length - open,
        open,
        halfMergedWithin: Math.max(1, Math.ceil(mergedAfter[Math.ceil(mergedAfter.length / 2) - 1] ?? 0)),
        waiting: own
            .filter((pull) => pull.state === "open" && daysSince(pull.created_at) >= waitingDays)
            .map((pull) => ({ number: pull.number, days: Math.floor(daysSince(pull.created_at)) }))
            .sort((a, b) => b.days - a.days),
    };
}

// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js + 1 modules
var api = __webpack_require__(3305);
// EXTERNAL MODULE: ./build/errors.js
var build_errors = __webpack_require__(9473);
;// CONCATENATED MODULE: ./build/visitors/export-reader.js



const longestWaitMs = 60_000;
class ExportReader {
    #options;
    #signal;
    #timeLimit = new AbortController();
    #stopTimer;
    #stopped;
    #spent = 0;
    constructor(options) {
        const { clock, abort, deadline } = options;
        this.#options = options;
        this.#signal = AbortSignal.any([abort, this.#timeLimit.signal]);
        this.#stopTimer = clock.every(Math.max(1, deadline - clock.now()), () => {
            this.#stopped ??= { why: "time" };
            this.#timeLimit.abort();
        });
    }
    get spent() {
        return this.#spent;
    }
    get left() {
        return this.#options.maxRequests - this.#spent;
    }
    close() {
        this.#stopTimer();
    }
    async get(request, maxRetries = 0) {
        if (this.#stopped !== undefined)
            return { value: undefined, failure: this.#stopped };
        if (!this.#take())
            return { value: undefined, failure: { why: "budget" } };
        const { service, deadline } = this.#options;
        try {
            const value = await service.getExport(request, {
                signal: this.#signal,
                deadline,
                maxRetries,
                mayRetry: (waitMs) => this.#stopped === undefined && waitMs <= longestWaitMs && this.#take(),
            });
            return { value, failure: undefined };
        }
        catch (error) {
            if (error instanceof errors/* CancelledError */.cc && this.#timeLimit.signal.aborted)
                return { value: undefined, failure: { why: "time" } };
            if (!(error instanceof build_errors/* ActionError */.lZ))
                throw error;
            const failure = { why: "failure", reason: error.reason };
            if (error.reason === "rate-limit")
                this.#stopped ??= failure;
            return { value: undefined, failure, error };
        }
    }
    #take() {
        if (this.left <= 0)
            return false;
        this.#spent += 1;
        return true;
    }
}
const count = schemas/* pipe */.FsL(schemas/* number */.aig().check(api/* _gte */.qm(0), api/* _lte */.Zm(Number.MAX_SAFE_INTEGER)), schemas/* transform */.pdi((value) => Math.round(value) + 0));
function parseRows(row, given) {
    const rows = given.flatMap((one) => {
        const { success, data } = row.safeParse(one);
        return success ? [data] : [];
    });
    return { rows, malformed: given.length - rows.length };
}

// EXTERNAL MODULE: ./node_modules/csv-stringify/lib/sync.js + 7 modules
var sync = __webpack_require__(6789);
// EXTERNAL MODULE: ./build/inputs/table.js
var table = __webpack_require__(9140);
;// CONCATENATED MODULE: ./build/visitors/counts.js
const noVisitors = { human: 0, ai: 0, total: 0 };
function hasNoVisitors({ human, ai, total }) {
    return Math.max(human, ai, total) === 0;
}
function lengthRatio({ current, previous }) {
    return previous === undefined ? 1 : (current.to - current.from) / (previous.to - previous.from);
}
function comparableTotals({ periods, data }) {
    const ratio = lengthRatio(periods);
    const before = data.previous?.totals;
    return before && { human: before.human * ratio, ai: before.ai * ratio, total: before.total * ratio };
}
function countsIn(period) {
    const known = new Map(period?.rows.map(({ path, ...counts }) => [path, counts]));
    return (path) => known.get(path) ?? (period?.complete ? noVisitors : undefined);
}
function hasPath({ path }) {
    return path.trim() !== "";
}
function share(part, whole) {
    return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : undefined;
}
function aiShare({ ai, total }) {
    return share(ai, total) ?? 0;
}
function changedByFifth(before, now) {
    return Math.abs(now - before) * 5 >= before;
}
function chanceOfAtLeast(part, whole, rate) {
    const observed = share(part, whole);
    if (observed === undefined || observed <= rate)
        return 1;
    return Math.exp(-whole * (surprise(observed, rate) + surprise(1 - observed, 1 - rate)));
}
function surprise(observed, expected) {
    return observed === 0 ? 0 : observed * Math.log(observed / expected);
}
function chanceOfAtMost(part, drawn, marked, all) {
    let chance = 0;
    for (let count = Math.max(0, drawn + marked - all); count <= part; count++)
        chance += Math.exp(lnChoose(marked, count) + lnChoose(all - marked, drawn - count) - lnChoose(all, drawn));
    return chance;
}
function lnChoose(n, k) {
    if (k > n)
        return Number.NEGATIVE_INFINITY;
    let sum = 0;
    for (let index = 1; index <= k; index++)
        sum += Math.log((n - k + index) / index);
    return sum;
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

// EXTERNAL MODULE: ./build/text/markdown.js
var markdown = __webpack_require__(1065);
// EXTERNAL MODULE: ./build/text/words.js
var words = __webpack_require__(6883);
;// CONCATENATED MODULE: ./build/visitors/format.js



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
function joinParts(parts, separator) {
    return parts.filter((part) => part).join(separator);
}
function firstTwo(items) {
    const more = items.length - 2;
    return (0,words/* list */.p_)(more > 0 ? [...items.slice(0, 2), `${(0,words/* grouped */.zD)(more)} more`] : items);
}
const minus = "\u2212";
function change(before, now, least = 0) {
    if (before <= 0 || Math.max(before, now) < least)
        return "";
    const percents = wholePercents(before, now);
    return percents === 0 ? "±0%" : `${now > before ? "+" : minus}${(0,words/* grouped */.zD)(percents)}%`;
}
function changeFraction(before, now) {
    return before > 0 ? Math.round((now / before - 1) * 10_000) / 10_000 + 0 : undefined;
}
function multiple(ratio) {
    return ratio < 9.95 ? ratio.toFixed(1) : (0,words/* grouped */.zD)(ratio);
}
function wholePercents(before, now) {
    const percents = Math.round((Math.abs(now - before) / before) * 100);
    return percents === 100 && now > 0 && now < before ? 99 : percents;
}
function pointsChange(before, now) {
    const points = (Math.round(now * 1000) - Math.round(before * 1000)) / 10;
    if (points === 0)
        return "±0 pts";
    return `${points > 0 ? "+" : minus}${Math.abs(points).toFixed(1)} pts`;
}
function periodLabels(periods) {
    const { current, previous, unit } = periods;
    const isSame = lengthRatio(periods) === 1;
    const isMonth = unit === "month";
    const month = ({ from }) => (0,dates/* monthName */.g6)(from).slice(0, 3);
    const days = current.to - (previous ?? current).from < 300 * dates/* day */.vd ? dates/* writtenDays */.rq : dates/* writtenRange */.dk;
    const written = isMonth ? month : days;
    return {
        currentColumn: written(current),
        previousColumn: previous ? written(previous) : "",
        perDay: isSame ? "" : " compared per day",
        changeColumn: isSame ? "Change" : "Change per day",
        during: isMonth ? `in ${(0,dates/* monthName */.g6)(current.from)}` : `this ${unit}`,
    };
}

;// CONCATENATED MODULE: ./build/visitors/markdown-parts.js


const maxPathLength = 48;
const longestAddress = 300;
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
    if (/\/\.{1,2}(?:\/|$)/.test(page) || page.length > longestAddress)
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
function notListed(count) {
    if (count <= 0)
        return undefined;
    const pages = `${(0,words/* plural */.LS)(count, "more page")} ${count === 1 ? "is" : "are"}`;
    return `${pages} not listed; \`report-file\` writes all of them to a \`.json\` file.`;
}
function markdown_parts_table(names, rows, words = 1) {
    const isUsed = (_, column) => rows.some((cells) => cells[column] !== "");
    const line = (cells) => `| ${cells.filter(isUsed).join(" | ")} |`;
    return [
        line(names),
        line(names.map((_, column) => (column < words ? ":--" : "--:"))),
        ...rows.map(line),
    ].join("\n");
}
function detailsBlock(summary, content) {
    return `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

// EXTERNAL MODULE: ./build/github/path-patterns.js
var path_patterns = __webpack_require__(5939);
;// CONCATENATED MODULE: ./build/visitors/site-pages.js


function ignoredPaths(patterns) {
    return (0,path_patterns/* pathFilter */.Y1)(patterns.map((pattern) => pattern.replace(/^(!?)(?![!/*])/, "$1/")));
}
function joinPages({ rows, complete }, { siteUrl, ignored, docs }) {
    const folder = joinedPath(siteUrl?.pathname ?? "");
    function join(page) {
        const text = page.trim();
        const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(text)?.[0];
        if (origin === undefined ? /^(?:[?#]|$)/.test(text) : !isSiteOrigin(origin, siteUrl))
            return undefined;
        const path = joinedPath(text.slice(origin?.length ?? 0));
        if (`${path}/`.startsWith(`${folder}/`))
            return path.slice(folder.length) || "/";
        return origin === undefined ? path || "/" : undefined;
    }
    const read = new Map();
    for (const { path, human, ai, total } of rows) {
        const joined = join(path);
        if (joined === undefined || total <= 0)
            continue;
        const known = read.get(joined) ?? { path, readers: { human, ai } };
        read.set(joined, {
            path: human > known.readers.human ? path : known.path,
            readers: { human: Math.max(human, known.readers.human), ai: Math.max(ai, known.readers.ai) },
        });
    }
    function find(joined) {
        const known = read.get(joined);
        if (known === undefined && complete)
            return undefined;
        const { path, readers } = known ?? { path: joined, readers: undefined };
        if ([path, joined, folder + joined].some(ignored))
            return undefined;
        const [changed, closed] = [docs?.changes.get(joined), docs?.closed.get(joined)];
        return { path, page: joined, readers, changed, closed };
    }
    const mostRead = [...read]
        .sort(([, a], [, b]) => b.readers.human - a.readers.human)
        .map(([joined]) => joined);
    return { join, find, mostRead };
}
function isSiteOrigin(origin, siteUrl) {
    const { protocol, host } = URL.parse(origin) ?? { protocol: "", host: "" };
    return /^https?:$/.test(protocol) && (siteUrl === undefined || host === siteUrl.host);
}
function joinedPath(text) {
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
function plainName(path) {
    return isPlainPath(path) && !/[._]/.test(path) ? path : "a page with an unusual name";
}
function isPlainPath(path) {
    return /^\/[A-Za-z0-9/_.-]{0,99}$/.test(path) && !path.includes("//") && !path.split("/").includes("..");
}

;// CONCATENATED MODULE: ./build/visitors/kinds.js







const pageKinds = {
    up: {
        mark: "▲",
        sentence: (finding, siteUrl) => `${pageLink(finding.path, siteUrl)} has ${timesAsMany(finding)} times as many visitors (${beforeAndNow(finding)}). Is it complete and current?`,
        brief: (finding) => `${plainName(finding.path)} ×${timesAsMany(finding)} (${beforeAndNow(finding)})`,
        request: ({ path, previous, current }) => `Check that ${path} is complete and current. Its visitors went from ${(0,words/* grouped */.zD)(previous.total)} to ${(0,words/* grouped */.zD)(current.total)}. Change nothing else.`,
    },
    down: {
        mark: "▼",
        sentence(finding, siteUrl) {
            const [before, now] = [finding.previous.total, finding.current.total];
            const open = now * 5 <= before ? " Open it: does it still show what it did?" : "";
            return `${pageLink(finding.path, siteUrl)} has ${wholePercents(before, now)}% fewer visitors (${beforeAndNow(finding)}).${open} Do the links to it work?`;
        },
        brief: (finding) => `${plainName(finding.path)} ${change(finding.previous.total, finding.current.total)} (${beforeAndNow(finding)})`,
        request: ({ path }) => `Check that the links to ${path} work and that it is easy to find. Change nothing else.`,
    },
    new: {
        mark: "new",
        change: ({ current }) => `+${(0,words/* grouped */.zD)(current.total)}`,
        sentence: ({ path, current }, siteUrl) => `${pageLink(path, siteUrl)} is new and has ${visitors(current)}. Do related pages link to it?`,
        several: {
            name: "new pages",
            most: ({ path, current }, siteUrl) => `the most read is ${pageLink(path, siteUrl)} (${visitors(current)}). ${isPlainPath(path) ? "Do related pages link to them?" : "Does your site have them?"}`,
        },
        brief: ({ path, current }) => `${plainName(path)} is new (${visitors(current)})`,
        request: ({ path }) => `Link ${path} from related pages: it is new. Change nothing else.`,
        requestMany: (folder) => `Link the new pages below ${folder} from related pages.`,
    },
    gone: {
        mark: "gone",
        change: () => "redirect?",
        sentence: ({ path, previous }) => `${pageLink(path)} had ${visitors(previous)} and is gone. Does the old address redirect?`,
        several: {
            name: "pages are gone",
            most: ({ path, previous }) => `the most read was ${pageLink(path)} (${visitors(previous)}). Do the old addresses redirect?`,
        },
        brief: ({ path, previous }) => `${plainName(path)} is gone (${visitors(previous)} before)`,
        request: ({ path }) => `Check that ${path} redirects to the page that replaced it. Add the redirect if it does not. Change nothing else.`,
    },
    moved: {
        mark: "moved",
        sentence: ({ path, from = "", previous, current }, siteUrl) => `${pageLink(from)} seems to have moved to ${pageLink(path, siteUrl)} (${(0,words/* grouped */.zD)(previous.total)} → ${visitors(current)}). Does the old address redirect?`,
        several: {
            name: "pages moved",
            most: ({ path, previous, current }, siteUrl) => `the most read is ${pageLink(path, siteUrl)} (${(0,words/* grouped */.zD)(previous.total)} → ${visitors(current)}). Do the old addresses redirect?`,
        },
        brief: ({ path, from = "" }) => `${plainName(from)} moved to ${plainName(path)}`,
        request: ({ path, from = "" }) => `Check that ${from} redirects to ${path}. Add the redirect if it does not. Change nothing else.`,
        requestMany: (folder, fromFolder) => `Check that the old addresses below ${fromFolder} redirect to ${folder}. Add the redirects that are missing. Change nothing else.`,
    },
};
function timesAsMany({ previous, current }) {
    return multiple(current.total / previous.total);
}
function beforeAndNow({ previous, current }) {
    return `${(0,words/* grouped */.zD)(previous.total)} → ${(0,words/* grouped */.zD)(current.total)}`;
}
function visitors({ total }) {
    return (0,words/* plural */.LS)(total, "visitor");
}
const siteKinds = {
    fewerPeople: {
        call: "Find out why fewer people came",
        what: "Fewer people across the site",
        look: () => "Check search results, the links that bring people, and the domain, unless it was a holiday.",
    },
    fewerAi: {
        call: "Find out what keeps AI out",
        what: "Less AI across the site",
        look: () => "Does robots.txt, a firewall or a bot filter keep assistants out?",
    },
    fewerPeopleAndAi: {
        call: "Find out why fewer came",
        what: "People and AI fell across the site",
        look: (service) => `Unless this was a holiday, check that ${service} still records visits.`,
    },
};
const plainTerm = /^(?=.{1,32}$)[A-Za-z0-9_-]+(?: [A-Za-z0-9_-]+){0,2}$/;
const nextKinds = {
    "rated-down": {
        sentence(row, report) {
            const changed = row.changed && ` It was ${changedOn(row.changed, report)}; older votes still count.`;
            const elsewhere = Math.round((row.rest.down / row.rest.votes) * 100);
            return `${pageLink(row.path, report.siteUrl)}: **${(0,words/* grouped */.zD)(row.down)} of ${(0,words/* grouped */.zD)(row.votes)}** votes are thumbs down (${elsewhere}% elsewhere).${people(row, report)} Comments in the dashboard may say why.${changed ?? ""}`;
        },
        brief: (row) => `${(0,words/* grouped */.zD)(row.down)} of ${(0,words/* plural */.LS)(row.votes, "vote")} down`,
        request: () => undefined,
    },
    "examples-reported": {
        sentence: (row, report) => `${pageLink(row.path, report.siteUrl)}: **${(0,words/* plural */.LS)(row.reports, "report")}** on its code examples${since(row, report)}, all open.${people(row, report)}${committed(row, report)}`,
        brief: (row) => `${(0,words/* plural */.LS)(row.reports, "report")} on its examples`,
        request: ({ path }) => `Check every code example on ${path} against the code, and correct those that fail. Change nothing else.`,
    },
    "asked-unanswered": {
        sentence: (row, report) => `${pageLink(row.path, report.siteUrl)}: the assistant had no answer to **${(0,words/* grouped */.zD)(row.unanswered)} of ${(0,words/* grouped */.zD)(row.asked)}** questions asked here${since(row, report)}, in ${(0,words/* plural */.LS)(row.conversations, "conversation")}.${people(row, report)}${committed(row, report)}`,
        brief: (row) => `${unanswered(row)} unanswered`,
        request: (row) => `The assistant could not answer ${unanswered(row)} asked on ${row.path}. Read the page and the code it describes, find what is missing, and add it. Change nothing else.`,
    },
    unchanged: {
        sentence: (row, { siteUrl, periods }) => `${pageLink(row.path, siteUrl)}: ${(0,words/* plural */.LS)(row.readers?.human ?? 0, "person", "people")} read it ${periodLabels(periods).during}, and its file is from ${(0,dates/* writtenMoment */.yc)(row.committedAt, { year: true, clock: false })}.`,
        brief: (row) => `unchanged since ${(0,dates/* writtenMoment */.yc)(row.committedAt, { year: true, clock: false })}`,
        request: ({ path }) => `Check ${path} against the code, and correct what differs. Change nothing else.`,
    },
    "searched-unclicked": {
        sentence: (row) => `Readers searched for ${(0,markdown/* codeSpan */.SS)(row.term, 48)} **${(0,words/* plural */.LS)(row.hits, "time")}** and opened ${opened(row)} (${(0,words/* plural */.LS)(row.hitsBefore, "time")} in the ${questionDays} days before).`,
        brief: (row) => (0,words/* plural */.LS)(row.hits, "time"),
        request: (row) => plainTerm.test(row.term)
            ? `Readers search for "${row.term}" and open ${opened(row)}. If a page covers it, add these words to it; if none does, say so in the pull request and change nothing else.`
            : undefined,
    },
};
function plainTopic(row) {
    if (row.kind !== "searched-unclicked")
        return plainName(row.path);
    return `a search that is ${row.clicks === 0 ? "never" : "hardly ever"} opened`;
}
const ordinals = { one: "st", two: "nd", few: "rd", many: "th", other: "th", zero: "th" };
function nthOf(row, { memory, periods }) {
    if (!("page" in row) || !memory?.to)
        return "";
    if (row.nth === undefined)
        return "new";
    const ending = ordinals[new Intl.PluralRules("en", { type: "ordinal" }).select(row.nth)];
    return `${row.nth}${ending} ${periods.unit}`;
}
function requestOn(row) {
    return "path" in row && !isPlainPath(row.path) ? undefined : nextKindOf(row.kind).request(row);
}
function nextKindOf(kind) {
    return nextKinds[kind];
}
function people({ readers }, { periods }) {
    if (readers === undefined)
        return "";
    return ` ${(0,words/* plural */.LS)(readers.human, "person", "people")} read it ${periodLabels(periods).during}.`;
}
function changedOn({ at, pull }, { docs }) {
    const on = (0,dates/* writtenMoment */.yc)(at, { clock: false });
    return pull === undefined || docs === undefined
        ? `committed on ${on}`
        : `changed on ${on} (${pullLink(pull, docs)})`;
}
function closedOn(row, { docs }) {
    if (!("closed" in row) || row.closed === undefined || docs === undefined)
        return "";
    const { number, at } = row.closed;
    return ` ${pullLink(number, docs)} for it was closed on ${(0,dates/* writtenMoment */.yc)(at, { clock: false })}.`;
}
function pullLink(number, { address }) {
    return `[#${number}](<${address}/pull/${number}>)`;
}
function since({ changed }, report) {
    return changed?.pull === undefined ? "" : ` since it was ${changedOn(changed, report)}`;
}
function committed({ changed }, report) {
    return changed?.pull === undefined && changed ? ` Its file was ${changedOn(changed, report)}.` : "";
}
function unanswered({ unanswered, asked }) {
    return `${(0,words/* grouped */.zD)(unanswered)} of ${(0,words/* plural */.LS)(asked, "question")}`;
}
function opened({ clicks }) {
    return clicks === 0 ? "nothing" : "almost nothing";
}

// EXTERNAL MODULE: ./build/outcomes.js
var outcomes = __webpack_require__(6927);
;// CONCATENATED MODULE: ./build/visitors/notices.js


const refusals = new Set(["api-key", "payment", "forbidden"]);
const tolerance = 1.05;
function contradictionNotice({ data, service }) {
    for (const [period, when] of [
        [data.current, ""],
        [data.previous, "the period before: "],
    ]) {
        if (period === undefined)
            continue;
        const { human, ai, total } = period.totals;
        const page = period.rows.reduce((max, row) => Math.max(max, row.human, row.ai, row.total), 0);
        const fits = Math.max(human, ai) <= total * tolerance && total <= (human + ai) * tolerance;
        if (fits && page <= total * tolerance)
            continue;
        const figures = fits
            ? `a page ${(0,words/* grouped */.zD)(page)}, the site ${(0,words/* grouped */.zD)(total)}`
            : `people ${(0,words/* grouped */.zD)(human)}, AI ${(0,words/* grouped */.zD)(ai)}, all ${(0,words/* grouped */.zD)(total)}`;
        return `These counts contradict each other (${when}${figures}). Don't decide on them. Try again tomorrow; if it stays, ask ${service}.`;
    }
    return undefined;
}
function noticesOf(report) {
    const doubts = report.data.missing.filter(({ what }) => /^(?:pages|previous|previous-pages)$/.test(what));
    if (doubts.length === 0)
        return [];
    const isListed = doubts.some(({ what }) => what !== "previous");
    const lists = isListed ? "The totals are complete; page findings cover only the most-read pages. " : "";
    return [`${lists}${notRead(gapsOf(doubts, report))}.`];
}
function smallGaps(report) {
    const { data } = report;
    const trend = data.missing.filter(({ what }) => what === "trend");
    const others = sourceGaps(report, refusedSignals(data) === undefined ? data.signals.missing : []);
    const gaps = [...gapsOf(trend, report), ...others];
    return gaps.length === 0 ? undefined : notRead(gaps);
}
function unreadSources(report) {
    return [...new Set(sourceGaps(report).map(({ part }) => part))];
}
function sourceGaps(report, signals = report.data.signals.missing) {
    const rows = report.data.missing.filter(({ what }) => what === "rows");
    return [...gapsOf([...rows, ...signals], report), ...(report.docs?.missing ?? [])];
}
function refusedSignals({ signals }) {
    const { feedback, questions, searches, missing } = signals;
    if (missing.length === 0 || feedback || questions || searches || !missing.every(isRefusal))
        return undefined;
    const names = (0,words/* list */.p_)([...new Set(missing.map(({ what }) => what))]);
    return `The plan or the key does not include ${names}. \`signals: none\` hides this line.`;
}
function isRefusal({ reason }) {
    return reason !== undefined && refusals.has(reason);
}
function notRead(gaps) {
    const parts = Array.from(Map.groupBy(gaps, ({ reason }) => reason), ([reason, same]) => `${(0,words/* list */.p_)([...new Set(same.map(({ part }) => part))])} (${reason})`);
    return `Not read: ${parts.join("; ")}`;
}
function gapsOf(missing, report) {
    return missing.map((item) => ({ part: partOf(item, report), reason: reasonOf(item) }));
}
function partOf({ what, why, count = 0 }, { data, periods }) {
    switch (what) {
        case "pages":
            return `pages of this ${periods.unit} beyond the first ${(0,words/* grouped */.zD)(data.current.rows.length)}`;
        case "previous-pages":
            return `pages of the ${periods.unit} before beyond the first ${(0,words/* grouped */.zD)(data.previous?.rows.length ?? 0)}`;
        case "previous":
            return "the period before";
        case "trend": {
            const gaps = data.trend.filter((point) => point === undefined).length;
            return `${(0,words/* grouped */.zD)(gaps)} of the ${(0,words/* plural */.LS)(data.trend.length, periods.unit)} of the trend`;
        }
        case "rows":
            return (0,words/* plural */.LS)(count, "row");
        default:
            return why === "malformed" ? `some ${what}` : what;
    }
}
const reasons = {
    budget: "`max-requests` left too few requests; raise it to read more",
    time: "`timeout-minutes` was reached; raise it to read more",
    pagination: "the service kept announcing more pages that were empty, repeated or short",
    malformed: "wrong shape or impossible numbers",
};
function reasonOf(item) {
    if (item.why !== "failure")
        return reasons[item.why];
    return isRefusal(item) ? "plan or key" : (0,words/* lowerFirst */.oZ)((0,outcomes/* errorRowOf */.Qk)(item.reason).headline);
}

;// CONCATENATED MODULE: ./build/visitors/advice.js









const howToUseCommands = "Paste a command as a comment on an issue or pull request. Each starts a paid job with its own pull request.";
function adviceSections(report) {
    const { worthALook, others, next, memory, changedSince, docs, data, triggerPhrase } = report;
    let isExplained = false;
    const item = (sentence, request) => {
        if (triggerPhrase === undefined || request === undefined)
            return `- ${sentence}`;
        const above = isExplained ? "" : `\n\n  ${howToUseCommands}`;
        isExplained = true;
        return `- ${sentence}${above}\n\n${commandFence(triggerPhrase, request)}`;
    };
    const looks = worthALook.map((finding) => item(sentenceOf(finding, report), requestOf(finding)));
    const rows = next.map((row) => {
        const nth = nthOf(row, report);
        const closed = closedOn(row, report);
        const told = `${nextKindOf(row.kind).sentence(row, report)}${closed}${nth && ` (${nth})`}`;
        return item(told, closed === "" ? requestOn(row) : undefined);
    });
    const news = next.length > 0 && memory?.to ? `, new ${periodLabels(report.periods).during}` : "";
    const readers = `and this ${report.periods.unit}'s readers`;
    const sources = `Based on ${joinParts([...sourcesOf(data.signals), readers], ", ")}.`;
    const changes = changedSince.map((row) => {
        const page = pageLink(row.path, report.siteUrl);
        return `- ${page} was ${changedOn(row.changed, report)}. ${verdictOn(row, report)}`;
    });
    const sections = [
        looks.length > 0 && `### Worth a look${news}\n\n${looks.join("\n")}`,
        others.length > 0 && `Also: ${firstTwo(others.map(briefly))}.`,
        rows.length > 0 && `### What to document next\n\n${sources}\n\n${rows.join("\n")}`,
        refusedSignals(data),
        changes.length > 0 && `### Changed since\n\n${changes.join("\n")}`,
        docs && pulls(docs),
    ];
    return joinParts(sections, "\n\n");
}
function pulls(docs) {
    if (docs.pulls === undefined)
        return undefined;
    const { days, merged, closed, open, halfMergedWithin, waiting } = docs.pulls;
    const all = merged + closed + open;
    const typically = merged > 1 ? ", typically" : "";
    const counted = (count, end) => count > 0 && (all === 1 ? end : `${count} ${end}`);
    const ends = [
        counted(merged, `merged${typically} within ${(0,words/* plural */.LS)(halfMergedWithin, "day")}`),
        counted(closed, "closed"),
        counted(open, "open"),
    ];
    const [oldest, ...others] = waiting;
    const told = [
        all === 0
            ? `None in ${(0,words/* plural */.LS)(days, "day")}.`
            : `${all} in ${(0,words/* plural */.LS)(days, "day")}: ${joinParts(ends, ", ")}.`,
        oldest &&
            `Merge or close ${pullLink(oldest.number, docs)}: it has waited for ${(0,words/* plural */.LS)(oldest.days, "day")}.`,
        others.length > 0 && `${others.length} more for over a week.`,
    ];
    return `### The agent's pull requests\n\n${joinParts(told, " ")}`;
}
function sentenceOf(finding, report) {
    if (!("path" in finding)) {
        const { what, look } = siteKinds[finding.kind];
        const isComplete = report.data.current.complete && report.data.previous?.complete;
        return `**${what}.** ${isComplete ? "No single page" : "No page that was read"} explains it. ${look(report.service)}`;
    }
    const { sentence, several } = pageKinds[finding.kind];
    const { group } = finding;
    if (group === undefined || several === undefined)
        return sentence(finding, report.siteUrl);
    return `**${(0,words/* grouped */.zD)(group.pages)} ${several.name}**${whereIs(group)}; ${several.most(finding, report.siteUrl)}`;
}
function whereIs({ pages, below, folder, fromFolder }) {
    if (folder === undefined)
        return "";
    if (fromFolder !== undefined)
        return ` from ${pageLink(fromFolder)} to ${pageLink(folder)}`;
    return `, ${below === pages ? "all" : `${(0,words/* grouped */.zD)(below ?? 0)} of them`} below ${pageLink(folder)}`;
}
function requestOf(finding) {
    if (!("path" in finding) || finding.path === "/")
        return undefined;
    const { path, from = "/", group } = finding;
    const { request, requestMany } = pageKinds[finding.kind];
    if (group === undefined)
        return isPlainPath(path) && isPlainPath(from) ? request(finding) : undefined;
    const { folder = "", fromFolder = "/" } = group;
    return isPlainPath(folder) && isPlainPath(fromFolder) ? requestMany?.(folder, fromFolder) : undefined;
}
function commandFence(triggerPhrase, request) {
    const start = `${triggerPhrase} --new`;
    const lines = `${"x".repeat(start.length)} ${request}`.match(/(?:\S{37,}|\S.{0,35})(?=\s|$)/g) ?? [];
    return `  \`\`\`\n  ${start}${lines.join("\n  ").slice(start.length)}\n  \`\`\``;
}
function sourcesOf({ feedback, questions, searches }) {
    const others = joinParts([questions?.areAll && "questions", searches && "searches"], " and ");
    return [
        feedback && `${feedbackDays} days of feedback`,
        questions?.areAll === false && `the newest ${(0,words/* plural */.LS)(questions.newest.length, "question")}`,
        others && `${questionDays} days of ${others}`,
    ];
}
function briefly(finding) {
    if (!("path" in finding))
        return (0,words/* lowerFirst */.oZ)(siteKinds[finding.kind].what);
    const { brief, several } = pageKinds[finding.kind];
    const { group } = finding;
    return group && several ? `${(0,words/* grouped */.zD)(group.pages)} ${several.name}` : brief(finding);
}
const chanceBound = 0.025;
const fewestQuestions = 5;
const fewestDays = 14;
const missedReports = 3;
function verdictOn(row, { periods, data }) {
    const days = Math.max(0, Math.floor((periods.current.to - row.changed.at) / dates/* day */.vd));
    if (row.kind === "examples-reported")
        return onReports(row.reports, row.before.reports, days);
    const then = data.signals.questions?.areAll ? ` in the ${(0,words/* plural */.LS)(questionDays - days, "day")}` : "";
    return onQuestions(row, row.before, `${(0,words/* plural */.LS)(days, "day")} since`, `${then} before`);
}
function onQuestions({ unanswered, asked }, before, since, then) {
    const was = `${(0,words/* grouped */.zD)(before.unanswered)} of ${(0,words/* grouped */.zD)(before.asked)}`;
    if (asked === 0)
        return `**Too early to tell:** no question in ${since}, ${was} unanswered${then}.`;
    const now = `${(0,words/* grouped */.zD)(unanswered)} of ${(0,words/* plural */.LS)(asked, "question")} unanswered in ${since}, ${was}${then}.`;
    if (asked < fewestQuestions)
        return `**Too early to tell:** ${now}`;
    const chance = chanceOfAtMost(unanswered, asked, before.unanswered + unanswered, before.asked + asked);
    const isLess = unanswered * before.asked < before.unanswered * asked;
    if (chance > chanceBound)
        return `**${isLess ? "Too early to tell" : "No change yet"}:** ${now}`;
    return `**It helped:** unanswered questions fell from ${was}${then} to ${(0,words/* grouped */.zD)(unanswered)} of ${(0,words/* grouped */.zD)(asked)} in ${since}.`;
}
function onReports(reports, before, days) {
    const perDay = before / (feedbackDays - days);
    const now = reports === 0 ? "no report" : (0,words/* plural */.LS)(reports, "report");
    const text = `${now} on its code examples in ${(0,words/* plural */.LS)(days, "day")} since, ${(0,words/* grouped */.zD)(before)} in the ${feedbackDays - days} before.`;
    if (reports === 0 && days >= fewestDays && perDay * days >= missedReports)
        return `**It helped:** ${text}`;
    return reports > 0 && reports * 2 >= perDay * days
        ? `**No change yet:** ${text}`
        : `**Too early to tell:** ${text}`;
}

;// CONCATENATED MODULE: ./build/visitors/findings.js


const fewVisitors = 100;
function findFindings(all, ignored = () => false) {
    const current = without(ignored, all.current);
    const previous = all.previous && without(ignored, all.previous);
    const [now, before] = [current.totals, previous?.totals ?? noVisitors];
    const largest = Math.max(now.total, before.total);
    const threshold = Math.max(20, Math.ceil(largest / 500));
    const pages = previous === undefined ? [] : comparablePages(current, previous);
    const compared = pages.filter((page) => isInBoth(page) && largerTotal(page) >= threshold).length;
    const deviations = Math.max(3, Math.sqrt(2 * Math.log(10 * Math.max(1, compared))));
    const site = { now, before, threshold, deviations };
    const found = pages.flatMap((page) => {
        const kind = judge(page, site);
        return kind === undefined ? [] : [{ kind, ...page }];
    });
    const moved = movedPages(found);
    const paths = new Set(moved.flatMap(({ from = "", path }) => [from, path]));
    const others = found.filter(({ kind, path }) => (kind !== "new" && kind !== "gone") || !paths.has(path));
    const told = Map.groupBy([...others, ...moved].sort((a, b) => atStake(b) - atStake(a) || (a.path < b.path ? -1 : 1)), isTold);
    return {
        threshold,
        siteThreshold: largest < fewVisitors ? Infinity : threshold,
        pages: told.get(true) ?? [],
        untold: told.get(false) ?? [],
    };
}
function isForCrawlers(path) {
    return /(?:^|\/)(?:llms(?:-full)?\.txt|robots\.txt|sitemap\.xml)$/.test(path);
}
function isTold({ kind, path }) {
    return !isForCrawlers(path) && (path !== "/" || kind === "up" || kind === "down");
}
function atStake({ previous, current, group }) {
    return group?.visitors ?? Math.abs(current.total - previous.total);
}
function inRounds(kinds, compare) {
    return [...kinds]
        .flatMap((ofKind) => ofKind.map((one, round) => ({ one, round })))
        .sort((a, b) => a.round - b.round || compare(a.one, b.one))
        .map(({ one }) => one);
}
function without(ignored, period) {
    return { ...period, rows: period.rows.filter((row) => hasPath(row) && !ignored(row.path)) };
}
function comparablePages(current, previous) {
    if (current.totals.total <= 0 || previous.totals.total <= 0)
        return [];
    const isComplete = current.complete && previous.complete;
    const [now, before] = [countsIn(current), countsIn(previous)];
    const paths = new Set([...current.rows, ...previous.rows].map(({ path }) => path));
    return [...paths].flatMap((path) => {
        const page = { path, current: now(path) ?? noVisitors, previous: before(path) ?? noVisitors };
        return isComplete || isInBoth(page) ? [page] : [];
    });
}
function isInBoth({ current, previous }) {
    return current.total > 0 && previous.total > 0;
}
function largerTotal({ current, previous }) {
    return Math.max(current.total, previous.total);
}
function judge(page, site) {
    const { current, previous } = page;
    if (largerTotal(page) < site.threshold)
        return undefined;
    if (previous.total <= 0)
        return "new";
    if (current.total <= 0)
        return page.path === "/" ? "down" : "gone";
    if (!hasChanged(page, growthOf(previous, site), site.deviations))
        return undefined;
    return current.total > previous.total ? "up" : "down";
}
function growthOf({ human, ai }, { now, before, threshold }) {
    const growth = (part) => now[part] / before[part];
    if (human + ai <= 0 || Math.min(before.human, before.ai) < threshold)
        return growth("total");
    return (human * growth("human") + ai * growth("ai")) / (human + ai);
}
function hasChanged({ current, previous }, growth, deviations) {
    const before = previous.total;
    const now = current.total;
    const expected = before * growth;
    const isChange = (from) => changedByFifth(from, now) && isBeyondChance(from, now, deviations);
    return isChange(before) && isChange(expected) && now > before === now > expected;
}
function movedPages(found) {
    const candidates = found.filter(({ kind }) => kind === "new" || kind === "gone");
    const bySegment = Map.groupBy(candidates, ({ path }) => segmentsOf(path).at(-1) ?? "");
    return [...bySegment].flatMap(([segment, pages]) => {
        const was = pages.find(({ kind }) => kind === "gone");
        const is = pages.find(({ kind }) => kind === "new");
        if (segment === "" || pages.length !== 2 || was === undefined || is === undefined)
            return [];
        const [before, now] = [was.previous.total, is.current.total];
        if (Math.min(before, now) * 2 < Math.max(before, now))
            return [];
        return [{ kind: "moved", path: is.path, from: was.path, current: is.current, previous: was.previous }];
    });
}
function segmentsOf(path) {
    return (0,words/* trimEndOf */.fC)(path, "/").split("/");
}

;// CONCATENATED MODULE: ./build/visitors/next.js





const maxRows = 5;
const maxChanged = 3;
const fewRows = 3;
const maxCandidates = 10;
const smallestRest = 20;
const neglectedDays = 365;
function findNextRows({ current, signals }, options) {
    const { threshold, periods, memory, docs } = options;
    const { feedback, questions, searches } = signals;
    const pages = joinPages(current, options);
    const found = [
        ratedDown(feedback?.votes ?? [], pages, threshold),
        examplesReported(feedback?.exampleReports ?? [], pages),
        askedUnanswered(questions?.newest ?? [], pages),
        searchedUnclicked(searches ?? { recent: [], before: [], unlisted: 0 }),
    ];
    const kinds = found.map((ofKind) => ofKind
        .map((row) => ("page" in row ? { ...row, nth: timesInRow(options, row.kind, row.page) } : row))
        .sort((a, b) => Number(isOld(a)) - Number(isOld(b)) || byConcerned(a, b)));
    const isSettled = (row) => "before" in row && row.before !== undefined;
    const rows = inRounds(kinds.map((ofKind) => ofKind.filter((row) => !isSettled(row))), byConcerned);
    const settled = kinds.flat().filter(isSettled);
    const withFinding = new Set([...rows, ...settled].flatMap((row) => ("page" in row ? [row.page] : [])));
    const others = pages.mostRead.flatMap((page) => (withFinding.has(page) ? [] : (pages.find(page) ?? [])));
    const neglected = others
        .flatMap((page) => {
        const committedAt = docs?.committed.get(page.page) ?? Number.NaN;
        const isNeglected = periods.current.to - committedAt > neglectedDays * dates/* day */.vd;
        const mayBeShown = memory !== undefined && !isResting(options, "unchanged", page.page);
        return isNeglected && mayBeShown ? [{ kind: "unchanged", ...page, committedAt }] : [];
    })
        .sort((a, b) => a.committedAt - b.committedAt);
    return {
        next: [...rows.slice(0, maxRows), ...(rows.length < fewRows ? neglected.slice(0, 1) : [])],
        changedSince: settled.sort((a, b) => b.changed.at - a.changed.at).slice(0, maxChanged),
        candidates: [...withFinding, ...others.map(({ page }) => page)].slice(0, maxCandidates),
    };
}
function standsOut({ part, whole }, rest, compared) {
    if (rest.whole < smallestRest)
        return false;
    return chanceOfAtLeast(part, whole, rest.part / rest.whole) * Math.max(20, compared) < 0.1;
}
function ratedDown(all, pages, threshold) {
    const sumOf = (votes) => {
        const down = votes.reduce((sum, page) => sum + page.down, 0);
        return { down, votes: votes.reduce((sum, page) => sum + page.up, down) };
    };
    const byPage = Array.from(groupedByPage(all, pages), ([joined, votes]) => ({ joined, ...sumOf(votes) }));
    const site = sumOf(all.filter(({ page }) => pages.join(page) !== undefined));
    const compared = byPage.filter(({ votes }) => votes >= 4).length;
    return byPage.flatMap(({ joined, down, votes }) => {
        const rest = { down: site.down - down, votes: site.votes - votes };
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
function pagesWithFinding(byPage, pages, isFinding) {
    return [...byPage].flatMap(([joined, all]) => {
        const page = isFinding(all, all) ? pages.find(joined) : undefined;
        if (page === undefined)
            return [];
        const start = page.changed?.pull === undefined ? 0 : page.changed.at;
        const isBefore = ({ at = start }) => at < start;
        const since = all.filter((one) => !isBefore(one));
        return [{ page, since, before: isFinding(since, all) ? undefined : all.filter(isBefore) }];
    });
}
function countDays(said) {
    return new Set(said.flatMap(({ at }) => (at === undefined ? [] : (0,dates/* midnightBefore */.Qg)(at)))).size;
}
function examplesReported(all, pages) {
    const found = pagesWithFinding(groupedByPage(all, pages), pages, (some) => countDays(some) >= 2);
    return found.map(({ page, since, before }) => {
        const settled = before && { reports: before.length };
        return { kind: "examples-reported", ...page, reports: since.length, before: settled };
    });
}
function askedUnanswered(all, pages) {
    const onSite = all.filter(({ page }) => page === undefined || pages.join(page) !== undefined);
    const [site, unanswered] = [conversationsOf(onSite), conversationsOf(onSite.filter(isUnanswered))];
    const byPage = groupedByPage(onSite, pages);
    const compared = [...byPage.values()].filter((asked) => conversationsOf(asked).size >= 4).length;
    const found = pagesWithFinding(byPage, pages, (some, onPage) => {
        const withoutAnswer = some.filter(isUnanswered);
        const share = { part: conversationsOf(withoutAnswer).size, whole: conversationsOf(some).size };
        const here = conversationsOf(onPage);
        const elsewhere = [...unanswered].filter((conversation) => !here.has(conversation));
        const rest = { part: elsewhere.length, whole: site.size - here.size };
        return share.part >= 4 && countDays(withoutAnswer) >= 2 && standsOut(share, rest, compared);
    });
    return found.map(({ page, since, before }) => {
        const settled = before && countQuestions(before);
        return { kind: "asked-unanswered", ...page, ...countQuestions(since), before: settled };
    });
}
function countQuestions(all) {
    const unanswered = all.filter(isUnanswered);
    const conversations = conversationsOf(unanswered).size;
    return { unanswered: unanswered.length, asked: all.length, conversations };
}
function isUnanswered({ answered }) {
    return !answered;
}
function conversationsOf(questions) {
    return new Set(questions.map(({ conversation }) => conversation));
}
function searchedUnclicked({ recent, before, unlisted }) {
    const termsNow = searchTerms(recent);
    const termsBefore = searchTerms(before);
    const site = { hits: 0, clicks: 0 };
    for (const { hits, clicks } of [...termsNow.values(), ...termsBefore.values()]) {
        site.hits += hits;
        site.clicks += clicks;
    }
    const repeated = [...termsNow.values()].flatMap((now) => {
        const was = termsBefore.get(now.term);
        if (now.hits < Math.max(5, 4 * unlisted) || isPrivateTerm(now.term))
            return [];
        return was === undefined || was.hits < 2 ? [] : [{ now, was }];
    });
    return repeated.flatMap(({ now, was }) => {
        const hits = now.hits + was.hits;
        const clicks = now.clicks + was.clicks;
        if (clicks * 20 > hits)
            return [];
        const rest = { part: site.hits - hits - (site.clicks - clicks), whole: site.hits - hits };
        if (!standsOut({ part: hits - clicks, whole: hits }, rest, repeated.length))
            return [];
        return [{ kind: "searched-unclicked", term: now.term, hits: now.hits, hitsBefore: was.hits, clicks }];
    });
}
function groupedByPage(all, pages) {
    const byPage = Map.groupBy(all, ({ page }) => (page === undefined ? undefined : pages.join(page)));
    return new Map([...byPage].flatMap(([joined, group]) => (joined === undefined ? [] : [[joined, group]])));
}
function byConcerned(a, b) {
    return concerned(b) - concerned(a) || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
}
function concerned(row) {
    return row.kind === "searched-unclicked" ? row.hits : (row.readers?.human ?? -1);
}
const longestTerm = 100;
function searchTerms(typed) {
    const byName = new Map();
    for (const { term, hits, clicks } of typed) {
        if (term.length > longestTerm)
            continue;
        const name = term.trim().toLowerCase().replaceAll(/\s+/g, " ");
        const known = byName.get(name) ?? { hits: 0, clicks: 0 };
        byName.set(name, { term: name, hits: known.hits + hits, clicks: known.clicks + clicks });
    }
    const names = [...byName.keys()].sort();
    for (const [index, name] of names.entries()) {
        const letters = name.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
        const isBeginning = names[index + 1]?.startsWith(name) === true;
        if (isBeginning || name.endsWith("?") || letters < 3 || name.split(" ").length > 6)
            byName.delete(name);
    }
    return byName;
}
const privateWords = /[\p{L}\p{M}_-]{21}|(?=[^ ]*\p{Nd})[^ ]{13}|(?:key|pass|pwd|secret|token).*\p{Nd}/u;
function isPrivateTerm(term) {
    const isPlain = /^[\p{L}\p{M}\p{Nd} _-]*$/u.test(term);
    const digits = term.match(/\p{Nd}/gu)?.length ?? 0;
    return !isPlain || digits > 5 || privateWords.test(term);
}

;// CONCATENATED MODULE: ./build/visitors/worth-a-look.js



const maxFindings = 3;
const fewestPages = 3;
const maxDepth = 10;
function notableFindings(basis) {
    const { data, findings } = basis;
    const kind = siteChange(basis);
    const [now, before] = [data.current.totals, data.previous?.totals];
    const isFall = kind !== undefined && kind !== "more" && kind !== "newPages" && before !== undefined;
    const ofSite = isFall ? [{ kind, current: now, previous: before }] : [];
    const kinds = Map.groupBy(findings.pages, ({ kind }) => kind);
    const grouped = Array.from(kinds.values(), withGroups);
    const byStake = (a, b) => atStake(b) - atStake(a);
    const ofPages = inRounds(grouped, byStake);
    const chosen = ofPages.splice(0, maxFindings - ofSite.length).sort(byStake);
    return { worthALook: [...ofSite, ...chosen], others: ofPages };
}
function withGroups(pages) {
    const [first] = pages;
    if (first === undefined || pages.length < fewestPages)
        return [...pages];
    if (first.kind === "moved")
        return groupedMoves(pages);
    if (first.kind === "up" || first.kind === "down")
        return [...pages];
    const [found] = [...Map.groupBy(pages.flatMap(foldersAbove), (folder) => folder)]
        .map(([folder, all]) => ({ folder, below: all.length }))
        .filter(({ below }) => below * 2 >= pages.length)
        .sort((a, b) => b.below - a.below || b.folder.length - a.folder.length || (a.folder < b.folder ? -1 : 1));
    return [{ ...first, group: { pages: pages.length, ...found } }];
}
function foldersAbove({ path }) {
    const folders = [];
    for (let end = path.indexOf("/", 1); end > 0 && folders.length < maxDepth; end = path.indexOf("/", end + 1))
        folders.push(path.slice(0, end + 1));
    return folders;
}
function groupedMoves(pages) {
    const byFolders = Map.groupBy(pages, (page) => JSON.stringify(foldersOfMove(page)));
    return [...byFolders.values()].flatMap((moves) => {
        const [first] = moves;
        if (first === undefined || moves.length < fewestPages)
            return moves;
        const visitors = moves.reduce((sum, { previous }) => sum + previous.total, 0);
        return [{ ...first, group: { pages: moves.length, ...foldersOfMove(first), visitors } }];
    });
}
function foldersOfMove({ from = "", path }) {
    const [before, after] = [segmentsOf(from), segmentsOf(path)];
    while (before.length > 1 && after.length > 1 && before.at(-1) === after.at(-1)) {
        before.pop();
        after.pop();
    }
    return { folder: `${after.join("/")}/`, fromFolder: `${before.join("/")}/` };
}
function siteChange(report) {
    const { findings } = report;
    const now = report.data.current.totals;
    const before = comparableTotals(report);
    const { from, to } = report.periods.current;
    const days = (to - from) / dates/* day */.vd;
    if (before === undefined || hasNoVisitors(now) || (days % 7 !== 0 && days < 28))
        return undefined;
    const changed = (group, sign) => Math.sign(now[group] - before[group]) === sign && isBeyondChance(before[group], now[group]);
    const isFar = (group) => before[group] >= findings.threshold && changedByFifth(before[group], now[group]);
    for (const sign of [-1, 1]) {
        const group = ["human", "ai"].find((one) => changed(one, sign) && isFar(one));
        if (group === undefined)
            continue;
        const changeOf = ({ current, previous }) => (current[group] - previous[group]) * sign;
        const pages = [...findings.pages, ...findings.untold];
        const ofNew = pages.reduce((sum, page) => sum + (page.kind === "new" ? changeOf(page) : 0), 0);
        const half = ((now[group] - before[group]) * sign) / 2;
        if (ofNew >= half)
            return sign === 1 ? "newPages" : undefined;
        if (pages.some((page) => changeOf(page) >= half))
            return undefined;
        if (sign === 1)
            return "more";
        const isAlsoAi = changed("ai", sign) && Math.abs(now.ai - before.ai) * 10 >= before.ai;
        return group === "ai" ? "fewerAi" : isAlsoAi ? "fewerPeopleAndAi" : "fewerPeople";
    }
    return undefined;
}

;// CONCATENATED MODULE: ./build/visitors/headline.js











const equalShares = 0.005;
const alike = 0.02;
function reportHeadline(report, isPlain = false) {
    const { totals } = report.data.current;
    if (report.isContradictory)
        return `**${(0,words/* plural */.LS)(totals.total, "visitor")}.**`;
    if (hasNoVisitors(totals))
        return nobody(report);
    const passed = aiPassedPeople(report);
    const during = report.periods.unit === "week" ? " this week" : "";
    const parted = partedWays(report);
    const growth = parted === undefined && siteChange(report);
    const helped = report.changedSince.filter((row) => verdictOn(row, report).startsWith("**It helped"));
    const ended = report.next.length < maxRows ? absentPages(report, false) : [];
    const off = ended.filter(({ path }) => report.changedSince.every(({ page }) => page !== path));
    const hasEnded = ({ page }) => ended.some(({ path }) => path === page);
    const changed = report.changedSince.filter((row) => hasEnded(row) && !helped.includes(row));
    const sentences = [
        parted ?? together(report),
        growth === "more" && "Growth was site-wide.",
        growth === "newPages" && "The growth came from new pages.",
        onePage(report, isPlain),
        passed,
        whatToDo(report, isPlain, passed === "" ? `Nothing needs you${during}` : "Nothing to do"),
        helped.length > 0 && `The change of ${namesOf(helped, report, isPlain)} helped.`,
        changed.length > 0 && `Changed: ${namesOf(changed, report, isPlain)}.`,
        off.length > 0 && `Off the list: ${namesOf(off, report, isPlain)}.`,
    ];
    return joinParts(sentences, " ");
}
function plainHeadline(report) {
    return reportHeadline(report, true).replaceAll("**", "");
}
function nobody(report) {
    const { previous } = report.data;
    const question = previous === undefined || hasNoVisitors(previous.totals)
        ? "Is this the right project, and is the site published?"
        : "Is the site up, and does the dashboard count visits?";
    return `**No visitors${comparison(report)}.** ${question}`;
}
function changeOf(report, group) {
    const before = comparableTotals(report)?.[group] ?? 0;
    return change(before, report.data.current.totals[group], report.findings.siteThreshold);
}
function together(report) {
    const now = report.data.current.totals;
    const before = comparableTotals(report);
    const hasNoAi = now.ai === 0 && (before?.ai ?? 0) === 0;
    const all = `**${(0,words/* plural */.LS)(now.total, "visitor")}${comparison(report)}**${hasNoAi ? ", no AI" : aiPart(report)}`;
    const [people, ai] = [changeOf(report, "human"), changeOf(report, "ai")];
    if (hasNoAi || before === undefined || people === "")
        return `${all}.`;
    if (ai === "")
        return `${all}. People ${people}.`;
    const isAlike = Math.abs(now.human / before.human - now.ai / before.ai) <= alike;
    return isAlike ? `${all}; people and AI alike.` : `${all}. People ${people}, AI ${ai}.`;
}
function partedWays(report) {
    const { data } = report;
    const now = data.current.totals;
    const before = comparableTotals(report);
    if (before === undefined || before.human <= 0 || before.ai <= 0)
        return undefined;
    for (const [lead, other, name, otherName] of [
        ["human", "ai", "People", "AI"],
        ["ai", "human", "AI", "people"],
    ]) {
        const difference = now[lead] - before[lead];
        const isClear = Math.abs(difference) * 10 >= before[lead] && isBeyondChance(before[lead], now[lead]);
        const sameWay = (now[other] - before[other]) * Math.sign(difference);
        const isAlone = 3 * sameWay * before[lead] < Math.abs(difference) * before[other];
        const led = changeOf(report, lead);
        if (!isClear || !isAlone || led === "")
            continue;
        const followed = changeOf(report, other);
        const beside = followed === "" ? "" : `, ${otherName} ${followed}`;
        const counts = `${(0,words/* grouped */.zD)(data.previous?.totals[lead] ?? 0)} → ${(0,words/* grouped */.zD)(now[lead])}`;
        return `**${name} ${led}${periodLabels(report.periods).perDay} (${counts})**${beside}. ${(0,words/* plural */.LS)(now.total, "visitor")} in all${comparison(report)}.`;
    }
    return undefined;
}
function comparison(report) {
    const { periods, data } = report;
    const before = data.previous?.totals.total;
    const now = data.current.totals.total;
    const then = `the ${periods.unit} before`;
    if (before === undefined)
        return "";
    if (before === 0)
        return now === 0 ? `, and none ${then} either` : `, none ${then}`;
    const percents = now === 0 ? "" : changeOf(report, "total");
    return percents === ""
        ? `, after ${(0,words/* grouped */.zD)(before)} ${then}`
        : `, ${percents}${periodLabels(report.periods).perDay}`;
}
function aiPart({ data, findings: { threshold } }) {
    const now = data.current.totals;
    const before = data.previous?.totals;
    if (now.ai === 0 || now.total < threshold)
        return "";
    const text = `, ${boundedPercent(aiShare(now))} of them AI`;
    if (before === undefined || before.total < threshold || changedByFifth(before.total, now.total))
        return text;
    return Math.abs(aiShare(now) - aiShare(before)) < equalShares ? `${text}, as before` : text;
}
function aiPassedPeople({ data, periods }) {
    const now = data.current.totals;
    const earlier = data.trend.slice(0, -1);
    const isFirst = earlier.length >= 2 && earlier.every((totals) => totals && totals.ai < totals.human);
    const before = data.previous?.totals;
    if (!isFirst || before === undefined || now.ai <= now.human)
        return "";
    const [is, was] = [now, before].map((totals) => boundedPercent(aiShare(totals)));
    return `AI passed people for the first time in the last ${(0,words/* plural */.LS)(data.trend.length, periods.unit)}: ${is} of visitors, ${was} the ${periods.unit} before.`;
}
function onePage(report, isPlain) {
    const now = report.data.current.totals.total;
    const before = comparableTotals(report)?.total ?? 0;
    const lost = before - now;
    const loss = (page) => page.previous.total - page.current.total;
    const [worst] = report.findings.pages.toSorted((a, b) => loss(b) - loss(a));
    if (worst === undefined)
        return "";
    const isCause = lost > 0 && isBeyondChance(before, now) && loss(worst) * 2 >= lost;
    if (!isCause && loss(worst) * 5 < before)
        return "";
    const part = worst.current.total === 0 ? "all" : `${(0,words/* grouped */.zD)(loss(worst))} of`;
    const visitors = (0,words/* plural */.LS)(worst.previous.total, "visitor");
    return `Open ${namesOf([worst], report, isPlain)} today: it lost ${part} its ${visitors}.`;
}
function namesOf(pages, { siteUrl }, isPlain) {
    return firstTwo(pages.map(({ path }) => (isPlain ? plainName(path) : pageLink(path, siteUrl))));
}
function whatToDo(report, isPlain, nothing) {
    const { worthALook, others, next, memory, docs } = report;
    const rows = [...worthALook.filter((finding) => "path" in finding), ...next];
    const noun = rows.every((row) => "path" in row && !("group" in row)) ? "page" : "finding";
    const verb = rows.length === 1 ? "wants" : "want";
    const isKnown = rows.every((row) => "path" in row) && next.length > 0 && memory?.to;
    const fresh = rows.filter((row) => "path" in row).filter((row) => !isOld(row));
    const news = isKnown && fresh.length > 0 ? `, new: ${namesOf(fresh, report, isPlain)}` : "";
    const want = `${(0,words/* plural */.LS)(rows.length, noun)} ${rows.every(isOld) ? "still " : ""}${verb} work${news}`;
    const [oldest] = docs?.pulls?.waiting ?? [];
    const calls = [
        ...worthALook.flatMap((finding) => ("path" in finding ? [] : [siteKinds[finding.kind].call])),
        ...(rows.length > 0 ? [want] : []),
        ...(others.length > 0 ? [(0,words/* plural */.LS)(others.length, "more stands out", "more stand out")] : []),
    ];
    const unread = (0,words/* list */.p_)(unreadSources(report));
    const open = namesOf(absentPages(report, true), report, isPlain);
    const gap = unread && `${unread} could not be read${open && `, so ${open} may still want work`}`;
    if (calls.length > 0) {
        if (oldest !== undefined)
            calls.push("a pull request waits");
        return `**${calls.join("; ")}.**${gap && ` ${(0,words/* upperFirst */.Zb)(gap)}.`}`;
    }
    const end = gap && `; ${gap}`;
    if (docs !== undefined && oldest !== undefined) {
        const pull = isPlain ? `docs pull request ${oldest.number}` : pullLink(oldest.number, docs);
        return `Merge or close ${pull}: it has waited for ${(0,words/* plural */.LS)(oldest.days, "day")}${end}.`;
    }
    if (!isQuiet(report))
        return open === "" ? `No page to act on${end}.` : `${(0,words/* upperFirst */.Zb)(gap)}.`;
    return `${gap === "" ? nothing : "The visitors need nothing from you"}${end}.`;
}
function isQuiet(report) {
    const is = report.data.current.totals;
    const was = comparableTotals(report);
    if (was === undefined || hasNoVisitors(was))
        return false;
    const fell = (group) => was[group] > 0 && (was[group] - is[group]) * 5 >= was[group];
    return report.notices.length === 0 && !fell("human") && !fell("ai") && !fell("total");
}

;// CONCATENATED MODULE: ./build/visitors/tables.js






function keyFigures(report, withBoth = false) {
    const { data, findings, periods } = report;
    const now = data.current.totals;
    const before = data.previous?.totals;
    if (hasNoVisitors(now) && hasNoVisitors(before ?? noVisitors))
        return undefined;
    const comparable = report.isContradictory ? undefined : comparableTotals(report);
    const row = (name, figure, changed = "") => {
        return [name, figure(now), before === undefined ? "" : figure(before), changed];
    };
    const counted = (name, part) => {
        const changed = comparable && change(comparable[part], now[part], findings.siteThreshold);
        return row(name, (counts) => (0,words/* grouped */.zD)(counts[part]), changed);
    };
    const withTrend = (name, group) => counted(joinParts([name, sparkline(data.trend, group)], "<br>"), group);
    const [, all = "", ...others] = counted("", "total");
    const rows = [["**All visitors**", `**${all}**`, ...others], withTrend("People", "human")];
    const hasAi = Math.max(now.ai, before?.ai ?? 0) > 0;
    if (hasAi)
        rows.push(withTrend("AI", "ai"));
    if (hasAi && !report.isContradictory) {
        if (withBoth)
            rows.push(row("Counted as both", (one) => (0,words/* grouped */.zD)(Math.max(0, one.human + one.ai - one.total))));
        const share = (one) => (one.total > 0 ? percent(aiShare(one), 1) : "–");
        rows.push(row("AI share", share, shareChange(before, now, findings.siteThreshold)));
    }
    const { currentColumn, previousColumn, changeColumn } = periodLabels(periods);
    return markdown_parts_table(["", currentColumn, previousColumn, changeColumn], rows);
}
function shareChange(before, now, least) {
    if (before === undefined || Math.min(before.total, now.total) <= 0)
        return "";
    return Math.max(before.total, now.total) < least ? "" : pointsChange(aiShare(before), aiShare(now));
}
const maxShown = 10;
function whatMoved({ data, findings, siteUrl }, rows) {
    const { current, previous } = data;
    if (previous === undefined || current.totals.total === 0 || previous.totals.total === 0)
        return undefined;
    const { pages } = findings;
    const some = current.complete && previous.complete ? "page" : "page that was read";
    if (pages.length === 0)
        return `### What moved\n\nNo ${some} stood out from the site as a whole.`;
    const listed = pages.slice(0, Math.min(rows, maxShown)).map((finding) => cellsOf(finding, siteUrl));
    const parts = [
        "### What moved",
        listed.length > 0 && markdown_parts_table(["", "Page", "Change", "Before", "Now"], listed, 2),
        notListed(pages.length - listed.length),
    ];
    return joinParts(parts, "\n\n");
}
function cellsOf(finding, siteUrl) {
    const { kind, path, from, previous, current } = finding;
    const { mark, change: word } = pageKinds[kind];
    const page = pageLink(path, kind === "gone" ? undefined : siteUrl);
    const pages = from === undefined ? page : `${pageLink(from)}<br>→ ${page}`;
    const count = ({ total }) => (total === 0 ? "–" : (0,words/* grouped */.zD)(total));
    const changed = word?.(finding) ?? change(previous.total, current.total);
    return [mark, pages, changed, count(previous), count(current)];
}
function topPages(report, rows) {
    const { periods, data, findings, ignored, siteUrl, top } = report;
    const pages = data.current.rows.filter((row) => hasPath(row) && !ignored(row.path));
    if (pages.length === 0)
        return undefined;
    const kinds = new Map(findings.pages.map(({ kind, path }) => [path, kind]));
    const before = countsIn(data.previous);
    const listed = pages.slice(0, rows).map(({ path, human, ai, total }) => {
        const kind = kinds.get(path);
        const changed = change((before(path)?.total ?? 0) * lengthRatio(periods), total, findings.threshold);
        const cells = [kind === "new" || kind === "moved" ? kind : changed, ...[total, human, ai].map(words/* grouped */.zD)];
        return [pageLink(path, siteUrl), ...cells];
    });
    const columns = ["Page", periodLabels(periods).changeColumn, "All", "People", "AI"];
    const [shown, folded] = [listed.slice(0, top), listed.slice(top)];
    const name = `${top > 0 ? "The next" : "The first"} ${(0,words/* plural */.LS)(folded.length, "page")}`;
    const parts = [
        "### Top pages",
        shown.length > 0 && markdown_parts_table(columns, shown),
        folded.length > 0 && detailsBlock(name, markdown_parts_table(columns, folded)),
        notListed(pages.length - listed.length),
    ];
    return joinParts(parts, "\n\n");
}
function drawnPoints(trend) {
    const read = trend.slice(trend.lastIndexOf(undefined) + 1).filter((totals) => totals !== undefined);
    return read.length < 3 ? [] : read;
}
const bars = [..."▁▂▃▄▅▆▇█"];
const maxBars = 6;
function sparkline(trend, group) {
    const counts = drawnPoints(trend)
        .slice(-maxBars)
        .map((totals) => totals[group]);
    const highest = Math.max(0, ...counts);
    if (highest === 0)
        return "";
    return counts.map((count) => bars[Math.round((count / highest) * (bars.length - 1))]).join("");
}
function trendChart({ periods, data }) {
    const read = drawnPoints(data.trend);
    const highest = Math.max(0, ...read.flatMap(({ human, ai }) => [human, ai]));
    if (highest === 0)
        return undefined;
    const first = periods.trend.at(-read.length);
    const line = (group) => `  line [${read.map((totals) => totals[group]).join(", ")}]`;
    const chart = [
        "```mermaid",
        frontMatter,
        "xychart-beta",
        `  title "Visitors per ${periods.unit} (blue: people, amber: AI)"`,
        `  x-axis "${(0,dates/* writtenRange */.dk)({ ...periods.current, from: first?.from ?? 0 })}" 1 --> ${read.length}`,
        `  y-axis 0 --> ${Math.max(10, highest)}`,
        line("human"),
        line("ai"),
        "```",
    ].join("\n");
    const rows = data.trend.map((totals, index) => {
        const figures = totals === undefined ? ["not read", ""] : [(0,words/* grouped */.zD)(totals.human), (0,words/* grouped */.zD)(totals.ai)];
        const from = periods.trend[index]?.from ?? 0;
        return [(0,dates/* writtenMoment */.yc)(from, { year: true, clock: !(0,dates/* isMidnight */.pw)(from) }), ...figures];
    });
    const figures = markdown_parts_table(["From", "People", "AI"], rows.reverse());
    return `${chart}\n\n${detailsBlock("The figures of the chart", figures)}`;
}
const frontMatter = `---
config:
  xyChart:
    width: 480
    height: 260
    xAxis:
      showLabel: false
      showTick: false
    yAxis:
      labelPadding: 10
  themeVariables:
    xyChart:
      backgroundColor: "transparent"
      plotColorPalette: "#0969da, #bf8700"
---`;

;// CONCATENATED MODULE: ./build/visitors/report.js














function composeReport(parts) {
    const { data, ignored } = parts;
    const findings = findFindings(data, ignored);
    const contradiction = contradictionNotice(parts);
    if (contradiction !== undefined) {
        const none = { worthALook: [], others: [], next: [], changedSince: [], candidates: [] };
        return { ...parts, ...none, findings, docs: undefined, isContradictory: true, notices: [contradiction] };
    }
    const isLeftOut = (path) => ignored(path) || isForCrawlers(path);
    return {
        ...parts,
        ...findNextRows(data, { ...parts, threshold: findings.threshold, ignored: isLeftOut }),
        findings,
        isContradictory: false,
        notices: noticesOf(parts),
        ...notableFindings({ ...parts, findings }),
    };
}
const foldedRows = 100;
function renderReport(report, rows = report.top + foldedRows) {
    const rest = report.isContradictory
        ? []
        : [trendChart(report), whatMoved(report, rows), topPages(report, rows), howToRead(report)];
    const footer = reportFooter(report, (0,markdown/* link */.nf)("workflow run", report.runUrl));
    return page([...firstSections(report), keyFigures(report, true), ...rest, footer]);
}
function firstSections(report, shown = report) {
    const advice = adviceSections({ ...report, ...shown });
    const { periods, siteUrl } = report;
    const name = siteUrl ? `${(0,markdown/* escapeInlineMarkdown */.ME)(siteUrl.host, 100)}: visitors` : "Docs visitors";
    const heading = `## ${name}, ${(0,dates/* writtenRange */.dk)(periods.current)}`;
    const notices = report.notices.length > 0 && `> ${report.notices.join("\n>\n> ")}`;
    return [heading, notices, reportHeadline(report), advice];
}
const longestComment = 6000;
function renderComment(report) {
    const { worthALook, next, docsUrl } = report;
    const findings = worthALook.length + next.length;
    for (let left = 0;; left++) {
        const shown = {
            worthALook: worthALook.slice(0, findings - left),
            next: next.slice(0, Math.max(0, next.length - left)),
        };
        const more = left > 0 ? `${(0,words/* plural */.LS)(left, "more finding")} in the ` : "";
        const text = page([
            ...firstSections(report, shown),
            keyFigures(report),
            !report.isContradictory && `${more}${(0,markdown/* link */.nf)(left > 0 ? "full report" : "Full report", report.runUrl)}`,
            reportFooter(report, docsUrl && (0,markdown/* link */.nf)("how to read this", docsUrl)),
        ]);
        if (text.length <= longestComment || left === findings)
            return text;
    }
}
function page(sections) {
    return `${joinParts(sections, "\n\n")}\n`;
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
function howToRead({ data, docsUrl }) {
    const notes = [
        "A visitor counts once in each line, however many pages they read. Who is both people and AI counts in both lines, and once among all.",
        data.previous &&
            "▲ and ▼ mark only changes that go beyond chance and beyond the change of the whole site.",
        hasNoFeedback(data.signals) && `There is no feedback in ${feedbackDays} days; is it switched on?`,
        docsUrl && (0,markdown/* link */.nf)("All definitions and thresholds", docsUrl),
    ];
    return detailsBlock("How to read this", joinParts(notes, " "));
}
function hasNoFeedback({ feedback, missing }) {
    if (feedback === undefined || missing.some(({ what }) => what === "feedback"))
        return false;
    const { votes, exampleReports } = feedback;
    return votes.every(({ up, down }) => up + down === 0) && exampleReports.length === 0;
}
function reportFooter(report, reference) {
    const { periods, data, project, isContradictory } = report;
    const { human, ai, total } = data.current.totals;
    const { previousColumn, perDay } = periodLabels(periods);
    const nameless = data.current.rows.find((row) => !hasPath(row));
    const parts = [
        (0,dates/* writtenRange */.dk)(periods.current).replace(/(?<! UTC)$/, " (UTC)"),
        data.previous && `compared with ${previousColumn}${perDay && " per day, as months differ in length"}`,
        "approximate counts",
        !isContradictory && human + ai > total && "people and AI add up to more than all, as some count as both",
        nameless && `${(0,words/* plural */.LS)(nameless.total, "visit")} without a path belong to no page`,
        `project ${(0,markdown/* codeSpan */.SS)(project, 80)}`,
        smallGaps(report),
        reference,
    ];
    return `<sub>${joinParts(parts, " · ")}</sub>`;
}

;// CONCATENATED MODULE: ./build/visitors/files.js








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
        const was = before(path);
        return [...cells, was?.human ?? "", was?.ai ?? "", was?.total ?? ""];
    });
    return (0,sync/* stringify */.A)([compared ? [...columns, ...previousColumns] : columns, ...rows], {
        escape_formulas: true,
        quoted_match: /[;\t]/,
        cast: { string: (text) => (hiddenFormula.test(text) ? `'${text}` : text) },
    });
}
function toJson(report) {
    const { periods, data, findings, worthALook } = report;
    const { current, previous } = data;
    const ofKind = (wanted) => findings.pages
        .filter(({ kind }) => kind === wanted)
        .map(({ from, path, current, previous }) => {
        const where = from === undefined ? { path } : { from, to: path };
        return { ...where, current, previous };
    });
    const pagesOf = ({ totals, rows }) => ({ totals, visitors: rows });
    const content = {
        ...isoRange(periods.current),
        complete: current.complete,
        missing: data.missing,
        ...pagesOf(current),
        previous: previous === undefined || periods.previous === undefined
            ? null
            : { ...isoRange(periods.previous), complete: previous.complete, ...pagesOf(previous) },
        moved: Object.fromEntries(Object.keys(pageKinds).map((kind) => [kind, ofKind(kind)])),
        worthALook,
        next: nextData(report) ?? null,
        trend: periods.trend.map((range, index) => ({
            ...isoRange(range),
            totals: data.trend[index] ?? null,
        })),
    };
    return `${JSON.stringify(content, undefined, 2)}\n`;
}
function nextData({ data, next }) {
    const isAnyRead = table/* signals */.QO.some((signal) => data.signals[signal] !== undefined);
    return isAnyRead ? next.map(withoutWords) : undefined;
}
function withoutWords(row) {
    if (row.kind === "searched-unclicked") {
        const { term: _, kind, ...evidence } = row;
        return { kind, path: null, human: null, ai: null, ...evidence };
    }
    const { kind, path, readers, page, changed, closed, nth, ...evidence } = row;
    const { human = null, ai = null } = readers ?? {};
    const committed = "committedAt" in evidence ? { committedAt: (0,dates/* isoMoment */.QA)(evidence.committedAt) } : {};
    return { kind, path: isPlainPath(path) ? path : null, human, ai, ...evidence, ...committed };
}
function toMarkdownFile(report) {
    const next = report.next.filter(({ kind }) => kind !== "searched-unclicked");
    return renderReport({ ...report, next }, Number.POSITIVE_INFINITY);
}

;// CONCATENATED MODULE: ./build/visitors/outputs.js










function periodOutputs({ current }) {
    return Object.entries(isoRange(current));
}
function dataOutputs({ current, previous }) {
    const now = current.totals;
    const before = previous?.totals;
    const aiShare = share(now.ai, now.total);
    const changeOf = (group) => textOf(before && changeFraction(before[group], now[group]));
    return [
        ["human", String(now.human)],
        ["ai", String(now.ai)],
        ["total", String(now.total)],
        ["aiShare", textOf(aiShare && Math.round(aiShare * 10_000) / 10_000)],
        ["previousHuman", textOf(before?.human)],
        ["previousAi", textOf(before?.ai)],
        ["previousTotal", textOf(before?.total)],
        ["humanChange", changeOf("human")],
        ["aiChange", changeOf("ai")],
        ["totalChange", changeOf("total")],
        ["pages", String(current.rows.length)],
        ["complete", String(current.complete)],
    ];
}
function findingOutputs(report) {
    const next = nextData(report);
    return [
        ["digest", toDigest(report)],
        ["next", next === undefined ? "" : JSON.stringify(next)],
        ["nextCount", textOf(next?.length)],
        ["nextPrompt", promptedRow(report)?.prompt ?? ""],
    ];
}
function promptedRow(report) {
    for (const row of report.next) {
        if (row.kind === "searched-unclicked" || (row.readers?.human ?? 0) < report.findings.threshold)
            continue;
        if (row.closed !== undefined || isResting(report, "prompt", row.page))
            continue;
        const prompt = requestOn(row);
        if (prompt !== undefined)
            return { page: row.page, prompt };
    }
    return undefined;
}
function textOf(value) {
    return value === undefined ? "" : String(value);
}
function toDigest(report, address = report.runUrl) {
    const { notices, worthALook, next, periods, siteUrl } = report;
    const rows = next.map((row) => {
        return `${plainTopic(row)} (${joinParts([nextKindOf(row.kind).brief(row), nthOf(row, report)], ", ")})`;
    });
    const lines = [
        `${siteUrl?.hostname ?? "Docs visitors"}, ${(0,dates/* writtenRange */.dk)(periods.current)}`,
        notices.join(" ").replaceAll("`", ""),
        plainHeadline(report),
        worthALook.length > 0 && `Worth a look: ${worthALook.map(briefly).join(", ")}`,
        rows.length > 0 && `Next: ${rows.join(", ")}`,
        waitingPulls(report),
        `Full report: ${address}`,
    ];
    return joinParts(lines, "\n");
}
function waitingPulls({ docs, worthALook, next }) {
    const { length, [0]: oldest } = docs?.pulls?.waiting ?? [];
    if (oldest === undefined || worthALook.length + next.length === 0)
        return undefined;
    const pulls = (0,words/* plural */.LS)(length, "docs pull request");
    const days = (0,words/* plural */.LS)(oldest.days, "day");
    return length === 1 ? `${pulls} waits for ${days}` : `${pulls} wait, the oldest for ${days}`;
}

;// CONCATENATED MODULE: ./build/visitors/read-signals.js




const read_signals_maxRows = 1000;
const timestamp = schemas/* pipe */.FsL(schemas/* string */.YjP(), schemas/* transform */.pdi(dates/* parseMoment */.mI));
const votesPage = pageSchema("feedback", schemas/* object */.Ikc({ path: schemas/* string */.YjP(), thumbsUp: count, thumbsDown: count }), ({ path, thumbsUp, thumbsDown }) => ({ page: path, up: thumbsUp, down: thumbsDown }));
const reportsPage = pageSchema("feedback", schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    path: schemas/* string */.YjP(),
    source: schemas/* string */.YjP(),
    status: schemas/* enum */.k5n(["pending", "in_progress", "resolved", "dismissed"]),
    createdAt: schemas/* catch */.MfU(schemas/* optional */.lqM(timestamp), undefined),
}), ({ id, path, source, status, createdAt }) => {
    const isOpen = status === "pending" || status === "in_progress";
    return isOpen && source === "code_snippet" ? { id, page: path, at: createdAt } : undefined;
});
const questionsPage = pageSchema("conversations", schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    timestamp: schemas/* pipe */.FsL(timestamp, schemas/* number */.aig()),
    responseType: schemas/* nullish */.cl6(schemas/* enum */.k5n(["answer", "clarifying_question"])),
    resolutionStatus: schemas/* enum */.k5n(["answered", "unanswered"]),
    pageUrl: schemas/* catch */.MfU(schemas/* optional */.lqM(schemas/* string */.YjP()), undefined),
}), ({ id, timestamp, responseType, resolutionStatus, pageUrl }) => {
    if (responseType === "clarifying_question")
        return undefined;
    return { conversation: id, at: timestamp, page: pageUrl, answered: resolutionStatus === "answered" };
});
const searchesPage = pageSchema("searches", schemas/* object */.Ikc({ searchQuery: schemas/* string */.YjP(), hits: count, ctr: schemas/* number */.aig().check(api/* _gte */.qm(0), api/* _lte */.Zm(100)) }), ({ searchQuery, hits, ctr }) => ({ term: searchQuery, hits, clicks: Math.round((hits * ctr) / 100) }));
function pageSchema(list, row, keep) {
    const response = schemas/* looseObject */._H3({
        nextCursor: schemas/* catch */.MfU(schemas/* nullish */.cl6(schemas/* string */.YjP()), undefined),
        hasMore: schemas/* catch */.MfU(schemas/* optional */.lqM(schemas/* boolean */.zMY()), undefined),
    });
    return schemas/* pipe */.FsL(response.check(schemas/* refine */.YPB((fields) => Array.isArray(fields[list]))), schemas/* transform */.pdi(({ nextCursor, hasMore, ...fields }) => {
        const given = schemas/* array */.YOg(schemas/* unknown */.L5J()).parse(fields[list]).slice(0, read_signals_maxRows);
        const { rows, malformed } = parseRows(row, given);
        const cursor = hasMore === false ? undefined : cursorOf(nextCursor ?? "");
        return { rows: rows.flatMap((one) => keep(one) ?? []), malformed, cursor };
    }));
}
function cursorOf(next) {
    const isAddress = /^(?:https?:\/)?\//i.test(next) && next.includes("?");
    const cursor = isAddress ? new URLSearchParams(next.slice(next.indexOf("?"))).get("cursor") : next;
    return cursor || undefined;
}
async function readSignals(reader, wanted, end, log) {
    const failed = new Set();
    const missing = [];
    const malformed = new Set();
    async function read(list) {
        const { signal, path, schema, daysAgo = 0 } = list;
        if (!wanted.has(signal) || failed.has(signal))
            return undefined;
        const rows = new Map();
        const to = end - daysAgo * dates/* day */.vd;
        const range = { from: to - (signal === "feedback" ? feedbackDays : questionDays) * dates/* day */.vd, to };
        let cursor;
        for (let page = 0; page < list.pages; page++) {
            const last = cursor;
            const query = { ...isoRange(range), limit: 100, ...list.query, ...(last && { cursor: last }) };
            const { value, failure } = await reader.get({ operation: `read the ${signal}`, path, query, schema });
            if (failure !== undefined) {
                failed.add(signal);
                if (failure.reason === "not-found")
                    log.info(`The service has no ${signal} for this project; the report is made without.`);
                else
                    missing.push({ what: signal, ...failure });
                if (page === 0)
                    return undefined;
                break;
            }
            for (const row of value.rows)
                rows.set(JSON.stringify(row), row);
            if (value.malformed > 0)
                malformed.add(signal);
            cursor = value.cursor;
            if (cursor === undefined || cursor === last)
                break;
        }
        return { rows: [...rows.values()], hasMore: cursor !== undefined };
    }
    const votes = await read({ signal: "feedback", path: "feedback/by-page", pages: 1, schema: votesPage });
    const exampleReports = await read({
        signal: "feedback",
        path: "feedback",
        pages: 2,
        query: { source: "code_snippet", status: "pending,in_progress" },
        schema: reportsPage,
    });
    const questions = await read({
        signal: "questions",
        path: "assistant",
        pages: 4,
        query: { limit: 250 },
        schema: questionsPage,
    });
    const searches = { signal: "searches", path: "searches", pages: 2, schema: searchesPage };
    const recent = await read(searches);
    const before = await read({ ...searches, daysAgo: questionDays });
    for (const what of malformed)
        missing.push({ what, why: "malformed" });
    const unlisted = recent?.hasMore ? Math.min(...recent.rows.map(({ hits }) => hits)) : 0;
    return {
        feedback: votes && { votes: votes.rows, exampleReports: exampleReports?.rows ?? [] },
        questions: questions && { newest: questions.rows, areAll: !questions.hasMore },
        searches: recent && before && { recent: recent.rows, before: before.rows, unlisted },
        missing,
    };
}

;// CONCATENATED MODULE: ./build/visitors/read-visitors.js






const rowsPerChunk = 250;
const chunksPerBatch = 4;
const maxRetries = 4;
const counts = { human: count, ai: count, total: count };
const visitorsRow = schemas/* object */.Ikc({ path: schemas/* string */.YjP(), ...counts });
const visitorsChunk = schemas/* pipe */.FsL(schemas/* object */.Ikc({ totals: schemas/* object */.Ikc(counts), visitors: schemas/* array */.YOg(schemas/* unknown */.L5J()), hasMore: schemas/* boolean */.zMY() }), schemas/* transform */.pdi(({ totals, visitors, hasMore }) => ({
    totals,
    hasMore,
    ...parseRows(visitorsRow, visitors),
})));
async function readVisitors(periods, reader, wanted, log) {
    const starts = [periods.current.from, periods.previous?.from];
    const others = periods.trend.filter(({ from }) => !starts.includes(from)).reverse();
    const [first, firstBefore, ...points] = await Promise.all([
        readChunk(reader, periods.current),
        periods.previous && readChunk(reader, periods.previous),
        ...others.map((range) => readChunk(reader, range, { limit: 1 })),
    ]);
    if (first.error !== undefined)
        throw first.error;
    if (first.value === undefined)
        throw new build_errors/* ActionError */.lZ("unreachable", (0,rich_text/* richText */.YD) `The time limit was reached before the service answered the first request for visitors.`, (0,rich_text/* richText */.YD) `Raise timeout-minutes, or run the step again later.`);
    const current = await readPeriod(reader, first.range, first.value);
    const previous = firstBefore?.value && (await readPeriod(reader, firstBefore.range, firstBefore.value, current.chunks));
    const signals = await readSignals(reader, wanted, periods.current.to, log);
    const read = [first, ...(firstBefore === undefined ? [] : [firstBefore]), ...points];
    const totals = new Map(read.map(({ range, value }) => [range.from, value?.totals]));
    const missing = [];
    const note = (what, failure) => {
        if (failure !== undefined)
            missing.push({ what, ...failure });
    };
    note("pages", current.failure);
    note("previous", firstBefore?.failure);
    note("previous-pages", previous?.failure);
    for (const { failure } of points)
        note("trend", failure);
    const malformed = current.malformed + (previous?.malformed ?? 0);
    if (malformed > 0)
        missing.push({ what: "rows", why: "malformed", count: malformed });
    return {
        current: current.data,
        previous: previous?.data,
        trend: periods.trend.map(({ from }) => totals.get(from)),
        signals,
        missing: [...new Map(missing.map((one) => [JSON.stringify(one), one])).values()],
    };
}
async function readChunk(reader, range, { limit = rowsPerChunk, offset = 0 } = {}) {
    const query = { ...isoRange(range), limit, offset };
    const request = { operation: "read the visitors", path: "visitors", query, schema: visitorsChunk };
    return { range, ...(await reader.get(request, maxRetries)) };
}
async function readPeriod(reader, range, first, expected = 1) {
    const rows = new Map();
    const chunkSize = sizeOf(first);
    let malformed = 0;
    let chunks = 0;
    let end;
    let batch = [{ value: first, failure: undefined }];
    for (let requested = 1;; requested += batch.length) {
        for (const { value: chunk, failure } of batch) {
            if (chunk === undefined) {
                end ??= failure;
                continue;
            }
            if (end === undefined)
                chunks += 1;
            const known = rows.size + malformed;
            malformed += chunk.malformed;
            for (const row of chunk.rows)
                if (!rows.has(row.path))
                    rows.set(row.path, row);
            const isStuck = rows.size + malformed === known || sizeOf(chunk) < chunkSize;
            if (!chunk.hasMore)
                end ??= "complete";
            else if (isStuck)
                end ??= { why: "pagination" };
        }
        if (requested === 1 && reader.left < expected - 1)
            end ??= { why: "budget" };
        if (end !== undefined)
            break;
        const size = Math.min(chunksPerBatch, expected > requested ? expected - requested : chunksPerBatch);
        const offsets = Array.from({ length: size }, (_, index) => (requested + index) * chunkSize);
        batch = await Promise.all(offsets.map((offset) => readChunk(reader, range, { offset })));
    }
    const failure = end === "complete" ? undefined : end;
    const sorted = [...rows.values()].sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
    const data = { totals: first.totals, rows: sorted, complete: failure === undefined };
    return { data, malformed, chunks, failure };
}
function sizeOf({ rows, malformed }) {
    return rows.length + malformed;
}

;// CONCATENATED MODULE: ./build/visitors/report-visitors.js















async function reportVisitors(inputs, deps) {
    const { clock, log, setOutput, connection, runContext } = deps;
    const periods = resolvePeriods(inputs, clock.now());
    for (const output of periodOutputs(periods))
        setOutput(...output);
    const reader = new ExportReader({
        service: deps.service,
        clock,
        abort: deps.signal,
        maxRequests: inputs["max-requests"],
        deadline: clock.now() + inputs["timeout-minutes"] * 60_000,
    });
    const stopHeartbeat = (0,runner_log/* heartbeat */.jQ)(clock, log, () => "Still reading the visitors …");
    const data = await readVisitors(periods, reader, new Set(inputs.signals), log).finally(() => {
        stopHeartbeat();
        reader.close();
        setOutput("requests", String(reader.spent));
    });
    for (const output of dataOutputs(data))
        setOutput(...output);
    const parts = {
        periods,
        data,
        siteUrl: inputs["site-url"],
        service: connection.base.origin === names/* mintlifyUrl */.W ? "Mintlify" : "the service",
        project: connection.project,
        ignored: ignoredPaths(inputs["ignore-paths"]),
        docsUrl: runContext.sourceUrl && `${runContext.sourceUrl}/docs/report.md`,
        top: inputs.top,
        runUrl: runContext.runUrl,
    };
    const draft = composeReport(parts);
    const name = inputs["docs-repository"];
    const asked = { pages: draft.candidates, serverUrl: runContext.serverUrl, clock };
    const place = commentTools(inputs, deps);
    const [docs, earlier] = await Promise.all([
        name === undefined ? undefined : readDocsRepository(deps.github, { name, ...asked }),
        place && readReports(place),
    ]);
    if (deps.signal.aborted)
        throw new errors/* CancelledError */.cc(false);
    const report = composeReport({ ...parts, docs, memory: earlier && (earlier[0]?.memory ?? noMemory) });
    for (const output of findingOutputs(report))
        setOutput(...output);
    const outcome = writeFiles(inputs["report-file"], report, deps) ?? reportedOutcome(report, log);
    return {
        outcome,
        summary: renderWithin(report, deps.summaryRoom),
        settled: publishComment(report, inputs, deps, place && earlier && { place, earlier }),
    };
}
function writeFiles(files, report, { writeFile, setOutput }) {
    const written = [];
    for (const path of new Set(files)) {
        try {
            const write = /\.csv$/i.test(path) ? toCsv : /\.json$/i.test(path) ? toJson : toMarkdownFile;
            writeFile(path, write(report));
        }
        catch (error) {
            const why = error instanceof Error ? error.message : String(error);
            return {
                result: "error",
                reason: "file",
                message: (0,rich_text/* richText */.YD) `The report could not be written to ${(0,rich_text/* code */.aY)(path)}: ${why}.`,
                advice: (0,rich_text/* richText */.YD) `Check that the path in ${(0,rich_text/* code */.aY)("report-file")} is in the workspace and writable. The job summary has the report.`,
            };
        }
        written.push(path);
        setOutput("reportFile", written.join("\n"));
    }
    return undefined;
}
function commentTools(inputs, deps) {
    const issue = inputs["issue-number"];
    const { github, log, clock, connection, runContext } = deps;
    if (issue === undefined || inputs.comment === "never")
        return undefined;
    const { key: apiKey, project, base } = connection;
    const scope = { repository: runContext.repository, thread: issue, origin: base.origin, project };
    if (github !== undefined)
        return { github, log, clock, apiKey, scope };
    const why = "issue-number needs github-token, which is empty; leave github-token out to use the job's own token.";
    log.warning("Report comment not written", why);
    return undefined;
}
async function publishComment(report, inputs, { log, setOutput }, known) {
    if (known === undefined)
        return;
    const { place, earlier } = known;
    if (inputs["dry-run"])
        return log.info(`Without dry-run, the report would be written into a comment on #${place.scope.thread}.`);
    const text = renderComment({ ...report, triggerPhrase: inputs["trigger-phrase"] });
    const memory = remember(report, promptedRow(report)?.page);
    const published = await publishReport({ text, memory, fresh: inputs.comment === "new" }, earlier, place);
    if (published === undefined)
        return;
    setOutput("commentUrl", published.url);
    setOutput("digest", toDigest(report, published.url));
}
function reportedOutcome(report, log) {
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
function resolvePeriods(inputs, now) {
    const today = (0,dates/* midnightBefore */.Qg)(now);
    const { period, "date-from": from, "date-to": to } = inputs;
    const given = from === undefined || to === undefined ? undefined : { from, to };
    const isMonth = period === "last-month" && given === undefined;
    const current = given ?? (isMonth ? monthBefore(today, 0) : lastDays(period, today));
    const length = current.to - current.from;
    const rangeBack = (periods) => isMonth
        ? monthBefore(today, periods)
        : { from: current.from - periods * length, to: current.to - periods * length };
    return {
        current,
        previous: inputs.compare ? rangeBack(1) : undefined,
        trend: Array.from({ length: inputs.trend }, (_, index) => rangeBack(index)).reverse(),
        unit: isMonth ? "month" : length === dates/* day */.vd ? "day" : length === 7 * dates/* day */.vd ? "week" : "period",
    };
}
function monthBefore(today, months) {
    return { from: (0,dates/* monthStart */.ZV)(today, months + 1), to: (0,dates/* monthStart */.ZV)(today, months) };
}
function lastDays(period, today) {
    if (period !== "last-week")
        return { from: today - Number.parseInt(period, 10) * dates/* day */.vd, to: today };
    const monday = Math.floor((today + 3 * dates/* day */.vd) / (7 * dates/* day */.vd)) * 7 * dates/* day */.vd - 3 * dates/* day */.vd;
    return { from: monday - 7 * dates/* day */.vd, to: monday };
}


/***/ })

};
