export const id = 403;
export const ids = [403];
export const modules = {

/***/ 9403:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  reportVisitors: () => (/* binding */ reportVisitors)
});

// EXTERNAL MODULE: ./build/clock.js + 1 modules
var build_clock = __webpack_require__(4701);
// EXTERNAL MODULE: ./build/dates.js + 1 modules
var dates = __webpack_require__(1583);
// EXTERNAL MODULE: ./build/errors.js
var errors = __webpack_require__(9473);
// EXTERNAL MODULE: ./build/names.js
var names = __webpack_require__(4700);
// EXTERNAL MODULE: ./build/service/errors.js
var service_errors = __webpack_require__(4661);
// EXTERNAL MODULE: ./build/text/rich-text.js
var rich_text = __webpack_require__(6036);
// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 2 modules
var schemas = __webpack_require__(5395);
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



const pathsOfNoPage = [
    /\/(?:(?!\.mdx?\/*$)\.|%2e|wp-|\/[^/])/i,
    /\.(?!mdx?\/*$)(?:7z|[a-z][\w~]{0,9})\/*$/i,
    /[\p{Cc}\p{Cs}"*:;<=>@[\\\]^`{|}]|\+[^+/]|(?![\u200c\u200d])\p{Cf}/u,
    /^\/(?:404|skill\.md)\/*$/i,
    /.{301}/su,
];
function placesOn(siteUrl) {
    const folder = withoutEnding(readablePath(siteUrl?.pathname ?? "")).toLowerCase();
    return (address) => {
        const text = address.trim();
        const [origin = ""] = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(text) ?? [];
        if (/^(?:[?#]|$)/.test(text)) {
            return { path: "" };
        }
        const read = readablePath(text.slice(origin.length));
        const path = withoutEnding(read);
        const isInside = `${path}/`.toLowerCase().startsWith(`${folder}/`);
        const isElsewhere = origin !== "" && !(isInside && isOriginOf(origin, siteUrl));
        if (isElsewhere) {
            return {
                path: "",
                host: URL.parse(origin)?.host || origin,
            };
        }
        const below = isInside ? folder.length : 0;
        const page = path.slice(below).toLowerCase().normalize();
        const spellings = [read.slice(below), page];
        const isNoPage = pathsOfNoPage.some((pattern) => spellings.some((text) => pattern.test(text)));
        if (isNoPage) {
            return { path: read };
        }
        return {
            page: page || "/",
            path: path || "/",
        };
    };
}
function isOriginOf(origin, siteUrl) {
    const [, host = ""] = /^https?:\/\/(?:www\.)?(.+)$/.exec(origin.toLowerCase()) ?? [];
    const isSame = siteUrl === undefined || host === siteUrl.host.replace(/^www\./, "");
    const isOwn = /\.mintlify\.(?:app|dev|io|site)$/.test(host);
    return host !== "" && (isSame || isOwn);
}
function readablePath(text) {
    const path = withoutQuery(decoded(withoutQuery(text))).trimEnd();
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
        if (hasNoVisitors(row)) {
            continue;
        }
        const { path, page } = placeOf(row.path);
        const name = page ?? (0,words/* trimEndOf */.fC)(path, "/").toLowerCase();
        const known = page === undefined ? others : pages;
        addRow(known, { page: name, path }, row);
    }
    return {
        pages: byVisitors(pages),
        noPages: byVisitors(others),
    };
}
function addRow(known, { page, path }, row) {
    const before = known.get(page) ?? { page, path, counts: noVisitors };
    const { human, ai, total } = before.counts;
    known.set(page, {
        page,
        path: row.human > human ? path : before.path,
        counts: {
            human: Math.max(row.human, human),
            ai: Math.max(row.ai, ai),
            total: Math.max(row.total, total),
        },
    });
}
function byVisitors(pages) {
    return [...pages.values()].sort((a, b) => b.counts.total - a.counts.total);
}
function ignoredPages(patterns) {
    const named = patterns.map((pattern) => {
        const fromRoot = pattern.toLowerCase().replace(/^(!?)(?![!/*])/, "$1/");
        return fromRoot.replace(/(?<=[^!/])\/$/, "");
    });
    const isIgnored = (0,path_patterns/* pathFilter */.Y)(named);
    return ({ page, path }) => isIgnored(path.toLowerCase(), page);
}
function isPlainPath(path) {
    const isPlain = /^\/[A-Za-z0-9/_.-]{0,99}$/.test(path);
    return isPlain && !path.includes("//") && !path.split("/").includes("..");
}

;// CONCATENATED MODULE: ./build/visitors/find/chance.js
function isClearChange(before, now, deviations = 3) {
    const change = Math.abs(now - before);
    return change * 5 >= before && change > deviations * Math.sqrt(before + now);
}
function chanceOfAtLeast(part, whole, rate) {
    const observed = part / whole;
    if (observed <= rate) {
        return 1;
    }
    const divergence = surprise(observed, rate) + surprise(1 - observed, 1 - rate);
    return Math.exp(-whole * divergence);
}
function surprise(observed, expected) {
    return observed === 0 ? 0 : observed * Math.log(observed / expected);
}
function lowerBound(part, whole) {
    const observed = part / whole;
    const weight = 1.96 ** 2 / whole;
    const reach = Math.sqrt(weight * (observed * (1 - observed) + weight / 4));
    return (observed + weight / 2 - reach) / (1 + weight);
}
const smallestRest = 20;
function standsOut({ part, whole }, rest, compared) {
    if (rest.whole < smallestRest) {
        return false;
    }
    const chance = chanceOfAtLeast(part, whole, rest.part / rest.whole);
    return chance * Math.max(20, compared) < 0.1;
}

;// CONCATENATED MODULE: ./build/visitors/find/moved.js


function comparePages({ current, previous }) {
    const now = new Map(current.pages.map((page) => [page.page, page]));
    const before = new Map(previous?.pages.map((page) => [page.page, page]));
    const isWhole = current.complete && previous?.complete === true;
    const names = new Set([...now.keys(), ...(isWhole ? before.keys() : [])]);
    const absent = isWhole ? noVisitors : undefined;
    return Array.from(names, (page) => {
        const is = now.get(page);
        const was = before.get(page);
        return {
            page,
            path: (is ?? was)?.path ?? page,
            now: is?.counts ?? noVisitors,
            before: was?.counts ?? absent,
        };
    });
}
function findMoves(pages, site) {
    const isKnown = site.was !== undefined && site.was.total > 0 && site.now.total > 0;
    if (!isKnown) {
        return [];
    }
    const deviations = Math.max(3, Math.sqrt(2 * Math.log(10 * pages.length)));
    const moves = pages.flatMap(({ before, ...page }) => {
        if (before === undefined) {
            return [];
        }
        const kind = judge(page.now, before, site, deviations);
        return kind === undefined ? [] : { ...page, before, kind };
    });
    const atStake = ({ now, before }) => Math.abs(now.total - before.total);
    return moves.sort((a, b) => atStake(b) - atStake(a));
}
function judge({ total: now }, countsBefore, site, deviations) {
    const before = countsBefore.total;
    if (Math.max(now, before) < site.threshold) {
        return undefined;
    }
    if (before <= 0) {
        return "new";
    }
    if (now <= 0) {
        return "gone";
    }
    const expected = before * expectedGrowth(countsBefore, site);
    const most = Math.max(before, expected);
    const least = Math.min(before, expected);
    if (now > most && isClearChange(most, now, deviations)) {
        return "up";
    }
    return now < least && isClearChange(least, now, deviations) ? "down" : undefined;
}
function expectedGrowth({ human, ai }, { now, was = noVisitors, threshold }) {
    const growthOf = (part) => now[part] / was[part];
    const isNoise = Math.min(was.human, was.ai) < threshold;
    if (isNoise || human + ai <= 0) {
        return growthOf("total");
    }
    return (human * growthOf("human") + ai * growthOf("ai")) / (human + ai);
}
const fewestInGroup = 3;
function groupMoves(moves) {
    const byKind = Map.groupBy(moves, ({ kind }) => kind);
    return moves.flatMap((move) => {
        const { kind } = move;
        const alike = byKind.get(kind) ?? [];
        if (kind === "up" || kind === "down" || alike.length < fewestInGroup) {
            return [[move]];
        }
        return alike[0] === move ? [alike] : [];
    });
}

;// CONCATENATED MODULE: ./build/visitors/find/words.js
const longestTerm = 100;
const longestQuestion = 300;
function searchTerms(typed) {
    const strings = new Map();
    for (const { term, hits, clicks } of typed) {
        if (term.length > longestTerm) {
            continue;
        }
        const text = term.toLowerCase().replaceAll(/\s+/g, " ").trimStart();
        const known = strings.get(text);
        strings.set(text, {
            term: text,
            hits: hits + (known?.hits ?? 0),
            clicks: clicks + (known?.clicks ?? 0),
        });
    }
    const explained = new Map();
    for (const { term, hits } of strings.values()) {
        let beginning = term.slice(0, -1);
        while (beginning !== "" && !strings.has(beginning)) {
            beginning = beginning.slice(0, -1);
        }
        explained.set(beginning, hits + (explained.get(beginning) ?? 0));
    }
    const terms = Array.from(strings.values(), ({ term, ...all }) => {
        const hits = all.hits - (explained.get(term) ?? 0);
        return { term, hits, clicks: Math.min(all.clicks, hits) };
    });
    return terms.filter(({ term, hits }) => hits > 0 && isTerm(term));
}
const dense = String.raw `\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;
const denseScript = new RegExp(`[${dense}]`, "v");
function isTerm(text) {
    const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    const isLongEnough = letters >= (denseScript.test(text) ? 2 : 3);
    return isLongEnough && !/[? ]$/.test(text) && text.split(" ").length <= 6;
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
    if (question.length > longestQuestion) {
        return undefined;
    }
    const line = question.replaceAll(/\s+/g, " ").trim();
    const words = line.replaceAll(punctuation, " ");
    return words.trim() === "" || isPrivateTerm(words) ? undefined : line;
}

;// CONCATENATED MODULE: ./build/visitors/find/next.js



function isAnyRead({ feedback, questions, searches }) {
    return (feedback ?? questions ?? searches) !== undefined;
}
const maxRows = 5;
function findNext({ current, signals }, options) {
    const { feedback, questions, searches } = signals;
    const onPages = pageGroups(current, options);
    const rows = [
        ...ratedDown(feedback?.votes ?? [], onPages, options.threshold),
        ...examplesReported(feedback?.exampleReports ?? [], onPages),
        ...askedUnanswered(questions?.newest ?? [], onPages, options.quotes),
        ...(searches === undefined ? [] : searchedUnclicked(searches)),
    ].sort((a, b) => concerned(b) - concerned(a));
    const byKind = Map.groupBy(rows, ({ kind }) => kind);
    const placeOf = (row) => byKind.get(row.kind)?.indexOf(row) ?? 0;
    return rows.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, maxRows);
}
function concerned(row) {
    return row.kind === "searched-unclicked" ? row.evidence.hits : (row.readers?.human ?? -1);
}
function pageGroups({ pages, complete }, { isIgnored, resting }) {
    const byName = new Map(pages.map((page) => [page.page, page]));
    return (all) => {
        const groups = Map.groupBy(all, ({ page }) => page ?? "");
        return [...groups].flatMap(([name, said]) => {
            const known = byName.get(name);
            const page = {
                page: name,
                path: known?.path ?? name,
                readers: known?.counts,
            };
            const isGone = known === undefined && (complete || name === "");
            return isGone || resting.includes(name) || isIgnored(page) ? [] : { page, said };
        });
    };
}
function ratedDown(all, onPages, threshold) {
    const site = votesOf(all);
    const onEach = onPages(all);
    const compared = onEach.filter(({ said }) => votesOf(said).whole >= 4).length;
    return onEach.flatMap(({ page, said }) => {
        const here = votesOf(said);
        const { part: down, whole: votes } = here;
        const isRead = (page.readers?.human ?? 0) >= threshold;
        const isRatedDown = down >= 4 && lowerBound(down, votes) > 0.5;
        const rest = restOf(site, here);
        const isOrdinary = rest.whole >= smallestRest && !standsOut(here, rest, compared);
        if (!isRead || !isRatedDown || isOrdinary) {
            return [];
        }
        return [
            {
                kind: "rated-down",
                ...page,
                evidence: {
                    down,
                    votes,
                },
            },
        ];
    });
}
function votesOf(all) {
    const part = sumOf(all, ({ down }) => down);
    return {
        part,
        whole: part + sumOf(all, ({ up }) => up),
    };
}
function restOf(site, here) {
    return {
        part: site.part - here.part,
        whole: site.whole - here.whole,
    };
}
function examplesReported(all, onPages) {
    return onPages(all)
        .filter(({ said }) => countDays(said) >= 2)
        .map(({ page, said }) => ({
        kind: "examples-reported",
        ...page,
        evidence: { reports: said.length },
    }));
}
function askedUnanswered(all, onPages, quotes) {
    const onEach = onPages(all);
    const compared = onEach.filter(({ said }) => conversationsOf(said).whole >= 4).length;
    return onEach.flatMap(({ page, said }) => {
        const here = conversationsOf(said);
        const open = said.filter(isUnanswered);
        if (here.part < 4 || countDays(open) < 2) {
            return [];
        }
        const ids = new Set(said.map(({ conversation }) => conversation));
        const rest = conversationsOf(all.filter(({ conversation }) => !ids.has(conversation)));
        if (!standsOut(here, rest, compared)) {
            return [];
        }
        const evidence = {
            ...countQuestions(said),
            conversations: here.part,
            rest: countQuestions(all.filter((question) => question.page !== page.page)),
        };
        return [
            {
                kind: "asked-unanswered",
                ...page,
                evidence,
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
    const words = newestFirst.flatMap((question) => quotable(question.words) ?? []);
    return [...new Set(words)].slice(0, count);
}
function searchedUnclicked({ recent, before, unlisted }) {
    const termsBefore = searchTerms(before);
    const terms = searchTerms(recent).map(({ term, hits, clicks }) => {
        const was = termsBefore.find((one) => one.term === term);
        return {
            term,
            hits,
            hitsBefore: was?.hits ?? 0,
            clicks: clicks + (was?.clicks ?? 0),
        };
    });
    const site = unopened(terms);
    const least = Math.max(5, 4 * unlisted);
    const repeated = terms.filter(({ term, hits, hitsBefore }) => {
        return hits >= least && hitsBefore >= 2 && !isPrivateTerm(term);
    });
    return repeated.flatMap(({ term, ...evidence }) => {
        const here = unopened([evidence]);
        const isOpened = evidence.clicks * 20 > here.whole;
        if (isOpened || !standsOut(here, restOf(site, here), repeated.length)) {
            return [];
        }
        return [
            {
                kind: "searched-unclicked",
                term,
                evidence,
            },
        ];
    });
}
function unopened(terms) {
    const whole = sumOf(terms, ({ hits, hitsBefore }) => hits + hitsBefore);
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
    const said = (isSince) => {
        const isMeant = (one) => one.page === page && (one.at ?? 0) >= time === isSince;
        return {
            ...countQuestions((questions?.newest ?? []).filter(isMeant)),
            reports: (feedback?.exampleReports ?? []).filter(isMeant).length,
        };
    };
    return {
        before: said(false),
        since: said(true),
    };
}

;// CONCATENATED MODULE: ./build/visitors/find/site-totals.js

function totalsOf(data, periods) {
    const { current, previous, trend } = data;
    const now = current.totals;
    const earlier = [previous?.totals, ...trend.slice(0, -1)];
    const isFirst = previous !== undefined && earlier.every((totals = noVisitors) => hasNoVisitors(totals));
    const was = isFirst ? undefined : previous?.totals;
    const lengthOf = ({ from, to }) => to - from;
    const ratio = lengthOf(periods.current) / lengthOf(periods.previous ?? periods.current);
    const largest = Math.max(now.total, was?.total ?? 0);
    const threshold = Math.max(20, Math.ceil(largest / 500));
    const contradiction = [now, previous?.totals].find(contradicts);
    const floodOf = (part) => floodIn(data, part, threshold);
    const beforeOf = (part) => {
        const doubtful = contradiction ?? floodOf(part);
        return was && doubtful === undefined ? was[part] * ratio : undefined;
    };
    return {
        now,
        isFirst,
        was,
        before: {
            human: beforeOf("human"),
            ai: beforeOf("ai"),
            total: beforeOf("total"),
        },
        threshold,
        contradiction,
        flood: floodOf("total") ?? floodOf("human") ?? floodOf("ai"),
    };
}
const tolerance = 1.05;
function contradicts({ human, ai, total } = noVisitors) {
    return Math.max(human, ai) > total * tolerance || total > (human + ai) * tolerance;
}
const served = /well-known|\.(?:md|txt|xml)$/;
const isFlood = ({ page }) => !served.test(page);
function floodIn({ current, previous = current }, part, threshold) {
    const periods = [
        { flooded: current, other: previous },
        { flooded: previous, other: current },
    ];
    for (const { flooded, other } of periods) {
        const elsewhere = new Map(other.noPages.map(({ page, counts }) => [page, counts[part]]));
        const least = Math.max(threshold, flooded.totals[part] / 5);
        const address = flooded.noPages.find((one) => isFlood(one) && one.counts[part] - (elsewhere.get(one.page) ?? 0) > least);
        if (address !== undefined) {
            return { data: flooded, address };
        }
    }
    return undefined;
}

;// CONCATENATED MODULE: ./build/visitors/find/report.js






const fewestListed = 5;
function findReport(parts) {
    const { data, periods, memory, isIgnored } = parts;
    const totals = totalsOf(data, periods);
    const { threshold, contradiction } = totals;
    const isSilent = contradiction !== undefined;
    const pages = comparePages(data);
    const shown = isSilent ? [] : pages.filter((page) => !isIgnored(page));
    const end = periods.current.to;
    const days = (0,dates/* writtenRange */.dk)(periods.current);
    const resting = memory.flatMap(({ page, at, range }) => end - at < restDays * dates/* day */.vd && range !== days ? page : []);
    const told = isSilent ? [] : memory.filter(({ at }) => at < end && end - at < toldDays * dates/* day */.vd);
    const without = (pages) => isSilent ? [] : findNext(data, { ...parts, threshold, resting: pages });
    const next = without(resting);
    return {
        ...parts,
        totals,
        pages,
        listed: shown.filter(({ now }) => now.total >= fewestListed),
        moves: findMoves(shown, totals),
        next,
        isResting: next.length === 0 && without([]).length > 0,
        named: told.map(({ page, at }) => ({
            page,
            path: page,
            at,
            ...saidAround(page, at, data.signals),
        })),
        prompted: next.find((row) => mayBePrompted(row, threshold)),
    };
}
function mayBePrompted(row, threshold) {
    if (row.kind !== "examples-reported" && row.kind !== "asked-unanswered") {
        return false;
    }
    return isPlainPath(row.path) && (row.readers?.human ?? 0) >= threshold;
}
const maxPages = 100;
const restDays = 90;
const toldDays = 28;
const memorySchema = schemas/* array */.YOg(schemas/* object */.Ikc({
    page: schemas/* string */.YjP(),
    at: schemas/* number */.aig(),
    range: schemas/* optional */.lqM(schemas/* string */.YjP()),
}));
function joinMemories(memories) {
    const newestFirst = memories.flat().sort((a, b) => b.at - a.at);
    const pages = newestFirst.map(({ page }) => page);
    return newestFirst.filter(({ page }, index) => pages.indexOf(page) === index);
}
function remember({ memory, prompted, periods }, now) {
    if (prompted === undefined) {
        return memory;
    }
    const newest = {
        page: prompted.page,
        at: now,
        range: (0,dates/* writtenRange */.dk)(periods.current),
    };
    return joinMemories([[newest], memory]).slice(0, maxPages);
}

;// CONCATENATED MODULE: ./build/visitors/periods.js

function resolvePeriods(inputs, now) {
    const endOf = endsOf(inputs, (0,dates/* midnightBefore */.Qg)(now));
    const rangeBack = (back) => ({
        from: endOf(back + 1),
        to: endOf(back),
    });
    const current = rangeBack(0);
    const isMonth = inputs["date-from"] === undefined && inputs.period === "last-month";
    const days = current.to - current.from === 7 * dates/* day */.vd ? "week" : "period";
    const trend = Array.from({ length: inputs.trend }, (_, index) => rangeBack(index));
    return {
        current,
        previous: inputs.compare ? rangeBack(1) : undefined,
        trend: trend.reverse(),
        unit: isMonth ? "month" : days,
    };
}
function endsOf(inputs, today) {
    const { period, "date-from": from, "date-to": to } = inputs;
    if (from !== undefined && to !== undefined) {
        return (back) => to - back * (to - from);
    }
    if (period === "last-month") {
        return (back) => (0,dates/* monthStart */.ZV)(today, back);
    }
    const daysSinceMonday = (today / dates/* day */.vd + 3) % 7;
    if (period === "last-week") {
        return (back) => today - (daysSinceMonday + back * 7) * dates/* day */.vd;
    }
    const days = Number.parseInt(period, 10);
    return (back) => today - back * days * dates/* day */.vd;
}

// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js + 1 modules
var api = __webpack_require__(3305);
;// CONCATENATED MODULE: ./build/visitors/read/export-reader.js


const longestWaitMs = 60_000;
function exportReader(options) {
    const { service, clock, abort, maxRequests, deadline } = options;
    let stopped;
    let spent = 0;
    const take = () => {
        if (spent >= maxRequests) {
            return false;
        }
        spent += 1;
        return true;
    };
    const mayRetry = (waitMs) => stopped === undefined && waitMs <= longestWaitMs && take();
    return {
        spent: () => spent,
        get: async (request, maxRetries = 0) => {
            if (clock.elapsed() >= deadline) {
                stopped ??= { why: "time" };
            }
            if (stopped !== undefined) {
                return { failure: stopped };
            }
            if (!take()) {
                return { failure: { why: "budget" } };
            }
            const limits = {
                signal: abort,
                deadline,
                maxRetries,
                mayRetry,
            };
            try {
                return {
                    value: await service.getExport(request, limits),
                };
            }
            catch (error) {
                if (!(error instanceof errors/* ActionError */.lZ)) {
                    throw error;
                }
                const { reason } = error;
                const failure = {
                    why: "failure",
                    reason,
                };
                if (reason === "rate-limit") {
                    stopped ??= failure;
                }
                return {
                    failure,
                    error,
                };
            }
        },
    };
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

// EXTERNAL MODULE: ./build/text/json.js
var json = __webpack_require__(5666);
;// CONCATENATED MODULE: ./build/visitors/read/signals.js





const signals_maxRows = 1000;
const maxVotedPages = 100;
const timestamp = schemas/* pipe */.FsL(schemas/* string */.YjP(), schemas/* transform */.pdi(dates/* parseMoment */.mI));
const votesPage = pageSchema("feedback", schemas/* object */.Ikc({
    path: schemas/* string */.YjP(),
    thumbsUp: count,
    thumbsDown: count,
}), ({ path, thumbsUp, thumbsDown }) => ({
    page: path,
    up: thumbsUp,
    down: thumbsDown,
}));
const reportsPage = pageSchema("feedback", schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    path: schemas/* string */.YjP(),
    source: schemas/* string */.YjP(),
    status: schemas/* string */.YjP(),
    createdAt: (0,json/* maybe */.n)(timestamp),
}), ({ id, path, source, status, createdAt }) => {
    const isOpen = ["pending", "in_progress"].includes(status);
    return isOpen && source === "code_snippet"
        ? {
            id,
            page: path,
            at: createdAt,
        }
        : undefined;
});
const questionsPage = pageSchema("conversations", schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    timestamp: schemas/* pipe */.FsL(timestamp, schemas/* number */.aig()),
    query: schemas/* catch */.MfU(schemas/* string */.YjP(), ""),
    responseType: schemas/* nullish */.cl6(schemas/* string */.YjP()),
    resolutionStatus: schemas/* enum */.k5n(["answered", "unanswered"]),
    pageUrl: (0,json/* maybe */.n)(schemas/* string */.YjP()),
}), ({ id, timestamp, query, responseType, resolutionStatus, pageUrl }) => {
    if (responseType === "clarifying_question") {
        return undefined;
    }
    const answered = resolutionStatus === "answered";
    return {
        conversation: id,
        at: timestamp,
        page: pageUrl,
        answered,
        words: answered ? "" : query,
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
        nextCursor: (0,json/* maybe */.n)(schemas/* string */.YjP()),
        hasMore: (0,json/* maybe */.n)(schemas/* boolean */.zMY()),
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
    if (!isAddress) {
        return next;
    }
    const query = new URLSearchParams(next.slice(next.indexOf("?")));
    return query.get("cursor") ?? "";
}
async function readSignals(reader, end, { wanted, placeOf, log }) {
    const left = new Set(wanted);
    const missing = [];
    const elsewhere = [];
    async function read({ signal, pages, path, schema, query, daysAgo = 0 }) {
        if (!left.has(signal)) {
            return undefined;
        }
        const to = end - daysAgo * dates/* day */.vd;
        const days = signal === "feedback" ? feedbackDays : questionDays;
        const range = isoRange({
            from: to - days * dates/* day */.vd,
            to,
        });
        const rows = new Map();
        let cursor = "";
        for (let page = 0; page < pages; page++) {
            const last = cursor;
            const { value, failure } = await reader.get({
                operation: `read the ${signal}`,
                path,
                schema,
                query: {
                    ...range,
                    limit: 100,
                    ...query,
                    ...(last && { cursor: last }),
                },
            });
            if (failure !== undefined) {
                left.delete(signal);
                if (failure.reason === "not-found") {
                    log.info(`The service has no ${signal} for this project; the report is made without.`);
                }
                else {
                    missing.push({
                        what: signal,
                        ...failure,
                    });
                }
                if (page === 0) {
                    return undefined;
                }
                break;
            }
            for (const row of value.rows) {
                rows.set(JSON.stringify(row), row);
            }
            if (value.malformed > 0) {
                missing.push({
                    what: signal,
                    why: "malformed",
                });
            }
            cursor = value.cursor;
            if (cursor === "" || cursor === last) {
                break;
            }
        }
        return {
            rows: [...rows.values()],
            hasMore: cursor !== "",
        };
    }
    function onSite(rows = []) {
        return rows.flatMap((row) => {
            const { page, host } = placeOf(row.page ?? "");
            if (host === undefined) {
                return { ...row, page };
            }
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
        query: {
            source: "code_snippet",
            status: "pending,in_progress",
        },
        schema: reportsPage,
    });
    const questions = await read({
        signal: "questions",
        path: "assistant",
        pages: 4,
        query: { limit: 250 },
        schema: questionsPage,
    });
    const searches = {
        signal: "searches",
        path: "searches",
        pages: 2,
        schema: searchesPage,
    };
    const recent = await read(searches);
    const before = await read({
        ...searches,
        daysAgo: questionDays,
    });
    const unlisted = recent?.hasMore ? (recent.rows.at(-1)?.hits ?? 0) : 0;
    return {
        feedback: votes && {
            votes: onSite(votes.rows),
            areAllVotes: votes.rows.length < maxVotedPages,
            exampleReports: onSite(reports?.rows),
        },
        questions: questions && {
            newest: onSite(questions.rows),
            areAll: !questions.hasMore,
        },
        searches: recent &&
            before && {
            recent: recent.rows,
            before: before.rows,
            unlisted,
        },
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
const visitorsRow = schemas/* object */.Ikc({
    path: schemas/* string */.YjP(),
    ...counts,
});
const visitorsChunk = schemas/* pipe */.FsL(schemas/* object */.Ikc({
    totals: schemas/* object */.Ikc(counts),
    visitors: schemas/* array */.YOg(schemas/* unknown */.L5J()),
    hasMore: schemas/* boolean */.zMY(),
}), schemas/* transform */.pdi(({ totals, visitors, hasMore }) => ({
    totals,
    hasMore,
    size: visitors.length,
    ...parseRows(visitorsRow, visitors),
})));
async function readVisitors(periods, reader, options) {
    const { current, previous, trend } = periods;
    const starts = [current.from, previous?.from];
    const others = trend.filter(({ from }) => !starts.includes(from)).reverse();
    const [first, firstBefore, ...points] = await Promise.all([
        readChunk(reader, current),
        previous && readChunk(reader, previous),
        ...others.map((point) => readChunk(reader, point, { limit: 1 })),
    ]);
    if (first.value === undefined) {
        throw first.error;
    }
    const { placeOf } = options;
    const now = await readPeriod(reader, current, first.value, placeOf);
    const signals = await readSignals(reader, current.to, options);
    const before = previous &&
        firstBefore?.value &&
        (await readPeriod(reader, previous, firstBefore.value, placeOf));
    const missing = [];
    const note = (what, failure) => {
        if (failure !== undefined) {
            missing.push({
                what,
                ...failure,
            });
        }
    };
    note("pages", now.failure);
    note("previous", firstBefore?.failure);
    note("previous-pages", before?.failure);
    const read = [first, firstBefore, ...points];
    const pointAt = (time) => read.find((chunk) => chunk?.from === time)?.value;
    return {
        current: now.data,
        previous: before?.data,
        trend: trend.map(({ from }) => pointAt(from)?.totals),
        signals,
        missing,
    };
}
async function readChunk(reader, range, { limit = rowsPerChunk, offset = 0 } = {}) {
    const request = {
        operation: "read the visitors",
        path: "visitors",
        query: {
            ...isoRange(range),
            limit,
            offset,
        },
        schema: visitorsChunk,
    };
    return {
        from: range.from,
        ...(await reader.get(request, maxRetries)),
    };
}
async function readPeriod(reader, range, first, placeOf) {
    const rows = new Map();
    let problem;
    let isOver = false;
    const add = (chunk) => {
        const known = rows.size;
        for (const row of chunk.rows) {
            if (!rows.has(row.path)) {
                rows.set(row.path, row);
            }
        }
        const added = rows.size - known;
        if (chunk.malformed > 0) {
            problem ??= { why: "malformed" };
        }
        if (isOver) {
            return;
        }
        if (added < chunk.rows.length) {
            problem ??= { why: "repeated" };
        }
        isOver = !chunk.hasMore;
        const isStuck = added + chunk.malformed === 0 || chunk.size < first.size;
        if (!isOver && isStuck) {
            end({ why: "pagination" });
        }
    };
    const end = (why) => {
        if (!isOver) {
            problem = why;
        }
        isOver = true;
    };
    add(first);
    for (let next = 1; !isOver; next += chunksPerBatch) {
        const batch = Array.from({ length: chunksPerBatch }, (_, index) => {
            const offset = (next + index) * first.size;
            return readChunk(reader, range, { offset });
        });
        for (const { value, failure } of await Promise.all(batch)) {
            if (value === undefined) {
                end(failure);
            }
            else {
                add(value);
            }
        }
    }
    const data = {
        totals: first.totals,
        complete: problem === undefined,
        ...joinRows(rows.values(), placeOf),
    };
    return {
        data,
        failure: problem,
    };
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
    login: schemas/* string */.YjP(),
    period: schemas/* string */.YjP(),
    range: schemas/* string */.YjP(),
    memory: memorySchema,
});
async function reportThread(scope, apiKey, github, log) {
    const { thread } = scope;
    const signer = (0,marker/* markerSigner */.l)(apiKey, "report", scope);
    const comments = (0,github_comments/* commentThread */.k)(github, thread);
    async function attempt(act) {
        try {
            return await act();
        }
        catch (error) {
            if (!(error instanceof github_errors/* GitHubError */.y_)) {
                throw error;
            }
            const advice = (0,rich_text/* toPlainText */.bo)(error.advice("issues: write, pull-requests: write", []));
            const text = `The comment on #${thread} could not be written (${error.why}). ${advice}`.trim();
            log.warning("Report comment not written", text);
            return undefined;
        }
    }
    const listed = await attempt(comments.list);
    if (listed === undefined) {
        return undefined;
    }
    const reports = listed.flatMap((comment) => {
        const marker = signer.read(comment.body, markerSchema);
        if (!marker?.verified) {
            return [];
        }
        const { content } = marker;
        return (0,logins/* isSameLogin */.Av)(content.login, comment.login ?? "") ? { ...content, comment } : [];
    });
    const newestFirst = reports
        .reverse()
        .sort((a, b) => (b.comment.updatedAt ?? 0) - (a.comment.updatedAt ?? 0));
    return {
        number: thread,
        memories: newestFirst.map(({ memory }) => memory),
        publish: ({ text, content, isFresh }) => {
            const bodyBy = (login) => {
                const marker = signer.write(JSON.stringify({
                    ...content,
                    login,
                }));
                return `${hidden_text/* ownMarker */["do"]}\n${marker}\n\n${text}`;
            };
            const known = newestFirst.find(({ period, range }) => {
                return period === content.period && (!isFresh || range === content.range);
            });
            return attempt(async () => {
                const { id, login } = known?.comment ?? (await comments.create(bodyBy()));
                return await comments.edit(id, bodyBy(login));
            });
        },
    };
}

// EXTERNAL MODULE: ./node_modules/csv-stringify/lib/sync.js + 7 modules
var sync = __webpack_require__(6789);
;// CONCATENATED MODULE: ./build/visitors/tell/format.js


function joinParts(parts, separator) {
    return parts.filter((part) => part).join(separator);
}
const noBreak = "\u00a0";
function rangeOnOneLine(range) {
    const text = (0,dates/* writtenRange */.dk)(range);
    return text.endsWith("UTC") ? text : text.replace("–", "–\u2060").replaceAll(" ", noBreak);
}
const minus = "\u2212";
function changeOf(totals, part) {
    const before = totals.before[part] ?? 0;
    const now = totals.now[part];
    if (before <= 0 || Math.max(before, now) < totals.threshold) {
        return "";
    }
    const rounded = Math.round((Math.abs(now - before) / before) * 100);
    const isNearlyAll = rounded === 100 && now > 0 && now < before;
    const percents = isNearlyAll ? 99 : rounded;
    if (percents === 0) {
        return "±0%";
    }
    return `${now > before ? "+" : minus}${(0,words/* grouped */.zD)(percents)}%`;
}
function changeFraction(before, now) {
    if (before === undefined || before <= 0) {
        return undefined;
    }
    return Math.round((now / before - 1) * 10_000) / 10_000 + 0;
}

// EXTERNAL MODULE: ./build/inputs/table.js + 1 modules
var table = __webpack_require__(8225);
// EXTERNAL MODULE: ./build/outcomes.js
var outcomes = __webpack_require__(6927);
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
        return (0,markdown/* keepOrder */.CU)(address ? (0,markdown/* codeLink */.U1)(label, address) : (0,markdown/* codeSpan */.SS)(label));
    };
}
function inertCode(text) {
    return pageLinks([text])(text);
}
function pageAddress(path, siteUrl) {
    const folder = (0,words/* trimEndOf */.fC)(siteUrl.pathname, "/");
    const page = path.startsWith("/") ? path : `/${path}`;
    const isInFolder = `${page}/`.toLowerCase().startsWith(`${decoded(folder)}/`.toLowerCase());
    return siteUrl.origin + (isInFolder ? page : folder + page);
}
function nameInChat(path) {
    const isSafe = /^[\p{Alphabetic}\d/-]+$/u.test(path) && (0,markdown/* keepOrder */.CU)(path) === path;
    return isSafe ? path : "a page whose name cannot be shown here";
}
function markdown_parts_table(names, rows, words = 0) {
    const isUsed = (_, column) => rows.some((cells) => cells[column] !== "");
    const line = (cells) => `| ${cells.filter(isUsed).join(" | ")} |`;
    const rule = names.map((_, column) => (column === words ? ":--" : "--:"));
    return [names, rule, ...rows].map(line).join("\n");
}
function detailsBlock(summary, content) {
    return `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

;// CONCATENATED MODULE: ./build/visitors/tell/gaps.js





function doubtOf({ totals, data, periods }, isNamed = false) {
    const { contradiction, flood } = totals;
    if (contradiction !== undefined) {
        const { human, ai, total } = contradiction;
        return `These counts contradict each other (people ${(0,words/* grouped */.zD)(human)}, AI ${(0,words/* grouped */.zD)(ai)}, all ${(0,words/* grouped */.zD)(total)}). Don't decide on them.`;
    }
    if (flood === undefined) {
        return "";
    }
    const { path, counts } = flood.address;
    const when = flood.data === data.current ? "" : `In the ${periods.unit} before, `;
    const address = isNamed ? `${inertCode(path)}, which` : "an address that";
    return `${when}${(0,words/* grouped */.zD)(counts.total)} visitors asked for ${address} is no page. What they distort is not compared.`;
}
function smallGaps(report) {
    const { current, signals, trend } = report.data;
    const count = current.noPages.length;
    const most = current.noPages.find(({ counts }) => counts.total >= fewestListed);
    const example = most
        ? `, such as ${inertCode(most.path)} (${(0,words/* grouped */.zD)(most.counts.total)} visitors)`
        : "";
    const [host] = signals.elsewhere;
    return [
        count > 0 && (0,words/* plural */.LS)(count, "address that is no page", "addresses that are no pages") + example,
        host &&
            `votes, reports and questions of other sites: ${(0,words/* grouped */.zD)(signals.elsewhere.length)}, such as on ${inertCode(host)}`,
        signals.feedback?.areAllVotes === false && "votes of 100 pages at most",
        trend.includes(undefined) && "the trend was not read in full",
    ];
}
function unreadSentences(report) {
    const { missing, signals } = report.data;
    const byEnding = Map.groupBy([...missing, ...signals.missing], (one) => {
        const reason = reasonOf(one);
        if (one.why === "repeated") {
            return reason;
        }
        return `could ${one.what.endsWith("pages") ? "" : "not "}be read: ${reason}.`;
    });
    return Array.from(byEnding, ([ending, same]) => {
        if (ending === reasons.repeated) {
            return ending;
        }
        const parts = new Set(same.map((one) => partOf(one, report)));
        return `${(0,words/* upperFirst */.Zb)((0,words/* list */.p_)([...parts]))} ${ending}`;
    });
}
function partOf({ what }, { data, periods }) {
    const before = `the ${periods.unit} before`;
    if (what === "previous") {
        return before;
    }
    if (what === "pages") {
        return `only ${(0,words/* plural */.LS)(data.current.pages.length, "page")}`;
    }
    if (what === "previous-pages") {
        return `only ${(0,words/* plural */.LS)(data.previous?.pages.length ?? 0, "page")} of ${before}`;
    }
    return data.signals[what] === undefined ? what : `some ${what}`;
}
const reasons = {
    budget: "`max-requests` is too low",
    time: "`timeout-minutes` is too short",
    pagination: "the service kept announcing more pages that were empty, repeated or short",
    repeated: "This report may lack some pages: their list changed while it was read. The next report reads it anew.",
    malformed: "wrong shape or impossible numbers",
};
const refusals = ["api-key", "payment", "forbidden"];
function reasonOf(missing) {
    if (missing.why !== "failure") {
        return reasons[missing.why];
    }
    if (refusals.includes(missing.reason)) {
        const isSignal = table/* signals */.QO.some((signal) => signal === missing.what);
        const advice = isSignal ? ". To stop asking, change the input `signals`" : "";
        return `the plan or the API key does not allow it${advice}`;
    }
    return (0,words/* lowerFirst */.oZ)((0,outcomes/* errorRowOf */.Qk)(missing.reason).headline);
}

;// CONCATENATED MODULE: ./build/visitors/tell/headline.js






function headlineMarkdown(report) {
    return joinParts(sentencesOf(report), " ");
}
function headlineText(report) {
    const [visitors, ...others] = sentencesOf(report);
    const text = joinParts([visitors, doubtOf(report), ...others], " ");
    return text.replaceAll(/\*\*|`/g, "");
}
function sentencesOf(report) {
    const { contradiction, now } = report.totals;
    if (contradiction !== undefined) {
        return [];
    }
    const visitors = visitorsOf(report);
    if (hasNoVisitors(now)) {
        return [visitors, ...unreadSentences(report)];
    }
    return [visitors, groupsOf(report), workOf(report)];
}
function visitorsOf({ totals, periods }) {
    const { now, was, before } = totals;
    const after = was && before.total !== undefined
        ? `, after ${(0,words/* grouped */.zD)(was.total)} the ${periods.unit} before`
        : "";
    if (hasNoVisitors(now)) {
        return `**No visitors**${after}. Is the site up, and does the dashboard count visits?`;
    }
    const visitors = (0,words/* plural */.LS)(now.total, "visitor");
    const changed = changeOf(totals, "total");
    const perDay = periods.unit === "month" ? " (daily average)" : "";
    if (changed !== "") {
        return `**${visitors}, ${changed}${perDay}.**`;
    }
    return `**${visitors}**${after}.`;
}
function groupsOf({ totals }) {
    const countOf = (group) => {
        const changed = changeOf(totals, group);
        return (0,words/* grouped */.zD)(totals.now[group]) + (changed && ` (${changed})`);
    };
    return `People ${countOf("human")}, AI ${countOf("ai")}.`;
}
function workOf(report) {
    const { data, moves, next, periods, isResting } = report;
    const { now, before, isFirst } = report.totals;
    const pages = new Set(next.flatMap((row) => ("page" in row ? row.page : []))).size;
    const searches = next.filter(({ kind }) => kind === "searched-unclicked").length;
    const told = joinParts([
        isFirst && "Nothing to compare with yet.",
        pages > 0 && `**${(0,words/* plural */.LS)(pages, "page")} ${pages === 1 ? "wants" : "want"} work.**`,
        searches > 0 && `**${(0,words/* plural */.LS)(searches, "search term")} got few or no clicks.**`,
        ...unreadSentences(report),
    ], " ");
    const isQuiet = moves.length === 0 && told === "";
    if (!isQuiet || before.human === undefined) {
        return told;
    }
    const fell = now.human < before.human && isClearChange(before.human, now.human);
    if (fell) {
        return "No page stands out.";
    }
    if (!isAnyRead(data.signals)) {
        return "";
    }
    const nothing = isResting ? "Nothing new needs you" : "Nothing needs you";
    return `${nothing} this ${periods.unit}.`;
}

;// CONCATENATED MODULE: ./build/visitors/tell/next.js








const searchDays = 2 * questionDays;
function textOf(row, page = "", dashboard = "") {
    switch (row.kind) {
        case "rated-down": {
            const { down, votes } = row.evidence;
            return {
                found: `${page}: **${(0,words/* grouped */.zD)(down)} of ${(0,words/* grouped */.zD)(votes)}** votes are thumbs down. Look for comments in the ${dashboard}.`,
                brief: `${(0,words/* grouped */.zD)(down)} of ${(0,words/* plural */.LS)(votes, "vote")} down`,
            };
        }
        case "examples-reported": {
            const reports = (0,words/* plural */.LS)(row.evidence.reports, "open report");
            return {
                found: `${page}: **${reports}** on its code examples. Read them in the ${dashboard}.`,
                brief: `${reports} on its examples`,
                request: `Check every code example on ${row.path} against the code, and correct those that fail. Change nothing else.`,
            };
        }
        case "asked-unanswered": {
            const part = next_partOf(row.evidence);
            const { rest } = row.evidence;
            const elsewhere = `${Math.round((rest.unanswered / rest.asked) * 100)}% elsewhere`;
            return {
                found: `${page}: the assistant had **no answer to ${part}** questions asked here (${elsewhere}). Read them in the ${dashboard}.`,
                brief: `${part} questions unanswered`,
                request: `The assistant could not answer ${part} questions asked on ${row.path}. Read the page and the code it describes, find what is missing, and add it. Change nothing else.`,
            };
        }
        case "searched-unclicked": {
            const { hits, hitsBefore, clicks } = row.evidence;
            const term = row.term === "" ? "a term" : inertCode(row.term);
            return {
                found: `Readers searched for ${term} **${(0,words/* plural */.LS)(hits + hitsBefore, "time")}** in ${searchDays} days and opened ${(0,words/* plural */.LS)(clicks, "result")}. Is there a page that answers it?`,
                brief: "a search without clicks",
            };
        }
    }
}
function next_partOf({ unanswered, asked }) {
    return `${(0,words/* grouped */.zD)(unanswered)} of ${(0,words/* grouped */.zD)(asked)}`;
}
function requestOn(row) {
    const isPlain = "path" in row && isPlainPath(row.path);
    return (isPlain && textOf(row).request) || "";
}
function briefly(row) {
    const { brief } = textOf(row);
    return "path" in row ? `${nameInChat(row.path)} (${brief})` : brief;
}
function nextSection(report, triggerPhrase) {
    const { data, next, named, dashboard, siteUrl, periods } = report;
    if (next.length + named.length === 0) {
        return "";
    }
    const showPage = pageLinks([...next, ...named].flatMap((row) => ("path" in row ? row.path : [])));
    const source = (0,rich_text/* toMarkdown */.l6)(dashboard);
    let explanation = "  Paste a command as a comment on an issue or pull request. Each starts a paid job with its own pull request.";
    const items = next.map((row) => {
        const isPage = "path" in row;
        const { found } = textOf(row, isPage ? showPage(row.path, siteUrl) : "", source);
        const people = isPage && row.readers && (0,words/* plural */.LS)(row.readers.human, "person", "people");
        const read = people && ` ${people} read the page this ${periods.unit}.`;
        const item = joinParts([`- ${found}${read || ""}`, quotesOf(row)], "\n");
        const request = requestOn(row);
        if (triggerPhrase === undefined || request === "") {
            return item;
        }
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
function quotesOf(row) {
    if (row.kind !== "asked-unanswered" || row.quotes.length === 0) {
        return "";
    }
    const quotes = row.quotes.map((words) => `"${(0,markdown/* escapeInlineMarkdown */.ME)(words, 100)}"`);
    return `  > ${quotes.join(" · ")}`;
}
function namedLine({ path, at, before, since }, { siteUrl }, showPage) {
    const said = [
        `Suggested on ${(0,dates/* writtenMoment */.yc)(at)}: ${showPage(path, siteUrl)}.`,
        before.asked + since.asked > 0 &&
            `Unanswered questions: ${next_partOf(before)} before, ${next_partOf(since)} since.`,
        before.reports + since.reports > 0 &&
            `Open reports: ${(0,words/* grouped */.zD)(before.reports)} before, ${(0,words/* grouped */.zD)(since.reports)} since.`,
    ];
    return joinParts(said, " ");
}
function commandFence(triggerPhrase, request) {
    const start = `${triggerPhrase} --new`;
    const lines = `${"x".repeat(start.length)} ${request}`.match(/(?:\S{37,}|\S.{0,35})(?=\s|$)/g) ?? [];
    return `  \`\`\`\n  ${start}${lines.join("\n  ").slice(start.length)}\n  \`\`\``;
}
function sourcesOf({ feedback, questions, searches }) {
    const sources = [
        feedback && `${feedbackDays} days of feedback`,
        questions &&
            (questions.areAll
                ? `${questionDays} days of questions`
                : `the newest ${(0,words/* plural */.LS)(questions.newest.length, "question")}`),
        searches && `${searchDays} days of searches`,
    ];
    return `Based on ${(0,words/* list */.p_)(sources.filter((source) => source !== undefined))}.`;
}

;// CONCATENATED MODULE: ./build/visitors/tell/chart.js




function drawnPoints(trend) {
    const points = trend.filter((totals) => totals !== undefined);
    const isWhole = points.length === trend.length;
    return isWhole && points.length >= 3 ? points : [];
}
const bars = [..."▁▂▃▄▅▆▇█"];
const maxBars = 6;
function sparkline(trend, group, least) {
    const counts = drawnPoints(trend)
        .slice(-maxBars)
        .map((totals) => totals[group]);
    const highest = Math.max(...counts);
    const differ = isClearChange(Math.min(...counts), highest);
    if (highest < least || !differ) {
        return "";
    }
    const barOf = (count) => bars[Math.round((count / highest) * (bars.length - 1))];
    return counts.map(barOf).join("");
}
function trendChart({ periods, data, totals }) {
    const points = drawnPoints(data.trend);
    const people = points.map(({ human }) => human);
    const ai = points.map((point) => point.ai);
    const highest = Math.max(...people, ...ai);
    if (highest < totals.threshold) {
        return "";
    }
    const starts = periods.trend.map(({ from }) => from);
    const range = {
        ...periods.current,
        from: Math.min(...starts),
    };
    const chart = [
        "```mermaid",
        frontMatter,
        "xychart-beta",
        `  title "Visitors per ${periods.unit} (blue: people, amber: AI)"`,
        `  x-axis "${(0,dates/* writtenRange */.dk)(range)}" 1 --> ${points.length}`,
        `  y-axis 0 --> ${highest}`,
        `  line [${people.join(", ")}]`,
        `  line [${ai.join(", ")}]`,
        "```",
    ];
    const rows = points.map((point, index) => {
        const from = starts[index] ?? 0;
        const start = (0,dates/* writtenMoment */.yc)(from, { year: true, clock: !(0,dates/* isMidnight */.pw)(from) });
        return [start, (0,words/* grouped */.zD)(point.human), (0,words/* grouped */.zD)(point.ai)];
    });
    const figures = markdown_parts_table(["From", "People", "AI"], rows.reverse());
    return `${chart.join("\n")}\n\n${detailsBlock("The figures of the chart", figures)}`;
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

;// CONCATENATED MODULE: ./build/visitors/tell/tables.js






function keyFigures({ totals, data, periods }) {
    const { now, was, threshold } = totals;
    if (was === undefined && hasNoVisitors(now)) {
        return "";
    }
    const row = (name, part, trend = "") => [
        joinParts([name, trend], "<br>"),
        (0,words/* grouped */.zD)(now[part]),
        was ? (0,words/* grouped */.zD)(was[part]) : "",
        changeOf(totals, part),
    ];
    return markdown_parts_table(["", "Now", "Before", periods.unit === "month" ? "Change (daily average)" : "Change"], [
        row("All visitors", "total"),
        row("People", "human", sparkline(data.trend, "human", threshold)),
        row("AI", "ai", sparkline(data.trend, "ai", threshold)),
    ]);
}
function topPages({ listed, siteUrl, top }) {
    const some = listed.toSorted((a, b) => b.now.human - a.now.human).slice(0, top);
    const showPage = pageLinks(some.map(({ path }) => path));
    const rows = some.map(({ path, now }) => [
        (0,words/* grouped */.zD)(now.human),
        (0,words/* grouped */.zD)(now.ai),
        showPage(path, siteUrl),
    ]);
    return rows.length > 0 ? `### Top pages\n\n${markdown_parts_table(["People", "AI", "Page"], rows, 2)}` : "";
}
const mostListed = 5;
function movedList({ moves, siteUrl }) {
    const rows = groupMoves(moves);
    if (rows.length === 0) {
        return "";
    }
    const listed = rows.slice(0, mostListed);
    const showMove = movesShown(moves, siteUrl);
    const items = listed.flatMap((row) => {
        const [most] = row;
        return most === undefined ? [] : rowText(row, most, showMove(most));
    });
    const left = rows.length - listed.length;
    if (left > 0) {
        items.push(`and ${(0,words/* grouped */.zD)(left)} more`);
    }
    return `### What moved\n\n- ${items.join("\n- ")}`;
}
function movesShown(moves, siteUrl) {
    const showPage = pageLinks(moves.map(({ path }) => path));
    return ({ path, kind }) => showPage(path, kind === "gone" ? undefined : siteUrl);
}
function movedBriefly({ moves }) {
    const [row = []] = groupMoves(moves);
    const [most] = row;
    return most === undefined ? "" : rowText(row, most, nameInChat(most.path), "");
}
function rowText(row, most, page, where = whereAre(row)) {
    const before = (0,words/* grouped */.zD)(most.before.total);
    const now = (0,words/* grouped */.zD)(most.now.total);
    if (row.length === 1) {
        return `${page} ${before}${noBreak}→${noBreak}${now}`;
    }
    if (most.kind === "new") {
        return `${(0,words/* grouped */.zD)(row.length)} new pages${where}; the most read is ${page} (${now})`;
    }
    return `${(0,words/* grouped */.zD)(row.length)} pages have no visitors any more${where}; the most read was ${page} (${before})`;
}
function whereAre(pages) {
    const byFolder = Map.groupBy(pages, ({ path }) => path.slice(0, path.lastIndexOf("/") + 1));
    for (const [folder, { length }] of byFolder) {
        const some = length === pages.length ? "all" : `${(0,words/* grouped */.zD)(length)} of them`;
        const isCommon = folder !== "/" && length * 2 >= pages.length;
        if (isCommon) {
            return `, ${some} below ${inertCode(folder)}`;
        }
    }
    return "";
}
const mostInTable = 100;
function movedTable({ moves, siteUrl, top }) {
    const rows = groupMoves(moves);
    if (rows.length <= mostListed && rows.length === moves.length) {
        return "";
    }
    const listed = moves.slice(0, Math.max(mostInTable, top));
    const showMove = movesShown(listed, siteUrl);
    const cells = listed.map((move) => [
        (0,words/* grouped */.zD)(move.now.total),
        (0,words/* grouped */.zD)(move.before.total),
        showMove(move),
    ]);
    return `### Pages that moved most\n\n${markdown_parts_table(["Now", "Before", "Page"], cells, 2)}`;
}

;// CONCATENATED MODULE: ./build/visitors/tell/report.js









function renderReport(report, maxBytes = Number.POSITIVE_INFINITY) {
    const sections = firstSections(report, nextSection(report));
    if (report.totals.contradiction === undefined) {
        sections.push(trendChart(report), movedTable(report), topPages(report), howToRead(report));
    }
    const text = page([...sections, smallPrint(report, (0,markdown/* link */.nf)("workflow run", report.runUrl))]);
    return Buffer.byteLength(text) <= maxBytes ? text : "";
}
function renderComment(report, triggerPhrase) {
    const { docsUrl, runUrl, totals } = report;
    return page([
        ...firstSections(report, nextSection(report, triggerPhrase)),
        totals.contradiction === undefined && (0,markdown/* link */.nf)("Full report", runUrl),
        smallPrint(report, docsUrl && (0,markdown/* link */.nf)("how to read this", docsUrl)),
    ]);
}
function page(sections) {
    return `${joinParts(sections, "\n\n")}\n`;
}
function firstSections(report, next) {
    const { periods, siteUrl } = report;
    const name = siteUrl ? `${(0,markdown/* escapeInlineMarkdown */.ME)(siteUrl.host, 100)}: visitors` : "Docs visitors";
    const notice = doubtOf(report, true);
    return [
        `## ${name}, ${rangeOnOneLine(periods.current)}`,
        notice && `> ${notice}`,
        headlineMarkdown(report),
        next,
        movedList(report),
        keyFigures(report),
    ];
}
function howToRead({ data, docsUrl }) {
    const hasNoVotes = data.signals.feedback?.votes.length === 0;
    const notes = [
        "A visitor counts once in each line, however many pages they read. A visitor who is both people and AI counts in both lines, and once among all.",
        "An AI visitor is roughly an IP address and a program. Mintlify changed what it counts as AI in June and July 2026.",
        "A page moved only if it changed beyond chance and more than the whole site did.",
        hasNoVotes && `No votes of ${feedbackDays} days were read; are they switched on?`,
        docsUrl && (0,markdown/* link */.nf)("All definitions and thresholds", docsUrl),
    ];
    return detailsBlock("How to read this", joinParts(notes, " "));
}
function smallPrint(report, reference) {
    const { periods, totals, project } = report;
    const { current, previous } = periods;
    const parts = [
        rangeOnOneLine(current).replace(/(?<! UTC)$/, " (UTC)"),
        totals.was && previous && `compared with ${rangeOnOneLine(previous)}`,
        "approximate counts",
        `project ${(0,markdown/* codeSpan */.SS)(project, 80)}`,
        ...smallGaps(report),
        reference,
    ];
    return `<sub>${joinParts(parts, " · ")}</sub>`;
}

;// CONCATENATED MODULE: ./build/visitors/tell/files.js










const columns = ["path", "human", "ai", "total", "previousHuman", "previousAi", "previousTotal"];
function toCsv({ pages }) {
    const visited = pages.filter(({ now }) => !hasNoVisitors(now));
    const rows = visited.map(({ path, now, before }) => [
        path,
        now.human,
        now.ai,
        now.total,
        before?.human ?? "",
        before?.ai ?? "",
        before?.total ?? "",
    ]);
    return (0,sync/* stringify */.A)([columns, ...rows], { quoted_match: /[;\t]/ });
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
            ? {
                ...isoRange(periods.previous),
                complete: previous.complete,
                totals: previous.totals,
            }
            : null,
        pages: pages.map(({ page, path, now, before = null }) => ({
            path,
            ...now,
            previous: before,
            moved: kinds.get(page) ?? null,
        })),
        noPages: current.noPages.length,
        next: nextData(report) ?? null,
        trend: periods.trend.map((range, index) => ({
            ...isoRange(range),
            totals: data.trend[index] ?? null,
        })),
    };
    return `${JSON.stringify(content, undefined, 2)}\n`;
}
function nextData({ data, next }) {
    if (!isAnyRead(data.signals)) {
        return undefined;
    }
    return next.map((row) => {
        const page = "path" in row ? row : undefined;
        return {
            kind: row.kind,
            path: page && isPlainPath(page.path) ? page.path : null,
            human: page?.readers?.human ?? null,
            ai: page?.readers?.ai ?? null,
            ...row.evidence,
        };
    });
}
function toMarkdownFile(report) {
    const next = report.next.map((row) => "page" in row ? { ...row, quotes: [] } : { ...row, term: "" });
    return renderReport({
        ...report,
        next,
        top: Number.POSITIVE_INFINITY,
    });
}
function outputsOf(report) {
    const { data, periods, prompted, totals } = report;
    const { human, ai, total } = data.current.totals;
    const before = data.previous?.totals;
    const aiShare = total > 0 ? Math.min(1, ai / total) : undefined;
    const next = nextData(report);
    const values = {
        ...isoRange(periods.current),
        human,
        ai,
        total,
        aiShare: aiShare && Math.round(aiShare * 10_000) / 10_000,
        previousHuman: before?.human,
        previousAi: before?.ai,
        previousTotal: before?.total,
        humanChange: changeFraction(totals.before.human, human),
        aiChange: changeFraction(totals.before.ai, ai),
        totalChange: changeFraction(totals.before.total, total),
        pages: data.current.pages.length,
        complete: data.current.complete,
        digest: toDigest(report),
        next: next && JSON.stringify(next),
        nextCount: next?.length,
        nextPrompt: prompted && requestOn(prompted),
    };
    return Object.fromEntries(Object.entries(values).map(([name, value = ""]) => [name, String(value)]));
}
function toDigest(report, address = report.runUrl) {
    const { next, periods, siteUrl } = report;
    const name = siteUrl?.hostname ?? "Docs visitors";
    const [first] = next;
    const moved = movedBriefly(report);
    const lines = [
        `${name}, ${(0,dates/* writtenRange */.dk)(periods.current)}: ${headlineText(report)}`,
        first ? `Next: ${briefly(first)}` : moved && `Moved most: ${moved}`,
        address,
    ];
    return joinParts(lines, "\n");
}

;// CONCATENATED MODULE: ./build/visitors/report-visitors.js















async function reportVisitors(inputs, deps) {
    const { service, clock, log, setOutput, signal, connection, runContext } = deps;
    const periods = resolvePeriods(inputs, clock.now());
    const placeOf = placesOn(inputs["site-url"]);
    const reader = exportReader({
        service,
        clock,
        abort: signal,
        maxRequests: inputs["max-requests"],
        deadline: clock.elapsed() + inputs["timeout-minutes"] * 60_000,
    });
    const wanted = new Set(inputs.signals);
    const data = await readVisitors(periods, reader, { wanted, placeOf, log }).finally(() => setOutput("requests", String(reader.spent())));
    const thread = await (0,build_clock/* orAbort */.KP)(findThread(inputs, deps), signal, () => new service_errors/* CancelledError */.cc(false));
    const report = findReport({
        periods,
        data,
        memory: joinMemories(thread?.memories ?? []),
        quotes: inputs.quotes,
        siteUrl: inputs["site-url"],
        project: connection.project,
        dashboard: (0,names/* namesOf */.e)(connection.base).analytics,
        isIgnored: ignoredPages(inputs["ignore-paths"]),
        docsUrl: runContext.sourceUrl && `${runContext.sourceUrl}/docs/report.md`,
        top: inputs.top,
        runUrl: runContext.runUrl,
    });
    for (const [name, value] of Object.entries(outputsOf(report))) {
        setOutput(name, value);
    }
    const reported = {
        result: "reported",
        reason: data.missing.length > 0 ? "partial" : "",
        message: [{ trusted: headlineText(report) }],
        advice: [],
    };
    return {
        outcome: writeFiles(inputs["report-file"], report, deps) ?? reported,
        summary: renderReport(report, deps.summaryRoom),
        settled: publishComment(report, inputs, deps, thread),
    };
}
function writeFiles(files, report, { writeFile, setOutput }) {
    const written = [];
    for (const path of new Set(files)) {
        try {
            writeFile(path, contentFor(path)(report));
        }
        catch (error) {
            const why = (0,errors/* messageOf */.bD)(error);
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
    if (/\.csv$/i.test(path)) {
        return toCsv;
    }
    return /\.json$/i.test(path) ? toJson : toMarkdownFile;
}
async function findThread(inputs, { github, log, connection, runContext, dashboard }) {
    const issue = inputs["issue-number"];
    if (issue === undefined || inputs.comment === "never") {
        return undefined;
    }
    if (github === undefined) {
        const why = "issue-number needs github-token, which is empty; leave github-token out to use the job's own token.";
        log.warning("Report comment not written", why);
        return undefined;
    }
    const thread = issue === "dashboard" ? await dashboard(github) : issue;
    if (thread === undefined) {
        return undefined;
    }
    const scope = {
        repository: runContext.repository,
        thread,
        origin: connection.base.origin,
        project: connection.project,
    };
    return await reportThread(scope, connection.key, github, log);
}
async function publishComment(report, inputs, { log, clock, setOutput }, thread) {
    if (thread === undefined) {
        return;
    }
    if (inputs["dry-run"]) {
        return log.info(`Without dry-run, the report would be written into a comment on #${thread.number}.`);
    }
    const published = await thread.publish({
        text: renderComment(report, inputs["trigger-phrase"]),
        content: {
            period: inputs["date-from"] === undefined ? inputs.period : "dates",
            range: (0,dates/* writtenRange */.dk)(report.periods.current),
            memory: remember(report, clock.now()),
        },
        isFresh: inputs.comment === "new",
    });
    if (published === undefined) {
        return;
    }
    setOutput("commentUrl", published.url);
    setOutput("digest", toDigest(report, published.url));
}


/***/ })

};
