export const id = 496;
export const ids = [496];
export const modules = {

/***/ 9496:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  reportVisitors: () => (/* binding */ reportVisitors)
});

// EXTERNAL MODULE: ./build/heartbeat.js
var heartbeat = __webpack_require__(3820);
// EXTERNAL MODULE: ./build/text/message.js
var message = __webpack_require__(3597);
// EXTERNAL MODULE: ./build/github/client.js
var client = __webpack_require__(4463);
// EXTERNAL MODULE: ./build/github/create-comment.js
var create_comment = __webpack_require__(2664);
// EXTERNAL MODULE: ./build/github/hmac-signer.js
var hmac_signer = __webpack_require__(1118);
// EXTERNAL MODULE: ./build/github/trigger-events.js
var trigger_events = __webpack_require__(6590);
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
        return maxCommentLength - this.#wrap("", Number.MAX_SAFE_INTEGER).length;
    }
    async publish(report) {
        const { issue } = this.#place;
        try {
            const earlier = await this.#find();
            if (earlier !== undefined)
                return await this.#sign(earlier.id, report);
            const { id } = await this.#create(`${trigger_events/* ownMarker */["do"]}\n\n${report}`);
            return await this.#sign(id, report).catch(async (error) => {
                await this.#github.deleteComment(id);
                throw error;
            });
        }
        catch (error) {
            if (!(error instanceof client/* GitHubError */.y))
                throw error;
            if (error.aborted)
                return undefined;
            this.#log.warning("Report not put into the comment", `The comment on #${issue} could not be written (${error.why}). Give the workflow's job “permissions: issues: write” (and pull-requests: write for a pull request), or leave issue-number out.`);
            return undefined;
        }
    }
    #sign(id, report) {
        return this.#github.updateComment("issue", id, this.#wrap(report, id));
    }
    #create(body) {
        const { issue } = this.#place;
        return (0,create_comment/* createCommentIdempotent */.N)(body, (text) => this.#github.createComment(issue, text), () => this.#github.newestIssueComments(issue));
    }
    async #find() {
        for (let page = 1, last = 1; page <= Math.min(last, maxPages); page++) {
            const { comments, lastPage } = await this.#github.issueComments(this.#place.issue, page);
            last = Math.max(last, lastPage);
            const found = comments.find((comment) => this.#isOurs(comment));
            if (found !== undefined)
                return found;
        }
        return undefined;
    }
    #isOurs({ id, body }) {
        const [, signature] = /^<!-- docs-agent:v1 -->\s*<!-- docs-agent:report ([\w-]{43}) -->/.exec(body) ?? [];
        return signature !== undefined && this.#signer.verifies(signature, this.#parts(id));
    }
    #wrap(report, id) {
        return `${trigger_events/* ownMarker */["do"]}\n<!-- docs-agent:report ${this.#signer.sign(this.#parts(id))} -->\n\n${report}`;
    }
    #parts(id) {
        const { repository, issue, origin, project } = this.#place;
        return [repository.toLowerCase(), issue, "visitors", id, origin, project];
    }
}

// EXTERNAL MODULE: ./node_modules/csv-stringify/lib/sync.js + 7 modules
var sync = __webpack_require__(6789);
;// CONCATENATED MODULE: ./build/visitors/findings.js
const nobody = { human: 0, ai: 0, total: 0 };
function findFindings(reading) {
    const { current, previous } = reading;
    const threshold = thresholdOf(reading);
    const both = inBoth(reading);
    const moved = both.filter((page) => hasMoved(page, reading, threshold));
    const complete = previous !== undefined && current.complete && previous.complete;
    const gained = ({ current, previous }) => current.total - previous.total;
    const siteShare = current.totals.total > 0 ? current.totals.ai / current.totals.total : 0;
    return {
        threshold,
        up: sorted(moved.filter((page) => gained(page) > 0), gained),
        down: sorted(moved.filter((page) => gained(page) < 0), (page) => -gained(page)),
        new: complete ? sorted(onlyIn(current.rows, previous.rows, threshold).map(asNew), gained) : [],
        gone: complete
            ? sorted(onlyIn(previous.rows, current.rows, threshold).map(asGone), (page) => -gained(page))
            : [],
        aiShareUp: sorted(both.filter((page) => isAiShareUp(page, threshold)), ({ current, previous }) => current.ai / current.total - previous.ai / previous.total),
        aiOnly: sorted(current.rows.filter((row) => row.ai >= threshold && row.human * 10 <= row.ai), (row) => row.ai),
        peopleOnly: sorted(current.rows.filter((row) => row.human >= threshold && row.ai * 50 <= row.human && row.total * siteShare >= 10), (row) => row.human),
    };
}
function previousCounts({ previous }) {
    const known = new Map(previous?.rows.map((row) => [row.path, row]));
    return (path) => known.get(path) ?? (previous?.complete ? nobody : undefined);
}
function thresholdOf({ current, previous }) {
    const largest = Math.max(current.totals.total, previous?.totals.total ?? 0);
    return Math.max(20, Math.ceil(largest / 500));
}
function inBoth({ current, previous }) {
    const before = new Map(previous?.rows.map((row) => [row.path, row]));
    return current.rows.flatMap((row) => {
        const earlier = before.get(row.path);
        if (earlier === undefined || earlier.total <= 0 || row.total <= 0)
            return [];
        return [{ path: row.path, current: counts(row), previous: counts(earlier) }];
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
function onlyIn(rows, others, threshold) {
    const seen = new Set(others.filter((row) => row.total > 0).map((row) => row.path));
    return rows.filter((row) => row.total >= threshold && !seen.has(row.path));
}
function asNew(row) {
    return { path: row.path, current: counts(row), previous: nobody };
}
function asGone(row) {
    return { path: row.path, current: nobody, previous: counts(row) };
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
// EXTERNAL MODULE: ./build/text/escape-markdown.js
var escape_markdown = __webpack_require__(8737);
// EXTERNAL MODULE: ./build/text/shorten.js
var shorten = __webpack_require__(7627);
;// CONCATENATED MODULE: ./build/visitors/period.js





function resolvePeriods(inputs, now) {
    const { back, unit } = chosen(inputs, now);
    const previous = back(1);
    const trend = Array.from({ length: inputs.trend }, (_, index) => back(index)).filter(isKnown);
    return {
        current: back(0),
        previous: inputs.compare && isKnown(previous) ? previous : undefined,
        trend: trend.reverse(),
        unit,
    };
}
function rangeForService(range) {
    return { dateFrom: (0,dates/* isoMoment */.QA)(range.from), dateTo: (0,dates/* isoMoment */.QA)(range.to) };
}
function chosen(inputs, now) {
    const today = (0,dates/* midnightBefore */.Qg)(now);
    if (inputs["date-from"] !== "" || inputs["date-to"] !== "") {
        const range = explicitRange(inputs["date-from"], inputs["date-to"]);
        const whole = (0,dates/* isMidnight */.pw)(range.from) && (0,dates/* isMidnight */.pw)(range.to);
        const unit = { kind: "days", days: (range.to - range.from) / dates/* day */.vd };
        return { back: steps(range), unit: whole ? unit : { kind: "span" } };
    }
    if (inputs.period === "last-month") {
        const back = (periods) => ({
            from: (0,dates/* monthStart */.ZV)(today, periods + 1),
            to: (0,dates/* monthStart */.ZV)(today, periods),
        });
        return { back, unit: { kind: "month" } };
    }
    const monday = Math.floor((today + 3 * dates/* day */.vd) / (7 * dates/* day */.vd)) * 7 * dates/* day */.vd - 3 * dates/* day */.vd;
    const to = inputs.period === "last-week" ? monday : today;
    const days = inputs.period === "last-week" ? 7 : Number.parseInt(inputs.period, 10);
    return { back: steps({ from: to - days * dates/* day */.vd, to }), unit: { kind: "days", days } };
}
function steps({ from, to }) {
    const length = to - from;
    return (periods) => ({ from: from - periods * length, to: to - periods * length });
}
function isKnown(range) {
    return range.from >= 0;
}
function explicitRange(dateFrom, dateTo) {
    const from = (0,dates/* parseMoment */.mI)(dateFrom);
    const to = (0,dates/* parseMoment */.mI)(dateTo);
    if (from === undefined || to === undefined) {
        const wrong = [from === undefined ? "date-from" : "", to === undefined ? "date-to" : ""];
        throw refused(dateFrom, dateTo, `${wrong.filter(Boolean).join(" and ")} cannot be read as a date`);
    }
    if (from === to)
        throw refused(dateFrom, dateTo, "the range is empty, as date-to is not part of it");
    if (from > to)
        throw refused(dateFrom, dateTo, "the range ends before it begins");
    return { from, to };
}
function refused(dateFrom, dateTo, why) {
    return new errors/* InputError */.d((0,message/* message */.iU) `The range cannot be used: date-from is “${shown(dateFrom)}” and date-to is “${shown(dateTo)}”, but ${{ own: why }} (allowed: two dates that exist, from 1970 on, as YYYY-MM-DD or in ISO 8601 such as 2026-11-14T09:30Z, date-from before date-to).`, (0,message/* message */.iU) `Correct date-from and date-to in the step's “with:” block; for whole days date-to is the day after the last one. Nothing was sent.`);
}
function shown(value) {
    return (0,shorten/* shorten */.m)((0,escape_markdown/* collapseLines */.TJ)(value), 80);
}

;// CONCATENATED MODULE: ./build/visitors/numbers.js
const levels = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const level = "▄";
const gap = "·";
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
function honestPercent(ratio) {
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
            return gap;
        if (high === 0)
            return levels[0];
        if (high - low <= flat)
            return level;
        return levels[Math.round(((value - low) / (high - low)) * (levels.length - 1))] ?? gap;
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

;// CONCATENATED MODULE: ./build/visitors/period-labels.js


function periodLabels({ current, unit }) {
    if (unit.kind === "month") {
        const month = (0,dates/* monthName */.g6)(current.from);
        const before = (0,dates/* monthName */.g6)(current.from - 1);
        return {
            ...named("month"),
            current: month,
            before,
            theCurrent: month,
            theBefore: before,
            whenBefore: `in ${before}`,
        };
    }
    if (unit.kind === "span")
        return named("period");
    if (unit.days === 1)
        return named("day");
    if (unit.days === 7)
        return named("week");
    const days = `${grouped(unit.days)} days`;
    return {
        ...named("period"),
        current: `These ${days}`,
        before: `${days} before`,
        theCurrent: `these ${days}`,
        theBefore: `the ${days} before`,
        whenBefore: `the ${days} before`,
        last: (count) => `Last ${grouped(count)} × ${days}`,
    };
}
function named(one) {
    const name = `${one.charAt(0).toUpperCase()}${one.slice(1)}`;
    return {
        current: `This ${one}`,
        before: `${name} before`,
        theCurrent: `this ${one}`,
        theBefore: `the ${one} before`,
        whenBefore: `the ${one} before`,
        one,
        many: `${one}s`,
        last: (count) => `Last ${grouped(count)} ${one}s`,
    };
}

// EXTERNAL MODULE: ./build/text/markdown.js + 3 modules
var markdown = __webpack_require__(1460);
;// CONCATENATED MODULE: ./build/visitors/render-parts.js

const maxPath = 48;
const maxFile = 80;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
function pathCode(path) {
    return path === "" ? "(no path)" : (0,markdown/* codeSpan */.SS)(path, maxPath);
}
function pathInLine(path) {
    return rightToLeft.test(path) ? `${pathCode(path)}&lrm;` : pathCode(path);
}
function fileList(files) {
    return list(files.map((file) => (0,markdown/* codeSpan */.SS)(file, maxFile)));
}
function table(columns) {
    const rows = columns[0]?.cells.map((_, index) => tableRow(columns.map(({ cells }) => cells[index] ?? "")));
    return [tableHead(columns.map(({ name, align }) => [name, align])), ...(rows ?? [])].join("\n");
}
function tableHead(columns) {
    const rule = columns.map(([, align]) => (align === "left" ? ":--" : "--:"));
    return `${tableRow(columns.map(([name]) => name))}\n${tableRow(rule)}`;
}
function tableRow(cells) {
    return `| ${cells.join(" | ")} |`;
}
function folded(summary, content) {
    return `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;
}
function list(items) {
    return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

;// CONCATENATED MODULE: ./build/visitors/render-findings.js



const shownPerLine = 3;
const together = "\u00a0";
function whatMoved(report) {
    const { reading, findings } = report;
    if (reading.previous === undefined)
        return undefined;
    const lines = [
        line("Up", findings.up, render_findings_counts),
        line("Down", findings.down, render_findings_counts),
        line("New", findings.new, ({ current }) => grouped(current.total)),
        line("Gone", findings.gone, ({ previous }) => `${grouped(previous.total)} before`, goneAdvice(findings.gone)),
        line("AI share up", findings.aiShareUp, ({ previous, current }) => `${aiShare(previous)} → ${aiShare(current)}`),
    ].filter((text) => text !== undefined);
    return `### What moved\n\n${lines.length > 0 ? lines.join("\n") : nothing(report)}`;
}
function whoReadsWhat({ findings }) {
    const lines = [
        line("AI reads, people don’t", findings.aiOnly, (row) => `${grouped(row.ai)} AI, ${people(row.human)}`),
        line("People read, AI doesn’t", findings.peopleOnly, (row) => `${people(row.human)}, ${grouped(row.ai)} AI`),
    ].filter((text) => text !== undefined);
    return lines.length > 0 ? `### Who reads what\n\n${lines.join("\n")}` : undefined;
}
function nothing({ periods, reading }) {
    const words = periodLabels(periods);
    if (reading.previous?.totals.total === 0)
        return `There is no comparable data: ${words.theBefore} had no visitors.`;
    const read = reading.current.complete && reading.previous?.complete ? "page" : "page that was read";
    return `No ${read} moved further from ${words.theBefore} than chance and the site’s own change explain.`;
}
function line(name, pages, figures, advice = "") {
    if (pages.length === 0)
        return undefined;
    const shown = pages
        .slice(0, shownPerLine)
        .map((page) => `${pathInLine(page.path)} ${figures(page).replaceAll(" ", together)}`);
    const more = pages.length - shown.length;
    if (more > 0)
        shown.push(`${grouped(more)} more`);
    return `- **${name}:** ${shown.join(" · ")}${advice}`;
}
function render_findings_counts({ previous, current }) {
    return `${grouped(previous.total)} → ${grouped(current.total)} (${change(previous.total, current.total)})`;
}
function goneAdvice(gone) {
    return gone.length === 1
        ? " – if it moved, does its old address redirect?"
        : " – if they moved, do the old addresses redirect?";
}
function people(count) {
    return `${grouped(count)} ${Math.round(count) === 1 ? "person" : "people"}`;
}
function aiShare({ ai, total }) {
    return percent(share(ai, total) ?? 0);
}

;// CONCATENATED MODULE: ./build/visitors/render-head.js




const flatPart = 0.05;
const flatShare = 0.01;
function heading({ periods }) {
    return `## Docs visitors, ${(0,dates/* writtenRange */.dk)(periods.current)}`;
}
function sentence(report) {
    const { totals } = report.reading.current;
    const compared = comparison(report);
    const came = totals.total > 0 ? `**${counted(totals.total, "visitor")}**` : "**No visitors**";
    const ai = totals.total > 0 ? `; ${aiPart(report)}` : "";
    return `${came}${compared}${ai}.`;
}
function comparison({ periods, reading, findings }) {
    if (periods.previous === undefined)
        return "";
    const words = periodLabels(periods);
    const before = reading.previous?.totals.total;
    const now = reading.current.totals.total;
    if (before === undefined)
        return `, with no comparable data for ${words.theBefore}`;
    if (before <= 0)
        return now > 0
            ? `, with no comparable data: ${words.theBefore} had none`
            : `, and none ${words.whenBefore} either`;
    if (Math.max(before, now) < findings.threshold || now <= 0)
        return `, after ${grouped(before)} ${words.whenBefore}`;
    return `, ${moreOrLess(before, now)} ${words.whenBefore}`;
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
function aiPart({ reading, findings }) {
    const { totals } = reading.current;
    const now = share(totals.ai, totals.total) ?? 0;
    if (now === 0)
        return "none of them was AI";
    const shown = `AI was ${now === 1 ? "all" : honestPercent(now)} of them`;
    const before = reading.previous?.totals;
    const earlier = before === undefined ? undefined : share(before.ai, before.total);
    if (before === undefined || earlier === undefined)
        return shown;
    if (Math.min(before.total, totals.total) < findings.threshold)
        return shown;
    if (Math.abs(now - earlier) < flatShare)
        return `${shown}, as before`;
    return `${shown}, ${now > earlier ? "up" : "down"} from ${honestPercent(earlier)}`;
}
function keyFigures(report) {
    const { reading, periods } = report;
    const words = periodLabels(periods);
    const rows = figures(report);
    const cells = (write) => rows.map(write);
    const strong = (figure, text) => (figure.bold === true ? `**${text}**` : text);
    const { current, previous } = reading;
    const columns = [
        { name: "", align: "left", cells: cells((figure) => strong(figure, figure.name)) },
        {
            name: words.current,
            align: "right",
            cells: cells((figure) => strong(figure, render_head_shown(figure, current.totals))),
        },
    ];
    if (previous !== undefined) {
        columns.push({ name: words.before, align: "right", cells: cells((figure) => render_head_shown(figure, previous.totals)) }, { name: "Change", align: "right", cells: cells((figure) => changed(figure, report)) });
    }
    columns.push({
        name: words.last(reading.trend.length),
        align: "left",
        cells: cells((figure) => spark(figure, reading.trend)),
    });
    return table(columns.filter((column) => column.cells.some((cell) => cell !== "")));
}
function figures({ reading, findings }) {
    const { threshold } = findings;
    const count = {
        show: grouped,
        changed: (before, now) => (Math.max(before, now) < threshold ? "" : change(before, now)),
        flat: (highest) => highest * flatPart,
    };
    const fewest = Math.min(reading.current.totals.total, reading.previous?.totals.total ?? 0);
    return [
        { ...count, name: "All visitors", bold: true, of: ({ total }) => total },
        { ...count, name: "People", of: ({ human }) => human },
        { ...count, name: "AI", of: ({ ai }) => ai },
        {
            name: "AI share",
            of: ({ ai, total }) => share(ai, total),
            show: (value) => percent(value, 1),
            changed: (before, now) => (fewest < threshold ? "" : pointsChange(before, now)),
            flat: () => flatShare,
        },
        { ...count, name: "Counted as both", of: ({ human, ai, total }) => Math.max(0, human + ai - total) },
    ];
}
function render_head_shown(figure, totals) {
    const value = figure.of(totals);
    return value === undefined ? "–" : figure.show(value);
}
function changed(figure, { reading: { current, previous } }) {
    const now = figure.of(current.totals);
    const before = previous === undefined ? undefined : figure.of(previous.totals);
    return now === undefined || before === undefined ? "" : figure.changed(before, now);
}
function spark(figure, trend) {
    const values = trend.map((point) => (point === undefined ? undefined : figure.of(point)));
    const highest = values.reduce((most, value) => Math.max(most, value ?? 0), 0);
    return sparkLine(values, figure.flat(highest));
}

;// CONCATENATED MODULE: ./build/visitors/render-missing.js



const failures = {
    "api-key": "the service did not take the API key",
    forbidden: "the service said that the API key may not read this",
    "not-found": "the service did not find it",
    "rate-limit": "the service’s rate limit, which an organisation’s requests share",
    refused: "the service refused the request",
    service: "the service had an error of its own",
    unreachable: "the service could not be reached",
    answer: "the service’s answer could not be understood",
};
function missingLine({ reading, periods }) {
    const { missing } = reading;
    if (missing.length === 0)
        return undefined;
    const words = periodLabels(periods);
    const lacks = (what) => missing.some((item) => item.what === what);
    const partly = [
        ...(lacks("pages") ? [words.theCurrent] : []),
        ...(lacks("previous-pages") ? [words.theBefore] : []),
    ];
    const named = [
        ...(partly.length > 0 ? [`not every page of ${list(partly)} was read`] : []),
        ...(lacks("previous") ? [`${words.theBefore} was not read`] : []),
        ...(lacks("trend") ? ["the trend has gaps"] : []),
        ...(lacks("rows") ? [`${counted(droppedRows(missing), "row")} could not be used`] : []),
    ];
    return `> **Incomplete:** ${list(named)}.`;
}
function whatIsMissing(report) {
    const { missing } = report.reading;
    if (missing.length === 0)
        return undefined;
    const lines = Array.from(Map.groupBy(missing, ({ what }) => what), ([what, items]) => {
        const reasons = new Set(items.flatMap((item) => (item.what === "rows" ? [] : [reason(item)])));
        return `- ${[extent(what, report), ...reasons].join(" ")}`;
    });
    return `### What is missing\n\n${lines.join("\n")}`;
}
function extent(what, { periods, reading }) {
    const words = periodLabels(periods);
    switch (what) {
        case "pages":
            return `**Pages of ${words.theCurrent}:** ${read(reading.current.rows.length)}, so pages may be missing from every list here, also from the top; the totals are whole.`;
        case "previous":
            return `**${capital(words.theBefore)}:** nothing of it is here, so there is no comparable data.`;
        case "previous-pages":
            return `**Pages of ${words.theBefore}:** ${read(reading.previous?.rows.length ?? 0)}, so some changes are blank, and pages that are new or gone are not named; the totals are whole.`;
        case "trend": {
            const gaps = reading.trend.filter((point) => point === undefined).length;
            return `**Trend:** ${counted(gaps, words.one, words.many)} of ${reading.trend.length} ${gaps === 1 ? "was" : "were"} not read.`;
        }
        case "rows": {
            const count = droppedRows(reading.missing);
            return `**Rows:** ${counted(count, "row")} of the service’s answers had the wrong shape and ${count === 1 ? "was" : "were"} dropped.`;
        }
    }
}
function reason(item) {
    switch (item.why) {
        case "budget":
            return item.what === "trend"
                ? "At most a quarter of `max-requests` goes to the trend; a higher number reads more."
                : "All requests of `max-requests` were spoken for; a higher number reads more.";
        case "failure":
            return `Why: ${failure(item.reason)}.`;
        case "time":
            return "The time of `timeout-minutes` was over; a higher number reads more.";
        case "pagination":
            return "The service kept announcing further pages that brought nothing.";
    }
}
function failure(code) {
    const found = Object.entries(failures).find(([known]) => known === code);
    return found?.[1] ?? "the service did not answer as it should";
}
function droppedRows(missing) {
    return missing.reduce((sum, item) => sum + (item.what === "rows" ? item.count : 0), 0);
}
function read(pages) {
    return `${counted(pages, "page")} ${pages === 1 ? "was" : "were"} read`;
}
function capital(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

;// CONCATENATED MODULE: ./build/visitors/render-notes.js






function howToRead(report) {
    const { reading, findings, periods } = report;
    const words = periodLabels(periods);
    const least = grouped(findings.threshold);
    const notes = [
        "A visitor is counted once for the site, however many pages they open, and once on each of those pages. The rows therefore add up to more than the site’s totals, and weeks to more than their month. The service’s counts are approximate, and its days are taken in UTC.",
        "*AI share* is AI ÷ all visitors. *Counted as both* is people + AI − all visitors. In a bar, *AI alone* is what all visitors are more than people.",
    ];
    if (reading.trend.length > 1)
        notes.push(`A trend runs from the oldest ${words.one} on the left to ${words.theCurrent} on the right, each line from its own lowest to its own highest value. It is level where these lie within ${percent(flatPart)} (for the share, within one point); \`·\` is a ${words.one} without a value.`);
    if (reading.previous !== undefined)
        notes.push(`*Up* and *down*: at least ${least} visitors in one of the two ${words.many}, and a change of at least 20% that is beyond three standard deviations, 3\u00a0×\u00a0√(before\u00a0+\u00a0now), and would still be both if the page had changed as the whole site did. A page with fewer than ${least} visitors in both has no change shown: it would be chance.`, `*New* and *gone*: at least ${least} visitors in one ${words.one} and none in the other, named only if both were read to the last page.`, `*AI share up*: by at least 15 points, on a page with at least ${least} AI visitors and at least ${least} visitors in each ${words.one}, where AI itself rose by three standard deviations.`);
    notes.push(`*AI reads, people don’t*: at least ${least} AI visitors, and at most a tenth as many people. *People read, AI doesn’t*: at least ${least} people and at most a fiftieth as many AI visitors, on a page where AI’s share of the site would make at least ten.`);
    return folded("How to read this", notes.map((note) => `- ${note}`).join("\n"));
}
function smallPrint({ periods, reading, files, runUrl }) {
    const compared = reading.previous === undefined ? undefined : periods.previous;
    const parts = [
        `${exact(periods.current)} (end not included, UTC)`,
        ...(compared === undefined ? [] : [`compared with ${exact(compared)}`]),
        "approximate counts",
        counted(reading.requests, "request"),
        ...(files.length > 0 ? [`also in ${fileList(files)}`] : []),
        ...(runUrl === undefined ? [] : [(0,markdown/* link */.nf)("workflow run", runUrl)]),
    ];
    return `<sub>${parts.join(" · ")}</sub>`;
}
function exact(range) {
    const { dateFrom, dateTo } = rangeForService(range);
    return `${dateFrom} to ${dateTo}`;
}

;// CONCATENATED MODULE: ./build/visitors/render-pages.js



const title = "### Top pages";
function topPages(report, room) {
    const { rows } = report.reading.current;
    const layout = pageTable(report);
    const text = rows.length === 0
        ? `${title}\n\nThere is no page to list.`
        : pages(report, layout, fitting(report, layout, room));
    return bytes(text) <= room ? text : undefined;
}
function fitting(report, { head, row }, room) {
    const { rows } = report.reading.current;
    const fold = folded(foldedTitle(report, rows.length), head(false));
    const note = bytes(`${leftOut(report, rows.length, rows.length)}\n\n`);
    let used = bytes([title, head(true), fold].join("\n\n"));
    let fits = 0;
    for (const [index, page] of rows.entries()) {
        used += bytes(row(page, index < report.top)) + 1;
        if (used > room)
            return fits;
        if (used + note <= room)
            fits = index + 1;
    }
    return rows.length;
}
function pages(report, { head, row }, shown) {
    const { rows } = report.reading.current;
    const top = rows.slice(0, Math.min(report.top, shown));
    const rest = rows.slice(top.length, shown);
    const parts = [title];
    if (top.length > 0)
        parts.push([head(true), ...top.map((page) => row(page, true))].join("\n"));
    if (rest.length > 0) {
        const table = [head(false), ...rest.map((page) => row(page, false))].join("\n");
        parts.push(folded(foldedTitle(report, rest.length), table));
    }
    if (shown < rows.length)
        parts.push(leftOut(report, rows.length - shown, shown));
    return parts.join("\n\n");
}
function foldedTitle({ top, reading }, count) {
    if (top > 0)
        return `The next ${counted(count, "page")}`;
    const all = count === reading.current.rows.length;
    return `${all ? "All" : "The first"} ${counted(count, "page")}`;
}
function leftOut({ files }, count, shown) {
    const where = files.length > 0 ? `see ${fileList(files)}` : "the input `report-file` writes them to a file";
    const more = counted(count, shown > 0 ? "more page" : "page");
    return `${more} did not fit within what GitHub shows: ${where}.`;
}
function pageTable({ reading, findings }) {
    const { rows } = reading.current;
    const changed = changes(findings, previousCounts(reading));
    const compared = rows.some((page) => changed(page) !== "");
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
                columns.push(["█ people ▒ AI alone", "left"]);
            return tableHead(columns);
        },
        row(page, withBar) {
            const cells = [pathCode(page.path), grouped(page.total)];
            if (compared)
                cells.push(changed(page));
            cells.push(grouped(page.human), grouped(page.ai));
            if (withBar)
                cells.push(bar(page, largest));
            return tableRow(cells);
        },
    };
}
function changes(findings, before) {
    const fresh = new Set(findings.new.map(({ path }) => path));
    return ({ path, total }) => {
        if (fresh.has(path))
            return "new";
        const earlier = before(path)?.total ?? 0;
        return Math.max(earlier, total) < findings.threshold ? "" : change(earlier, total);
    };
}
function bytes(text) {
    return Buffer.byteLength(text);
}

;// CONCATENATED MODULE: ./build/visitors/render.js





const head = [heading, missingLine, sentence];
const tail = [whatIsMissing, howToRead, smallPrint];
const render_forms = [
    { before: [...head, keyFigures, whatMoved, whoReadsWhat], pages: true, after: tail },
    { before: [...head, keyFigures, whatMoved], pages: true, after: [smallPrint] },
    { before: [...head, keyFigures], pages: false, after: [smallPrint] },
    { before: head, pages: false, after: [] },
];
function renderReport(report) {
    for (const form of render_forms) {
        const before = written(form.before, report);
        const after = written(form.after, report);
        const used = [...before, ...after].reduce((sum, section) => sum + bytes(section) + 2, -1);
        const pages = form.pages ? topPages(report, report.maxBytes - used - 2) : "";
        if (pages === undefined || used > report.maxBytes)
            continue;
        return `${[...before, pages, ...after].filter(Boolean).join("\n\n")}\n`;
    }
    return "";
}
function written(sections, report) {
    return sections.map((section) => section(report)).filter((text) => text !== undefined);
}

;// CONCATENATED MODULE: ./build/visitors/export.js




const columns = ["path", "human", "ai", "total"];
const previousColumns = ["previousHuman", "previousAi", "previousTotal"];
const hiddenFormula = /^[\s\p{C}]+[=+\-@＝＋－＠]/u;
function toCsv({ periods, reading }) {
    const before = previousCounts(reading);
    const compared = periods.previous !== undefined;
    const rows = reading.current.rows.map((row) => {
        const cells = [row.path, row.human, row.ai, row.total];
        if (!compared)
            return cells;
        const earlier = before(row.path);
        return [...cells, earlier?.human ?? "", earlier?.ai ?? "", earlier?.total ?? ""];
    });
    return (0,sync/* stringify */.A)([compared ? [...columns, ...previousColumns] : columns, ...rows], {
        escape_formulas: true,
        quoted_match: /[;\t]/,
        cast: { string: (text) => (hiddenFormula.test(text) ? `'${text}` : text) },
    });
}
function toJson({ periods, reading, findings }) {
    const { current, previous } = reading;
    const { up, down, new: appeared, gone, aiShareUp } = findings;
    const content = {
        ...rangeForService(periods.current),
        complete: current.complete,
        missing: reading.missing,
        totals: export_counts(current.totals),
        visitors: current.rows.map(page),
        previous: previous === undefined || periods.previous === undefined
            ? null
            : {
                ...rangeForService(periods.previous),
                complete: previous.complete,
                totals: export_counts(previous.totals),
                visitors: previous.rows.map(page),
            },
        moved: { up, down, new: appeared, gone, aiShareUp },
        trend: periods.trend.map((range, index) => point(range, reading.trend[index])),
    };
    return `${JSON.stringify(content, undefined, 2)}\n`;
}
function toMarkdown(report) {
    const files = report.files.filter((file) => !/\.md$/i.test(file));
    return renderReport({ ...report, files, maxBytes: Number.POSITIVE_INFINITY });
}
function point(range, totals) {
    return { ...rangeForService(range), totals: totals === undefined ? null : export_counts(totals) };
}
function page(row) {
    return { path: row.path, ...export_counts(row) };
}
function export_counts({ human, ai, total }) {
    return { human, ai, total };
}

// EXTERNAL MODULE: ./build/service/errors.js
var service_errors = __webpack_require__(4661);
;// CONCATENATED MODULE: ./build/visitors/plan.js
function planRequests(periods, maxRequests) {
    const { current } = periods;
    const previous = maxRequests > 1 ? periods.previous : undefined;
    const missing = [];
    if (periods.previous !== undefined && previous === undefined)
        missing.push({ what: "previous", why: "budget" });
    const others = periods.trend
        .map((range, at) => ({ at, range }))
        .filter(({ range }) => !isSame(range, current) && !isSame(range, previous))
        .reverse();
    const trendRequests = Math.floor(maxRequests / 4);
    const trend = others.slice(0, trendRequests);
    if (trend.length < others.length)
        missing.push({ what: "trend", why: "budget" });
    return { current, previous, trend, trendRequests, missing };
}
function isSame(one, other) {
    return one.from === other?.from && one.to === other.to;
}

;// CONCATENATED MODULE: ./build/visitors/read-budget.js
class Budget {
    #limit;
    #within;
    #spent = 0;
    constructor(limit, within) {
        this.#limit = limit;
        this.#within = within;
    }
    get spent() {
        return this.#spent;
    }
    get left() {
        return Math.min(this.#limit - this.#spent, this.#within?.left ?? Number.POSITIVE_INFINITY);
    }
    take() {
        if (this.left <= 0)
            return false;
        this.#add(1);
        return true;
    }
    giveBack() {
        this.#add(-1);
    }
    #add(requests) {
        this.#spent += requests;
        if (this.#within !== undefined)
            this.#within.#add(requests);
    }
}

;// CONCATENATED MODULE: ./build/visitors/read-pages.js
const pageSize = 250;
const maxAhead = 4;
function readPages(options) {
    return new Pages(options).read();
}
class Pages {
    #options;
    #drop = new AbortController();
    #underWay = new Map();
    #arrived = new Map();
    #head = 0;
    #next = 1;
    #bound = Number.POSITIVE_INFINITY;
    constructor(options) {
        this.#options = options;
        this.#arrived.set(0, { page: options.first });
    }
    async read() {
        for (;;) {
            const end = this.#takeUp();
            if (end !== undefined)
                return this.#finish(end);
            while (this.#next < Math.min(this.#bound, this.#head + this.#ahead()) && this.#mayAsk())
                this.#ask();
            if (!this.#underWay.has(this.#head)) {
                if (!this.#arrived.has(this.#head))
                    return this.#finish({ gap: this.#options.requests.ended ?? { why: "budget" } });
                continue;
            }
            await Promise.race([...this.#underWay.values()].map(({ done }) => done));
        }
    }
    #takeUp() {
        for (;;) {
            const asked = this.#arrived.get(this.#head);
            if (asked === undefined)
                return undefined;
            this.#arrived.delete(this.#head);
            if ("gap" in asked)
                return { gap: asked.gap };
            this.#head += 1;
            const news = this.#options.rows.add(asked.page);
            if (!asked.page.hasMore)
                return { gap: undefined };
            if (!news)
                return { gap: { why: "pagination" } };
            this.#underWay.get(this.#head)?.exists(true);
        }
    }
    #ahead() {
        const left = this.#options.expected - this.#head;
        return Math.min(maxAhead, left > 0 ? left : 2 - left);
    }
    #mayAsk() {
        return this.#options.budget.left > 0 && this.#options.requests.ended === undefined;
    }
    #ask() {
        const { requests, range, budget } = this.#options;
        const page = this.#next++;
        const exists = Promise.withResolvers();
        if (page === this.#head)
            exists.resolve(true);
        const asked = requests.ask({
            range,
            limit: pageSize,
            offset: page * pageSize,
            budget,
            drop: this.#drop.signal,
            worthRepeat: exists.promise,
        });
        const done = asked.then((result) => {
            this.#underWay.delete(page);
            this.#arrived.set(page, result);
            if ("page" in result && (!result.page.hasMore || result.page.visitors.length === 0))
                this.#bound = Math.min(this.#bound, page + 1);
        });
        this.#underWay.set(page, { done, exists: exists.resolve });
    }
    async #finish({ gap }) {
        for (const { exists } of this.#underWay.values())
            exists(false);
        if (gap === undefined || gap.why === "pagination") {
            this.#drop.abort();
        }
        else {
            await Promise.all([...this.#underWay.values()].map(({ done }) => done));
            for (const asked of this.#arrived.values())
                if ("page" in asked)
                    this.#options.rows.add(asked.page);
        }
        return { pages: this.#head, gap };
    }
}

;// CONCATENATED MODULE: ./build/visitors/read-pause.js
const maxPauseMs = 60_000;
class Pause {
    #clock;
    #until = Number.NEGATIVE_INFINITY;
    #total = 0;
    #sleep;
    constructor(clock) {
        this.#clock = clock;
    }
    extend(ms) {
        const now = this.#clock.now();
        const longer = now + ms - Math.max(now, this.#until);
        if (longer <= 0)
            return true;
        if (this.#total + longer > maxPauseMs)
            return false;
        this.#total += longer;
        this.#until = now + ms;
        return true;
    }
    async over(signal) {
        while (!signal.aborted) {
            const left = this.#until - this.#clock.now();
            if (left <= 0)
                return;
            this.#sleep ??= this.#clock.sleep(left, signal).finally(() => {
                this.#sleep = undefined;
            });
            await this.#sleep;
        }
    }
}

;// CONCATENATED MODULE: ./build/visitors/read-requests.js





const maxRepeats = 4;
const refusesAll = ["api-key", "forbidden", "not-found", "rate-limit"];
class Requests {
    #options;
    #pause;
    #timeUp = new AbortController();
    #signal;
    #stopTimer;
    #ended;
    constructor(options) {
        const { clock, signal, deadline } = options;
        this.#options = options;
        this.#pause = new Pause(clock);
        this.#signal = AbortSignal.any([signal, this.#timeUp.signal]);
        this.#stopTimer = clock.every(Math.max(1, deadline - clock.now()), () => this.#cut({ why: "time" }));
    }
    get ended() {
        return this.#options.signal.aborted ? { why: "dropped" } : this.#ended;
    }
    close() {
        this.#stopTimer();
        this.#cut({ why: "dropped" });
    }
    async ask(ask) {
        if (this.ended !== undefined)
            return { gap: this.ended };
        if (!ask.budget.take())
            return { gap: { why: "budget" } };
        await this.#pause.over(this.#signal);
        const { ended } = this;
        if (ended !== undefined || ask.drop?.aborted) {
            ask.budget.giveBack();
            return { gap: ended ?? { why: "dropped" } };
        }
        let late = false;
        const { range, limit, offset, drop } = ask;
        try {
            const query = { ...rangeForService(range), limit, offset };
            const page = await this.#options.service.getVisitors(query, {
                signal: drop === undefined ? this.#signal : AbortSignal.any([this.#signal, drop]),
                deadline: this.#options.deadline,
                onDeadline: () => {
                    late = true;
                },
                maxRepeats,
                beforeRetry: (next) => this.#pace(ask, next),
            });
            return { page };
        }
        catch (error) {
            return { gap: this.#gap(error, late) };
        }
    }
    #pace(ask, next) {
        if (this.ended !== undefined || ask.budget.left <= 0)
            return false;
        if (next.rateLimited && !this.#pause.extend(next.waitMs))
            return false;
        return this.#waited(ask, next);
    }
    async #waited(ask, next) {
        const backOff = next.rateLimited ? undefined : this.#options.clock.sleep(next.waitMs, this.#signal);
        const [worth] = await Promise.all([ask.worthRepeat ?? true, backOff]);
        if (worth)
            await this.#pause.over(this.#signal);
        return worth && this.ended === undefined && !ask.drop?.aborted && ask.budget.take();
    }
    #gap(error, late) {
        if (error instanceof service_errors/* CancelledError */.cc)
            return this.ended ?? { why: "dropped" };
        if (!(error instanceof errors/* ActionError */.l))
            throw error;
        const failure = { why: "failure", reason: error.reason, error };
        if (refusesAll.includes(error.reason))
            this.#ended ??= failure;
        return late && error.reason !== "rate-limit" ? { why: "time", error } : failure;
    }
    #cut(gap) {
        this.#ended ??= gap;
        this.#timeUp.abort();
    }
}
function firstError(gap) {
    if (gap.why === "failure")
        return gap.error;
    if (gap.why === "time" && gap.error !== undefined)
        return gap.error;
    if (gap.why === "dropped")
        return new service_errors/* CancelledError */.cc(false);
    return new errors/* ActionError */.l("unreachable", (0,message/* message */.iU) `The time limit was reached before the service answered the first request for visitors.`, (0,message/* message */.iU) `Raise timeout-minutes, or run the step again later.`);
}

;// CONCATENATED MODULE: ./build/visitors/read-rows.js
function toCounts(counts) {
    const { human, ai, total } = counts;
    if (![human, ai, total].every((count) => count >= 0 && count <= Number.MAX_SAFE_INTEGER))
        return undefined;
    return { human: whole(human), ai: whole(ai), total: whole(total) };
}
function whole(count) {
    return Math.round(count) + 0;
}
class Rows {
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

;// CONCATENATED MODULE: ./build/visitors/read.js







async function readVisitors(periods, options) {
    if (options.signal.aborted)
        throw new service_errors/* CancelledError */.cc(false);
    const requests = new Requests(options);
    const reader = new Reader(periods, options, requests);
    try {
        return await reader.read();
    }
    finally {
        requests.close();
        options.onSpent?.(reader.spent);
    }
}
class Reader {
    #periods;
    #options;
    #requests;
    #budget;
    #missing = [];
    #malformed = 0;
    constructor(periods, options, requests) {
        this.#periods = periods;
        this.#options = options;
        this.#requests = requests;
        this.#budget = new Budget(options.maxRequests);
    }
    get spent() {
        return this.#budget.spent;
    }
    async read() {
        const { log, maxRequests, signal } = this.#options;
        const plan = planRequests(this.#periods, maxRequests);
        this.#missing.push(...plan.missing);
        const trendBudget = new Budget(plan.trendRequests, this.#budget);
        const now = this.#first(plan.current, pageSize, this.#budget);
        const before = plan.previous && this.#first(plan.previous, pageSize, this.#budget);
        const points = new Map();
        const trend = plan.trend.map(async ({ at, range }) => {
            const point = await this.#first(range, 1, trendBudget);
            if ("why" in point)
                this.#miss("trend", point);
            else
                points.set(at, point.totals);
        });
        log.info(`Reading the visitors: ${counted(this.#budget.spent, "request")} at once, at most ${maxRequests} in all.`);
        const first = await now;
        if ("why" in first)
            throw firstError(first);
        const current = await this.#pages("pages", plan.current, first, 0);
        const previous = plan.previous && before && (await this.#previous(plan.previous, await before, current.pages));
        await Promise.all(trend);
        if (signal.aborted)
            throw new service_errors/* CancelledError */.cc(false);
        for (const [at, range] of this.#periods.trend.entries()) {
            const read = isSame(range, plan.current) ? current.reading : isSame(range, plan.previous) && previous;
            if (read)
                points.set(at, read.totals);
        }
        if (this.#malformed > 0)
            this.#missing.push({ what: "rows", why: "malformed", count: this.#malformed });
        return {
            current: current.reading,
            previous,
            trend: this.#periods.trend.map((_, at) => points.get(at)),
            requests: this.#budget.spent,
            missing: this.#missing,
            failedMidway: this.#missing.some(({ why }) => why !== "budget"),
        };
    }
    async #first(range, limit, budget) {
        const asked = await this.#requests.ask({ range, limit, offset: 0, budget });
        if ("gap" in asked)
            return asked.gap;
        const totals = toCounts(asked.page.totals);
        if (totals !== undefined)
            return { totals, page: asked.page };
        const error = new service_errors/* InvalidResponseError */.tF("read the visitors", "the answer has totals below zero");
        return { why: "failure", reason: error.reason, error };
    }
    async #pages(what, range, { totals, page }, expected, budget = this.#budget) {
        const rows = new Rows();
        const { pages, gap } = await readPages({
            requests: this.#requests,
            budget,
            range,
            first: page,
            rows,
            expected,
        });
        if (gap !== undefined)
            this.#miss(what, gap);
        this.#malformed += rows.malformed;
        return { reading: { totals, rows: rows.sorted(), complete: gap === undefined }, pages };
    }
    async #previous(range, first, pages) {
        if ("why" in first) {
            this.#miss("previous", first);
            return undefined;
        }
        const begin = this.#budget.left >= pages - 1;
        const budget = begin ? this.#budget : new Budget(0);
        return (await this.#pages("previous-pages", range, first, pages, budget)).reading;
    }
    #miss(what, gap) {
        const missing = toMissing(what, gap);
        if (missing === undefined)
            return;
        const known = this.#missing.some((one) => JSON.stringify(one) === JSON.stringify(missing));
        if (!known)
            this.#missing.push(missing);
    }
}
function toMissing(what, gap) {
    switch (gap.why) {
        case "failure":
            return { what, why: "failure", reason: gap.reason };
        case "time":
        case "budget":
            return { what, why: gap.why };
        case "pagination":
            return what === "pages" || what === "previous-pages" ? { what, why: "pagination" } : undefined;
        case "dropped":
            return undefined;
    }
}

;// CONCATENATED MODULE: ./build/visitors/visitors.js










async function reportVisitors(inputs, tools) {
    const { service, clock, log, setOutput, signal } = tools;
    const periods = resolvePeriods(inputs, clock.now());
    const { dateFrom, dateTo } = rangeForService(periods.current);
    setOutput("dateFrom", dateFrom);
    setOutput("dateTo", dateTo);
    const stop = (0,heartbeat/* heartbeat */.j)(clock, log, () => "Still reading the visitors …");
    let reading;
    try {
        const deadline = clock.now() + inputs["timeout-minutes"] * 60_000;
        const onSpent = (requests) => setOutput("requests", String(requests));
        reading = await readVisitors(periods, {
            onSpent,
            service,
            clock,
            signal,
            deadline,
            log,
            maxRequests: inputs["max-requests"],
        });
    }
    finally {
        stop();
    }
    setFigures(setOutput, reading);
    const findings = findFindings(reading);
    const report = {
        periods,
        reading,
        findings,
        top: inputs.top,
        maxBytes: tools.summaryRoom,
        files: inputs["report-file"],
        runUrl: tools.runUrl,
    };
    const { written, failure } = writeFiles(inputs["report-file"], report, tools);
    const published = { ...report, files: written };
    const outcome = failure ?? reported(published, log);
    return { outcome, summary: renderReport(published), settled: comment(published, inputs, tools) };
}
function setFigures(setOutput, { current }) {
    const { human, ai, total } = current.totals;
    setOutput("human", String(human));
    setOutput("ai", String(ai));
    setOutput("total", String(total));
    const aiShare = share(ai, total);
    setOutput("aiShare", aiShare === undefined ? "" : String(Math.round(aiShare * 10_000) / 10_000));
    setOutput("pages", String(current.rows.length));
    setOutput("complete", String(current.complete));
}
function writeFiles(files, report, tools) {
    const written = [];
    for (const path of new Set(files)) {
        try {
            tools.writeFile(path, contentOf(path, report));
        }
        catch (error) {
            const why = error instanceof Error ? error.message : String(error);
            const outcome = {
                result: "error",
                reason: "file",
                message: (0,message/* message */.iU) `The report could not be written to ${(0,message/* code */.aY)(path)}: ${why}.`,
                advice: (0,message/* message */.iU) `See that the path in ${(0,message/* code */.aY)("report-file")} lies in the workspace and can be written; the summary holds the report all the same.`,
            };
            return { written, failure: outcome };
        }
        written.push(path);
        tools.setOutput("reportFile", written.join("\n"));
    }
    return { written, failure: undefined };
}
function contentOf(path, report) {
    if (/\.csv$/i.test(path))
        return toCsv(report);
    return /\.json$/i.test(path) ? toJson(report) : toMarkdown(report);
}
async function comment(report, inputs, tools) {
    const issue = inputs["issue-number"];
    const { github, log, apiKey, place, setOutput } = tools;
    if (issue === undefined || inputs.comment === "never")
        return;
    if (github === undefined) {
        const why = "issue-number is given, but github-token is empty; leave it out to use the job's own token.";
        return log.warning("Report not put into the comment", why);
    }
    if (inputs["dry-run"])
        return log.info(`Without dry-run, the report would be put into a comment on #${issue}.`);
    const reportComment = new ReportComment(github, log, apiKey, { ...place, issue });
    const published = await reportComment.publish(renderReport({ ...report, maxBytes: reportComment.room }));
    if (published !== undefined)
        setOutput("commentUrl", published.url);
}
function reported(report, log) {
    const { reading } = report;
    const partial = reading.missing.length > 0;
    const words = sentence(report).replaceAll("**", "");
    if (partial) {
        const text = "The report says what is missing below its heading, and at its end why.";
        if (reading.failedMidway)
            log.warning("Docs Agent: Report with gaps", text);
        else
            log.notice("Docs Agent: Report within its budget", `${text} To read more, raise max-requests.`);
    }
    return { result: "reported", reason: partial ? "partial" : "", message: [{ own: words }], advice: [] };
}


/***/ })

};
