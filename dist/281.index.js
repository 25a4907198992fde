export const id = 281;
export const ids = [281];
export const modules = {

/***/ 6281:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  reportVisitors: () => (/* binding */ reportVisitors)
});

// EXTERNAL MODULE: ./build/logger.js
var logger = __webpack_require__(6014);
// EXTERNAL MODULE: ./build/text/message.js
var message = __webpack_require__(3597);
// EXTERNAL MODULE: ./build/github/client.js
var client = __webpack_require__(4463);
// EXTERNAL MODULE: ./build/github/hmac-signer.js
var hmac_signer = __webpack_require__(1118);
// EXTERNAL MODULE: ./build/text/hidden-text.js
var hidden_text = __webpack_require__(5130);
;// CONCATENATED MODULE: ./build/visitors/comment.js



const maxCommentLength = 65_536;
const maxPages = 100;
class ReportComment {
    #github;
    #log;
    #place;
    #signer;
    constructor(github, log, apiKey, place) {
        this.#github = github;
        this.#log = log;
        this.#place = place;
        this.#signer = new hmac_signer/* HmacSigner */.w(apiKey, "comment with the visitor report, version 1");
    }
    get room() {
        return maxCommentLength - this.#bodyWith("", Number.MAX_SAFE_INTEGER).length;
    }
    async publish(report, fresh = false) {
        const { issue } = this.#place;
        try {
            const earlier = fresh ? undefined : await this.#find();
            if (earlier !== undefined)
                return await this.#update(earlier.id, report);
            const { id } = await this.#create(`${hidden_text/* ownMarker */["do"]}\n\n${report}`);
            return await this.#update(id, report).catch(async (error) => {
                await this.#github.deleteComment("issue", id);
                throw error;
            });
        }
        catch (error) {
            if (!(error instanceof client/* GitHubError */.y_))
                throw error;
            if (error.aborted)
                return undefined;
            this.#log.warning("Report comment not written", `The comment on #${issue} could not be written (${error.why}). ${error.advice("issues: write, pull-requests: write")}`);
            return undefined;
        }
    }
    #update(id, report) {
        return this.#github.updateComment("issue", id, this.#bodyWith(report, id));
    }
    #create(body) {
        const { issue } = this.#place;
        return (0,client/* createCommentIdempotent */.Nc)(this.#github, body, (text) => this.#github.createComment(issue, text), () => this.#github.newestIssueComments(issue));
    }
    async #find() {
        for (let page = 1, last = 1; page <= Math.min(last, maxPages); page++) {
            const { comments, lastPage } = await this.#github.issueComments(this.#place.issue, page);
            last = Math.max(last, lastPage);
            const found = comments.find((comment) => this.#isOwn(comment));
            if (found !== undefined)
                return found;
        }
        return undefined;
    }
    #isOwn({ id, body }) {
        const [, signature] = /^<!-- docs-agent:v1 -->\s*<!-- docs-agent:report ([\w-]{43}) -->/.exec(body) ?? [];
        return signature !== undefined && this.#signer.verifies(signature, this.#signedParts(id));
    }
    #bodyWith(report, id) {
        return `${hidden_text/* ownMarker */["do"]}\n<!-- docs-agent:report ${this.#signer.sign(this.#signedParts(id))} -->\n\n${report}`;
    }
    #signedParts(id) {
        const { repository, issue, origin, project } = this.#place;
        return [repository.toLowerCase(), issue, "visitors", id, origin, project];
    }
}

// EXTERNAL MODULE: ./node_modules/csv-stringify/lib/sync.js + 7 modules
var sync = __webpack_require__(6789);
;// CONCATENATED MODULE: ./build/visitors/findings.js
const noVisitors = { human: 0, ai: 0, total: 0 };
function findFindings(data) {
    const { current, previous } = data;
    const threshold = thresholdOf(data);
    const both = pagesInBoth(data);
    const moved = both.filter((page) => hasMoved(page, data, threshold));
    const comparable = previous !== undefined && current.complete && previous.complete;
    const siteAiShare = current.totals.total > 0 ? current.totals.ai / current.totals.total : 0;
    const gained = (page) => page.current.total - page.previous.total;
    const lost = (page) => -gained(page);
    return {
        threshold,
        up: sorted(moved.filter((page) => gained(page) > 0), gained),
        down: sorted(moved.filter((page) => lost(page) > 0), lost),
        new: comparable ? sorted(newPages(current.rows, previous.rows, threshold), gained) : [],
        gone: comparable ? sorted(newPages(previous.rows, current.rows, threshold).map(swapped), lost) : [],
        aiShareUp: sorted(both.filter((page) => isAiShareUp(page, threshold)), (page) => page.current.ai / page.current.total - page.previous.ai / page.previous.total),
        aiOnly: sorted(current.rows.filter((row) => row.ai >= threshold && row.human * 10 <= row.ai), (row) => row.ai),
        peopleOnly: sorted(current.rows.filter((row) => row.human >= threshold && row.ai * 50 <= row.human && row.total * siteAiShare >= 10), (row) => row.human),
    };
}
function previousCounts({ previous }) {
    const known = new Map(previous?.rows.map((row) => [row.path, row]));
    return (path) => known.get(path) ?? (previous?.complete ? noVisitors : undefined);
}
function thresholdOf({ current, previous }) {
    const largest = Math.max(current.totals.total, previous?.totals.total ?? 0);
    return Math.max(20, Math.ceil(largest / 500));
}
function pagesInBoth({ current, previous }) {
    const rowsBefore = new Map(previous?.rows.map((row) => [row.path, row]));
    return current.rows.flatMap((row) => {
        const before = rowsBefore.get(row.path);
        if (before === undefined || before.total <= 0 || row.total <= 0)
            return [];
        return [{ path: row.path, current: counts(row), previous: counts(before) }];
    });
}
function hasMoved(page, { current, previous }, threshold) {
    const before = page.previous.total;
    const now = page.current.total;
    const siteBefore = previous?.totals.total ?? 0;
    if (Math.max(before, now) < threshold || siteBefore <= 0)
        return false;
    const expected = before * (current.totals.total / siteBefore);
    return isChange(before, now) && isChange(expected, now) && now > before === now > expected;
}
function isChange(before, now) {
    const difference = Math.abs(now - before);
    return difference * 5 >= before && difference > 3 * Math.sqrt(before + now);
}
function isAiShareUp({ current, previous }, threshold) {
    if (current.ai < threshold || Math.min(current.total, previous.total) < threshold)
        return false;
    const gained = current.ai - previous.ai;
    const points = 20 * (current.ai * previous.total - previous.ai * current.total);
    return gained >= 3 * Math.sqrt(current.ai + previous.ai) && points >= 3 * current.total * previous.total;
}
function newPages(rows, before, threshold) {
    const known = new Set(before.filter((row) => row.total > 0).map((row) => row.path));
    return rows
        .filter((row) => row.total >= threshold && !known.has(row.path))
        .map((row) => ({ path: row.path, current: counts(row), previous: noVisitors }));
}
function swapped({ path, current, previous }) {
    return { path, current: previous, previous: current };
}
function counts({ human, ai, total }) {
    return { human, ai, total };
}
function sorted(pages, size) {
    return pages.toSorted((a, b) => size(b) - size(a) || (a.path < b.path ? -1 : 1));
}

// EXTERNAL MODULE: ./build/dates.js
var dates = __webpack_require__(4537);
// EXTERNAL MODULE: ./build/errors.js
var errors = __webpack_require__(9473);
// EXTERNAL MODULE: ./build/text/markdown.js
var markdown = __webpack_require__(1065);
// EXTERNAL MODULE: ./build/text/shorten.js
var shorten = __webpack_require__(7627);
;// CONCATENATED MODULE: ./build/visitors/numbers.js
const levelBlocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const flatBlock = "▄";
const missingBlock = "·";
const barWidth = 16;
function grouped(count) {
    return String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
function counted(count, one, many = `${one}s`) {
    return `${grouped(count)} ${Math.round(count) === 1 ? one : many}`;
}
function share(part, whole) {
    return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : undefined;
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
function change(before, now) {
    if (before <= 0)
        return "";
    if (now >= 3 * before)
        return `▲ ×${times(now / before)}`;
    const percents = wholePercents(before, now);
    if (percents === 0)
        return "±0%";
    return `${now > before ? "▲" : "▼"} ${percents}%`;
}
function times(ratio) {
    return ratio < 9.95 ? ratio.toFixed(1) : grouped(ratio);
}
function wholePercents(before, now) {
    const percents = Math.round((Math.abs(now - before) / before) * 100);
    return percents === 100 && now > 0 && now < before ? 99 : percents;
}
function pointsChange(before, now) {
    const tenths = Math.round(now * 1000) - Math.round(before * 1000);
    if (tenths === 0)
        return "±0 points";
    return `${tenths > 0 ? "▲" : "▼"} ${(Math.abs(tenths) / 10).toFixed(1)} points`;
}
function sparkLine(values, flat) {
    const known = values.filter((value) => value !== undefined);
    if (known.length < 2)
        return "";
    const low = Math.min(...known);
    const high = Math.max(...known);
    return values
        .map((value) => {
        if (value === undefined)
            return missingBlock;
        if (high === 0)
            return levelBlocks[0];
        if (high - low <= flat)
            return flatBlock;
        return levelBlocks[Math.round(((value - low) / (high - low)) * (levelBlocks.length - 1))] ?? flatBlock;
    })
        .join("");
}
function bar(counts, largest) {
    if (counts.total <= 0 || largest <= 0)
        return "";
    const blocks = Math.min(barWidth, Math.max(1, Math.round((counts.total / largest) * barWidth)));
    const people = Math.round((share(counts.human, counts.total) ?? 0) * blocks);
    return "█".repeat(people) + "▒".repeat(blocks - people);
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
function rangeForService(range) {
    return { dateFrom: (0,dates/* isoMoment */.QA)(range.from), dateTo: (0,dates/* isoMoment */.QA)(range.to) };
}
function choosePeriod(inputs, now) {
    const today = (0,dates/* midnightBefore */.Qg)(now);
    if (inputs["date-from"] !== "" || inputs["date-to"] !== "") {
        const range = explicitRange(inputs["date-from"], inputs["date-to"]);
        const wholeDays = (0,dates/* isMidnight */.pw)(range.from) && (0,dates/* isMidnight */.pw)(range.to);
        const unit = { kind: "days", days: (range.to - range.from) / dates/* day */.vd };
        return { rangeBack: equalSteps(range), unit: wholeDays ? unit : { kind: "span" } };
    }
    if (inputs.period === "last-month") {
        const rangeBack = (periods) => ({
            from: (0,dates/* monthStart */.ZV)(today, periods + 1),
            to: (0,dates/* monthStart */.ZV)(today, periods),
        });
        return { rangeBack, unit: { kind: "month" } };
    }
    const monday = Math.floor((today + 3 * dates/* day */.vd) / (7 * dates/* day */.vd)) * 7 * dates/* day */.vd - 3 * dates/* day */.vd;
    const to = inputs.period === "last-week" ? monday : today;
    const days = inputs.period === "last-week" ? 7 : Number.parseInt(inputs.period, 10);
    return { rangeBack: equalSteps({ from: to - days * dates/* day */.vd, to }), unit: { kind: "days", days } };
}
function equalSteps({ from, to }) {
    const length = to - from;
    return (periods) => ({ from: from - periods * length, to: to - periods * length });
}
function isAfterEpoch(range) {
    return range.from >= 0;
}
function explicitRange(dateFrom, dateTo) {
    const from = (0,dates/* parseMoment */.mI)(dateFrom);
    const to = (0,dates/* parseMoment */.mI)(dateTo);
    if (from === undefined || to === undefined) {
        const wrong = [from === undefined ? "date-from" : "", to === undefined ? "date-to" : ""];
        throw invalidRange(dateFrom, dateTo, `${wrong.filter(Boolean).join(" and ")} cannot be read as a date`);
    }
    if (from === to)
        throw invalidRange(dateFrom, dateTo, "the range is empty, as date-to is not part of it");
    if (from > to)
        throw invalidRange(dateFrom, dateTo, "the range ends before it begins");
    return { from, to };
}
function invalidRange(dateFrom, dateTo, why) {
    const short = (value) => (0,shorten/* shorten */.m)((0,markdown/* collapseLines */.TJ)(value), 80);
    return new errors/* InputError */.d((0,message/* message */.iU) `Invalid date range: date-from is “${short(dateFrom)}” and date-to is “${short(dateTo)}”, but ${{ trusted: why }} (expected two existing dates from 1970 on, as YYYY-MM-DD or in ISO 8601 such as 2026-11-14T09:30Z, date-from before date-to).`, (0,message/* message */.iU) `Correct date-from and date-to in the step's “with:” block; for whole days date-to is the day after the last one. No request was sent.`);
}
function periodLabels({ current, unit }) {
    if (unit.kind === "month") {
        const month = (0,dates/* monthName */.g6)(current.from);
        const before = (0,dates/* monthName */.g6)(current.from - 1);
        return {
            ...labelsFor("month"),
            ...{ currentColumn: month, previousColumn: before },
            ...{ current: month, previous: before, duringPrevious: `in ${before}` },
        };
    }
    if (unit.kind === "span")
        return labelsFor("period");
    if (unit.days === 1)
        return labelsFor("day");
    if (unit.days === 7)
        return labelsFor("week");
    const days = `${grouped(unit.days)} days`;
    return {
        ...labelsFor("period"),
        ...{ currentColumn: `These ${days}`, previousColumn: `${days} before` },
        ...{ current: `these ${days}`, previous: `the ${days} before`, duringPrevious: `the ${days} before` },
        trendColumn: (count) => `Last ${grouped(count)} × ${days}`,
    };
}
function labelsFor(one) {
    const many = `${one}s`;
    const before = `the ${one} before`;
    return {
        ...{ one, many, current: `this ${one}`, previous: before, duringPrevious: before },
        currentColumn: `This ${one}`,
        previousColumn: `${one.charAt(0).toUpperCase()}${one.slice(1)} before`,
        trendColumn: (count) => `Last ${grouped(count)} ${many}`,
    };
}

;// CONCATENATED MODULE: ./build/visitors/markdown-parts.js

const maxPathLength = 48;
const maxFileLength = 80;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
function pathCode(path) {
    return path === "" ? "(no path)" : (0,markdown/* codeSpan */.SS)(path, maxPathLength);
}
function pathInLine(path) {
    return rightToLeft.test(path) ? `${pathCode(path)}&lrm;` : pathCode(path);
}
function fileList(files) {
    return list(files.map((file) => (0,markdown/* codeSpan */.SS)(file, maxFileLength)));
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
    return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

;// CONCATENATED MODULE: ./build/visitors/report-tables.js




const flatPart = 0.05;
const flatShare = 0.01;
function keyFigures(report) {
    const { data, periods } = report;
    const { current, previous } = data;
    const labels = periodLabels(periods);
    const columns = [
        ["", "left"],
        [labels.currentColumn, "right"],
        [labels.previousColumn, "right"],
        ["Change", "right"],
        [labels.trendColumn(data.trend.length), "left"],
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
            trendOf(figure, data.trend),
        ];
    });
    const isUsed = (_, column) => rows.some((cells) => cells[column] !== "");
    return [tableHead(columns.filter(isUsed)), ...rows.map((cells) => tableRow(cells.filter(isUsed)))].join("\n");
}
function figures({ data, findings: { threshold } }) {
    const count = {
        format: grouped,
        formatChange: (before, now) => Math.max(before, now) < threshold ? "" : change(before, now),
        flat: (highest) => highest * flatPart,
    };
    const fewest = Math.min(data.current.totals.total, data.previous?.totals.total ?? 0);
    return [
        { ...count, name: "All visitors", select: ({ total }) => total },
        { ...count, name: "People", select: ({ human }) => human },
        { ...count, name: "AI", select: ({ ai }) => ai },
        {
            name: "AI share",
            select: ({ ai, total }) => share(ai, total),
            format: (value) => percent(value, 1),
            formatChange: (before, now) => (fewest < threshold ? "" : pointsChange(before, now)),
            flat: () => flatShare,
        },
        { ...count, name: "Counted as both", select: ({ human, ai, total }) => Math.max(0, human + ai - total) },
    ];
}
function changeOf({ select, formatChange }, previous, current) {
    const before = select(previous);
    const now = select(current);
    return now === undefined || before === undefined ? "" : formatChange(before, now);
}
function trendOf({ select, flat }, trend) {
    const values = trend.map((point) => (point === undefined ? undefined : select(point)));
    const highest = Math.max(0, ...values.filter((value) => value !== undefined));
    return sparkLine(values, flat(highest));
}
function topPages(report, maxBytes) {
    const { rows } = report.data.current;
    const table = pageTable(report);
    const lines = [];
    let used = 0;
    for (const [index, page] of rows.entries()) {
        const line = table.row(page, index < report.top);
        used += bytes(line) + 1;
        if (used > maxBytes)
            break;
        lines.push(line);
    }
    let text = pageSection(report, table, lines);
    while (lines.length > 0 && bytes(text) > maxBytes) {
        lines.pop();
        text = pageSection(report, table, lines);
    }
    return bytes(text) <= maxBytes ? text : undefined;
}
function pageSection({ data, top, files }, table, lines) {
    const { length } = data.current.rows;
    const title = "### Top pages";
    if (length === 0)
        return `${title}\n\nThere are no pages to list.`;
    const shown = lines.slice(0, top);
    const folded = lines.slice(top);
    const left = length - lines.length;
    const parts = [title];
    if (shown.length > 0)
        parts.push([table.head(true), ...shown].join("\n"));
    if (folded.length > 0) {
        const which = top > 0 ? "The next" : left > 0 ? "The first" : "All";
        const content = [table.head(false), ...folded].join("\n");
        parts.push(detailsBlock(`${which} ${counted(folded.length, "page")}`, content));
    }
    if (left > 0) {
        const more = counted(left, lines.length > 0 ? "more page" : "page");
        const where = files.length > 0 ? `see ${fileList(files)}` : "set `report-file` to write them to a file";
        parts.push(`${more} did not fit here: ${where}.`);
    }
    return parts.join("\n\n");
}
function pageTable(report) {
    const { rows } = report.data.current;
    const changeOfPage = pageChanges(report);
    const compared = rows.some((page) => changeOfPage(page) !== "");
    const largest = rows.reduce((most, { total }) => Math.max(most, total), 0);
    return {
        head(withBar) {
            const columns = [
                ["Page", "left"],
                ["Visitors", "right"],
            ];
            if (compared)
                columns.push(["Change", "right"]);
            columns.push(["People", "right"], ["AI", "right"]);
            if (withBar)
                columns.push(["█ people ▒ only AI", "left"]);
            return tableHead(columns);
        },
        row(page, withBar) {
            const cells = [pathCode(page.path), grouped(page.total)];
            if (compared)
                cells.push(changeOfPage(page));
            cells.push(grouped(page.human), grouped(page.ai));
            if (withBar)
                cells.push(bar(page, largest));
            return tableRow(cells);
        },
    };
}
function pageChanges({ data, findings }) {
    const previous = previousCounts(data);
    const appeared = new Set(findings.new.map(({ path }) => path));
    return ({ path, total }) => {
        if (appeared.has(path))
            return "new";
        const before = previous(path)?.total ?? 0;
        return Math.max(before, total) < findings.threshold ? "" : change(before, total);
    };
}
function bytes(text) {
    return Buffer.byteLength(text);
}

;// CONCATENATED MODULE: ./build/visitors/report-notes.js





const failureTexts = new Map([
    ["api-key", "the service rejected the API key"],
    ["forbidden", "the API key may not read this"],
    ["not-found", "the service did not find it"],
    ["rate-limit", "the service’s rate limit was reached (all requests of the organisation count)"],
    ["refused", "the service refused the request"],
    ["service", "the service had an internal error"],
    ["unreachable", "the service could not be reached"],
    ["answer", "the service’s response could not be read"],
]);
function missingLine({ data, periods }) {
    const { missing } = data;
    if (missing.length === 0)
        return undefined;
    const { current, previous } = periodLabels(periods);
    const lacks = (what) => missing.some((item) => item.what === what);
    const partly = [...(lacks("pages") ? [current] : []), ...(lacks("previous-pages") ? [previous] : [])];
    const items = [
        ...(partly.length > 0 ? [`not all pages of ${list(partly)} were read`] : []),
        ...(lacks("previous") ? [`${previous} was not read`] : []),
        ...(lacks("trend") ? ["the trend has gaps"] : []),
        ...(lacks("rows") ? [`${counted(droppedRows(missing), "row")} could not be used`] : []),
    ];
    return `> **Incomplete:** ${list(items)}.`;
}
function missingSection(report) {
    const { missing } = report.data;
    if (missing.length === 0)
        return undefined;
    const byPart = Map.groupBy(missing, ({ what }) => what);
    const lines = Array.from(byPart, ([what, items]) => {
        const reasons = new Set(items.flatMap((item) => (item.what === "rows" ? [] : [reasonFor(item)])));
        return `- ${[extent(what, report), ...reasons].join(" ")}`;
    });
    return `### What is missing\n\n${lines.join("\n")}`;
}
function extent(what, { periods, data }) {
    const { current, previous, one, many } = periodLabels(periods);
    const read = (rows) => `${counted(rows, "page")} ${rows === 1 ? "was" : "were"} read`;
    switch (what) {
        case "pages":
            return `**Pages of ${current}:** ${read(data.current.rows.length)}, so every list here may lack pages, the top pages too. The totals are complete.`;
        case "previous":
            return `**${previous.charAt(0).toUpperCase()}${previous.slice(1)}:** nothing was read, so there is no comparison.`;
        case "previous-pages":
            return `**Pages of ${previous}:** ${read(data.previous?.rows.length ?? 0)}, so some changes are blank, and new or gone pages are not listed. The totals are complete.`;
        case "trend": {
            const gaps = data.trend.filter((point) => point === undefined).length;
            return `**Trend:** ${counted(gaps, one, many)} of ${data.trend.length} ${gaps === 1 ? "was" : "were"} not read.`;
        }
        case "rows": {
            const count = droppedRows(data.missing);
            return `**Rows:** ${counted(count, "row")} of the service’s responses had the wrong shape and ${count === 1 ? "was" : "were"} dropped.`;
        }
    }
}
function reasonFor(item) {
    switch (item.why) {
        case "budget":
            return item.what === "trend"
                ? "The trend gets at most a quarter of `max-requests`; raise it to read more."
                : "The budget of `max-requests` was used up; raise it to read more.";
        case "failure":
            return `Why: ${failureTexts.get(item.reason) ?? "the service did not respond as expected"}.`;
        case "time":
            return "The limit of `timeout-minutes` was reached; raise it to read more.";
        case "pagination":
            return "The service kept announcing more pages that held nothing new.";
    }
}
function droppedRows(missing) {
    return missing.reduce((sum, item) => sum + (item.what === "rows" ? item.count : 0), 0);
}
function howToRead(report) {
    const { data, findings, periods } = report;
    const { current, one, many } = periodLabels(periods);
    const least = grouped(findings.threshold);
    const notes = [
        "A visitor counts once for the site, however many pages they open, and once on each of those pages. So the rows add up to more than the site’s totals, and weeks to more than their month. The service’s counts are approximate, and its days are in UTC.",
        "*AI share* is AI ÷ all visitors. *Counted as both* is people + AI − all visitors. In a bar, *only AI* is all visitors minus people.",
    ];
    if (data.trend.length > 1)
        notes.push(`A trend runs from the oldest ${one} on the left to ${current} on the right. Each line is scaled from its own lowest to its own highest value, and is level if the two differ by at most ${percent(flatPart)} (the share: by one point). \`·\` is a ${one} without a value.`);
    if (data.previous !== undefined)
        notes.push(`*Up* and *down*: at least ${least} visitors in one of the two ${many}, and a change of at least 20% that is beyond three standard deviations, 3\u00a0×\u00a0√(before\u00a0+\u00a0now), also after the change of the whole site is taken out. A page with fewer than ${least} visitors in both shows no change, because it would be chance.`, `*New* and *gone*: at least ${least} visitors in one ${one} and none in the other. Both must be read completely.`, `*AI share up*: by at least 15 points, on a page with at least ${least} AI visitors and at least ${least} visitors in each ${one}, if AI itself rose by three standard deviations.`);
    notes.push(`*AI reads, people don’t*: at least ${least} AI visitors, and at most a tenth as many people. *People read, AI doesn’t*: at least ${least} people, and at most a fiftieth as many AI visitors, if the AI share of the site would give at least ten.`);
    return detailsBlock("How to read this", notes.map((note) => `- ${note}`).join("\n"));
}
function reportFooter({ periods, data, files, runUrl }) {
    const compared = data.previous === undefined ? undefined : periods.previous;
    const parts = [
        `${exactRange(periods.current)} (end not included, UTC)`,
        ...(compared === undefined ? [] : [`compared with ${exactRange(compared)}`]),
        "approximate counts",
        counted(data.requests, "request"),
        ...(files.length > 0 ? [`also in ${fileList(files)}`] : []),
        ...(runUrl === undefined ? [] : [(0,markdown/* link */.nf)("workflow run", runUrl)]),
    ];
    return `<sub>${parts.join(" · ")}</sub>`;
}
function exactRange(range) {
    const { dateFrom, dateTo } = rangeForService(range);
    return `${dateFrom} to ${dateTo}`;
}

;// CONCATENATED MODULE: ./build/visitors/report.js






const pagesPerLine = 3;
const head = [heading, missingLine, reportHeadline];
const tail = [missingSection, howToRead, reportFooter];
const report_forms = [
    { before: [...head, keyFigures, whatMoved, whoReadsWhat], pages: true, after: tail },
    { before: [...head, keyFigures, whatMoved], pages: true, after: [reportFooter] },
    { before: [...head, keyFigures], pages: false, after: [reportFooter] },
    { before: head, pages: false, after: [] },
];
function renderReport(report) {
    for (const form of report_forms) {
        const before = renderSections(form.before, report);
        const after = renderSections(form.after, report);
        const used = [...before, ...after].reduce((sum, section) => sum + bytes(section) + 2, -1);
        const pages = form.pages ? topPages(report, report.maxBytes - used - 2) : "";
        if (pages === undefined || used > report.maxBytes)
            continue;
        return `${[...before, pages, ...after].filter(Boolean).join("\n\n")}\n`;
    }
    return "";
}
function renderSections(sections, report) {
    return sections.map((section) => section(report)).filter((text) => text !== undefined);
}
function heading({ periods }) {
    return `## Docs visitors, ${(0,dates/* writtenRange */.dk)(periods.current)}`;
}
function reportHeadline(report) {
    const { total } = report.data.current.totals;
    const visitors = total > 0 ? `**${counted(total, "visitor")}**` : "**No visitors**";
    return `${visitors}${comparison(report)}${total > 0 ? `; ${aiPart(report)}` : ""}.`;
}
function comparison({ periods, data, findings }) {
    if (periods.previous === undefined)
        return "";
    const { previous, duringPrevious } = periodLabels(periods);
    const before = data.previous?.totals.total;
    const now = data.current.totals.total;
    if (before === undefined)
        return `, with no comparable data for ${previous}`;
    if (before <= 0)
        return now > 0
            ? `, with no comparable data: ${previous} had none`
            : `, and none ${duringPrevious} either`;
    if (Math.max(before, now) < findings.threshold || now <= 0)
        return `, after ${grouped(before)} ${duringPrevious}`;
    return `, ${moreOrLess(before, now)} ${duringPrevious}`;
}
function moreOrLess(before, now) {
    if (now === before)
        return "as many as";
    if (now >= 3 * before)
        return `${times(now / before)} times as many as`;
    const percents = wholePercents(before, now);
    if (percents === 0)
        return "about as many as";
    return `${percents}% ${now > before ? "more" : "fewer"} than`;
}
function aiPart({ data, findings }) {
    const { totals } = data.current;
    const now = share(totals.ai, totals.total) ?? 0;
    if (now === 0)
        return "none of them was AI";
    const text = `AI was ${now === 1 ? "all" : boundedPercent(now)} of them`;
    const previous = data.previous?.totals;
    const before = previous === undefined ? undefined : share(previous.ai, previous.total);
    if (previous === undefined || before === undefined)
        return text;
    if (Math.min(previous.total, totals.total) < findings.threshold)
        return text;
    if (Math.abs(now - before) < flatShare)
        return `${text}, as before`;
    return `${text}, ${now > before ? "up" : "down"} from ${boundedPercent(before)}`;
}
function whatMoved(report) {
    const { data, findings } = report;
    if (data.previous === undefined)
        return undefined;
    const shares = ({ previous, current }) => `${aiShare(previous)} → ${aiShare(current)}`;
    const lines = [
        findingLine("Up", findings.up, totalsAndChange),
        findingLine("Down", findings.down, totalsAndChange),
        findingLine("New", findings.new, ({ current }) => grouped(current.total)),
        findingLine("Gone", findings.gone, ({ previous }) => `${grouped(previous.total)} before`, goneAdvice),
        findingLine("AI share up", findings.aiShareUp, shares),
    ].filter((line) => line !== undefined);
    return `### What moved\n\n${lines.length > 0 ? lines.join("\n") : nothingMoved(report)}`;
}
function whoReadsWhat({ findings }) {
    const ai = (count) => `${grouped(count)} AI`;
    const people = (count) => counted(count, "person", "people");
    const lines = [
        findingLine("AI reads, people don’t", findings.aiOnly, (page) => `${ai(page.ai)}, ${people(page.human)}`),
        findingLine("People read, AI doesn’t", findings.peopleOnly, (page) => `${people(page.human)}, ${ai(page.ai)}`),
    ].filter((line) => line !== undefined);
    return lines.length > 0 ? `### Who reads what\n\n${lines.join("\n")}` : undefined;
}
function nothingMoved({ periods, data }) {
    const { previous } = periodLabels(periods);
    if (data.previous?.totals.total === 0)
        return `There is no comparable data: ${previous} had no visitors.`;
    const page = data.current.complete && data.previous?.complete ? "page" : "page that was read";
    return `No ${page} stood out from the site-wide change.`;
}
function findingLine(name, pages, figures, advice = () => "") {
    if (pages.length === 0)
        return undefined;
    const items = pages
        .slice(0, pagesPerLine)
        .map((page) => `${pathInLine(page.path)} ${figures(page).replaceAll(" ", "\u00a0")}`);
    if (pages.length > items.length)
        items.push(`${grouped(pages.length - items.length)} more`);
    return `- **${name}:** ${items.join(" · ")}${advice(pages)}`;
}
function totalsAndChange({ previous, current }) {
    return `${grouped(previous.total)} → ${grouped(current.total)} (${change(previous.total, current.total)})`;
}
function goneAdvice({ length }) {
    return length === 1
        ? " – if it moved, does its old address redirect?"
        : " – if they moved, do the old addresses redirect?";
}
function aiShare({ ai, total }) {
    return percent(share(ai, total) ?? 0);
}

;// CONCATENATED MODULE: ./build/visitors/export.js




const columns = ["path", "human", "ai", "total"];
const previousColumns = ["previousHuman", "previousAi", "previousTotal"];
const hiddenFormula = /^[\s\p{C}]+[=+\-@＝＋－＠]/u;
function toCsv({ periods, data }) {
    const before = previousCounts(data);
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
function toJson({ periods, data, findings }) {
    const { current, previous } = data;
    const { up, down, new: appeared, gone, aiShareUp } = findings;
    const content = {
        ...rangeForService(periods.current),
        complete: current.complete,
        missing: data.missing,
        totals: current.totals,
        visitors: current.rows,
        previous: previous === undefined || periods.previous === undefined
            ? null
            : {
                ...rangeForService(periods.previous),
                complete: previous.complete,
                totals: previous.totals,
                visitors: previous.rows,
            },
        moved: { up, down, new: appeared, gone, aiShareUp },
        trend: periods.trend.map((range, index) => ({
            ...rangeForService(range),
            totals: data.trend[index] ?? null,
        })),
    };
    return `${JSON.stringify(content, undefined, 2)}\n`;
}
function toMarkdown(report) {
    const files = report.files.filter((file) => !/\.md$/i.test(file));
    return renderReport({ ...report, files, maxBytes: Number.POSITIVE_INFINITY });
}

// EXTERNAL MODULE: ./build/service/errors.js
var service_errors = __webpack_require__(4661);
;// CONCATENATED MODULE: ./build/visitors/page-fetcher.js




const maxRetries = 4;
const maxRateLimitWaitMs = 60_000;
const fatalReasons = ["api-key", "forbidden", "not-found", "rate-limit"];
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
        this.#add(1);
        return true;
    }
    refund() {
        this.#add(-1);
    }
    #add(requests) {
        this.#spent += requests;
        if (this.#parent !== undefined)
            this.#parent.#add(requests);
    }
}
class RateLimitGate {
    #clock;
    #opensAt = Number.NEGATIVE_INFINITY;
    #totalMs = 0;
    #sleep;
    constructor(clock) {
        this.#clock = clock;
    }
    close(ms) {
        const now = this.#clock.now();
        const addedMs = now + ms - Math.max(now, this.#opensAt);
        if (addedMs <= 0)
            return true;
        if (this.#totalMs + addedMs > maxRateLimitWaitMs)
            return false;
        this.#totalMs += addedMs;
        this.#opensAt = now + ms;
        return true;
    }
    async wait(signal) {
        while (!signal.aborted) {
            const left = this.#opensAt - this.#clock.now();
            if (left <= 0)
                return;
            this.#sleep ??= this.#clock.sleep(left, signal).finally(() => {
                this.#sleep = undefined;
            });
            await this.#sleep;
        }
    }
}
class PageFetcher {
    #options;
    #gate;
    #abort = new AbortController();
    #signal;
    #stopTimer;
    #failure;
    constructor(options) {
        const { clock, signal, deadline } = options;
        this.#options = options;
        this.#gate = new RateLimitGate(clock);
        this.#signal = AbortSignal.any([signal, this.#abort.signal]);
        this.#stopTimer = clock.every(Math.max(1, deadline - clock.now()), () => this.#stop({ why: "time" }));
    }
    get stopped() {
        return this.#options.signal.aborted ? { why: "aborted" } : this.#failure;
    }
    close() {
        this.#stopTimer();
        this.#stop({ why: "aborted" });
    }
    async fetchPage(request) {
        const { range, limit, offset, budget, signal } = request;
        if (this.stopped !== undefined)
            return { failure: this.stopped };
        if (!budget.take())
            return { failure: { why: "budget" } };
        await this.#gate.wait(this.#signal);
        const { stopped } = this;
        if (stopped !== undefined || signal?.aborted) {
            budget.refund();
            return { failure: stopped ?? { why: "aborted" } };
        }
        let late = false;
        try {
            const query = { ...rangeForService(range), limit, offset };
            const page = await this.#options.service.getVisitors(query, {
                signal: signal === undefined ? this.#signal : AbortSignal.any([this.#signal, signal]),
                deadline: this.#options.deadline,
                onDeadline: () => {
                    late = true;
                },
                maxRepeats: maxRetries,
                beforeRetry: (retry) => this.#beforeRetry(request, retry),
            });
            return { page };
        }
        catch (error) {
            return { failure: this.#toFailure(error, late) };
        }
    }
    #beforeRetry(request, retry) {
        if (this.stopped !== undefined || request.budget.left <= 0)
            return false;
        if (retry.rateLimited && !this.#gate.close(retry.waitMs))
            return false;
        return this.#waitForRetry(request, retry);
    }
    async #waitForRetry(request, { rateLimited, waitMs }) {
        const backOff = rateLimited ? undefined : this.#options.clock.sleep(waitMs, this.#signal);
        const [shouldRetry] = await Promise.all([request.shouldRetry ?? true, backOff]);
        if (!shouldRetry)
            return false;
        await this.#gate.wait(this.#signal);
        return this.stopped === undefined && !request.signal?.aborted && request.budget.take();
    }
    #toFailure(error, late) {
        if (error instanceof service_errors/* CancelledError */.cc)
            return this.stopped ?? { why: "aborted" };
        if (!(error instanceof errors/* ActionError */.l))
            throw error;
        const failure = { why: "failure", reason: error.reason, error };
        if (fatalReasons.includes(error.reason))
            this.#failure ??= failure;
        return late && error.reason !== "rate-limit" ? { why: "time", error } : failure;
    }
    #stop(failure) {
        this.#failure ??= failure;
        this.#abort.abort();
    }
}
function firstRequestError(failure) {
    if (failure.why === "aborted")
        return new service_errors/* CancelledError */.cc(false);
    if ("error" in failure && failure.error !== undefined)
        return failure.error;
    return new errors/* ActionError */.l("unreachable", (0,message/* message */.iU) `The time limit was reached before the service answered the first request for visitors.`, (0,message/* message */.iU) `Raise timeout-minutes, or run the step again later.`);
}

;// CONCATENATED MODULE: ./build/visitors/page-reader.js
const pageSize = 250;
const maxInFlight = 4;
class PageReader {
    #options;
    #rows = new PageRows();
    #abort = new AbortController();
    #inFlight = new Map();
    #completed = new Map();
    #nextExpected = 0;
    #nextToFetch = 1;
    #endPage = Number.POSITIVE_INFINITY;
    constructor(options) {
        this.#options = options;
        this.#completed.set(0, { page: options.first });
    }
    async read() {
        const { fetcher, budget } = this.#options;
        for (;;) {
            const end = this.#drain();
            if (end !== undefined)
                return this.#finish(end.failure);
            while (this.#nextToFetch < Math.min(this.#endPage, this.#nextExpected + this.#prefetchCount())) {
                if (budget.left <= 0 || fetcher.stopped !== undefined)
                    break;
                this.#fetch();
            }
            if (!this.#inFlight.has(this.#nextExpected))
                return this.#finish(fetcher.stopped ?? { why: "budget" });
            await Promise.race([...this.#inFlight.values()].map(({ done }) => done));
        }
    }
    #drain() {
        for (;;) {
            const result = this.#completed.get(this.#nextExpected);
            if (result === undefined)
                return undefined;
            this.#completed.delete(this.#nextExpected);
            if ("failure" in result)
                return result;
            this.#nextExpected += 1;
            const hasNews = this.#rows.add(result.page);
            if (!result.page.hasMore)
                return { failure: undefined };
            if (!hasNews)
                return { failure: { why: "pagination" } };
            this.#inFlight.get(this.#nextExpected)?.setExists(true);
        }
    }
    #prefetchCount() {
        const left = this.#options.expected - this.#nextExpected;
        return Math.min(maxInFlight, left > 0 ? left : 2 - left);
    }
    #fetch() {
        const { fetcher, range, budget } = this.#options;
        const number = this.#nextToFetch++;
        const exists = Promise.withResolvers();
        if (number === this.#nextExpected)
            exists.resolve(true);
        const request = {
            range,
            limit: pageSize,
            offset: number * pageSize,
            budget,
            signal: this.#abort.signal,
            shouldRetry: exists.promise,
        };
        const done = fetcher.fetchPage(request).then((result) => {
            this.#inFlight.delete(number);
            this.#completed.set(number, result);
            if ("page" in result && isLast(result.page))
                this.#endPage = Math.min(this.#endPage, number + 1);
        });
        this.#inFlight.set(number, { done, setExists: exists.resolve });
    }
    async #finish(failure) {
        for (const { setExists } of this.#inFlight.values())
            setExists(false);
        if (failure === undefined || failure.why === "pagination") {
            this.#abort.abort();
        }
        else {
            await Promise.all([...this.#inFlight.values()].map(({ done }) => done));
            for (const result of this.#completed.values())
                if ("page" in result)
                    this.#rows.add(result.page);
        }
        const rows = this.#rows;
        return { rows: rows.sorted(), malformed: rows.malformed, pages: this.#nextExpected, failure };
    }
}
function isLast({ hasMore, visitors, malformed }) {
    return !hasMore || visitors.length + malformed === 0;
}
class PageRows {
    #byPath = new Map();
    #malformed = 0;
    get malformed() {
        return this.#malformed;
    }
    add(page) {
        const [rows, malformed] = [this.#byPath.size, this.#malformed];
        this.#malformed += page.malformed;
        for (const { path, ...given } of page.visitors) {
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

;// CONCATENATED MODULE: ./build/visitors/fetch.js




async function fetchVisitorData(periods, options) {
    if (options.signal.aborted)
        throw new service_errors/* CancelledError */.cc(false);
    const fetcher = new PageFetcher(options);
    const dataFetcher = new DataFetcher(periods, options, fetcher);
    try {
        return await dataFetcher.fetch();
    }
    finally {
        fetcher.close();
        options.onSpent?.(dataFetcher.budget.spent);
    }
}
function planRequests(periods, maxRequests) {
    const previous = maxRequests > 1 ? periods.previous : undefined;
    const missing = [];
    if (periods.previous !== previous)
        missing.push({ what: "previous", why: "budget" });
    const others = periods.trend.slice(0, previous === undefined ? -1 : -2).reverse();
    const trendRequests = Math.floor(maxRequests / 4);
    const trend = others.slice(0, trendRequests);
    if (trend.length < others.length)
        missing.push({ what: "trend", why: "budget" });
    return { current: periods.current, previous, trend, trendRequests, missing };
}
class DataFetcher {
    budget;
    #periods;
    #options;
    #fetcher;
    #missing = [];
    #malformed = 0;
    constructor(periods, options, fetcher) {
        this.#periods = periods;
        this.#options = options;
        this.#fetcher = fetcher;
        this.budget = new RequestBudget(options.maxRequests);
    }
    async fetch() {
        const { log, maxRequests, signal } = this.#options;
        const plan = planRequests(this.#periods, maxRequests);
        this.#missing.push(...plan.missing);
        const trendBudget = new RequestBudget(plan.trendRequests, this.budget);
        const currentFirst = this.#fetchFirst(plan.current, pageSize, this.budget);
        const previousFirst = plan.previous && this.#fetchFirst(plan.previous, pageSize, this.budget);
        const trend = plan.trend.map((range) => this.#fetchTrendPoint(range, trendBudget));
        log.info(`Reading the visitors: ${counted(this.budget.spent, "request")} to start with, at most ${maxRequests}.`);
        const first = await currentFirst;
        if ("failure" in first)
            throw firstRequestError(first.failure);
        const current = await this.#fetchPages("pages", plan.current, first, 0);
        const previous = plan.previous &&
            previousFirst &&
            (await this.#fetchPrevious(plan.previous, await previousFirst, current.pages));
        const points = await Promise.all(trend);
        if (signal.aborted)
            throw new service_errors/* CancelledError */.cc(false);
        const newestFirst = [
            current.data.totals,
            ...(plan.previous === undefined ? [] : [previous?.totals]),
            ...points,
        ];
        if (this.#malformed > 0)
            this.#missing.push({ what: "rows", why: "malformed", count: this.#malformed });
        return {
            current: current.data,
            previous,
            trend: this.#periods.trend.map((_, index, { length }) => newestFirst[length - 1 - index]),
            requests: this.budget.spent,
            missing: this.#missing,
        };
    }
    async #fetchFirst(range, limit, budget) {
        const result = await this.#fetcher.fetchPage({ range, limit, offset: 0, budget });
        if ("failure" in result)
            return result;
        const totals = toCounts(result.page.totals);
        if (totals !== undefined)
            return { totals, page: result.page };
        const error = new service_errors/* InvalidResponseError */.tF("read the visitors", "the totals are negative or too large");
        return { failure: { why: "failure", reason: error.reason, error } };
    }
    async #fetchTrendPoint(range, budget) {
        const result = await this.#fetchFirst(range, 1, budget);
        if (!("failure" in result))
            return result.totals;
        this.#addMissing("trend", result.failure);
        return undefined;
    }
    async #fetchPages(what, range, { totals, page }, expected, budget = this.budget) {
        const fetcher = this.#fetcher;
        const reader = new PageReader({ fetcher, budget, range, first: page, expected });
        const { rows, malformed, pages, failure } = await reader.read();
        if (failure !== undefined)
            this.#addMissing(what, failure);
        this.#malformed += malformed;
        return { data: { totals, rows, complete: failure === undefined }, pages };
    }
    async #fetchPrevious(range, first, pages) {
        if ("failure" in first) {
            this.#addMissing("previous", first.failure);
            return undefined;
        }
        const budget = this.budget.left >= pages - 1 ? this.budget : new RequestBudget(0);
        return (await this.#fetchPages("previous-pages", range, first, pages, budget)).data;
    }
    #addMissing(what, failure) {
        if (failure.why === "aborted")
            return;
        const { why } = failure;
        const missing = why === "failure" ? { what, why, reason: failure.reason } : { what, why };
        const known = this.#missing.some((one) => JSON.stringify(one) === JSON.stringify(missing));
        if (!known)
            this.#missing.push(missing);
    }
}

;// CONCATENATED MODULE: ./build/visitors/visitors.js









async function reportVisitors(inputs, deps) {
    const { clock, log, setOutput } = deps;
    const periods = resolvePeriods(inputs, clock.now());
    const { dateFrom, dateTo } = rangeForService(periods.current);
    setOutput("dateFrom", dateFrom);
    setOutput("dateTo", dateTo);
    const data = await fetchData(periods, inputs, deps);
    setDataOutputs(setOutput, data);
    const draft = {
        periods,
        data,
        findings: findFindings(data),
        top: inputs.top,
        maxBytes: deps.summaryRoom,
        files: inputs["report-file"],
        runUrl: deps.runUrl,
    };
    const { written, failure } = writeFiles(draft, deps);
    const report = { ...draft, files: written };
    const outcome = failure ?? toOutcome(report, log);
    return { outcome, summary: renderReport(report), settled: publishComment(report, inputs, deps) };
}
async function fetchData(periods, inputs, { service, clock, log, setOutput, signal }) {
    const stopHeartbeat = (0,logger/* heartbeat */.jQ)(clock, log, () => "Still reading the visitors …");
    try {
        return await fetchVisitorData(periods, {
            ...{ service, clock, signal, log },
            maxRequests: inputs["max-requests"],
            deadline: clock.now() + inputs["timeout-minutes"] * 60_000,
            onSpent: (requests) => setOutput("requests", String(requests)),
        });
    }
    finally {
        stopHeartbeat();
    }
}
function setDataOutputs(setOutput, { current }) {
    const { human, ai, total } = current.totals;
    setOutput("human", String(human));
    setOutput("ai", String(ai));
    setOutput("total", String(total));
    const aiShare = share(ai, total);
    setOutput("aiShare", aiShare === undefined ? "" : String(Math.round(aiShare * 10_000) / 10_000));
    setOutput("pages", String(current.rows.length));
    setOutput("complete", String(current.complete));
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
                message: (0,message/* message */.iU) `The report could not be written to ${(0,message/* code */.aY)(path)}: ${why}.`,
                advice: (0,message/* message */.iU) `Check that the path in ${(0,message/* code */.aY)("report-file")} is in the workspace and writable. The job summary has the report.`,
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
    return /\.json$/i.test(path) ? toJson(report) : toMarkdown(report);
}
async function publishComment(report, inputs, deps) {
    const issue = inputs["issue-number"];
    const { github, log, apiKey, place, setOutput } = deps;
    if (issue === undefined || inputs.comment === "never")
        return;
    if (github === undefined) {
        const why = "issue-number needs github-token, which is empty; leave github-token out to use the job's own token.";
        return log.warning("Report comment not written", why);
    }
    if (inputs["dry-run"])
        return log.info(`Without dry-run, the report would be written into a comment on #${issue}.`);
    const reportComment = new ReportComment(github, log, apiKey, { ...place, issue });
    const rendered = renderReport({ ...report, maxBytes: reportComment.room });
    const published = await reportComment.publish(rendered, inputs.comment === "new");
    if (published !== undefined)
        setOutput("commentUrl", published.url);
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
    const trusted = reportHeadline(report).replaceAll("**", "");
    return {
        result: "reported",
        reason: missing.length > 0 ? "partial" : "",
        message: [{ trusted }],
        advice: [],
    };
}


/***/ })

};
