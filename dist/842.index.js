export const id = 842;
export const ids = [842];
export const modules = {

/***/ 2842:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  reportVisitors: () => (/* binding */ reportVisitors)
});

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
;// CONCATENATED MODULE: ./build/visitors/find/memory.js


const maxPages = 20;
const restDays = 90;
const toldDays = 28;
const memorySchema = schemas/* array */.YOg(schemas/* object */.Ikc({ page: schemas/* string */.YjP(), at: schemas/* number */.aig() }));
function joinMemories(memories) {
    const newestFirst = memories.flat().sort((a, b) => b.at - a.at);
    const known = new Set();
    return newestFirst.filter(({ page }) => {
        const isNew = !known.has(page);
        known.add(page);
        return isNew;
    });
}
function namedPages(memory, periodEnd, days) {
    return memory.filter(({ at }) => at < periodEnd && periodEnd - at < days * dates/* day */.vd);
}
function remember(memory, prompted, now) {
    const named = prompted === undefined ? [] : [{ page: prompted, at: now }];
    const recent = memory.filter(({ at }) => now - at < restDays * dates/* day */.vd);
    return joinMemories([named, recent]).slice(0, maxPages);
}

// EXTERNAL MODULE: ./build/github/path-patterns.js
var path_patterns = __webpack_require__(5939);
// EXTERNAL MODULE: ./build/text/words.js
var words = __webpack_require__(6883);
;// CONCATENATED MODULE: ./build/visitors/read/data.js

function isoRange(range) {
    return {
        dateFrom: (0,dates/* isoMoment */.QA)(range.from),
        dateTo: (0,dates/* isoMoment */.QA)(range.to),
    };
}
const noVisitors = {
    human: 0,
    ai: 0,
    total: 0,
};
function hasNoVisitors({ human, ai, total }) {
    return Math.max(human, ai, total) === 0;
}
const feedbackDays = 90;
const questionDays = 28;

;// CONCATENATED MODULE: ./build/visitors/read/pages.js



const longestPath = 300;
const isNoPage = /\/(?:\.|wp-)|\.(?:7z|[a-z][\w~]{0,9})$|^\/404$/i;
const ownFile = /^\/skill\.md$/i;
function placesOn(siteUrl) {
    const folder = withoutEnding(readablePath(siteUrl?.pathname ?? "")).toLowerCase();
    return (address) => {
        const text = address.trim();
        const [origin = ""] = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(text) ?? [];
        if (/^(?:[?#]|$)/.test(text))
            return { path: "" };
        const read = readablePath(text.slice(origin.length));
        const path = withoutEnding(read);
        const isInside = `${path}/`.toLowerCase().startsWith(`${folder}/`);
        const isElsewhere = origin !== "" && !(isInside && isOriginOf(origin, siteUrl));
        if (isElsewhere)
            return {
                path: "",
                host: URL.parse(origin)?.host || origin,
            };
        const below = isInside ? folder.length : 0;
        const page = path.slice(below).toLowerCase().normalize();
        const isOwnFile = ownFile.test(read.slice(below));
        if (isOwnFile || isNoPage.test(page) || path.length > longestPath)
            return { path: read };
        return {
            page: page || "/",
            path: path || "/",
        };
    };
}
function isOriginOf(origin, siteUrl) {
    const { protocol, host } = URL.parse(origin) ?? { protocol: "", host: "" };
    const isSame = siteUrl === undefined || withoutWww(host) === withoutWww(siteUrl.host);
    const isOwn = isSame || /\.mintlify\.(?:app|dev|io|site)$/.test(host);
    return isOwn && /^https?:$/.test(protocol);
}
function withoutWww(host) {
    return host.replace(/^www\./, "");
}
function readablePath(text) {
    const path = withoutQuery(decoded(withoutQuery(text)));
    return path.startsWith("/") ? path : `/${path}`;
}
function withoutQuery(path) {
    return path.replace(/(?:[?#]|%3f|%23|[&;][\w.-]+=).*$/is, "");
}
function decoded(path) {
    try {
        return decodeURI(path);
    }
    catch {
        return path;
    }
}
function withoutEnding(path) {
    const plain = (0,words/* trimEndOf */.fC)(path, "/").replace(/\.mdx?$/i, "");
    return (0,words/* trimEndOf */.fC)(plain.replace(/\/index$/i, ""), "/");
}
function joinRows(rows, placeOf) {
    const pages = new Map();
    const others = new Map();
    for (const row of rows) {
        if (hasNoVisitors(row))
            continue;
        const { page, path } = placeOf(row.path);
        if (page === undefined)
            addRow(others, { ...row, page: path, path });
        else
            addRow(pages, { ...row, page, path });
    }
    const [most] = byVisitors(others);
    return {
        pages: byVisitors(pages),
        noPages: { count: others.size, most },
    };
}
function addRow(known, row) {
    const before = known.get(row.page) ?? row;
    const isMoreRead = row.human > before.human;
    known.set(row.page, {
        page: row.page,
        path: isMoreRead ? row.path : before.path,
        human: Math.max(row.human, before.human),
        ai: Math.max(row.ai, before.ai),
        total: Math.max(row.total, before.total),
    });
}
function byVisitors(pages) {
    return [...pages.values()].sort((a, b) => b.total - a.total || (a.page < b.page ? -1 : 1));
}
function ignoredPages(patterns) {
    const isIgnored = (0,path_patterns/* pathFilter */.Y1)(patterns.map((pattern) => pattern.replace(/^(!?)(?![!/*])/, "$1/")));
    return ({ page, path }) => isIgnored(path) || isIgnored(page);
}
function isPlainPath(path) {
    const isPlain = /^\/[A-Za-z0-9/_.-]{0,99}$/.test(path);
    return isPlain && !path.includes("//") && !path.split("/").includes("..");
}

;// CONCATENATED MODULE: ./build/visitors/find/chance.js
function share(part, whole) {
    return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : undefined;
}
function changedByFifth(before, now) {
    return Math.abs(now - before) * 5 >= before;
}
function isBeyondChance(before, now, deviations) {
    return Math.abs(now - before) > deviations * Math.sqrt(before + now);
}
function chanceOfAtLeast(part, whole, rate) {
    const observed = share(part, whole);
    if (observed === undefined || observed <= rate)
        return 1;
    const divergence = surprise(observed, rate) + surprise(1 - observed, 1 - rate);
    return Math.exp(-whole * divergence);
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
const smallestRest = 20;
function standsOut({ part, whole }, rest, compared) {
    if (rest.whole < smallestRest)
        return false;
    const chance = chanceOfAtLeast(part, whole, rest.part / rest.whole);
    return chance * Math.max(20, compared) < 0.1;
}

;// CONCATENATED MODULE: ./build/visitors/find/moved.js


function comparePages({ current, previous }) {
    const isWhole = current.complete && previous?.complete === true;
    const absent = isWhole ? noVisitors : undefined;
    const before = new Map();
    for (const { page, path, ...counts } of previous?.pages ?? []) {
        before.set(page, { page, path, counts });
    }
    const compared = current.pages.map(({ page, path, ...now }) => {
        const was = before.get(page)?.counts ?? absent;
        before.delete(page);
        return { page, path, now, before: was };
    });
    if (!isWhole)
        return compared;
    for (const { page, path, counts } of before.values()) {
        compared.push({ page, path, now: noVisitors, before: counts });
    }
    return compared;
}
function findMoves(pages, { current, previous }, threshold) {
    const now = current.totals;
    const before = previous?.totals;
    if (before === undefined || before.total <= 0 || now.total <= 0)
        return [];
    const deviations = largestChance(pages, threshold);
    const site = { now, before, threshold, deviations };
    const moves = pages.flatMap((page) => {
        if (page.before === undefined)
            return [];
        const move = { ...page, before: page.before };
        const kind = judge(move, site);
        return kind === undefined ? [] : [{ ...move, kind }];
    });
    return moves.sort((a, b) => atStake(b) - atStake(a));
}
function atStake({ now, before }) {
    return Math.abs(now.total - before.total);
}
function largestChance(pages, threshold) {
    const compared = pages.filter(({ now, before = noVisitors }) => {
        const isInBoth = now.total > 0 && before.total > 0;
        return isInBoth && Math.max(now.total, before.total) >= threshold;
    });
    const count = Math.max(1, compared.length);
    return Math.max(3, Math.sqrt(2 * Math.log(10 * count)));
}
function judge({ now, before }, site) {
    const is = now.total;
    const was = before.total;
    if (Math.max(is, was) < site.threshold)
        return undefined;
    if (was <= 0)
        return "new";
    if (is <= 0)
        return "gone";
    const expected = was * expectedGrowth(before, site);
    for (const from of [was, expected]) {
        const isChange = changedByFifth(from, is) && isBeyondChance(from, is, site.deviations);
        if (!isChange)
            return undefined;
    }
    if (is > Math.max(was, expected))
        return "up";
    return is < Math.min(was, expected) ? "down" : undefined;
}
function expectedGrowth({ human, ai }, { now, before, threshold }) {
    const growthOf = (part) => now[part] / before[part];
    const isNoise = Math.min(before.human, before.ai) < threshold;
    if (isNoise || human + ai <= 0)
        return growthOf("total");
    return (human * growthOf("human") + ai * growthOf("ai")) / (human + ai);
}
const fewestInGroup = 3;
const maxDepth = 10;
function groupMoves(moves) {
    const byKind = Map.groupBy(moves, ({ kind }) => kind);
    return moves.flatMap((move) => {
        const { kind } = move;
        const alike = byKind.get(kind) ?? [];
        if (kind === "up" || kind === "down" || alike.length < fewestInGroup)
            return [move];
        if (alike[0] !== move)
            return [];
        return [{ kind, pages: alike.length, most: move, ...commonFolder(alike) }];
    });
}
function commonFolder(pages) {
    const byFolder = Map.groupBy(pages.flatMap(foldersAbove), (folder) => folder);
    const folders = Array.from(byFolder, ([folder, all]) => ({
        folder,
        below: all.length,
    }));
    const [common] = folders
        .filter(({ below }) => below * 2 >= pages.length)
        .sort((a, b) => b.below - a.below || b.folder.length - a.folder.length);
    return common ?? { folder: undefined, below: 0 };
}
function foldersAbove({ path }) {
    const segments = path.split("/").slice(0, maxDepth + 2);
    return segments.slice(2).map((_, index) => {
        const above = segments.slice(0, index + 2);
        return `${above.join("/")}/`;
    });
}

;// CONCATENATED MODULE: ./build/visitors/find/words.js
const longestTerm = 100;
const longestQuestion = 300;
function searchTerms(typed) {
    const strings = typedStrings(typed);
    const explained = explainedHits(strings);
    const terms = new Map();
    for (const [text, { hits, clicks }] of strings) {
        const term = text.trim();
        const own = hits - (explained.get(text) ?? 0);
        if (own > 0 && isTerm(term))
            add(terms, { term, hits: own, clicks });
    }
    return terms;
}
function typedStrings(typed) {
    const strings = new Map();
    for (const { term, ...counts } of typed) {
        if (term.length > longestTerm)
            continue;
        const text = term.toLowerCase().replaceAll(/\s+/g, " ");
        add(strings, { term: text.trimStart(), ...counts });
    }
    return strings;
}
function add(terms, { term, hits, clicks }) {
    const known = terms.get(term);
    terms.set(term, {
        term,
        hits: hits + (known?.hits ?? 0),
        clicks: clicks + (known?.clicks ?? 0),
    });
}
function explainedHits(strings) {
    const explained = new Map();
    for (const [text, { hits }] of strings) {
        let beginning = text.slice(0, -1);
        while (beginning !== "" && !strings.has(beginning))
            beginning = beginning.slice(0, -1);
        explained.set(beginning, hits + (explained.get(beginning) ?? 0));
    }
    return explained;
}
const dense = String.raw `\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;
const denseScript = new RegExp(`[${dense}]`, "v");
function isTerm(text) {
    const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    const isLongEnough = letters >= (denseScript.test(text) ? 2 : 3);
    return isLongEnough && !text.endsWith("?") && text.split(" ").length <= 6;
}
const privateWords = [
    new RegExp(String.raw `[[\p{L}\p{M}_\-]--[${dense}]]{21}`, "v"),
    /(?=[^ ]*\p{Nd})[^ ]{13}/u,
    /(?:key|pass|pwd|secret|token).*\p{Nd}/iu,
];
function isPrivateTerm(term) {
    const isPlain = /^[\p{L}\p{M}\p{Nd} _-]*$/u.test(term);
    const digits = term.match(/\p{Nd}/gu)?.length ?? 0;
    return !isPlain || digits > 5 || privateWords.some((pattern) => pattern.test(term));
}
const punctuation = /[?!,;'’"“”()¿¡？！。、，「」…]|[.:](?=\s|$)/gu;
function quotable(question) {
    if (question.length > longestQuestion)
        return undefined;
    const line = question.replaceAll(/\s+/g, " ").trim();
    const words = line.replaceAll(punctuation, " ");
    return words.trim() === "" || isPrivateTerm(words) ? undefined : line;
}

;// CONCATENATED MODULE: ./build/visitors/find/next.js



const maxRows = 5;
function findNext(period, signals, options) {
    const { feedback, questions, searches } = signals;
    const find = pageFinder(period, options);
    const rows = [
        ...ratedDown(feedback?.votes ?? [], find, options.threshold),
        ...examplesReported(feedback?.exampleReports ?? [], find),
        ...askedUnanswered(questions?.newest ?? [], find, options.quotes),
        ...(searches === undefined ? [] : searchedUnclicked(searches)),
    ].sort((a, b) => concerned(b) - concerned(a));
    const place = (row) => rows.filter(({ kind }) => kind === row.kind).indexOf(row);
    return rows.toSorted((a, b) => place(a) - place(b)).slice(0, maxRows);
}
function concerned(row) {
    return row.kind === "searched-unclicked" ? row.evidence.hits : (row.readers?.human ?? -1);
}
function pageFinder({ pages, complete }, { isIgnored, resting }) {
    const byName = new Map(pages.map((page) => [page.page, page]));
    return (page) => {
        const known = byName.get(page);
        const isGone = known === undefined && complete;
        const { path, human = 0, ai = 0 } = known ?? { path: page };
        if (isGone || resting.has(page) || isIgnored({ page, path }))
            return undefined;
        return {
            page,
            path,
            readers: known && { human, ai },
        };
    };
}
function onPages(all, find) {
    const byPage = Map.groupBy(all, ({ page }) => page ?? "");
    return [...byPage].flatMap(([name, said]) => {
        const page = find(name);
        return page === undefined ? [] : [{ page, said }];
    });
}
function ratedDown(all, find, threshold) {
    const site = votesOf(all);
    const onEach = onPages(all, find).map(({ page, said }) => ({
        page,
        here: votesOf(said),
    }));
    const compared = onEach.filter(({ here }) => here.whole >= 4).length;
    return onEach.flatMap(({ page, here }) => {
        const { part: down, whole: votes } = here;
        const rest = {
            part: site.part - down,
            whole: site.whole - votes,
        };
        const isRatedDown = down >= 4 && lowerBound(down, votes) > 0.5;
        const isOrdinary = rest.whole >= smallestRest && !standsOut(here, rest, compared);
        const isRead = (page.readers?.human ?? 0) >= threshold;
        if (!isRatedDown || isOrdinary || !isRead)
            return [];
        return [{ kind: "rated-down", ...page, evidence: { down, votes } }];
    });
}
function votesOf(all) {
    const part = sumOf(all, ({ down }) => down);
    return {
        part,
        whole: part + sumOf(all, ({ up }) => up),
    };
}
function examplesReported(all, find) {
    return onPages(all, find)
        .filter(({ said }) => countDays(said) >= 2)
        .map(({ page, said }) => ({
        kind: "examples-reported",
        ...page,
        evidence: { reports: said.length },
    }));
}
function askedUnanswered(all, find, quotes) {
    const onEach = onPages(all, find);
    const compared = onEach.filter(({ said }) => conversationsOf(said).whole >= 4).length;
    return onEach.flatMap(({ page, said }) => {
        const here = conversationsOf(said);
        const open = said.filter(isUnanswered);
        if (here.part < 4 || countDays(open) < 2)
            return [];
        const ids = new Set(said.map(({ conversation }) => conversation));
        const rest = conversationsOf(all.filter(({ conversation }) => !ids.has(conversation)));
        if (!standsOut(here, rest, compared))
            return [];
        const others = all.filter((question) => question.page !== page.page);
        return [
            {
                kind: "asked-unanswered",
                ...page,
                evidence: {
                    ...countQuestions(said),
                    conversations: here.part,
                    rest: countQuestions(others),
                },
                quotes: newestWords(open, quotes),
            },
        ];
    });
}
function isUnanswered({ answered }) {
    return !answered;
}
function conversationsOf(questions) {
    const countOf = (some) => new Set(some.map(({ conversation }) => conversation)).size;
    return {
        part: countOf(questions.filter(isUnanswered)),
        whole: countOf(questions),
    };
}
function countQuestions(questions) {
    return {
        unanswered: questions.filter(isUnanswered).length,
        asked: questions.length,
    };
}
function newestWords(questions, count) {
    const newestFirst = questions.toSorted((a, b) => b.at - a.at);
    const words = newestFirst.flatMap((question) => quotable(question.words ?? "") ?? []);
    return [...new Set(words)].slice(0, count);
}
function searchedUnclicked({ recent, before, unlisted }) {
    const termsNow = searchTerms(recent);
    const termsBefore = searchTerms(before);
    const site = unopened([...termsNow.values(), ...termsBefore.values()]);
    const least = Math.max(5, 4 * unlisted);
    const repeated = [...termsNow.values()].flatMap((now) => {
        const was = termsBefore.get(now.term);
        const isRepeated = now.hits >= least && was !== undefined && was.hits >= 2;
        return isRepeated && !isPrivateTerm(now.term) ? [{ now, was }] : [];
    });
    return repeated.flatMap(({ now, was }) => {
        const here = unopened([now, was]);
        const clicks = here.whole - here.part;
        const rest = {
            part: site.part - here.part,
            whole: site.whole - here.whole,
        };
        if (clicks * 20 > here.whole || !standsOut(here, rest, repeated.length))
            return [];
        const evidence = {
            hits: now.hits,
            hitsBefore: was.hits,
            clicks,
        };
        return [{ kind: "searched-unclicked", term: now.term, evidence }];
    });
}
function unopened(terms) {
    const whole = sumOf(terms, ({ hits }) => hits);
    return {
        part: whole - sumOf(terms, ({ clicks }) => clicks),
        whole,
    };
}
function sumOf(rows, numberOf) {
    return rows.reduce((sum, row) => sum + numberOf(row), 0);
}
function countDays(said) {
    const days = said.flatMap(({ at }) => (at === undefined ? [] : (0,dates/* midnightBefore */.Qg)(at)));
    return new Set(days).size;
}
function saidAround(page, time, { feedback, questions }) {
    const asked = questions?.newest.filter((one) => one.page === page) ?? [];
    const reported = feedback?.exampleReports.filter((one) => one.page === page) ?? [];
    const said = (isWanted) => ({
        ...countQuestions(asked.filter(isWanted)),
        reports: reported.filter(isWanted).length,
    });
    const isBefore = ({ at = 0 }) => at < time;
    return {
        before: said(isBefore),
        since: said((one) => !isBefore(one)),
    };
}

;// CONCATENATED MODULE: ./build/visitors/find/site-totals.js

const fewVisitors = 100;
function totalsOf({ current, previous, trend }, periods) {
    const now = current.totals;
    const earlier = [previous?.totals, ...trend.slice(0, -1)];
    const isFirst = previous !== undefined && earlier.every((totals = noVisitors) => hasNoVisitors(totals));
    const was = isFirst ? undefined : previous?.totals;
    const ratio = lengthRatio(periods);
    const largest = Math.max(now.total, was?.total ?? 0);
    const threshold = Math.max(20, Math.ceil(largest / 500));
    return {
        now,
        isFirst,
        was,
        before: was && { human: was.human * ratio, ai: was.ai * ratio, total: was.total * ratio },
        threshold,
        leastChanged: largest < fewVisitors ? Number.POSITIVE_INFINITY : threshold,
    };
}
function lengthRatio({ current, previous = current }) {
    return (current.to - current.from) / (previous.to - previous.from);
}
const tolerance = 1.05;
function contradictionIn({ current, previous }) {
    return [current.totals, previous?.totals].find((totals) => {
        if (totals === undefined)
            return false;
        const { human, ai, total } = totals;
        return Math.max(human, ai) > total * tolerance || total > (human + ai) * tolerance;
    });
}

;// CONCATENATED MODULE: ./build/visitors/find/report.js





const fewestListed = 5;
function findReport(parts) {
    const { data, periods, memory, quotes, isIgnored } = parts;
    const totals = totalsOf(data, periods);
    const { threshold } = totals;
    const contradiction = contradictionIn(data);
    const pages = comparePages(data);
    const silent = {
        ...parts,
        totals,
        contradiction,
        pages,
        listed: [],
        moves: [],
        moved: [],
        next: [],
        named: [],
        prompted: undefined,
    };
    if (contradiction !== undefined)
        return silent;
    const told = pages.filter((page) => !isIgnored(page));
    const moves = findMoves(told, data, threshold);
    const periodEnd = periods.current.to;
    const resting = new Set(namedPages(memory, periodEnd, restDays).map(({ page }) => page));
    const next = findNext(data.current, data.signals, {
        isIgnored,
        threshold,
        quotes,
        resting,
    });
    const pathOf = (page) => pages.find((one) => one.page === page)?.path ?? page;
    return {
        ...silent,
        listed: told.filter(({ now }) => now.total >= fewestListed),
        moves,
        moved: groupMoves(moves),
        next,
        named: namedPages(memory, periodEnd, toldDays).map(({ page, at }) => ({
            page,
            path: pathOf(page),
            at,
            ...saidAround(page, at, data.signals),
        })),
        prompted: next.find((row) => mayBePrompted(row, threshold)),
    };
}
function mayBePrompted(row, threshold) {
    if (row.kind !== "examples-reported" && row.kind !== "asked-unanswered")
        return false;
    return isPlainPath(row.path) && (row.readers?.human ?? 0) >= threshold;
}

;// CONCATENATED MODULE: ./build/visitors/periods.js

function resolvePeriods(inputs, now) {
    const today = (0,dates/* midnightBefore */.Qg)(now);
    const { period, "date-from": from, "date-to": to } = inputs;
    const isGiven = from !== undefined && to !== undefined;
    const isMonth = !isGiven && period === "last-month";
    const newest = isGiven ? { from, to } : lastDays(period, today);
    const length = newest.to - newest.from;
    const rangeBack = (count) => {
        if (isMonth)
            return {
                from: (0,dates/* monthStart */.ZV)(today, count + 1),
                to: (0,dates/* monthStart */.ZV)(today, count),
            };
        return {
            from: newest.from - count * length,
            to: newest.to - count * length,
        };
    };
    return {
        current: rangeBack(0),
        previous: inputs.compare ? rangeBack(1) : undefined,
        trend: Array.from({ length: inputs.trend }, (_, index) => rangeBack(index)).reverse(),
        unit: isMonth ? "month" : unitOf(length),
    };
}
function unitOf(length) {
    if (length === dates/* day */.vd)
        return "day";
    return length === 7 * dates/* day */.vd ? "week" : "period";
}
function lastDays(period, today) {
    if (period !== "last-week")
        return {
            from: today - Number.parseInt(period, 10) * dates/* day */.vd,
            to: today,
        };
    const monday = Math.floor((today + 3 * dates/* day */.vd) / (7 * dates/* day */.vd)) * 7 * dates/* day */.vd - 3 * dates/* day */.vd;
    return {
        from: monday - 7 * dates/* day */.vd,
        to: monday,
    };
}

// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js + 1 modules
var api = __webpack_require__(3305);
// EXTERNAL MODULE: ./build/errors.js
var build_errors = __webpack_require__(9473);
;// CONCATENATED MODULE: ./build/visitors/read/export-reader.js



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
        this.#stopTimer = clock.every(Math.max(1, deadline - clock.elapsed()), () => {
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
            return { failure: this.#stopped };
        if (!this.#take())
            return { failure: { why: "budget" } };
        const { service, deadline } = this.#options;
        try {
            const value = await service.getExport(request, {
                signal: this.#signal,
                deadline,
                maxRetries,
                mayRetry: (waitMs) => this.#stopped === undefined && waitMs <= longestWaitMs && this.#take(),
            });
            return { value };
        }
        catch (error) {
            const isTimeUp = error instanceof errors/* CancelledError */.cc && this.#timeLimit.signal.aborted;
            if (isTimeUp)
                return { failure: { why: "time" } };
            if (!(error instanceof build_errors/* ActionError */.lZ))
                throw error;
            const failure = { why: "failure", reason: error.reason };
            if (error.reason === "rate-limit")
                this.#stopped ??= failure;
            return { failure, error };
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
    return {
        rows,
        malformed: given.length - rows.length,
    };
}

;// CONCATENATED MODULE: ./build/visitors/read/signals.js




const signals_maxRows = 1000;
const maxVotedPages = 100;
const timestamp = schemas/* pipe */.FsL(schemas/* string */.YjP(), schemas/* transform */.pdi(dates/* parseMoment */.mI));
const votesPage = pageSchema("feedback", schemas/* object */.Ikc({ path: schemas/* string */.YjP(), thumbsUp: count, thumbsDown: count }), ({ path, thumbsUp, thumbsDown }) => ({
    page: path,
    up: thumbsUp,
    down: thumbsDown,
}));
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
const questionsPage = (keepsWords) => pageSchema("conversations", schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    timestamp: schemas/* pipe */.FsL(timestamp, schemas/* number */.aig()),
    query: schemas/* catch */.MfU(schemas/* string */.YjP(), ""),
    responseType: schemas/* nullish */.cl6(schemas/* enum */.k5n(["answer", "clarifying_question"])),
    resolutionStatus: schemas/* enum */.k5n(["answered", "unanswered"]),
    pageUrl: schemas/* catch */.MfU(schemas/* optional */.lqM(schemas/* string */.YjP()), undefined),
}), ({ id, timestamp, query, responseType, resolutionStatus, pageUrl }) => {
    if (responseType === "clarifying_question")
        return undefined;
    const answered = resolutionStatus === "answered";
    const words = keepsWords && !answered ? query : undefined;
    return {
        conversation: id,
        at: timestamp,
        page: pageUrl,
        answered,
        words,
    };
});
const searchesPage = pageSchema("searches", schemas/* object */.Ikc({
    searchQuery: schemas/* string */.YjP(),
    hits: count,
    ctr: schemas/* number */.aig().check(api/* _gte */.qm(0), api/* _lte */.Zm(100)),
}), ({ searchQuery, hits, ctr }) => ({
    term: searchQuery,
    hits,
    clicks: Math.round((hits * ctr) / 100),
}));
function pageSchema(list, row, keep) {
    const response = schemas/* looseObject */._H3({
        nextCursor: schemas/* catch */.MfU(schemas/* nullish */.cl6(schemas/* string */.YjP()), undefined),
        hasMore: schemas/* catch */.MfU(schemas/* optional */.lqM(schemas/* boolean */.zMY()), undefined),
    });
    return schemas/* pipe */.FsL(response.check(schemas/* refine */.YPB((fields) => Array.isArray(fields[list]))), schemas/* transform */.pdi(({ nextCursor, hasMore, ...fields }) => {
        const given = schemas/* array */.YOg(schemas/* unknown */.L5J()).parse(fields[list]).slice(0, signals_maxRows);
        const { rows, malformed } = parseRows(row, given);
        const cursor = hasMore === false ? "" : cursorOf(nextCursor ?? "");
        return {
            rows: rows.flatMap((one) => keep(one) ?? []),
            malformed,
            cursor,
        };
    }));
}
function cursorOf(next) {
    const isAddress = /^(?:https?:\/)?\//i.test(next) && next.includes("?");
    if (!isAddress)
        return next;
    const query = new URLSearchParams(next.slice(next.indexOf("?")));
    return query.get("cursor") ?? "";
}
async function readSignals(reader, end, { wanted, keepsWords, placeOf, log }) {
    const failed = new Set();
    const missing = [];
    const elsewhere = [];
    async function readPage(list, cursor) {
        const { signal, path, schema, daysAgo = 0 } = list;
        const to = end - daysAgo * dates/* day */.vd;
        const from = to - (signal === "feedback" ? feedbackDays : questionDays) * dates/* day */.vd;
        const query = {
            ...isoRange({ from, to }),
            limit: 100,
            ...list.query,
            ...(cursor && { cursor }),
        };
        const { value, failure } = await reader.get({
            operation: `read the ${signal}`,
            path,
            query,
            schema,
        });
        if (failure === undefined)
            return value;
        failed.add(signal);
        if (failure.reason === "not-found")
            log.info(`The service has no ${signal} for this project; the report is made without.`);
        else
            missing.push({ what: signal, ...failure });
        return undefined;
    }
    async function read(list) {
        const { signal } = list;
        if (!wanted.has(signal) || failed.has(signal))
            return undefined;
        const rows = new Map();
        let cursor = "";
        for (let page = 0; page < list.pages; page++) {
            const last = cursor;
            const value = await readPage(list, last);
            if (value === undefined && page === 0)
                return undefined;
            if (value === undefined)
                break;
            for (const row of value.rows)
                rows.set(JSON.stringify(row), row);
            if (value.malformed > 0)
                missing.push({ what: signal, why: "malformed" });
            cursor = value.cursor;
            if (cursor === "" || cursor === last)
                break;
        }
        return {
            rows: [...rows.values()],
            hasMore: cursor !== "",
        };
    }
    function onSite(rows) {
        return rows.flatMap((row) => {
            const { page, host } = placeOf(row.page ?? "");
            if (host === undefined)
                return [{ ...row, page }];
            elsewhere.push(host);
            return [];
        });
    }
    const votes = await read({
        signal: "feedback",
        path: "feedback/by-page",
        pages: 1,
        schema: votesPage,
    });
    const reports = await read({
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
        schema: questionsPage(keepsWords),
    });
    const searches = {
        signal: "searches",
        path: "searches",
        pages: 2,
        schema: searchesPage,
    };
    const recent = await read(searches);
    const before = await read({ ...searches, daysAgo: questionDays });
    const unlisted = recent?.hasMore ? Math.min(...recent.rows.map(({ hits }) => hits)) : 0;
    return {
        feedback: votes && {
            votes: onSite(votes.rows),
            areAllVotes: votes.rows.length < maxVotedPages,
            exampleReports: onSite(reports?.rows ?? []),
        },
        questions: questions && { newest: onSite(questions.rows), areAll: !questions.hasMore },
        searches: recent && before && { recent: recent.rows, before: before.rows, unlisted },
        elsewhere,
        missing,
    };
}

;// CONCATENATED MODULE: ./build/visitors/read/visitors.js







const rowsPerChunk = 250;
const chunksPerBatch = 4;
const maxRetries = 4;
const counts = {
    human: count,
    ai: count,
    total: count,
};
const visitorsRow = schemas/* object */.Ikc({ path: schemas/* string */.YjP(), ...counts });
const visitorsChunk = schemas/* pipe */.FsL(schemas/* object */.Ikc({ totals: schemas/* object */.Ikc(counts), visitors: schemas/* array */.YOg(schemas/* unknown */.L5J()), hasMore: schemas/* boolean */.zMY() }), schemas/* transform */.pdi(({ totals, visitors, hasMore }) => ({
    totals,
    hasMore,
    ...parseRows(visitorsRow, visitors),
})));
async function readVisitors(periods, reader, options) {
    const { current: range, previous: rangeBefore, trend } = periods;
    const starts = [range.from, rangeBefore?.from];
    const others = trend.filter(({ from }) => !starts.includes(from)).reverse();
    const [first, firstBefore, ...points] = await Promise.all([
        readChunk(reader, range),
        rangeBefore && readChunk(reader, rangeBefore),
        ...others.map((point) => readChunk(reader, point, { limit: 1 })),
    ]);
    if (first.error !== undefined)
        throw first.error;
    if (first.value === undefined)
        throw new build_errors/* ActionError */.lZ("unreachable", (0,rich_text/* richText */.YD) `The time limit was reached before the service answered the first request for visitors.`, (0,rich_text/* richText */.YD) `Raise timeout-minutes, or run the step again later.`);
    const { placeOf } = options;
    const current = await readPeriod(reader, { range, first: first.value }, placeOf);
    const previous = rangeBefore &&
        firstBefore?.value &&
        (await readPeriod(reader, { range: rangeBefore, first: firstBefore.value }, placeOf, current.chunks));
    const signals = await readSignals(reader, range.to, options);
    const read = [first, ...(firstBefore === undefined ? [] : [firstBefore]), ...points];
    const totals = new Map(read.map((chunk) => [chunk.range.from, chunk.value?.totals]));
    const missing = [];
    const note = (what, failure) => {
        if (failure !== undefined)
            missing.push({ what, ...failure });
    };
    note("pages", current.failure);
    note("previous", firstBefore?.failure);
    note("previous-pages", previous?.failure);
    note("trend", points.find(({ failure }) => failure !== undefined)?.failure);
    const malformed = current.malformed + (previous?.malformed ?? 0);
    if (malformed > 0)
        missing.push({ what: "rows", why: "malformed", count: malformed });
    return {
        current: current.data,
        previous: previous?.data,
        trend: trend.map(({ from }) => totals.get(from)),
        signals,
        missing,
    };
}
async function readChunk(reader, range, { limit = rowsPerChunk, offset = 0 } = {}) {
    const query = {
        ...isoRange(range),
        limit,
        offset,
    };
    const request = {
        operation: "read the visitors",
        path: "visitors",
        query,
        schema: visitorsChunk,
    };
    return {
        range,
        ...(await reader.get(request, maxRetries)),
    };
}
async function readPeriod(reader, { range, first }, placeOf, expected = 1) {
    const rows = new Map();
    const chunkSize = sizeOf(first);
    let end;
    let chunks = 0;
    let malformed = 0;
    let isRepeated = false;
    const add = ({ value: chunk, failure }) => {
        if (chunk === undefined) {
            end ??= failure;
            return;
        }
        const known = rows.size;
        for (const row of chunk.rows)
            if (!rows.has(row.path))
                rows.set(row.path, row);
        const added = rows.size - known;
        malformed += chunk.malformed;
        if (end !== undefined)
            return;
        chunks += 1;
        isRepeated ||= added < chunk.rows.length;
        const isStuck = added + chunk.malformed === 0 || sizeOf(chunk) < chunkSize;
        if (!chunk.hasMore)
            end = "last chunk";
        else if (isStuck)
            end = { why: "pagination" };
    };
    add({ value: first });
    if (reader.left < expected - 1)
        end ??= { why: "budget" };
    for (let requested = 1; end === undefined;) {
        const left = expected - requested;
        const size = Math.min(chunksPerBatch, left > 0 ? left : chunksPerBatch);
        const offsets = Array.from({ length: size }, (_, index) => (requested + index) * chunkSize);
        const batch = await Promise.all(offsets.map((offset) => readChunk(reader, range, { offset })));
        for (const chunk of batch)
            add(chunk);
        requested += size;
    }
    const repeated = isRepeated ? { why: "repeated" } : undefined;
    const failure = end === "last chunk" ? repeated : end;
    const data = {
        totals: first.totals,
        complete: failure === undefined && malformed === 0,
        ...joinRows(rows.values(), placeOf),
    };
    return {
        data,
        malformed,
        chunks,
        failure,
    };
}
function sizeOf({ rows, malformed }) {
    return rows.length + malformed;
}

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
;// CONCATENATED MODULE: ./build/visitors/tell/comment.js







const markerSchema = schemas/* object */.Ikc({
    at: schemas/* number */.aig(),
    login: schemas/* string */.YjP(),
    period: schemas/* string */.YjP(),
    range: schemas/* string */.YjP(),
    memory: memorySchema,
});
async function readReports(tools) {
    const signer = signerOf(tools);
    const comments = await attempt(tools, () => (0,github_comments/* commentThread */.k)(tools.github, tools.scope.thread).list());
    const reports = comments?.flatMap((comment) => {
        const marker = signer.read(comment.body);
        if (!marker?.verified)
            return [];
        const content = markerSchema.safeParse(JSON.parse(marker.content)).data;
        const isOurs = content !== undefined && (0,logins/* isSameLogin */.Av)(content.login, comment.login ?? "");
        return isOurs ? [{ ...content, comment }] : [];
    });
    return reports?.sort((a, b) => b.at - a.at);
}
async function publishReport({ text, content, isFresh }, earlier, tools) {
    const { github, clock, scope } = tools;
    const signer = signerOf(tools);
    const bodyBy = (login) => {
        const marker = signer.write(JSON.stringify({ ...content, at: clock.now(), login }));
        return `${hidden_text/* ownMarker */["do"]}\n${marker}\n\n${text}`;
    };
    const known = earlier.find(({ period, range }) => {
        return period === content.period && (!isFresh || range === content.range);
    });
    const issue = (0,github_comments/* commentThread */.k)(github, scope.thread);
    return await attempt(tools, async () => {
        const { id, login } = known?.comment ?? (await issue.create(bodyBy()));
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
        const advice = error.advice("issues: write, pull-requests: write");
        const text = `The comment on #${scope.thread} could not be written (${error.why}). ${advice}`;
        if (!error.aborted)
            log.warning("Report comment not written", text);
        return undefined;
    }
}

// EXTERNAL MODULE: ./node_modules/csv-stringify/lib/sync.js + 7 modules
var sync = __webpack_require__(6789);
// EXTERNAL MODULE: ./build/inputs/table.js
var table = __webpack_require__(9140);
// EXTERNAL MODULE: ./build/text/markdown.js
var markdown = __webpack_require__(1065);
;// CONCATENATED MODULE: ./build/visitors/tell/markdown-parts.js


const longestLabel = 48;
function pageLinks(paths) {
    const cut = (path) => (0,words/* shortenMiddle */.jM)(path, longestLabel);
    const byLabel = Map.groupBy(new Set(paths), cut);
    return (path, siteUrl) => {
        const isAlike = (byLabel.get(cut(path))?.length ?? 0) > 1;
        const label = isAlike ? path : cut(path);
        const address = siteUrl && pageAddress(path, siteUrl);
        return address === undefined ? (0,markdown/* codeSpan */.SS)(label) : (0,markdown/* codeLink */.U1)(label, address);
    };
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
function notListed(count) {
    if (count <= 0)
        return undefined;
    return `${(0,words/* plural */.LS)(count, "more page")} ${count === 1 ? "is" : "are"} not listed.`;
}
function markdown_parts_table(names, rows) {
    const isUsed = (_, column) => rows.some((cells) => cells[column] !== "");
    const line = (cells) => `| ${cells.filter(isUsed).join(" | ")} |`;
    const rule = names.map((_, column) => (column === 0 ? ":--" : "--:"));
    return [names, rule, ...rows].map(line).join("\n");
}
function detailsBlock(summary, content) {
    return `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

;// CONCATENATED MODULE: ./build/visitors/tell/chart.js



function drawnPoints(trend) {
    const afterGap = trend.slice(trend.lastIndexOf(undefined) + 1);
    const read = afterGap.filter((totals) => totals !== undefined);
    return read.length < 3 ? [] : read;
}
const bars = [..."▁▂▃▄▅▆▇█"];
const maxBars = 8;
function sparkline(trend, group) {
    const points = drawnPoints(trend).slice(-maxBars);
    const counts = points.map((totals) => totals[group]);
    const highest = Math.max(0, ...counts);
    if (highest === 0)
        return "";
    const barOf = (count) => bars[Math.round((count / highest) * (bars.length - 1))];
    return counts.map(barOf).join("");
}
function trendChart({ periods, data }) {
    const points = drawnPoints(data.trend);
    const highest = Math.max(0, ...points.flatMap(({ human, ai }) => [human, ai]));
    if (highest === 0)
        return "";
    const first = periods.trend.at(-points.length);
    const range = {
        ...periods.current,
        from: first?.from ?? 0,
    };
    const line = (group) => `  line [${points.map((totals) => totals[group]).join(", ")}]`;
    const chart = [
        "```mermaid",
        frontMatter,
        "xychart-beta",
        `  title "Visitors per ${periods.unit} (blue: people, amber: AI)"`,
        `  x-axis "${(0,dates/* writtenRange */.dk)(range)}" 1 --> ${points.length}`,
        `  y-axis 0 --> ${Math.max(10, highest)}`,
        line("human"),
        line("ai"),
        "```",
    ];
    return `${chart.join("\n")}\n\n${detailsBlock("The figures of the chart", chartFigures(periods, data.trend))}`;
}
function chartFigures(periods, trend) {
    const rows = trend.map((totals, index) => {
        const from = periods.trend[index]?.from ?? 0;
        const moment = (0,dates/* writtenMoment */.yc)(from, { year: true, clock: !(0,dates/* isMidnight */.pw)(from) });
        if (totals === undefined)
            return [moment, "not read", ""];
        return [moment, (0,words/* grouped */.zD)(totals.human), (0,words/* grouped */.zD)(totals.ai)];
    });
    return markdown_parts_table(["From", "People", "AI"], rows.reverse());
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

;// CONCATENATED MODULE: ./build/visitors/tell/format.js



function joinParts(parts, separator) {
    return parts.filter((part) => part).join(separator);
}
const minus = "\u2212";
function change(before, now, least = 0) {
    if (before <= 0 || Math.max(before, now) < least)
        return "";
    const rounded = Math.round((Math.abs(now - before) / before) * 100);
    const isNearlyAll = rounded === 100 && now > 0 && now < before;
    const percents = isNearlyAll ? 99 : rounded;
    if (percents === 0)
        return "±0%";
    return `${now > before ? "+" : minus}${(0,words/* grouped */.zD)(percents)}%`;
}
function changeFraction(before, now) {
    if (before === undefined || before <= 0)
        return undefined;
    return Math.round((now / before - 1) * 10_000) / 10_000 + 0;
}
function periodLabels(periods) {
    const { current, previous, unit } = periods;
    const isMonth = unit === "month";
    const month = ({ from }) => (0,dates/* monthName */.g6)(from).slice(0, 3);
    const isShort = current.to - (previous ?? current).from < 300 * dates/* day */.vd;
    const days = isShort ? dates/* writtenDays */.rq : dates/* writtenRange */.dk;
    const written = isMonth ? month : days;
    const isPerDay = lengthRatio(periods) !== 1;
    return {
        current: written(current),
        previous: previous ? written(previous) : "",
        perDay: isPerDay ? " (daily average)" : "",
        change: isPerDay ? "Change (daily average)" : "Change",
        during: isMonth ? `in ${(0,dates/* monthName */.g6)(current.from)}` : `this ${unit}`,
    };
}

// EXTERNAL MODULE: ./build/outcomes.js
var outcomes = __webpack_require__(6927);
;// CONCATENATED MODULE: ./build/visitors/tell/gaps.js





function noticeOf(report) {
    const { contradiction, data } = report;
    if (contradiction !== undefined) {
        const { human, ai, total } = contradiction;
        const figures = `people ${(0,words/* grouped */.zD)(human)}, AI ${(0,words/* grouped */.zD)(ai)}, all ${(0,words/* grouped */.zD)(total)}`;
        return `These counts contradict each other (${figures}). Don't decide on them.`;
    }
    const doubts = data.missing.filter(isDoubt);
    const notRead = doubts.length > 0 && `Not read: ${partsWithReasons(doubts, report)}.`;
    return joinParts([notRead, floodNotice(report)], " ");
}
function floodNotice({ data: { current, previous = current }, periods }) {
    const visitorsOf = ({ noPages }) => noPages.most?.total ?? 0;
    const difference = visitorsOf(current) - visitorsOf(previous);
    const { noPages, totals } = difference < 0 ? previous : current;
    if (noPages.most === undefined || Math.abs(difference) * 5 < totals.total)
        return "";
    const { path, total } = noPages.most;
    const when = difference < 0 ? `In the ${periods.unit} before, ` : "";
    return `${when}${(0,words/* grouped */.zD)(total)} of the ${(0,words/* plural */.LS)(totals.total, "visitor")} asked for ${(0,markdown/* codeSpan */.SS)(path, 48)}, which is no page.`;
}
function isDoubt({ what, why }) {
    return /^(?:pages|previous|previous-pages)$/.test(what) && why !== "repeated";
}
function smallGaps(report) {
    const { data } = report;
    const { feedback, elsewhere, missing } = data.signals;
    const { count, most } = data.current.noPages;
    const addresses = (0,words/* plural */.LS)(count, "address that is no page", "addresses that are no pages");
    const isNamed = most !== undefined && most.total >= fewestListed;
    const [host] = elsewhere;
    const said = (0,words/* plural */.LS)(elsewhere.length, "vote, report or question", "votes, reports or questions");
    const gaps = [...data.missing.filter((one) => !isDoubt(one)), ...missing];
    return [
        count > 0 &&
            addresses +
                (isNamed ? `, such as ${(0,markdown/* codeSpan */.SS)(most.path, 48)} (${(0,words/* grouped */.zD)(most.total)} visitors)` : ""),
        host && `left out: ${said} of another site, such as ${(0,markdown/* codeSpan */.SS)(host, 48)}`,
        feedback?.areAllVotes === false && "votes of 100 pages at most",
        gaps.length > 0 && `not read: ${partsWithReasons(gaps, report)}`,
    ];
}
function unreadParts(report) {
    const { missing, signals } = report.data;
    const parts = missing.flatMap((one) => {
        if (one.what === "previous")
            return [partOf(one, report)];
        return isDoubt(one) || one.what === "rows" ? ["some pages"] : [];
    });
    return [...new Set([...parts, ...signals.missing.map((one) => partOf(one, report))])];
}
function partsWithReasons(missing, report) {
    const byReason = Map.groupBy(missing, reasonOf);
    const told = Array.from(byReason, ([reason, same]) => {
        const parts = new Set(same.map((one) => partOf(one, report)));
        return `${(0,words/* list */.p_)([...parts])} (${reason})`;
    });
    return told.join("; ");
}
function partOf({ what, why, count = 0 }, { data, periods }) {
    if (why === "repeated")
        return "which pages are new or gone";
    const { unit } = periods;
    switch (what) {
        case "pages":
            return `some pages of this ${unit}`;
        case "previous-pages":
            return `some pages of the ${unit} before`;
        case "previous":
            return `the ${unit} before`;
        case "trend": {
            const gaps = data.trend.filter((point) => point === undefined).length;
            return `${(0,words/* grouped */.zD)(gaps)} of the ${(0,words/* plural */.LS)(data.trend.length, unit)} of the trend`;
        }
        case "rows":
            return (0,words/* plural */.LS)(count, "row");
        default:
            return data.signals[what] === undefined ? what : `some ${what}`;
    }
}
const reasons = {
    budget: "`max-requests` left too few requests; raise it to read more",
    time: "`timeout-minutes` was reached; raise it to read more",
    pagination: "the service kept announcing more pages that were empty, repeated or short",
    repeated: "the list changed while it was read",
    malformed: "wrong shape or impossible numbers",
};
const refusals = new Set(["api-key", "payment", "forbidden"]);
function reasonOf(missing) {
    if (missing.why !== "failure")
        return reasons[missing.why];
    const { reason } = missing;
    if (refusals.has(reason))
        return "not in the plan, or not allowed to the key; `signals` selects what is read";
    return (0,words/* lowerFirst */.oZ)((0,outcomes/* errorRowOf */.Qk)(reason).headline);
}

;// CONCATENATED MODULE: ./build/visitors/tell/headline.js





function headlineMarkdown(report) {
    return joinParts([visitorsOf(report), groupsOf(report), ...workOf(report)], " ");
}
function headlineText(report) {
    return withoutBold(headlineMarkdown(report));
}
function briefHeadline(report) {
    const doubt = report.contradiction && "These counts contradict each other.";
    return withoutBold(joinParts([visitorsOf(report), doubt, ...workOf(report)], " "));
}
function bold(text) {
    return `**${text}**`;
}
function withoutBold(markdown) {
    return markdown.replaceAll("**", "");
}
function visitorsOf(report) {
    const { totals, periods, contradiction } = report;
    const earlier = totals.was && `, after ${(0,words/* grouped */.zD)(totals.was.total)} the ${periods.unit} before`;
    if (hasNoVisitors(totals.now))
        return `${bold("No visitors")}${earlier ?? ""}. Is the site up, and does the dashboard count visits?`;
    const visitors = (0,words/* plural */.LS)(totals.now.total, "visitor");
    const changed = changeOf(report, "total");
    if (changed !== "")
        return bold(`${visitors}, ${changed}${periodLabels(periods).perDay}.`);
    const isComparable = earlier !== undefined && contradiction === undefined;
    return isComparable ? `${bold(visitors)}${earlier}.` : bold(`${visitors}.`);
}
function isSilent({ contradiction, totals }) {
    return contradiction !== undefined || hasNoVisitors(totals.now);
}
function groupsOf(report) {
    if (isSilent(report))
        return "";
    return `People ${countOf(report, "human")}, AI ${countOf(report, "ai")}.`;
}
function changeOf({ totals, contradiction }, part) {
    const { now, before = noVisitors, leastChanged } = totals;
    if (contradiction !== undefined)
        return "";
    return change(before[part], now[part], leastChanged);
}
function countOf(report, group) {
    const changed = changeOf(report, group);
    return (0,words/* grouped */.zD)(report.totals.now[group]) + (changed && ` (${changed})`);
}
function workOf(report) {
    const { data, totals, next, moves, periods } = report;
    if (isSilent(report))
        return [];
    const work = next.length > 0 ? [bold(whatWantsWork(report))] : [];
    const unread = (0,words/* list */.p_)(unreadParts(report));
    if (unread !== "")
        return [...work, `${(0,words/* upperFirst */.Zb)(unread)} could not be read.`];
    if (totals.isFirst)
        return ["Nothing to compare with yet.", ...work];
    const { feedback, questions, searches } = data.signals;
    const isAnythingKnown = feedback ?? questions ?? searches;
    if (next.length > 0 || isAnythingKnown === undefined)
        return work;
    if (moves.length > 0 || fell(report))
        return ["No page wants work."];
    return [`Nothing needs you${periods.unit === "week" ? " this week" : ""}.`];
}
function whatWantsWork({ next }) {
    const pages = new Set(next.flatMap((row) => ("page" in row ? row.page : []))).size;
    const searches = next.filter(({ kind }) => kind === "searched-unclicked").length;
    const counted = [
        pages > 0 && (0,words/* plural */.LS)(pages, "page"),
        searches > 0 && (0,words/* plural */.LS)(searches, "search", "searches"),
    ];
    return `${joinParts(counted, " and ")} ${pages + searches === 1 ? "wants" : "want"} work.`;
}
function fell({ totals: { now, before, leastChanged } }) {
    if (before === undefined)
        return true;
    const parts = ["human", "ai", "total"];
    return parts.some((part) => {
        const [is, was] = [now[part], before[part]];
        return is < was && was >= leastChanged && changedByFifth(was, is);
    });
}

;// CONCATENATED MODULE: ./build/visitors/tell/tables.js





function keyFigures(report) {
    const { totals, periods } = report;
    if (hasNoVisitors(totals.now) && hasNoVisitors(totals.was ?? noVisitors))
        return "";
    const labels = periodLabels(periods);
    const [all = "", ...others] = figuresOf(report, "total");
    return markdown_parts_table(["", labels.current, labels.previous, labels.change], [
        ["**All visitors**", `**${all}**`, ...others],
        groupRow(report, "People", "human"),
        groupRow(report, "AI", "ai"),
    ]);
}
function groupRow(report, name, group) {
    const { data, totals } = report;
    const trend = Number.isFinite(totals.leastChanged) && sparkline(data.trend, group);
    return [joinParts([name, trend], "<br>"), ...figuresOf(report, group)];
}
function figuresOf({ totals, contradiction }, part) {
    const { now, was, before, leastChanged } = totals;
    const comparable = contradiction === undefined ? before : undefined;
    return [
        (0,words/* grouped */.zD)(now[part]),
        was === undefined ? "" : (0,words/* grouped */.zD)(was[part]),
        change(comparable?.[part] ?? 0, now[part], leastChanged),
    ];
}
const foldedRows = 100;
function topPages({ data, totals, listed, siteUrl, top, isIgnored }) {
    if (listed.length === 0)
        return "";
    const some = listed.slice(0, top + foldedRows);
    const showPage = pageLinks(some.map(({ path }) => path));
    const rows = some.map((page) => [showPage(page.path, siteUrl), ...countsOf(page, totals)]);
    const shown = rows.slice(0, top);
    const folded = rows.slice(top);
    const columns = ["Page", "All", "Before", "People", "AI"];
    const summary = `${top > 0 ? "The next" : "The first"} ${(0,words/* plural */.LS)(folded.length, "page")}`;
    const all = data.current.pages.filter((page) => !isIgnored(page));
    const parts = [
        "### Top pages",
        shown.length > 0 && markdown_parts_table(columns, shown),
        folded.length > 0 && detailsBlock(summary, markdown_parts_table(columns, folded)),
        notListed(all.length - some.length),
    ];
    return joinParts(parts, "\n\n");
}
function countsOf({ now, before }, { was }) {
    const isCompared = before !== undefined && was !== undefined;
    return [
        (0,words/* grouped */.zD)(now.total),
        isCompared ? (0,words/* grouped */.zD)(before.total) : "",
        (0,words/* grouped */.zD)(now.human),
        (0,words/* grouped */.zD)(now.ai),
    ];
}

;// CONCATENATED MODULE: ./build/visitors/tell/moved.js




const mostListed = 5;
function movedList({ moved, siteUrl }) {
    if (moved.length === 0)
        return "";
    const listed = moved.slice(0, mostListed);
    const showMove = movesShown(listed.map(pageOf), siteUrl);
    const items = listed.map((row) => {
        const page = showMove(pageOf(row));
        return "most" in row ? groupText(row, page) : moveText(row, page);
    });
    const left = moved.length - listed.length;
    if (left > 0)
        items.push(`and ${(0,words/* grouped */.zD)(left)} more`);
    return `### What moved\n\n- ${items.join("\n- ")}`;
}
function pageOf(row) {
    return "most" in row ? row.most : row;
}
function movesShown(moves, siteUrl) {
    const showPage = pageLinks(moves.map(({ path }) => path));
    return ({ path, kind }) => showPage(path, kind === "gone" ? undefined : siteUrl);
}
function moveText({ before, now }, page) {
    return `${page} ${(0,words/* grouped */.zD)(before.total)} → ${(0,words/* grouped */.zD)(now.total)}`;
}
function groupText(group, page) {
    const { kind, pages, most } = group;
    const where = whereIs(group);
    if (kind === "new")
        return `${(0,words/* grouped */.zD)(pages)} new pages${where}; the most read is ${page} (${(0,words/* grouped */.zD)(most.now.total)})`;
    return `${(0,words/* grouped */.zD)(pages)} pages have no visitors any more${where}; the most read was ${page} (${(0,words/* grouped */.zD)(most.before.total)})`;
}
function whereIs({ pages, folder, below }) {
    if (folder === undefined)
        return "";
    const shown = pageLinks([folder])(folder);
    const some = below === pages ? "all" : `${(0,words/* grouped */.zD)(below)} of them`;
    return `, ${some} below ${shown}`;
}
function movedTable({ moves, moved, siteUrl, top }) {
    const isListed = moved.length <= mostListed && moved.length === moves.length;
    if (isListed || moves.length === 0)
        return "";
    const listed = moves.slice(0, top + foldedRows);
    const showMove = movesShown(listed, siteUrl);
    const rows = listed.map((move) => [
        showMove(move),
        (0,words/* grouped */.zD)(move.before.total),
        (0,words/* grouped */.zD)(move.now.total),
    ]);
    const parts = [
        "### All that moved",
        markdown_parts_table(["Page", "Before", "Now"], rows),
        notListed(moves.length - listed.length),
    ];
    return joinParts(parts, "\n\n");
}

;// CONCATENATED MODULE: ./build/visitors/tell/next.js








function textOf(row, page = "") {
    switch (row.kind) {
        case "rated-down": {
            const { down, votes } = row.evidence;
            return {
                found: `${page}: **${(0,words/* grouped */.zD)(down)} of ${(0,words/* grouped */.zD)(votes)}** votes are thumbs down.`,
                evidence: "Read the comments",
                brief: `${(0,words/* grouped */.zD)(down)} of ${(0,words/* plural */.LS)(votes, "vote")} down`,
                request: "",
            };
        }
        case "examples-reported": {
            const reports = (0,words/* plural */.LS)(row.evidence.reports, "report");
            return {
                found: `${page}: **${reports}** on its code examples, all open.`,
                evidence: "Read them",
                brief: `${reports} on its examples`,
                request: `Check every code example on ${row.path} against the code, and correct those that fail. Change nothing else.`,
            };
        }
        case "asked-unanswered": {
            const part = next_partOf(row.evidence);
            const { rest } = row.evidence;
            const elsewhere = `${Math.round((rest.unanswered / rest.asked) * 100)}% elsewhere`;
            return {
                found: `${page}: the assistant had **no answer to ${part}** questions asked here (${elsewhere}).`,
                evidence: "Read them",
                brief: `${part} questions unanswered`,
                request: `The assistant could not answer ${part} questions asked on ${row.path}. Read the page and the code it describes, find what is missing, and add it. Change nothing else.`,
            };
        }
        case "searched-unclicked": {
            const { hits, hitsBefore, clicks } = row.evidence;
            const opened = clicks === 0 ? "nothing" : "almost nothing";
            return {
                found: `Readers searched for ${(0,markdown/* codeSpan */.SS)(row.term, 48)} **${(0,words/* plural */.LS)(hits, "time")}** and opened ${opened} (${(0,words/* plural */.LS)(hitsBefore, "time")} in the ${questionDays} days before).`,
                evidence: "See the searches",
                brief: `${(0,words/* plural */.LS)(hits, "time")}, and ${opened} was opened`,
                request: `Readers search for "${row.term}" and open ${opened}. If a page covers it, add these words to it; if none does, say so in the pull request and change nothing else.`,
            };
        }
    }
}
function next_partOf({ unanswered, asked }) {
    return `${(0,words/* grouped */.zD)(unanswered)} of ${(0,words/* grouped */.zD)(asked)}`;
}
const plainTerm = /^(?=.{1,32}$)[A-Za-z0-9_-]+(?: [A-Za-z0-9_-]+){0,2}$/;
function requestOn(row) {
    const isPlain = "path" in row ? isPlainPath(row.path) : plainTerm.test(row.term);
    return isPlain ? textOf(row).request : "";
}
function briefly(row) {
    const { brief } = textOf(row);
    if (row.kind === "searched-unclicked")
        return `a search (${brief})`;
    const isSafe = isPlainPath(row.path) && !/[._]/.test(row.path);
    return `${isSafe ? row.path : "a page with an unusual name"} (${brief})`;
}
const howToUseCommands = "Paste a command as a comment on an issue or pull request. Each starts a paid job with its own pull request.";
function nextSection(report, triggerPhrase) {
    const { data, next, named } = report;
    if (next.length + named.length === 0)
        return "";
    const showPage = pageLinks([...next, ...named].flatMap((row) => ("path" in row ? row.path : [])));
    let explanation = `  ${howToUseCommands}`;
    const items = next.map((row) => {
        const item = joinParts([`- ${sentenceOn(row, report, showPage)}`, quotesOf(row)], "\n");
        const request = requestOn(row);
        if (triggerPhrase === undefined || request === "")
            return item;
        const parts = [item, explanation, commandFence(triggerPhrase, request)];
        explanation = "";
        return joinParts(parts, "\n\n");
    });
    const sections = [
        "### What to document next",
        next.length > 0 && sourcesOf(data.signals),
        items.join("\n"),
        ...named.map((page) => namedLine(page, report, showPage)),
    ];
    return joinParts(sections, "\n\n");
}
function sentenceOn(row, { siteUrl, periods, dashboard }, showPage) {
    const isPage = "path" in row;
    const { found, evidence } = textOf(row, isPage ? showPage(row.path, siteUrl) : "");
    const readers = isPage && row.readers && (0,words/* plural */.LS)(row.readers.human, "person", "people");
    const place = `${evidence} in the ${(0,rich_text/* toMarkdown */.l6)(dashboard)}.`;
    return joinParts([found, readers && `${readers} read it ${periodLabels(periods).during}.`, place], " ");
}
function quotesOf(row) {
    if (row.kind !== "asked-unanswered" || row.quotes.length === 0)
        return "";
    const quotes = row.quotes.map((words) => `"${(0,markdown/* escapeInlineMarkdown */.ME)(words, 100)}"`);
    return `  > ${quotes.join(" · ")}`;
}
function namedLine({ path, at, before, since }, { siteUrl }, showPage) {
    const isAsked = before.asked + since.asked > 0;
    const isReported = before.reports + since.reports > 0;
    const said = [
        showPage(path, siteUrl),
        isAsked && `unanswered before ${next_partOf(before)}, since ${next_partOf(since)}`,
        isReported && `open reports before ${(0,words/* grouped */.zD)(before.reports)}, since ${(0,words/* grouped */.zD)(since.reports)}`,
    ];
    return `Suggested on ${(0,dates/* writtenMoment */.yc)(at)}: ${joinParts(said, ", ")}.`;
}
function commandFence(triggerPhrase, request) {
    const start = `${triggerPhrase} --new`;
    const lines = `${"x".repeat(start.length)} ${request}`.match(/(?:\S{37,}|\S.{0,35})(?=\s|$)/g) ?? [];
    return `  \`\`\`\n  ${start}${lines.join("\n  ").slice(start.length)}\n  \`\`\``;
}
function sourcesOf({ feedback, questions, searches }) {
    const newest = `the newest ${(0,words/* plural */.LS)(questions?.newest.length ?? 0, "question")}`;
    const sources = [
        feedback && `${feedbackDays} days of feedback`,
        questions && (questions.areAll ? `${questionDays} days of questions` : newest),
        searches && `${questionDays} days of searches`,
    ];
    return `Based on ${(0,words/* list */.p_)(sources.filter((source) => source !== undefined))}.`;
}

;// CONCATENATED MODULE: ./build/visitors/tell/report.js











function renderReport(report) {
    const sections = firstSections(report, nextSection(report));
    if (report.contradiction === undefined)
        sections.push(trendChart(report), movedTable(report), topPages(report), howToRead(report));
    return page([...sections, smallPrint(report, (0,markdown/* link */.nf)("workflow run", report.runUrl))]);
}
function renderWithin(report, maxBytes) {
    const short = {
        ...report,
        listed: [],
        moves: [],
    };
    const texts = [renderReport(report), renderReport(short), ""];
    return texts.find((text) => Buffer.byteLength(text) <= maxBytes) ?? "";
}
function renderComment(report, triggerPhrase) {
    const { docsUrl, runUrl, contradiction } = report;
    return page([
        ...firstSections(report, nextSection(report, triggerPhrase)),
        contradiction === undefined && (0,markdown/* link */.nf)("Full report", runUrl),
        smallPrint(report, docsUrl && (0,markdown/* link */.nf)("how to read this", docsUrl)),
    ]);
}
function page(sections) {
    return `${joinParts(sections, "\n\n")}\n`;
}
function firstSections(report, next) {
    const { periods, siteUrl } = report;
    const name = siteUrl ? `${(0,markdown/* escapeInlineMarkdown */.ME)(siteUrl.host, 100)}: visitors` : "Docs visitors";
    const notice = noticeOf(report);
    return [
        `## ${name}, ${(0,dates/* writtenRange */.dk)(periods.current)}`,
        notice && `> ${notice}`,
        headlineMarkdown(report),
        next,
        movedList(report),
        keyFigures(report),
    ];
}
function howToRead({ data, docsUrl }) {
    const notes = [
        "A visitor counts once in each line, however many pages they read. Who is both people and AI counts in both lines, and once among all.",
        "An AI visitor is roughly an address and a program.",
        data.previous &&
            "A page moved only if it changed beyond chance and more than the whole site did.",
        hasNoFeedback(data.signals) &&
            `There is no feedback in ${feedbackDays} days; is it switched on?`,
        docsUrl && (0,markdown/* link */.nf)("All definitions and thresholds", docsUrl),
    ];
    return detailsBlock("How to read this", joinParts(notes, " "));
}
function hasNoFeedback({ feedback, elsewhere, missing }) {
    const isUnknown = elsewhere.length > 0 || missing.some(({ what }) => what === "feedback");
    if (feedback === undefined || isUnknown)
        return false;
    const { votes, exampleReports } = feedback;
    return votes.every(({ up, down }) => up + down === 0) && exampleReports.length === 0;
}
function smallPrint(report, reference) {
    const { periods, totals, project } = report;
    const { previous, perDay } = periodLabels(periods);
    const parts = [
        (0,dates/* writtenRange */.dk)(periods.current).replace(/(?<! UTC)$/, " (UTC)"),
        totals.was &&
            `compared with ${previous}${perDay && " by daily average, as months differ in length"}`,
        "approximate counts",
        `project ${(0,markdown/* codeSpan */.SS)(project, 80)}`,
        ...smallGaps(report),
        reference,
    ];
    return `<sub>${joinParts(parts, " · ")}</sub>`;
}

;// CONCATENATED MODULE: ./build/visitors/tell/files.js





const columns = ["path", "human", "ai", "total"];
const previousColumns = ["previousHuman", "previousAi", "previousTotal"];
const hiddenFormula = /^[\s\p{C}]+[=+\-@＝＋－＠]/u;
function toCsv({ periods, pages }) {
    const isCompared = periods.previous !== undefined;
    const visited = pages.filter(({ now }) => !hasNoVisitors(now));
    const rows = visited.map(({ path, now, before }) => {
        const cells = [path, now.human, now.ai, now.total];
        if (isCompared)
            cells.push(before?.human ?? "", before?.ai ?? "", before?.total ?? "");
        return cells;
    });
    const head = isCompared ? [...columns, ...previousColumns] : columns;
    return (0,sync/* stringify */.A)([head, ...rows], {
        escape_formulas: true,
        quoted_match: /[;\t]/,
        cast: { string: (text) => (hiddenFormula.test(text) ? `'${text}` : text) },
    });
}
function toJson(report) {
    const { periods, data, pages, moves } = report;
    const { current, previous } = data;
    const kinds = new Map(moves.map(({ page, kind }) => [page, kind]));
    const content = {
        ...isoRange(periods.current),
        complete: current.complete,
        missing: data.missing,
        totals: current.totals,
        previous: previous && periods.previous
            ? { ...isoRange(periods.previous), complete: previous.complete, totals: previous.totals }
            : null,
        pages: pages.map(({ page, path, now, before = null }) => {
            return {
                path,
                ...now,
                previous: before,
                moved: kinds.get(page) ?? null,
            };
        }),
        noPages: current.noPages.count,
        next: nextData(report) ?? null,
        trend: periods.trend.map((range, index) => {
            return {
                ...isoRange(range),
                totals: data.trend[index] ?? null,
            };
        }),
    };
    return `${JSON.stringify(content, undefined, 2)}\n`;
}
function nextData({ data, next }) {
    const isAnyRead = table/* signals */.QO.some((signal) => data.signals[signal] !== undefined);
    if (!isAnyRead)
        return undefined;
    return next.map((row) => {
        const { path = "", readers = undefined } = "path" in row ? row : {};
        return {
            kind: row.kind,
            path: isPlainPath(path) ? path : null,
            human: readers?.human ?? null,
            ai: readers?.ai ?? null,
            ...row.evidence,
        };
    });
}
function toMarkdownFile(report) {
    const next = report.next
        .filter(({ kind }) => kind !== "searched-unclicked")
        .map((row) => ("quotes" in row ? { ...row, quotes: [] } : row));
    return renderReport({ ...report, next, top: Number.POSITIVE_INFINITY });
}

;// CONCATENATED MODULE: ./build/visitors/tell/outputs.js







function periodOutputs({ current }) {
    return Object.entries(isoRange(current));
}
function dataOutputs({ current, previous }) {
    const { human, ai, total } = current.totals;
    const before = previous?.totals;
    const aiShare = share(ai, total);
    return textsOf({
        human,
        ai,
        total,
        aiShare: aiShare && Math.round(aiShare * 10_000) / 10_000,
        previousHuman: before?.human,
        previousAi: before?.ai,
        previousTotal: before?.total,
        humanChange: changeFraction(before?.human, human),
        aiChange: changeFraction(before?.ai, ai),
        totalChange: changeFraction(before?.total, total),
        pages: current.pages.length,
        complete: current.complete,
    });
}
function findingOutputs(report) {
    const next = nextData(report);
    return textsOf({
        digest: toDigest(report),
        next: next && JSON.stringify(next),
        nextCount: next?.length,
        nextPrompt: report.prompted && requestOn(report.prompted),
    });
}
function textsOf(values) {
    return Object.entries(values).map(([name, value = ""]) => [name, String(value)]);
}
function toDigest(report, address = report.runUrl) {
    const { next, periods, siteUrl } = report;
    const name = siteUrl?.hostname ?? "Docs visitors";
    const [first] = next;
    const lines = [
        `${name}, ${(0,dates/* writtenRange */.dk)(periods.current)}: ${briefHeadline(report)}`,
        first && `Next: ${briefly(first)}`,
        address,
    ];
    return joinParts(lines, "\n");
}

;// CONCATENATED MODULE: ./build/visitors/report-visitors.js
















async function reportVisitors(inputs, deps) {
    const { setOutput, connection, runContext } = deps;
    const periods = resolvePeriods(inputs, deps.clock.now());
    for (const output of periodOutputs(periods))
        setOutput(...output);
    const data = await readData(periods, inputs, deps);
    for (const output of dataOutputs(data))
        setOutput(...output);
    const place = await findPlace(inputs, deps);
    if (deps.signal.aborted)
        throw new errors/* CancelledError */.cc(false);
    const report = findReport({
        periods,
        data,
        memory: joinMemories(place?.earlier.map(({ memory }) => memory) ?? []),
        quotes: inputs.quotes,
        siteUrl: inputs["site-url"],
        project: connection.project,
        dashboard: (0,names/* namesOf */.e)(connection.base).dashboard,
        isIgnored: ignoredPages(inputs["ignore-paths"]),
        docsUrl: runContext.sourceUrl && `${runContext.sourceUrl}/docs/report.md`,
        top: inputs.top,
        runUrl: runContext.runUrl,
    });
    for (const output of findingOutputs(report))
        setOutput(...output);
    const outcome = writeFiles(inputs["report-file"], report, deps) ?? reportedOutcome(report, deps.log);
    return {
        outcome,
        summary: renderWithin(report, deps.summaryRoom),
        settled: publishComment(report, inputs, deps, place),
    };
}
async function readData(periods, inputs, { service, clock, log, setOutput, signal }) {
    const reader = new ExportReader({
        service,
        clock,
        abort: signal,
        maxRequests: inputs["max-requests"],
        deadline: clock.elapsed() + inputs["timeout-minutes"] * 60_000,
    });
    const stopHeartbeat = (0,runner_log/* heartbeat */.jQ)(clock, log, () => "Still reading the visitors …");
    try {
        return await readVisitors(periods, reader, {
            wanted: new Set(inputs.signals),
            keepsWords: inputs.quotes > 0,
            placeOf: placesOn(inputs["site-url"]),
            log,
        });
    }
    finally {
        stopHeartbeat();
        reader.close();
        setOutput("requests", String(reader.spent));
    }
}
function writeFiles(files, report, { writeFile, setOutput }) {
    const written = [];
    for (const path of new Set(files)) {
        try {
            writeFile(path, contentFor(path)(report));
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
function contentFor(path) {
    if (/\.csv$/i.test(path))
        return toCsv;
    return /\.json$/i.test(path) ? toJson : toMarkdownFile;
}
async function findPlace(inputs, deps) {
    const thread = inputs["issue-number"];
    const { github, log, clock, connection } = deps;
    if (thread === undefined || inputs.comment === "never")
        return undefined;
    if (github === undefined) {
        const why = "issue-number needs github-token, which is empty; leave github-token out to use the job's own token.";
        log.warning("Report comment not written", why);
        return undefined;
    }
    const { key: apiKey, project, base } = connection;
    const scope = {
        repository: deps.runContext.repository,
        thread,
        origin: base.origin,
        project,
    };
    const tools = {
        github,
        log,
        clock,
        apiKey,
        scope,
    };
    const earlier = await readReports(tools);
    return earlier && { tools, earlier };
}
async function publishComment(report, inputs, { log, clock, setOutput }, place) {
    if (place === undefined)
        return;
    const { tools, earlier } = place;
    if (inputs["dry-run"])
        return log.info(`Without dry-run, the report would be written into a comment on #${tools.scope.thread}.`);
    const written = {
        text: renderComment(report, inputs["trigger-phrase"]),
        content: {
            period: inputs["date-from"] === undefined ? inputs.period : "dates",
            range: (0,dates/* writtenRange */.dk)(report.periods.current),
            memory: remember(report.memory, report.prompted?.page, clock.now()),
        },
        isFresh: inputs.comment === "new",
    };
    const published = await publishReport(written, earlier, tools);
    if (published === undefined)
        return;
    setOutput("commentUrl", published.url);
    setOutput("digest", toDigest(report, published.url));
}
function reportedOutcome(report, log) {
    const message = [{ trusted: headlineText(report) }];
    const isPartial = report.data.missing.length > 0;
    if (isPartial)
        log.notice("Docs Agent: Report incomplete", "Some data is missing; the report says what and why.");
    return {
        result: "reported",
        reason: isPartial ? "partial" : "",
        message,
        advice: [],
    };
}


/***/ })

};
