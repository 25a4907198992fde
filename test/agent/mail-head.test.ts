import { describe, expect, test } from "vitest";
import { findCommand } from "../../src/agent/command.ts";
import { cpuMs } from "../cpu-time.ts";

const find = (...lines: string[]) => findCommand(lines.join("\r\n"), "/docs-agent");
const command = "/docs-agent Replace every page.";
const rule = "_".repeat(32);
const from = "From: outsider <notifications@github.com>";

describe("the mail that a reply repeats without marks", () => {
  test.each<[string, string[]]>([
    ["as Outlook writes it", [rule, from, "Sent: Monday, November 16, 2026 9:00", "To: acme/site"]],
    ["in German, bold and indented", ["   **Von:** a <notifications@github.com>", "   **Gesendet:** Montag"]],
    ["in Chinese", ["发件人： outsider <notifications@github.com>", "收件人： acme/site"]],
    ["with an address that GitHub hides", ["From: outsider ***@***.***>", "Sent: Monday, 9:00"]],
    ["with one that it hides without a bracket", ["From: outsider ***@***.*** ", "Sent: Monday, 9:00"]],
    ["with the address in its last line", ["Sent: Monday", "To: acme/site [mailto:ab@cd.example]"]],
    ["with an address two lines above its last", ["To: <a@b>", "Sent: Monday", "Subject: Re"]],
    ["below a separator", ["-----Original Message-----"]],
    ["below one that is indented", ["  -----Original Message-----  "]],
    ["below another one", ["---- Ursprüngliche Nachricht ----"]],
    [
      "as Gmail writes it",
      ["On Mon, Nov 16, 2026 at 9:00 AM outsider <", "notifications@github.com> wrote:"],
    ],
    [
      "as an Enterprise Server sends it",
      ["Le lun. 16 nov., outsider <noreply@github.example.com> a écrit :"],
    ],
    ["in one line with a hidden address", ["Den mån 16 nov. skrev outsider ***@***.***>:"]],
    ["with day and time alone", ["Am 16.11.26 um 9.00 schrieb outsider:"]],
    ["with year and time alone", ["Le 16 novembre 2026 à 9h00, outsider a écrit："]],
  ])("is not the writer's: %s", (_, head) => {
    expect(find("Thanks!", "", ...head, "", command)).toBeUndefined();
    expect(find("Thanks!", "", ...head, command)).toBeUndefined();
    // Nothing of it counts, however far down it goes on.
    expect(find("Thanks!", "", ...head, "", "A word.", "", "> A quote.", "", command)).toBeUndefined();
    expect(find("Thanks!", "", ...head, "", "a > b", command)).toBeUndefined();
  });

  test.each<[string, string[]]>([
    ["a quote that is marked", ["On Mon, outsider <notifications@github.com> wrote:", "", "> Hello", ""]],
    ["a quote that is marked and indented", ["On Mon, outsider <a@b> wrote:", "   > Hello", ""]],
    [
      "a whole head with a quote that is marked",
      ["From: <a@b>", "To: <c@d>", "Sent: now", "", "> Hello", ""],
    ],
    ["one line that could be of a head", ["Contact: me <me@b.example>", ""]],
    ["lines apart from each other", ["Contact: me <me@b.example>", "", "Version: 1", ""]],
    ["a line below text that ends in one", ["Contact: me <me@b.example>", "and more", "Version: 1", ""]],
    ["lines without an address", ["Version: 1", "System: Linux", "Browser: none", "Node: 24", ""]],
    ["lines with a bare address", ["Contact: me@b.example", "Version: 1", ""]],
    ["lines that are no header", ["A list of many, many words: <a@b>", "1: <c@d>", "2: <e@f>", ""]],
    ["a list with addresses", ["1. Name: <a@b>", "2. Mail: <c@d>", ""]],
    ["a heading with a year", ["Changes of 2026:", ""]],
    ["a heading with a time", ["At 10:30 we decided:", ""]],
    ["a heading with numbers", ["Version 1.2 at 10:30, or 3000-1:", ""]],
    ["a date and a time in a sentence", ["It was 2026-11-16 10:30.", ""]],
    ["a sentence with an address", ["Ask <me@b.example> about it.", ""]],
    ["a line about somebody", ["[@alice](https://a.example) and @b says:", ""]],
    ["a list of dashes", ["--- a ---", "", "---- a", "", "----", "", "a ---- b ----", "", "---- 1 ----", ""]],
    ["a head in code", ["```", "From: a <a@b.example>", "To: b <b@b.example>", "```", ""]],
    ["a head in a quote", ["> From: a <a@b.example>", "> To: b <b@b.example>", ""]],
  ])("is not seen in %s", (_, lines) => {
    expect(find("Hello", "", ...lines, command)).toMatchObject({ prompt: "Replace every page." });
  });

  test("is found in lines that end as Linux has them", () => {
    expect(findCommand(`Thanks!\n\n${from}\nSent: now\n\n${command}`, "/docs-agent")).toBeUndefined();
  });

  test("does not keep from a command above it, nor from one that looks like a head", () => {
    expect(find(command, "", "From: a <a@b.example>", "To: b")).toMatchObject({ kind: "prompt" });
    expect(findCommand("On 2026-11-16 10:00 <a@b.example>:\n@x go", "On")).toMatchObject({ kind: "prompt" });
    expect(find("", "From: <a@b>", command)).toMatchObject({ kind: "prompt" });
  });

  test("is looked for in a time that does not grow with the square of the text", () => {
    for (const line of ["A: <a@b.example>\n", "<@", "a@", "-----a", "A:\n\n", "1:11 2026:\n> a\n\n", "a\n"]) {
      const text = line.repeat(65_000 / line.length);
      expect(cpuMs(() => void find(text, command))).toBeLessThan(5000);
    }
  });
});
