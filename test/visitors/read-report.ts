/** A row of “What moved”, or of another table: the cells as a reader sees them. */
export type Row = readonly string[];

/** Something that a report says, what it names in code, or else in bold, and its command to copy. */
export type Item = { text: string; pages: readonly string[]; command: string | undefined };

/** What a reader takes from a report. It is read from the Markdown alone. */
export type ReadReport = {
  heading: string;
  /** The quoted line below the heading. */
  notice: string | undefined;
  /** Without its Markdown. */
  headline: string;
  worthALook: Item[];
  next: Item[];
  chart:
    | { title: string; dates: readonly string[]; top: number; lines: readonly (readonly number[])[] }
    | undefined;
  /** The rows of the key figures, with their heads. */
  keyFigures: readonly Row[];
  /** The rows of “What moved”, the folded ones too: mark, page, change, before, now. */
  moved: readonly Row[];
  /** The rows of the top pages, the folded ones too. */
  pages: readonly Row[];
};

/** Reads a report as its reader does. Throws if it has no heading. */
export function readReport(markdown: string): ReadReport {
  const [heading = ""] = /^## (.*)$/m.exec(markdown)?.slice(1) ?? [];
  if (heading === "") throw new Error("The report has no heading.");
  const head = markdown.slice(0, markdown.search(/^### /m));
  const headline = /^\*\*.*$/m.exec(head)?.[0] ?? "";
  return {
    heading,
    notice: /^> (.*)$/m.exec(head)?.[1],
    headline: headline.replaceAll("**", ""),
    worthALook: items(sectionOf(markdown, "Worth a look")),
    next: items(sectionOf(markdown, "What to document next")),
    chart: chart(markdown),
    keyFigures: tables(markdown).find((table) => table.some(([name]) => name === "All visitors")) ?? [],
    moved: tables(sectionOf(markdown, "What moved")).flatMap((table) => table.slice(1)),
    pages: tables(sectionOf(markdown, "Top pages")).flatMap((table) => table.slice(1)),
  };
}

/** The text below a heading, up to the next heading, or nothing. */
function sectionOf(markdown: string, title: string): string {
  const start = markdown.indexOf(`### ${title}\n`);
  if (start < 0) return "";
  const text = markdown.slice(start + title.length + 5);
  const end = text.search(/^### /m);
  return end < 0 ? text : text.slice(0, end);
}

/** A text as a reader sees it: links as their words, code and bold without their marks. */
export function seen(markdown: string): string {
  return markdown
    .replace(/\]\((?:[^()\s]|\([^()\s]*\))*\)/g, "")
    .replace(/\[(?=`)/g, "")
    .replaceAll("**", "")
    .replace(/(`+) ?(.*?) ?\1(?!`)/g, "$2")
    .replaceAll("<br>", " ")
    .replaceAll("\u00a0", " ")
    .trim();
}

function items(section: string): Item[] {
  return section
    .split(/^- /m)
    .slice(1)
    .map((item) => {
      // The key figures follow the last finding.
      const [text = ""] = item.split("\n\n");
      const command = /```\n {2}(.*?)\n {2}```/s.exec(item)?.[1];
      const codes = Array.from(text.matchAll(/(`+) ?(.*?) ?\1(?!`)/g), ([, , code = ""]) => code);
      const bold = Array.from(text.matchAll(/\*\*(.*?)\*\*/g), ([, text = ""]) => text);
      return {
        text: seen(text),
        pages: codes.length > 0 ? codes : bold,
        command,
      };
    });
}

function chart(markdown: string): ReadReport["chart"] {
  const source = /```mermaid\n(.*?)```/s.exec(markdown)?.[1];
  if (source === undefined) return undefined;
  const numbers = (text: string) => text.split(",").map(Number);
  return {
    title: /title "(.*)"/.exec(source)?.[1] ?? "",
    dates: Array.from(
      /x-axis \[(.*)\]/.exec(source)?.[1]?.matchAll(/"([^"]*)"/g) ?? [],
      ([, date = ""]) => date,
    ),
    top: Number(/y-axis .*--> (\d+)/.exec(source)?.[1]),
    lines: Array.from(source.matchAll(/^\s*line .*?\[(.*)\]$/gm), ([, line = ""]) => numbers(line)),
  };
}

function tables(markdown: string): Row[][] {
  const all: Row[][] = [[]];
  for (const line of markdown.split("\n")) {
    if (!line.startsWith("|")) all.push([]);
    else if (!/^\|(?: :?-+:? \|)+$/.test(line)) all.at(-1)?.push(cells(line));
  }
  return all.filter((table) => table.length > 0);
}

function cells(line: string): string[] {
  return line
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map(seen);
}
