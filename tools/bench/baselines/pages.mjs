// What a person writes with a bare fetch: every page of a period into a CSV file, one request after the other.
//   node pages.mjs FILE FROM/TO [FROM/TO of the period before [FROM/TO of an older point of a trend …]]
import { writeFileSync } from "node:fs";

const { BASE_URL, PROJECT_ID, API_KEY } = process.env;
const [file, period, before, ...older] = process.argv.slice(2);

async function ask(range, limit, offset) {
  const [dateFrom, dateTo] = range.split("/");
  const query = new URLSearchParams({ dateFrom, dateTo, limit, offset });
  const response = await fetch(`${BASE_URL}/v1/analytics/${PROJECT_ID}/visitors?${query}`, {
    headers: { authorization: `Bearer ${API_KEY}` },
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const page = await response.json();
  if (offset === 0) console.log(range, page.totals.human, page.totals.ai, page.totals.total);
  return page;
}

async function read(range) {
  const rows = [];
  for (let offset = 0, more = true; more; offset += 250) {
    const page = await ask(range, 250, offset);
    rows.push(...page.visitors);
    more = page.hasMore;
  }
  return rows;
}

const counts = (row) => [row?.human ?? 0, row?.ai ?? 0, row?.total ?? 0];
const rows = await read(period);
const earlier = before && new Map((await read(before)).map((row) => [row.path, row]));
for (const range of older) await ask(range, 1, 0);
const lines = rows.map((row) =>
  [
    `"${row.path.replaceAll('"', '""')}"`,
    ...counts(row),
    ...(earlier ? counts(earlier.get(row.path)) : []),
  ].join(),
);
const names = `path,human,ai,total${earlier ? ",previousHuman,previousAi,previousTotal" : ""}`;
writeFileSync(file, `${[names, ...lines].join("\n")}\n`);
