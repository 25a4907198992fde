export const id = 929;
export const ids = [929];
export const modules = {

/***/ 1929:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  reportVisitors: () => (/* binding */ reportVisitors)
});

// EXTERNAL MODULE: ./build/runner/log.js + 1 modules
var runner_log = __webpack_require__(8289);
// EXTERNAL MODULE: ./build/text/rich-text.js
var rich_text = __webpack_require__(6036);
// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 5 modules
var schemas = __webpack_require__(8395);
// EXTERNAL MODULE: ./build/github/comments.js
var comments = __webpack_require__(5274);
// EXTERNAL MODULE: ./build/github/errors.js
var errors = __webpack_require__(7307);
// EXTERNAL MODULE: ./build/github/marker.js
var marker = __webpack_require__(4878);
// EXTERNAL MODULE: ./build/text/hidden-text.js
var hidden_text = __webpack_require__(5130);
;// CONCATENATED MODULE: ./build/visitors/comment.js





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
            if (!(error instanceof errors/* GitHubError */.y_))
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

// EXTERNAL MODULE: ./build/github/path-patterns.js
var path_patterns = __webpack_require__(5939);
;// CONCATENATED MODULE: ./build/visitors/counts.js
const noVisitors = { human: 0, ai: 0, total: 0 };
function hasNoVisitors({ human, ai, total }) {
    return Math.max(human, ai, total) === 0;
}
function countsIn(period) {
    const known = new Map(period?.rows.map((row) => [row.path, row]));
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
function overlap({ human, ai, total }) {
    const both = human + ai - total;
    return both >= 0 && Math.max(human, ai) <= total ? both : undefined;
}
const tolerance = 1.05;
function contradiction({ totals, rows, }) {
    const most = totals.total * tolerance;
    if (Math.max(totals.human, totals.ai) > most)
        return { part: "site", largest: Math.max(totals.human, totals.ai) };
    const largest = rows.reduce((max, row) => Math.max(max, row.human, row.ai, row.total), 0);
    return largest > most ? { part: "page", largest } : undefined;
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

// EXTERNAL MODULE: ./build/text/words.js
var words = __webpack_require__(6883);
;// CONCATENATED MODULE: ./build/visitors/moved.js

const fewestPages = 3;
const maxDepth = 10;
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
function withGroups(pages, sitePaths) {
    const [first] = pages;
    if (first === undefined || pages.length < fewestPages)
        return [...pages];
    if (first.kind === "moved")
        return groupedMoves(pages);
    const found = mostFrequent(pages.flatMap(({ path }) => foldersOf(path)))
        .filter(([, count]) => count * 2 >= pages.length)
        .find(([folder]) => sitePaths.filter((path) => path.startsWith(folder)).length * 2 < sitePaths.length);
    if (found === undefined)
        return [...pages];
    return [{ ...first, group: { pages: pages.length, below: found[1], folder: found[0] } }];
}
function groupedMoves(pages) {
    const byFolders = Map.groupBy(pages, ({ from = "", path }) => foldersOfMove(from, path).join("\n"));
    return [...byFolders.values()].flatMap((moves) => {
        const [first] = moves;
        if (first === undefined || moves.length < fewestPages)
            return moves;
        const [fromFolder, folder] = foldersOfMove(first.from ?? "", first.path);
        const visitors = moves.reduce((sum, { previous }) => sum + previous.total, 0);
        const group = { pages: moves.length, below: moves.length, folder, fromFolder, visitors };
        return [{ ...first, group }];
    });
}
function foldersOf(path) {
    const folders = [];
    for (let end = path.indexOf("/", 1); end > 0 && folders.length < maxDepth; end = path.indexOf("/", end + 1))
        folders.push(path.slice(0, end + 1));
    return folders;
}
function foldersOfMove(from, to) {
    const [before, after] = [segmentsOf(from), segmentsOf(to)];
    while (before.length > 1 && after.length > 1 && before.at(-1) === after.at(-1)) {
        before.pop();
        after.pop();
    }
    return [`${before.join("/")}/`, `${after.join("/")}/`];
}
function segmentsOf(path) {
    return (0,words/* trimEndOf */.fC)(path, "/").split("/");
}
function mostFrequent(texts) {
    return [...Map.groupBy(texts, (text) => text)]
        .map(([text, all]) => [text, all.length])
        .sort(([a, countA], [b, countB]) => countB - countA || b.length - a.length || (a < b ? -1 : 1));
}

;// CONCATENATED MODULE: ./build/visitors/findings.js


const fewestExpected = 10;
const clearRise = 0.15;
const fewVisitors = 100;
function findFindings(all, ignored = () => false) {
    const current = without(ignored, all.current);
    const previous = all.previous && without(ignored, all.previous);
    const threshold = thresholdOf(all);
    const wasSeen = countsIn(previous);
    const pages = previous === undefined ? [] : comparablePages(current, previous);
    const inBoth = pages.filter((page) => isInBoth(page) && largerTotal(page) >= threshold).length;
    const site = {
        now: current.totals,
        before: previous?.totals ?? noVisitors,
        threshold,
        clearly: clearDeviations(inBoth),
    };
    const clear = new Set();
    const found = pages.flatMap((page) => judge(page, site).map(({ kind, isClear }) => {
        const finding = { kind, ...page };
        if (isClear)
            clear.add(finding);
        return finding;
    }));
    const moved = movedPages(found);
    const paths = new Set(moved.flatMap(({ from = "", path }) => [from, path]));
    const others = found.filter(({ kind, path }) => (kind !== "new" && kind !== "gone") || !paths.has(path));
    const previousOf = new Map(moved.map((page) => [page.path, page.previous]));
    const before = (path) => previousOf.get(path) ?? wasSeen(path);
    for (const finding of moved)
        clear.add(finding);
    return {
        threshold,
        siteThreshold: Math.max(site.now.total, site.before.total) < fewVisitors ? Infinity : threshold,
        pages: [...others, ...moved].sort((a, b) => stake(b) - stake(a) || byPath(a, b)),
        clear,
        ...oneSided(current, previous && before, threshold),
        before,
    };
}
function stake({ kind, current, previous }) {
    if (kind === "moved")
        return previous.total;
    if (kind === "aiShareUp")
        return current.ai - previous.ai;
    return Math.abs(current.total - previous.total);
}
function without(ignored, period) {
    return { ...period, rows: period.rows.filter((row) => hasPath(row) && !ignored(row.path)) };
}
function thresholdOf({ current, previous }) {
    const largest = Math.max(current.totals.total, previous?.totals.total ?? 0);
    return Math.max(20, Math.ceil(largest / 500));
}
function clearDeviations(pages) {
    return Math.sqrt(2 * Math.log(10 * Math.max(1, pages)));
}
function comparablePages(current, previous) {
    if (current.totals.total <= 0 || previous.totals.total <= 0)
        return [];
    const isComplete = current.complete && previous.complete;
    const [now, before] = [countsIn(current), countsIn(previous)];
    const paths = new Set([...current.rows, ...previous.rows].map(({ path }) => path));
    return [...paths].flatMap((path) => {
        const page = { path, current: counts(now(path)), previous: counts(before(path)) };
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
        return [];
    if (previous.total <= 0)
        return current.total * growthOf(current, site.now, site.before, site) >= fewestExpected
            ? [{ kind: "new", isClear: true }]
            : [];
    const growth = growthOf(previous, site.before, site.now, site);
    if (current.total <= 0)
        return previous.total * growth >= fewestExpected ? [{ kind: "gone", isClear: true }] : [];
    const verdicts = [];
    const kind = current.total > previous.total ? "up" : "down";
    if (hasChanged(page, growth, 3))
        verdicts.push({ kind, isClear: hasChanged(page, growth, site.clearly) });
    if (isAiShareUp(page, site, 3))
        verdicts.push({ kind: "aiShareUp", isClear: isAiShareUp(page, site, site.clearly) });
    return verdicts;
}
function growthOf({ human, ai }, was, is, { threshold }) {
    const growth = (part) => is[part] / was[part];
    if (human + ai <= 0 || Math.min(was.human, was.ai) < threshold)
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
function isAiShareUp({ current, previous }, site, deviations) {
    if (current.ai < site.threshold || Math.min(current.total, previous.total) < site.threshold)
        return false;
    const isMore = (before) => current.ai > before && isBeyondChance(before, current.ai, deviations);
    const rise = current.ai * previous.total - previous.ai * current.total;
    if (!isMore(previous.ai) || rise < clearRise * (current.total * previous.total))
        return false;
    const siteGain = aiShare(site.now) - aiShare(site.before);
    if (siteGain <= 0)
        return true;
    const growth = site.before.ai > 0 ? site.now.ai / site.before.ai : 1;
    return aiShare(current) - aiShare(previous) - siteGain >= clearRise && isMore(previous.ai * growth);
}
function oneSided({ rows, totals }, before, threshold) {
    const marked = (page, wasSo) => {
        const earlier = before?.(page.path);
        return { ...page, asBefore: before !== undefined && (earlier === undefined || wasSo(earlier)) };
    };
    const expectsAi = (row) => totals.total > 0 && row.total * totals.ai >= fewestExpected * totals.total;
    return {
        aiOnly: rows
            .filter(({ human, ai }) => ai >= threshold && human * 10 <= ai)
            .map((row) => marked(row, ({ human, ai }) => ai * 2 >= threshold && human * 5 <= ai))
            .sort((a, b) => b.ai - a.ai || byPath(a, b)),
        peopleOnly: rows
            .filter((row) => row.human >= threshold && row.ai * 50 <= row.human && expectsAi(row))
            .map((row) => marked(row, ({ human, ai }) => human * 2 >= threshold && ai * 25 <= human))
            .sort((a, b) => b.human - a.human || byPath(a, b)),
    };
}
function counts({ human, ai, total } = noVisitors) {
    return { human, ai, total };
}
function byPath(a, b) {
    return a.path < b.path ? -1 : 1;
}

// EXTERNAL MODULE: ./build/dates.js
var build_dates = __webpack_require__(4537);
;// CONCATENATED MODULE: ./build/visitors/site-pages.js

class JoinedPages {
    #options;
    #folder;
    #complete;
    #read = new Map();
    constructor({ rows, complete }, options) {
        this.#options = options;
        this.#folder = joinedPath(options.siteUrl?.pathname ?? "");
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
        const path = joinedPath(text.slice(origin?.length ?? 0));
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
const plainPath = /^\/[A-Za-z0-9/_.-]{0,99}$/;
function isPlainPath(path) {
    return plainPath.test(path) && !path.includes("//") && !path.split("/").includes("..");
}

;// CONCATENATED MODULE: ./build/visitors/terms.js

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

;// CONCATENATED MODULE: ./build/visitors/next.js




const maxRows = 5;
const smallestRest = 20;
function findNextRows({ feedback, questions, searches }, visitors, { threshold, ...pageOptions }) {
    const pages = new JoinedPages(visitors, pageOptions);
    return choose([
        ratedDown(feedback?.votes ?? [], pages, threshold),
        examplesReported(feedback?.exampleReports ?? [], pages),
        askedUnanswered(questions?.asked ?? [], pages),
        searchedUnclicked(searches ?? { recent: [], before: [] }),
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
        const page = countDays(reports.flatMap(({ reportedAt }) => reportedAt ?? [])) < 2 ? undefined : pages.find(joined);
        return page === undefined ? [] : [{ kind: "examples-reported", ...page, reports: reports.length }];
    });
}
function countDays(times) {
    return new Set(times.map(build_dates/* midnightBefore */.Qg)).size;
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
    const termsNow = searchTerms(recent);
    const termsBefore = searchTerms(before);
    const site = { hits: 0, clicks: 0 };
    for (const { hits, clicks } of [...termsNow.values(), ...termsBefore.values()]) {
        site.hits += hits;
        site.clicks += clicks;
    }
    const repeated = [...termsNow.values()].flatMap((now) => {
        const earlier = termsBefore.get(now.term);
        if (now.hits < Math.max(5, 4 * unlisted) || isPrivateTerm(now.term))
            return [];
        return earlier === undefined || earlier.hits < 2 ? [] : [{ now, earlier }];
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
function groupedByPage(all, pages) {
    const byPage = Map.groupBy(all, ({ page }) => (page === undefined ? undefined : pages.join(page)));
    return new Map([...byPage].flatMap(([joined, group]) => (joined === undefined ? [] : [[joined, group]])));
}
function choose(kinds) {
    return kinds
        .flatMap((rows) => rows.toSorted(byConcerned).map((row, round) => ({ row, round })))
        .sort((a, b) => a.round - b.round || byConcerned(a.row, b.row))
        .slice(0, maxRows)
        .map(({ row }) => row);
}
function byConcerned(a, b) {
    return concerned(b) - concerned(a) || (nameOf(a) < nameOf(b) ? -1 : 1);
}
function concerned(row) {
    return row.kind === "searched-unclicked" ? row.hits : (row.readers?.human ?? -1);
}
function nameOf(row) {
    return row.kind === "searched-unclicked" ? row.term : row.path;
}

;// CONCATENATED MODULE: ./build/visitors/format.js


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
function periodLabels(periods) {
    const { current, unit } = periods;
    if (unit.kind === "month") {
        const month = (0,build_dates/* monthName */.g6)(current.from);
        const before = (0,build_dates/* monthName */.g6)(current.from - 1);
        return {
            ...labelsFor("month", { currentColumn: month, previousColumn: before }),
            current: month,
            possessive: `${month}'s`,
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
        possessive: `these ${days}'`,
        previous: `the ${days} before`,
        duringPrevious: `the ${days} before`,
        length: days,
        trendColumn: `${days} from`,
    };
}
function dateColumns({ current, previous }) {
    const isShort = current.to - (previous ?? current).from < 300 * build_dates/* day */.vd;
    const written = isShort ? build_dates/* writtenDays */.rq : build_dates/* writtenRange */.dk;
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
        possessive: `this ${one}'s`,
        previous: before,
        duringPrevious: before,
        trendColumn: `${(0,words/* upperFirst */.Zb)(one)} from`,
    };
}

// EXTERNAL MODULE: ./build/text/markdown.js
var markdown = __webpack_require__(1065);
;// CONCATENATED MODULE: ./build/visitors/markdown-parts.js



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
function detailsBlock(summary, content) {
    return `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;
}
function list(items) {
    return new Intl.ListFormat("en-GB").format(items);
}

;// CONCATENATED MODULE: ./build/visitors/notices.js



const failures = {
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
function contradictionNotice({ data, periods }) {
    const labels = periodLabels(periods);
    for (const [period, when] of [
        [data.current, ""],
        [data.previous, `${labels.previous}: `],
    ]) {
        const found = period && contradiction(period);
        if (period === undefined || found === undefined)
            continue;
        const { human, ai, total } = period.totals;
        const figures = found.part === "site"
            ? `people ${grouped(human)}, AI ${grouped(ai)}, all ${grouped(total)}`
            : `a page ${grouped(found.largest)}, the site ${grouped(total)}`;
        return `These counts contradict each other (${when}${figures}). Don't decide on them.`;
    }
    return undefined;
}
function noticesOf(facts) {
    const { data, periods, findings } = facts;
    const labels = periodLabels(periods);
    const withoutPath = data.current.rows.find((row) => !hasPath(row))?.total ?? 0;
    const notices = [
        contradictionNotice(facts),
        suggestionsNotice(facts, labels),
        ...visitorsNotices(facts, labels),
        withoutPath >= findings.threshold
            ? `Visits without a path (${counted(withoutPath, "visitor")}) are left out of all lists of pages.`
            : undefined,
    ];
    return notices.filter((notice) => notice !== undefined);
}
function visitorsNotices({ data }, labels) {
    const { missing } = data;
    const byReason = Map.groupBy(missing, reasonOf);
    const sentences = Array.from(byReason, ([reason, items]) => {
        const parts = [...new Set(items.map(({ what }) => what))].map((what) => partOf(what, data, labels));
        const first = items[0]?.what === "rows" ? "Dropped" : "Not read";
        return `${first}: ${list(parts)} (${reason}).`;
    });
    const isPagesMissing = missing.some(({ what }) => what === "pages" || what === "previous-pages");
    return isPagesMissing
        ? [
            ...sentences.slice(0, -1),
            `${sentences.at(-1) ?? ""} The totals are complete; the lists of pages are not.`,
        ]
        : sentences;
}
function partOf(what, data, labels) {
    switch (what) {
        case "pages":
            return `the pages of ${labels.current} beyond ${grouped(data.current.rows.length)}`;
        case "previous-pages":
            return `the pages of ${labels.previous} beyond ${grouped(data.previous?.rows.length ?? 0)}`;
        case "previous":
            return labels.previous;
        case "trend": {
            const gaps = data.trend.filter((point) => point === undefined).length;
            return `${grouped(gaps)} of the ${counted(data.trend.length, labels.one, labels.many)} of the trend`;
        }
        case "rows": {
            const count = data.missing.reduce((sum, item) => sum + (item.what === "rows" ? item.count : 0), 0);
            return counted(count, "row");
        }
    }
}
function reasonOf(item) {
    switch (item.why) {
        case "budget":
            return "`max-requests` left too few requests; raise it to read more";
        case "time":
            return "`timeout-minutes` was reached; raise it to read more";
        case "failure":
            return failures[item.reason];
        case "pagination":
            return "the service kept announcing more pages that were empty, repeated or short";
        case "malformed":
            return "wrong shape or impossible numbers";
    }
}
function suggestionsNotice({ data: { signals } }, labels) {
    if (signals.missing.length === 0)
        return undefined;
    const isAnyRead = signals.feedback ?? signals.questions ?? signals.searches;
    const parts = Array.from(Map.groupBy(signals.missing, signalReason), ([reason, items]) => {
        const names = [...new Set(items.map(({ signal }) => signal))];
        return reason.replace("SIGNALS", list(names));
    });
    const lead = isAnyRead
        ? "Suggestions are incomplete"
        : `No suggestions${labels.one === "week" ? " this week" : ""}`;
    return `${lead}: ${parts.join("; ")}.`;
}
function signalReason(item) {
    switch (item.why) {
        case "budget":
            return "`max-requests` left no requests for SIGNALS";
        case "time":
            return "`timeout-minutes` was reached before SIGNALS";
        case "malformed":
            return `${counted(item.count, "row")} of SIGNALS could not be used`;
        case "failure":
            return refusals.has(item.reason)
                ? "the service refused SIGNALS (plan or key)"
                : `SIGNALS could not be read (${failures[item.reason]})`;
    }
}

;// CONCATENATED MODULE: ./build/visitors/worth-a-look.js




const maxFindings = 3;
function notableFindings(facts) {
    const ofSite = siteFinding(facts);
    const room = maxFindings - (ofSite === undefined ? 0 : 1);
    const chosen = [];
    for (const finding of candidates(facts)) {
        if (chosen.length === room)
            break;
        if (chosen.every(({ path }) => path !== finding.path))
            chosen.push(finding);
    }
    const ofPages = chosen.sort((a, b) => atStake(b) - atStake(a));
    return ofSite === undefined ? ofPages : [ofSite, ...ofPages];
}
function atStake(finding) {
    return finding.group?.visitors ?? stake(finding);
}
function candidates({ data, findings: { pages, clear } }) {
    const rows = [...data.current.rows, ...(data.previous?.rows ?? [])];
    const sitePaths = [...new Set(rows.map(({ path }) => path))];
    const clearPages = pages.filter((page) => clear.has(page));
    return [...Map.groupBy(clearPages, ({ kind }) => kind).values()]
        .flatMap((ofKind) => {
        const findings = withGroups(ofKind, sitePaths).sort((a, b) => atStake(b) - atStake(a));
        return findings.map((finding, round) => ({ finding, round }));
    })
        .sort((a, b) => a.round - b.round || atStake(b.finding) - atStake(a.finding))
        .map(({ finding }) => finding);
}
const siteKinds = [
    [-1, "fewerPeople", "fewerAi", "fewerPeopleAndAi"],
    [1, "morePeople", "moreAi", "morePeopleAndAi"],
];
function siteFinding({ periods, data, findings }) {
    const now = data.current.totals;
    const before = data.previous?.totals;
    const { from, to } = periods.current;
    const days = (to - from) / build_dates/* day */.vd;
    if (before === undefined || hasNoVisitors(now) || (days % 7 !== 0 && days < 28))
        return undefined;
    const direction = (group) => isBeyondChance(before[group], now[group]) ? Math.sign(now[group] - before[group]) : 0;
    const isFar = (group) => before[group] >= findings.threshold && changedByFifth(before[group], now[group]);
    const isOnePage = (group) => findings.pages.some(({ kind, current, previous }) => {
        if (kind === "moved" || kind === "aiShareUp")
            return false;
        const part = (current[group] - previous[group]) * direction(group);
        return part * 2 >= Math.abs(now[group] - before[group]);
    });
    for (const [sign, people, ai, both] of siteKinds) {
        const far = ["human", "ai"].find((group) => direction(group) === sign && isFar(group));
        if (far === undefined)
            continue;
        if (isOnePage(far))
            return undefined;
        const isAlsoAi = direction("ai") === sign && Math.abs(now.ai - before.ai) * 10 >= before.ai;
        const kind = far === "ai" ? ai : isAlsoAi ? both : people;
        return { kind, current: now, previous: before };
    }
    return undefined;
}

;// CONCATENATED MODULE: ./build/visitors/compose.js





function composeReport(parts) {
    const { periods, data, siteUrl, ignored } = parts;
    const findings = findFindings(data, ignored);
    const isDoubtful = contradictionNotice(parts) !== undefined;
    const { threshold } = findings;
    return {
        ...parts,
        findings,
        notices: noticesOf({ periods, data, findings }),
        worthALook: isDoubtful ? [] : notableFindings({ periods, data, findings }),
        next: isDoubtful ? [] : findNextRows(data.signals, data.current, { threshold, siteUrl, ignored }),
    };
}
function ignoredPaths(patterns) {
    return (0,path_patterns/* pathFilter */.Y1)(patterns.map((pattern) => pattern.replace(/^(!?)(?![!/*])/, "$1/")));
}

// EXTERNAL MODULE: ./node_modules/csv-stringify/lib/sync.js + 7 modules
var sync = __webpack_require__(6789);
// EXTERNAL MODULE: ./build/inputs/table.js
var table = __webpack_require__(9140);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js + 1 modules
var api = __webpack_require__(3305);
// EXTERNAL MODULE: ./build/errors.js
var build_errors = __webpack_require__(9473);
// EXTERNAL MODULE: ./build/service/errors.js
var service_errors = __webpack_require__(4661);
;// CONCATENATED MODULE: ./build/visitors/reader.js



const readReasons = [
    ...["api-key", "payment", "forbidden", "not-found", "rate-limit"],
    ...["refused", "service", "unreachable", "answer"],
];
const longestWaitMs = 60_000;
class Reader {
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
    async get(request, { retries = 0, reserve = 0 } = {}) {
        if (this.#stopped !== undefined)
            return { value: undefined, failure: this.#stopped };
        if (!this.#take(reserve))
            return { value: undefined, failure: { why: "budget" } };
        const { service, deadline } = this.#options;
        try {
            const value = await service.getExport(request, {
                signal: this.#signal,
                deadline,
                maxRetries: retries,
                mayRetry: (waitMs) => this.#stopped === undefined && waitMs <= longestWaitMs && this.#take(reserve),
            });
            return { value, failure: undefined };
        }
        catch (error) {
            if (error instanceof service_errors/* CancelledError */.cc && this.#timeLimit.signal.aborted)
                return { value: undefined, failure: { why: "time" } };
            const reason = readReasons.find((one) => error instanceof build_errors/* ActionError */.lZ && one === error.reason);
            if (!(error instanceof build_errors/* ActionError */.lZ) || reason === undefined)
                throw error;
            const failure = { why: "failure", reason };
            if (reason === "rate-limit")
                this.#stopped ??= failure;
            return { value: undefined, failure, error };
        }
    }
    #take(reserve) {
        if (this.left <= reserve)
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

;// CONCATENATED MODULE: ./build/visitors/signals.js



const feedbackDays = 90;
const questionDays = 28;
const signals_maxRows = 1000;
const timestamp = schemas/* pipe */.FsL(schemas/* string */.YjP(), schemas/* transform */.pdi(build_dates/* parseMoment */.mI));
const votesPage = pageSchema("feedback", schemas/* object */.Ikc({ path: schemas/* string */.YjP(), thumbsUp: count, thumbsDown: count }), ({ path, thumbsUp, thumbsDown }) => [
    [path, { page: path, up: thumbsUp, down: thumbsDown }],
]);
const reportsPage = pageSchema("feedback", schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    path: schemas/* string */.YjP(),
    source: schemas/* string */.YjP(),
    status: schemas/* enum */.k5n(["pending", "in_progress", "resolved", "dismissed"]),
    createdAt: schemas/* catch */.MfU(schemas/* optional */.lqM(timestamp), undefined),
}), ({ id, path, source, status, createdAt }) => {
    const isOpen = status === "pending" || status === "in_progress";
    return isOpen && source === "code_snippet" ? [[id, { page: path, reportedAt: createdAt }]] : [];
});
const questionsPage = pageSchema("conversations", schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    timestamp: schemas/* pipe */.FsL(timestamp, schemas/* number */.aig()),
    responseType: schemas/* nullish */.cl6(schemas/* enum */.k5n(["answer", "clarifying_question"])),
    resolutionStatus: schemas/* enum */.k5n(["answered", "unanswered"]),
    pageUrl: schemas/* catch */.MfU(schemas/* optional */.lqM(schemas/* string */.YjP()), undefined),
}), ({ id, timestamp, responseType, resolutionStatus, pageUrl }) => {
    if (responseType === "clarifying_question")
        return [];
    const answered = resolutionStatus === "answered";
    return [[`${timestamp} ${id}`, { conversation: id, askedAt: timestamp, page: pageUrl, answered }]];
});
const searchesPage = pageSchema("searches", schemas/* object */.Ikc({ searchQuery: schemas/* string */.YjP(), hits: count, ctr: schemas/* number */.aig().check(api/* _gte */.qm(0), api/* _lte */.Zm(100)) }), ({ searchQuery, hits, ctr }) => [
    [searchQuery, { term: searchQuery, hits, clicks: Math.round((hits * ctr) / 100) }],
]);
function pageSchema(list, row, keep) {
    const response = schemas/* looseObject */._H3({
        nextCursor: schemas/* catch */.MfU(schemas/* nullish */.cl6(schemas/* string */.YjP()), undefined),
        hasMore: schemas/* catch */.MfU(schemas/* optional */.lqM(schemas/* boolean */.zMY()), undefined),
    });
    return schemas/* pipe */.FsL(response.check(schemas/* refine */.YPB((fields) => Array.isArray(fields[list]))), schemas/* transform */.pdi(({ nextCursor, hasMore, ...fields }) => {
        const given = schemas/* array */.YOg(schemas/* unknown */.L5J()).parse(fields[list]).slice(0, signals_maxRows);
        const { rows, malformed } = parseRows(row, given);
        const cursor = hasMore === false ? undefined : cursorOf(nextCursor ?? "");
        return { rows: rows.flatMap(keep), malformed, cursor };
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
    const malformed = new Map();
    async function read(list) {
        const { signal, path, schema, range } = list;
        if (!wanted.has(signal) || failed.has(signal))
            return undefined;
        const dates = { dateFrom: (0,build_dates/* isoMoment */.QA)(range.from), dateTo: (0,build_dates/* isoMoment */.QA)(range.to) };
        const byKey = new Map();
        let cursor;
        for (let page = 0; page < list.pages; page++) {
            const last = cursor;
            const query = { ...dates, ...list.query, ...(last === undefined ? {} : { cursor: last }) };
            const { value, failure } = await reader.get({ operation: `read the ${signal}`, path, query, schema });
            if (failure !== undefined) {
                failed.add(signal);
                if ("reason" in failure && failure.reason === "not-found")
                    log.info(`The service has no ${signal} for this project; the report is made without.`);
                else
                    missing.push({ signal, ...failure });
                if (page === 0)
                    return undefined;
                break;
            }
            for (const [key, row] of value.rows)
                if (!byKey.has(key))
                    byKey.set(key, row);
            malformed.set(signal, (malformed.get(signal) ?? 0) + value.malformed);
            cursor = value.cursor;
            if (cursor === undefined || cursor === last)
                break;
        }
        return { rows: [...byKey.values()], hasMore: cursor !== undefined };
    }
    const middle = end - questionDays * build_dates/* day */.vd;
    const feedback = { signal: "feedback", range: { from: end - feedbackDays * build_dates/* day */.vd, to: end } };
    const recently = { from: middle, to: end };
    const earlier = { from: middle - questionDays * build_dates/* day */.vd, to: middle };
    const searches = { signal: "searches", path: "searches", pages: 2, schema: searchesPage };
    const limit = 100;
    const votes = await read({
        ...{ ...feedback, path: "feedback/by-page", pages: 1, schema: votesPage },
        query: { limit },
    });
    const exampleReports = await read({
        ...{ ...feedback, path: "feedback", pages: 2, schema: reportsPage },
        query: { limit, source: "code_snippet", status: "pending,in_progress" },
    });
    const questions = await read({
        ...{ signal: "questions", range: recently, path: "assistant", pages: 4, schema: questionsPage },
        query: { limit: 250 },
    });
    const recent = await read({ ...searches, range: recently, query: { limit } });
    const before = await read({ ...searches, range: earlier, query: { limit } });
    const unlisted = recent?.hasMore ? { unlisted: Math.min(...recent.rows.map(({ hits }) => hits)) } : {};
    for (const [signal, count] of malformed)
        if (count > 0)
            missing.push({ signal, why: "malformed", count });
    return {
        feedback: votes && { votes: votes.rows, exampleReports: exampleReports?.rows },
        questions: questions && { asked: questions.rows, isCut: questions.hasMore },
        searches: recent && before && { recent: recent.rows, before: before.rows, ...unlisted },
        missing,
    };
}

;// CONCATENATED MODULE: ./build/visitors/kinds.js






const pageKinds = {
    up: {
        mark: "▲",
        cells: totals,
        sentence({ path, previous, current }, report) {
            const [before, now] = [previous.total, current.total];
            const more = now >= 3 * before
                ? `${multiple(now / before)} times as many visitors`
                : `${wholePercents(before, now)}% more visitors`;
            return `**${page(path, report)}** has ${more} (${numbers({ previous, current }, report)}). Is it complete and current?`;
        },
        ofGroup: ({ path, group, ...counts }, where, report) => `**${grouped(group.pages)} pages have clearly more visitors**, ${where}; ${page(path, report)} has gained most (${numbers(counts, report)}). Are they complete and current?`,
        brief: briefChange,
        briefOfGroup: "pages with clearly more visitors",
        request: ({ path, previous, current }) => `Check that ${path} is complete and current. Its visitors went from ${grouped(previous.total)} to ${grouped(current.total)}. Change nothing else.`,
    },
    down: {
        mark: "▼",
        cells: totals,
        sentence: ({ path, ...counts }, report) => `**${page(path, report)}** has ${wholePercents(counts.previous.total, counts.current.total)}% fewer visitors (${numbers(counts, report)}). Do the links to it work?`,
        ofGroup: ({ path, group, ...counts }, where, report) => `**${grouped(group.pages)} pages have clearly fewer visitors**, ${where}; ${page(path, report)} has lost most (${numbers(counts, report)}). Do the links to them work?`,
        brief: briefChange,
        briefOfGroup: "pages with clearly fewer visitors",
        request: ({ path }) => `Check that the links to ${path} work and that it is easy to find. Change nothing else.`,
    },
    new: {
        mark: "new",
        cells: ({ current }) => [`+${grouped(current.total)}`, "–", grouped(current.total)],
        sentence: ({ path, current }, report) => `**${page(path, report)}** is new and has ${counted(current.total, "visitor")}. Do related pages link to it?`,
        ofGroup: ({ path, current, group }, where, report) => `**${grouped(group.pages)} new pages**, ${where}; the most read is ${page(path, report)} (${counted(current.total, "visitor")}). Do related pages link to them?`,
        brief: ({ path, current }, name) => `${name(path)} is new (${counted(current.total, "visitor")})`,
        briefOfGroup: "new pages",
        request: ({ path }) => `Link ${path} from related pages: it is new.`,
    },
    gone: {
        mark: "gone",
        cells: ({ previous }) => ["redirect?", grouped(previous.total), "–"],
        sentence: ({ path, previous }) => `**${oldPage(path)}** had ${counted(previous.total, "visitor")} and is gone. Does the old address redirect?`,
        ofGroup: ({ path, previous, group }, where) => `**${grouped(group.pages)} pages are gone**, ${where}; the most read was ${oldPage(path)} (${counted(previous.total, "visitor")}). Do the old addresses redirect?`,
        brief: ({ path, previous }, name) => `${name(path)} is gone (${counted(previous.total, "visitor")} before)`,
        briefOfGroup: "pages are gone",
        request: ({ path }) => `Check that ${path} redirects to the page that replaced it. Add the redirect if it does not. Change nothing else.`,
    },
    moved: {
        mark: "moved",
        cells: totals,
        sentence: ({ path, from = "", previous, current }, report) => `**${oldPage(from)}** seems to have moved to **${page(path, report)}** (${grouped(previous.total)} → ${counted(current.total, "visitor")}). Does the old address redirect?`,
        ofGroup: ({ group }, where) => `**${grouped(group.pages)} pages moved** ${where} (${counted(group.visitors ?? 0, "visitor")} before, counted on each page). Do the old addresses redirect?`,
        brief: ({ path, from = "" }, name) => `${name(from)} moved to ${name(path)}`,
        briefOfGroup: "pages moved",
        request: ({ path, from = "" }) => `Check that ${from} redirects to ${path}. Add the redirect if it does not. Change nothing else.`,
    },
    aiShareUp: {
        mark: "AI\u00a0▲",
        cells: ({ previous, current }) => [
            pointsChange(aiShare(previous), aiShare(current)),
            aiOf(previous),
            aiOf(current),
        ],
        sentence: ({ path, previous, current }, report) => `**AI** now makes up ${aiOf(current)} of the visitors of ${page(path, report)} (${aiOf(previous)} before${siteAiShare(report)}). Can assistants quote it right?`,
        ofGroup: ({ path, group, previous, current }, where, report) => `**AI** makes up far more of the visitors of ${grouped(group.pages)} pages, ${where}; of ${page(path, report)} it makes up ${aiOf(current)} (${aiOf(previous)} before${siteAiShare(report)}). Can assistants quote them right?`,
        brief: ({ path, previous, current }, name) => `AI is ${aiOf(current)} of the visitors of ${name(path)} (${aiOf(previous)} before)`,
        briefOfGroup: "pages with far more AI",
        request: ({ path }) => `Put the key facts of ${path} in short sentences or a table near the top, so that AI assistants quote them right.`,
    },
};
function totals({ previous, current }) {
    return [change(previous.total, current.total), grouped(previous.total), grouped(current.total)];
}
function briefChange({ path, previous, current }, name) {
    const [percents, before, now] = totals({ previous, current });
    return `${name(path)} ${percents} (${before} → ${now})`;
}
function page(path, { siteUrl }) {
    return pageInLine(path, siteUrl);
}
function oldPage(path) {
    return pageInLine(path, undefined);
}
function aiOf(counts) {
    return boundedPercent(aiShare(counts));
}
function numbers({ previous, current }, { data, findings }) {
    const before = data.previous?.totals.total ?? 0;
    const now = data.current.totals.total;
    const ofSite = changedByFifth(before, now) ? change(before, now, findings.siteThreshold) : "";
    return `${grouped(previous.total)} → ${grouped(current.total)}${ofSite === "" ? "" : `; the whole site ${ofSite}`}`;
}
function siteAiShare({ data }) {
    const before = data.previous?.totals ?? noVisitors;
    const now = data.current.totals;
    if (aiShare(now) - aiShare(before) < clearRise)
        return "";
    return `; the whole site from ${aiOf(before)} to ${aiOf(now)}`;
}
const kinds_siteKinds = {
    fewerPeople: {
        what: "Fewer people across the site",
        where: (noPage) => `, so ${noPage} is the cause. Check search results, the links that bring people, and the domain, unless it was a holiday.`,
    },
    fewerAi: {
        what: "Less AI across the site",
        where: (noPage) => `, so ${noPage} is the cause. Does robots.txt, a firewall or a bot filter keep assistants out?`,
    },
    fewerPeopleAndAi: {
        what: "People and AI fell across the site",
        where: () => ": a holiday, or visits that were not counted, rather than a page. If it was no holiday, does the dashboard count visits?",
    },
    morePeople: {
        what: "More people across the site",
        where: (noPage) => `, so ${noPage} is the cause. Was there a launch, a campaign or a link from elsewhere?`,
    },
    moreAi: {
        what: "More AI across the site",
        where: (noPage) => `, so ${noPage} is the cause. More assistants or crawlers read the docs.`,
    },
    morePeopleAndAi: {
        what: "People and AI rose across the site",
        where: (noPage) => `, so ${noPage} is the cause. Was there a launch, a campaign or a link from elsewhere?`,
    },
};
const plainTerm = /^(?=.{1,32}$)(?!.*\. )[A-Za-z0-9._-]+(?: [A-Za-z0-9._-]+){0,2}$/;
const nextKinds = {
    "rated-down": {
        sentence(row, report) {
            const elsewhere = Math.round((row.rest.down / row.rest.votes) * 100);
            return `${page(row.path, report)}: **${grouped(row.down)} of ${grouped(row.votes)}** votes are thumbs down (elsewhere ${elsewhere} of 100).${people(row)} Comments in the dashboard may say why.`;
        },
        brief: (row, name) => `${name(row.path)} (${grouped(row.down)} of ${counted(row.votes, "vote")} down)`,
        request: () => undefined,
        isForAgent: false,
    },
    "examples-reported": {
        sentence: (row, report) => `${page(row.path, report)}: **${counted(row.reports, "report")}** on its code examples, all open.${people(row)}`,
        brief: (row, name) => `${name(row.path)} (${counted(row.reports, "report")} on its examples)`,
        request: (row) => isPlainPath(row.path)
            ? `Check every code example on ${row.path} against the code, and correct those that fail. Change nothing else.`
            : undefined,
        isForAgent: true,
    },
    "asked-unanswered": {
        sentence: (row, report) => `${page(row.path, report)}: the assistant had no answer to **${grouped(row.unanswered)} of ${grouped(row.asked)}** questions asked here, in ${counted(row.conversations, "conversation")}.${people(row)}`,
        brief: (row, name) => `${name(row.path)} (${unanswered(row)} unanswered)`,
        request: (row) => isPlainPath(row.path)
            ? `The assistant could not answer ${unanswered(row)} asked on ${row.path}. Read the page and the code it describes, find what is missing, and add it. Change nothing else.`
            : undefined,
        isForAgent: true,
    },
    "searched-unclicked": {
        sentence(row, { showsTerms }) {
            const term = showsTerms ? termInLine(row.term) : "one term (the job summary names it)";
            return `Readers searched for ${term} **${counted(row.hits, "time")}** and opened ${opened(row)} (${counted(row.hitsBefore, "time")} in the ${questionDays} days before).`;
        },
        brief: (row) => `a search that is ${row.clicks === 0 ? "never" : "hardly ever"} opened (${counted(row.hits, "time")})`,
        request: (row) => plainTerm.test(row.term)
            ? `Readers search for "${row.term}" and open ${opened(row)}. If a page covers it, add these words to it; if none does, say so in the pull request and change nothing else.`
            : undefined,
        isForAgent: false,
    },
};
function people({ readers }) {
    return readers === undefined ? "" : ` ${counted(readers.human, "person", "people")}.`;
}
function unanswered({ unanswered, asked }) {
    return `${grouped(unanswered)} of ${counted(asked, "question")}`;
}
function opened({ clicks }) {
    return clicks === 0 ? "nothing" : "almost nothing";
}

;// CONCATENATED MODULE: ./build/visitors/advice.js





const howToUseCommands = "Paste a command as a comment on an issue or pull request. Each starts a paid job with its own pull request.";
function adviceSections(report) {
    const { worthALook, next, data, triggerPhrase } = report;
    let isExplained = false;
    const item = (sentence, request) => {
        if (triggerPhrase === undefined || request === undefined)
            return `- ${sentence}`;
        const above = isExplained ? "" : `\n\n  ${howToUseCommands}`;
        isExplained = true;
        return `- ${sentence}${above}\n\n${commandFence(triggerPhrase, request)}`;
    };
    const looks = worthALook.map((finding) => item(sentenceOf(finding, report), requestOf(finding, report)));
    const rows = next.map((row) => {
        const { sentence, request } = nextKinds[row.kind];
        return item(sentence(row, report), request(row));
    });
    const sources = `Based on ${[...sourcesOf(data.signals), `and ${periodLabels(report.periods).possessive} readers`].join(", ")}.`;
    return [
        ...(looks.length > 0 ? [`### Worth a look\n\n${looks.join("\n")}`] : []),
        ...(rows.length > 0 ? [`### What to document next\n\n${sources}\n\n${rows.join("\n")}`] : []),
    ];
}
function nextPrompt({ next, findings }) {
    for (const row of next) {
        const { isForAgent, request } = nextKinds[row.kind];
        if (!isForAgent || row.kind === "searched-unclicked")
            continue;
        if (row.readers === undefined || row.readers.human < findings.threshold)
            continue;
        const prompt = request(row);
        if (prompt !== undefined)
            return prompt;
    }
    return "";
}
function sentenceOf(finding, report) {
    if (!("path" in finding)) {
        const { what, where } = kinds_siteKinds[finding.kind];
        const isComplete = report.data.current.complete && report.data.previous?.complete;
        return `**${what}**${where(isComplete ? "no single page" : "none of the pages that were read")}`;
    }
    const kind = pageKinds[finding.kind];
    if (!isGroup(finding))
        return kind.sentence(finding, report);
    return kind.ofGroup(finding, whereIs(finding, (path) => pageInLine(path, undefined)), report);
}
function isGroup(finding) {
    return finding.group !== undefined;
}
function whereIs({ group }, name) {
    const { pages, below, folder, fromFolder } = group;
    if (fromFolder !== undefined)
        return `from ${name(fromFolder, "one folder")} to ${name(folder, "another")}`;
    return `${below === pages ? "all" : `${grouped(below)} of them`} below ${name(folder, "one folder")}`;
}
function requestOf(finding, report) {
    if (!("path" in finding))
        return undefined;
    if (finding.group === undefined) {
        const isPlain = [finding.path, finding.from ?? "/"].every(isPlainPath);
        return isPlain ? pageKinds[finding.kind].request(finding, report) : undefined;
    }
    const { folder, fromFolder = "" } = finding.group;
    if (!isPlainPath(folder) || !isPlainPath(fromFolder))
        return undefined;
    return `Check that the old addresses below ${fromFolder} redirect to ${folder}. Add the redirects that are missing. Change nothing else.`;
}
function commandFence(triggerPhrase, request) {
    const lines = request.replaceAll(/(?<=\.) (?=[A-Z])/g, "\n  ");
    return `  \`\`\`\n  ${triggerPhrase} --new ${lines}\n  \`\`\``;
}
function sourcesOf({ feedback, questions, searches }) {
    const isCut = questions?.isCut === true;
    const others = [...(questions && !isCut ? ["questions"] : []), ...(searches ? ["searches"] : [])];
    return [
        ...(feedback ? [`${feedbackDays} days of feedback`] : []),
        ...(isCut ? [`the newest ${counted(questions.asked.length, "question")}`] : []),
        ...(others.length > 0 ? [`${questionDays} days of ${list(others)}`] : []),
    ];
}
function briefly(finding, name) {
    if (!("path" in finding)) {
        const { what } = kinds_siteKinds[finding.kind];
        return what.charAt(0).toLowerCase() + what.slice(1);
    }
    const kind = pageKinds[finding.kind];
    if (!isGroup(finding))
        return kind.brief(finding, name);
    const separator = finding.kind === "moved" ? " " : ", ";
    return `${grouped(finding.group.pages)} ${kind.briefOfGroup}${separator}${whereIs(finding, name)}`;
}

;// CONCATENATED MODULE: ./build/visitors/changes.js




const maxShown = 10;
const pagesPerLine = 3;
function whatMoved(report, rows) {
    const title = "### What moved";
    const { current, previous } = report.data;
    if (previous === undefined || current.totals.total === 0 || previous.totals.total === 0)
        return undefined;
    const { pages } = report.findings;
    if (pages.length === 0)
        return `${title}\n\n${noPageStoodOut(report)}`;
    const listed = pages.slice(0, rows);
    const folded = listed.slice(maxShown);
    const left = pages.length - listed.length;
    const files = report.files.filter((file) => !/\.csv$/i.test(file));
    return [
        title,
        ...(rows > 0 ? [changes_table(listed.slice(0, maxShown), report)] : []),
        ...(folded.length > 0
            ? [detailsBlock(`${counted(folded.length, "more page")} that moved`, changes_table(folded, report))]
            : []),
        ...(left > 0 ? [notListed(left, files, "a `.json` or `.md` file")] : []),
    ].join("\n\n");
}
function changes_table(findings, { siteUrl }) {
    const head = tableHead([
        ["", "left"],
        ["Page", "left"],
        ["Change", "right"],
        ["Before", "right"],
        ["Now", "right"],
    ]);
    const rows = findings.map((finding) => {
        const { kind, path, from } = finding;
        const page = pageLink(path, kind === "gone" ? undefined : siteUrl);
        const pages = from === undefined ? page : `${pageLink(from, undefined)}<br>→ ${page}`;
        return tableRow([pageKinds[kind].mark, pages, ...pageKinds[kind].cells(finding)]);
    });
    return [head, ...rows].join("\n");
}
const differentGrowth = 0.1;
function noPageStoodOut({ data, findings }) {
    const before = data.previous?.totals ?? noVisitors;
    const now = data.current.totals;
    const page = data.current.complete && data.previous?.complete ? "page" : "page that was read";
    const changeOf = (part) => change(before[part], now[part], findings.siteThreshold);
    const [people, ai, all] = [changeOf("human"), changeOf("ai"), changeOf("total")];
    const difference = Math.abs(now.human / before.human - now.ai / before.ai);
    if (people !== "" && ai !== "" && difference >= differentGrowth)
        return `No ${page} stood out from the site-wide change (people ${people}, AI ${ai}).`;
    const isLevel = all === "" || all === change(1, 1);
    return `No ${page} stood out${isLevel ? "" : ` from the site-wide ${all}`}.`;
}
function whoReadsWhat({ data, findings, periods, siteUrl }) {
    const { aiOnly, peopleOnly } = findings;
    const linesOf = (isWanted) => lines(aiOnly.filter(isWanted), peopleOnly.filter(isWanted), siteUrl);
    const fresh = linesOf(({ asBefore }) => !asBefore);
    const folded = linesOf(({ asBefore }) => asBefore);
    if (fresh === "" && folded === "")
        return undefined;
    const count = [...aiOnly, ...peopleOnly].filter(({ asBefore }) => asBefore).length;
    const pages = counted(count, fresh === "" ? "page" : "more page");
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

;// CONCATENATED MODULE: ./build/visitors/chart.js




const minPoints = 3;
const width = 480;
const height = 260;
const plotWidth = 400;
const characterWidth = 7.5;
const labelGap = 16;
function trendChart({ periods, data }) {
    const points = periods.trend.map((range, index) => ({ range, totals: data.trend[index] }));
    const afterGap = points.slice(points.findLastIndex(({ totals }) => totals === undefined) + 1);
    const opened = afterGap.findIndex(({ totals }) => totals !== undefined && !hasNoVisitors(totals));
    const read = afterGap
        .slice(Math.max(0, opened - 1))
        .flatMap(({ range, totals }) => (totals === undefined ? [] : [{ range, totals }]));
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
    ];
    const rows = points.map(({ totals }, index) => {
        const name = names[index] ?? "";
        if (totals === undefined)
            return tableRow([name, "not read", ""]);
        return tableRow([name, grouped(totals.human), grouped(totals.ai)]);
    });
    return detailsBlock("The figures of the chart", [tableHead(columns), ...rows.reverse()].join("\n"));
}
function pointNames(ranges, unit) {
    const isLong = (ranges.at(-1)?.from ?? 0) - (ranges[0]?.from ?? 0) >= 365 * build_dates/* day */.vd;
    const clock = ranges.some(({ from }) => !(0,build_dates/* isMidnight */.pw)(from));
    const forms = unit.kind === "month"
        ? [shortMonth, (time) => `${shortMonth(time)} ${new Date(time).getUTCFullYear()}`]
        : [(time) => (0,build_dates/* writtenMoment */.yc)(time, { clock }), (time) => (0,build_dates/* writtenMoment */.yc)(time, { year: true, clock })];
    const named = forms.slice(isLong ? 1 : 0).map((form) => ranges.map(({ from }) => form(from)));
    const distinct = named.find((names) => new Set(names).size === names.length);
    return distinct ?? ranges.map(({ from }) => (0,build_dates/* isoMoment */.QA)(from));
}
function shortMonth(time) {
    return (0,build_dates/* monthName */.g6)(time).slice(0, 3);
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

;// CONCATENATED MODULE: ./build/visitors/headline.js


const equalShares = 0.005;
function reportHeadline(report) {
    const { periods, data } = report;
    const now = data.current.totals;
    const isUnread = periods.previous !== undefined && data.previous === undefined;
    const labels = periodLabels(periods);
    return [
        hasNoVisitors(now) ? nobody(report) : (partedWays(report) ?? together(report)),
        ...(isUnread ? [`There is nothing to compare with: ${labels.previous} was not read.`] : []),
        ...(needsNothing(report) ? [`Nothing needs you${labels.one === "week" ? " this week" : ""}.`] : []),
    ].join(" ");
}
function plainHeadline(report) {
    return reportHeadline(report).replaceAll("**", "");
}
function nobody(report) {
    const { previous } = report.data;
    const question = previous === undefined || hasNoVisitors(previous.totals)
        ? "Is this the right project, and is the site published?"
        : "Is the site up, and does the dashboard count visits?";
    return `**No visitors${comparison(report)}.** ${question}`;
}
function together(report) {
    const { data, findings } = report;
    const now = data.current.totals;
    const before = data.previous?.totals;
    const part = (group) => {
        const percents = before === undefined ? "" : change(before[group], now[group], findings.siteThreshold);
        return `${grouped(now[group])}${percents === "" ? "" : ` (${percents})`}`;
    };
    const all = `**${counted(now.total, "visitor")}${comparison(report)}.**`;
    const ofAll = aiPart(report);
    if (now.ai === 0 && (before?.ai ?? 0) === 0)
        return `${all} People ${part("human")}, no AI.`;
    return `${all} People ${part("human")}, AI ${part("ai")}${ofAll === "" ? "" : `, ${ofAll}`}.`;
}
function leadingGroup({ data, findings }) {
    const now = data.current.totals;
    const before = data.previous?.totals;
    if (before === undefined || before.human <= 0 || before.ai <= 0)
        return undefined;
    const difference = { human: now.human - before.human, ai: now.ai - before.ai };
    return ["human", "ai"].find((group) => {
        const other = group === "human" ? "ai" : "human";
        const size = Math.abs(difference[group]);
        const isClear = size * 10 >= before[group] && isBeyondChance(before[group], now[group]);
        const isLarge = Math.max(before[group], now[group]) >= findings.siteThreshold;
        const sameWay = difference[other] * Math.sign(difference[group]);
        return isClear && isLarge && 3 * sameWay * before[group] < size * before[other];
    });
}
function partedWays(report) {
    const { data, findings } = report;
    const now = data.current.totals;
    const before = data.previous?.totals;
    const lead = leadingGroup(report);
    if (before === undefined || lead === undefined)
        return undefined;
    const part = (group) => {
        const percents = change(before[group], now[group], findings.siteThreshold);
        const counts = `${grouped(before[group])} → ${grouped(now[group])}`;
        const name = group === "ai" ? "AI" : group === lead ? "People" : "people";
        return `${name} ${percents === "" ? counts : `${percents} (${counts})`}`;
    };
    const ofAll = aiPart(report);
    return [
        `**${part(lead)}**, ${part(lead === "human" ? "ai" : "human")}.`,
        `Together ${counted(now.total, "visitor")}${comparison(report)}.`,
        ...(ofAll === "" ? [] : [`AI is ${ofAll}.`]),
    ].join(" ");
}
function needsNothing({ data, notices, worthALook, next }) {
    const { current, previous } = data;
    if (previous === undefined || hasNoVisitors(previous.totals) || hasNoVisitors(current.totals))
        return false;
    const [was, is] = [previous.totals, current.totals];
    const fell = (group) => was[group] > 0 && (was[group] - is[group]) * 5 >= was[group];
    const isQuiet = notices.length === 0 && worthALook.length === 0 && next.length === 0;
    return isQuiet && !fell("human") && !fell("ai") && !fell("total");
}
function comparison({ periods, data, findings }) {
    const before = data.previous?.totals.total;
    const now = data.current.totals.total;
    const { duringPrevious } = periodLabels(periods);
    if (before === undefined)
        return "";
    if (before === 0)
        return now === 0 ? `, and none ${duringPrevious} either` : `, none ${duringPrevious}`;
    const percents = now === 0 ? "" : change(before, now, findings.siteThreshold);
    return percents === "" ? `, after ${grouped(before)} ${duringPrevious}` : `, ${percents}`;
}
function aiPart({ data, findings: { threshold } }) {
    const now = data.current.totals;
    const before = data.previous?.totals;
    const shareNow = share(now.ai, now.total);
    if (shareNow === undefined || now.ai === 0 || now.ai > now.total || now.total < threshold)
        return "";
    const text = `${boundedPercent(shareNow)} of all`;
    const shareBefore = before && share(before.ai, before.total);
    if (before === undefined || shareBefore === undefined || before.total < threshold)
        return text;
    const difference = Math.abs(shareNow - shareBefore);
    if (difference < equalShares)
        return `${text} as before`;
    if (difference < 2 * equalShares || Math.max(now.ai, before.ai) < threshold)
        return text;
    return `${text}, ${shareNow > shareBefore ? "up" : "down"} from ${boundedPercent(shareBefore)}`;
}

;// CONCATENATED MODULE: ./build/visitors/report-model.js

function isoRange(range) {
    return { dateFrom: (0,build_dates/* isoMoment */.QA)(range.from), dateTo: (0,build_dates/* isoMoment */.QA)(range.to) };
}

;// CONCATENATED MODULE: ./build/visitors/tables.js




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
    const hasAi = Math.max(current.totals.ai, previous?.totals.ai ?? 0) > 0;
    const used = hasAi ? figures(report) : figures(report).slice(0, 2);
    const rows = used.map((figure, index) => {
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
function figures({ data, findings: { siteThreshold, threshold } }) {
    const count = {
        format: grouped,
        formatChange: (before, now) => change(before, now, siteThreshold),
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
function pageTable(report, pages) {
    const group = leadingGroup(report) ?? "total";
    const changeOfPage = pageChanges(report, group);
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
        ...(isCompared ? [[changeNames[group], "right"]] : []),
        ["People", "right"],
        ["AI", "right"],
    ];
    return (rows) => [tableHead(columns), ...rows.map((page) => tableRow(cells(page)))].join("\n");
}
const changeNames = {
    total: "Change",
    human: "Change (people)",
    ai: "Change (AI)",
};
function pageChanges({ findings: { pages, before, threshold } }, group) {
    const appeared = new Set(pages.flatMap(({ kind, path }) => (kind === "new" ? [path] : [])));
    return (page) => appeared.has(page.path) ? "new" : change(before(page.path)?.[group] ?? 0, page[group], threshold);
}

;// CONCATENATED MODULE: ./build/visitors/report.js












const foldedRows = 100;
function renderReport(report, rows = report.top + foldedRows) {
    const sections = [
        heading(report),
        noticeLines(report),
        reportHeadline(report),
        ...adviceSections(report),
        keyFigures(report),
        trendChart(report),
        whatMoved(report, rows),
        whoReadsWhat(report),
        topPages(report, rows),
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
    const days = (0,build_dates/* writtenRange */.dk)(periods.current);
    if (siteUrl === undefined)
        return `## Docs visitors, ${days}`;
    return `## ${(0,markdown/* escapeInlineMarkdown */.ME)(siteUrl.host, 100)}: visitors, ${days}`;
}
function noticeLines({ notices }) {
    return notices.length === 0 ? undefined : notices.map((notice) => `> ${notice}`).join("\n>\n");
}
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
    const { votes, exampleReports } = feedback;
    return votes.every(({ up, down }) => up + down === 0) && exampleReports?.length === 0;
}
function reportFooter({ periods, data, project, files, runUrl }) {
    const compared = data.previous === undefined ? undefined : periods.previous;
    const parts = [
        `${exactRange(periods.current)} (end not included, UTC)`,
        ...(compared === undefined ? [] : [`compared with ${exactRange(compared)}`]),
        "approximate counts",
        `project ${(0,markdown/* codeSpan */.SS)(project, 80)}`,
        `${counted(data.requests, "request")} to the service`,
        ...(files.length > 0 ? [`also in ${fileList(files)}`] : []),
        ...(runUrl === undefined ? [] : [(0,markdown/* link */.nf)("workflow run", runUrl)]),
    ];
    return `<sub>${parts.join(" · ")}</sub>`;
}
function exactRange(range) {
    const { dateFrom, dateTo } = isoRange(range);
    return `${dateFrom} to ${dateTo}`;
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
    const ofKind = (kind) => findings.pages
        .filter((page) => page.kind === kind)
        .map(({ path, current, previous }) => ({ path, current, previous }));
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
        moved: {
            up: ofKind("up"),
            down: ofKind("down"),
            new: ofKind("new"),
            gone: ofKind("gone"),
            moved: findings.pages
                .filter(({ kind }) => kind === "moved")
                .map(({ from, path: to, current, previous }) => ({ from, to, current, previous })),
            aiShareUp: ofKind("aiShareUp"),
        },
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
    const isAnyRead = table/* signals */.QO.some((signal) => data.signals[signal] !== undefined);
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

;// CONCATENATED MODULE: ./build/visitors/outputs.js









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
    const count = (wanted, isKnown) => isKnown ? String(findings.pages.filter(({ kind }) => kind === wanted).length) : "";
    const next = nextData(report);
    return [
        ["up", count("up", isCompared)],
        ["down", count("down", isCompared)],
        ["appeared", count("new", isComplete)],
        ["gone", count("gone", isComplete)],
        ["digest", toDigest(report)],
        ["next", next === undefined ? "" : JSON.stringify(next)],
        ["nextCount", textOf(next?.length)],
        ["nextPrompt", nextPrompt(report)],
    ];
}
function textOf(value) {
    return value === undefined ? "" : String(value);
}
const unusualName = "a page with an unusual name";
const word = "[A-Za-z0-9]+(?:(?:_|-+)[A-Za-z0-9]+)*";
const version = String.raw `v?\d+(?:\.\d+){1,2}`;
const file = String.raw `${word}\.(?:csv|html?|json|jsx?|mdx|pdf|svg|tsx?|txt|xml|ya?ml)`;
const chatSegment = new RegExp(`^(?:${word}|${version}|${file})?$`);
function isChatPath(path) {
    return isPlainPath(path) && path.split("/").every((segment) => chatSegment.test(segment));
}
function toDigest(report, address = report.runUrl) {
    const { notices, worthALook, next } = report;
    const name = (path, otherwise = unusualName) => (isChatPath(path) ? path : otherwise);
    const looks = worthALook.map((finding) => briefly(finding, name));
    const rows = next.map((row) => nextKinds[row.kind].brief(row, name));
    return [
        title(report),
        ...(notices.length > 0 ? [notices.join(" ").replaceAll("`", "")] : []),
        plainHeadline(report),
        ...(looks.length > 0 ? [`Worth a look: ${looks.join("; ")}`] : []),
        ...(rows.length > 0 ? [`Next: ${rows.join(", ")}`] : []),
        ...(address === undefined ? [] : [`Full report: ${address}`]),
    ].join("\n");
}
function title({ periods, siteUrl }) {
    const days = (0,build_dates/* writtenRange */.dk)(periods.current);
    return siteUrl === undefined ? `Docs visitors, ${days}` : `${siteUrl.hostname}: visitors, ${days}`;
}

;// CONCATENATED MODULE: ./build/visitors/period.js

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
    const today = (0,build_dates/* midnightBefore */.Qg)(now);
    const { "date-from": from, "date-to": to } = inputs;
    if (from !== undefined && to !== undefined) {
        const unit = { kind: "days", days: (to - from) / build_dates/* day */.vd };
        const wholeDays = (0,build_dates/* isMidnight */.pw)(from) && (0,build_dates/* isMidnight */.pw)(to);
        return { rangeBack: equalSteps({ from, to }), unit: wholeDays ? unit : { kind: "span" } };
    }
    if (inputs.period === "last-month") {
        const rangeBack = (periods) => ({
            from: (0,build_dates/* monthStart */.ZV)(today, periods + 1),
            to: (0,build_dates/* monthStart */.ZV)(today, periods),
        });
        return { rangeBack, unit: { kind: "month" } };
    }
    const monday = Math.floor((today + 3 * build_dates/* day */.vd) / (7 * build_dates/* day */.vd)) * 7 * build_dates/* day */.vd - 3 * build_dates/* day */.vd;
    const end = inputs.period === "last-week" ? monday : today;
    const days = inputs.period === "last-week" ? 7 : Number.parseInt(inputs.period, 10);
    return { rangeBack: equalSteps({ from: end - days * build_dates/* day */.vd, to: end }), unit: { kind: "days", days } };
}
function equalSteps({ from, to }) {
    const length = to - from;
    return (periods) => ({ from: from - periods * length, to: to - periods * length });
}
function isAfterEpoch(range) {
    return range.from >= 0;
}

;// CONCATENATED MODULE: ./build/visitors/read.js






const rowsPerChunk = 250;
const chunksPerBatch = 4;
const retries = 4;
const read_counts = { human: count, ai: count, total: count };
const visitorsRow = schemas/* object */.Ikc({ path: schemas/* string */.YjP(), ...read_counts });
const visitorsChunk = schemas/* pipe */.FsL(schemas/* object */.Ikc({ totals: schemas/* object */.Ikc(read_counts), visitors: schemas/* array */.YOg(schemas/* unknown */.L5J()), hasMore: schemas/* boolean */.zMY() }), schemas/* transform */.pdi(({ totals, visitors, hasMore }) => ({
    ...{ totals, hasMore },
    ...parseRows(visitorsRow, visitors),
})));
async function readVisitors(periods, options) {
    const reader = new Reader(options);
    try {
        return await readAll(periods, reader, options);
    }
    finally {
        reader.close();
        options.onSpent?.(reader.spent);
    }
}
async function readAll(periods, reader, { maxRequests, log, signals: wanted }) {
    const whole = [periods.current, ...(periods.previous === undefined ? [] : [periods.previous])];
    const others = periods.trend.filter(({ from }) => whole.every((one) => one.from !== from)).reverse();
    const reserve = Math.max(0, Math.ceil(maxRequests / 2) - whole.length);
    const starting = Promise.all([
        readChunk(reader, periods.current, { limit: rowsPerChunk, offset: 0 }),
        periods.previous && readChunk(reader, periods.previous, { limit: rowsPerChunk, offset: 0 }),
        ...others.map((range) => readChunk(reader, range, { limit: 1, offset: 0 }, reserve)),
    ]);
    log.info(`Reading the visitors: ${reader.spent} of at most ${maxRequests} requests to start with.`);
    const [first, firstBefore, ...points] = await starting;
    if (first.value === undefined)
        throw firstRequestError(first.error);
    const current = await readPeriod(reader, first.range, first.value);
    const previous = firstBefore?.value && (await readPeriod(reader, firstBefore.range, firstBefore.value, current.chunks));
    const signals = await readSignals(reader, wanted, periods.current.to, log);
    const starts = [first, ...(firstBefore === undefined ? [] : [firstBefore]), ...points];
    const totals = new Map(starts.map(({ range, value }) => [range.from, value?.totals]));
    const malformed = current.malformed + (previous?.malformed ?? 0);
    return {
        current: current.data,
        previous: previous?.data,
        trend: periods.trend.map(({ from }) => totals.get(from)),
        signals,
        requests: reader.spent,
        missing: [
            ...missingOf("pages", [current.failure]),
            ...missingOf("previous", [firstBefore?.failure]),
            ...missingOf("previous-pages", [previous?.failure]),
            ...missingOf("trend", points.map(({ failure }) => failure)),
            ...(malformed > 0 ? [{ what: "rows", why: "malformed", count: malformed }] : []),
        ],
    };
}
async function readChunk(reader, range, part, reserve = 0) {
    const query = { ...isoRange(range), ...part };
    const request = { operation: "read the visitors", path: "visitors", query, schema: visitorsChunk };
    return { range, ...(await reader.get(request, { retries, reserve })) };
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
        batch = await Promise.all(offsets.map((offset) => readChunk(reader, range, { limit: rowsPerChunk, offset })));
    }
    const failure = end === "complete" ? undefined : end;
    const sorted = [...rows.values()].sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
    const data = { totals: first.totals, rows: sorted, complete: failure === undefined };
    return { data, malformed, chunks, failure };
}
function sizeOf({ rows, malformed }) {
    return rows.length + malformed;
}
function missingOf(what, failures) {
    const all = failures.flatMap((failure) => (failure === undefined ? [] : [{ what, ...failure }]));
    return [...new Map(all.map((one) => ["reason" in one ? one.reason : one.why, one])).values()];
}
function firstRequestError(error) {
    if (error !== undefined)
        return error;
    return new build_errors/* ActionError */.lZ("unreachable", (0,rich_text/* richText */.YD) `The time limit was reached before the service answered the first request for visitors.`, (0,rich_text/* richText */.YD) `Raise timeout-minutes, or run the step again later.`);
}

;// CONCATENATED MODULE: ./build/visitors/run.js










async function reportVisitors(inputs, deps) {
    const { clock, log, setOutput } = deps;
    const periods = resolvePeriods(inputs, clock.now());
    for (const output of periodOutputs(periods))
        setOutput(...output);
    const data = await fetchWithHeartbeat(periods, inputs, deps);
    for (const output of dataOutputs(data))
        setOutput(...output);
    const draft = composeReport({
        periods,
        data,
        siteUrl: inputs["site-url"],
        project: deps.scope.project,
        ignored: ignoredPaths(inputs["ignore-paths"]),
        docsUrl: deps.sourceUrl && `${deps.sourceUrl}/docs/report.md`,
        triggerPhrase: undefined,
        showsTerms: true,
        top: inputs.top,
        files: inputs["report-file"],
        runUrl: deps.runUrl,
    });
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
        return await readVisitors(periods, {
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
