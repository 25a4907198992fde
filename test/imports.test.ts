import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** The imports of our own files below a folder, by the names of its parts. */
function importsIn(folder: string) {
  const files = globSync("**/*.ts", { cwd: join(root, folder) });
  const partOf = (path = "") => path.split(/[\\/]|\.ts$/)[0] ?? "";
  return files.flatMap((file) => {
    const code = readFileSync(join(root, folder, file), "utf8");
    const paths = code.matchAll(/(?:from |import\()"(\.[^"]+)"/g);
    return Array.from(paths, ([, path = ""]) => {
      const [from, to] = [partOf(file), partOf(join(file, "..", path))];
      return { from, to, text: `${file} imports ${path}` };
    }).filter(({ from, to }) => from !== to);
  });
}

it("imports point the way that CONTRIBUTING.md says", () => {
  const page = readFileSync(join(root, ".github/CONTRIBUTING.md"), "utf8");
  const [, sentence = ""] = /Imports point one way: (.*?)\. /.exec(page) ?? [];
  const order = sentence.split(" → ").map((parts) => parts.split(", "));
  const placeOf = (part: string) => order.findIndex((parts) => parts.includes(part));
  const imports = importsIn("src");
  const known = imports.filter(({ from }) => placeOf(from) >= 0);
  expect(known).toEqual(imports);
  const wrong = imports.filter(({ from, to }) => placeOf(to) <= placeOf(from));
  expect(wrong.map(({ text }) => text)).toEqual([]);
});

it("of the rooms in src/visitors each imports those before it alone, and what composes them is above", () => {
  const inside = importsIn("src/visitors").filter(({ to }) => to !== "..");
  const ways = new Set(inside.map(({ from, to }) => `${from} → ${to}`));
  expect([...ways].toSorted()).toEqual([
    "find → read",
    "periods → read",
    "report-visitors → find",
    "report-visitors → periods",
    "report-visitors → read",
    "report-visitors → tell",
    "tell → find",
    "tell → read",
  ]);
});
