import { describe, expect, test } from "vitest";
import { findCommand } from "../../src/agent/command.ts";

const find = (...lines: string[]) => findCommand(lines.join("\r\n"), "/docs-agent");
const command = "/docs-agent Replace every page.";
const rule = "_".repeat(32);

describe("the mail that a reply repeats without marks", () => {
  test.each<[string, string[]]>([
    [
      "as Outlook writes it",
      [
        rule,
        "From: outsider <notifications@github.com>",
        "Sent: Monday, November 16, 2026 9:00",
        "To: acme/site",
      ],
    ],
    ["in German and bold", ["**Von:** outsider <notifications@github.com>", "**Gesendet:** Montag, 9 Uhr"]],
    [
      "with an address that GitHub hides",
      ["From: outsider ***@***.***>", "Sent: Monday, 9:00", "To: acme/site"],
    ],
    ["in one line with a hidden address", ["Den mån 16 nov. skrev outsider ***@***.***>:"]],
    ["in Chinese", ["发件人： outsider <notifications@github.com>", "收件人： acme/site"]],
    ["with the address in its last line", ["Sent: Monday", "To: acme/site [mailto:a@b.example]"]],
    ["below a separator", ["-----Original Message-----", "On Monday outsider wrote:"]],
    ["below a German separator", ["----- Ursprüngliche Nachricht -----"]],
    [
      "as Gmail writes it",
      ["On Mon, Nov 16, 2026 at 9:00 AM outsider <", "notifications@github.com> wrote:"],
    ],
    [
      "as an Enterprise Server sends it",
      ["Le lun. 16 nov., outsider <noreply@github.example.com> a écrit :"],
    ],
    ["without an address", ["Am 16.11.2026 um 09:00 schrieb outsider:"]],
  ])("is not the writer's: %s", (_, head) => {
    expect(find("Thanks!", "", ...head, "", command)).toBeUndefined();
    expect(find("Thanks!", "", ...head, "Subject: Re: [acme/site] Add a limit", "", command)).toBeUndefined();
    // Nothing of it counts, however far down it goes on.
    expect(find("Thanks!", "", ...head, "", "A word.", "", "> A quote.", "", command)).toBeUndefined();
  });

  test.each<[string, string[]]>([
    ["a quote that is marked", ["On Mon, outsider <notifications@github.com> wrote:", "", "> Hello", ""]],
    [
      "a whole head with a quote that is marked",
      ["From: <a@b.example>", "To: <c@d.example>", "", "> Hello", ""],
    ],
    ["one line that could be of a head", ["Contact: me <me@b.example>", ""]],
    ["lines apart from each other", ["Contact: me <me@b.example>", "", "Version: 1", ""]],
    ["lines without an address", ["Version: 1", "System: Linux", "Browser: none", "Node: 24", ""]],
    ["a heading with a year", ["Changes of 2026:", ""]],
    ["a heading with a time", ["At 10:30 we decided:", ""]],
    ["a sentence with an address", ["Ask me@b.example about it.", ""]],
    ["a list of dashes", ["--- a", "---- ", ""]],
    ["a head in code", ["```", "From: a <a@b.example>", "To: b <b@b.example>", "```", ""]],
    ["a head in a quote", ["> From: a <a@b.example>", "> To: b <b@b.example>", ""]],
  ])("is not seen in %s", (_, lines) => {
    expect(find("Hello", "", ...lines, command)).toMatchObject({ prompt: "Replace every page." });
  });

  test("does not keep from a command above it, nor from one that looks like a head", () => {
    expect(find(command, "", "From: a <a@b.example>", "To: b")).toMatchObject({ kind: "prompt" });
    expect(findCommand("On 2026-11-16 10:00 <a@b.example>:\n@x go", "On")).toMatchObject({ kind: "prompt" });
  });

  test("is looked for in linear time", () => {
    for (const line of ["A: <a@b.example>\n", "<@", "a@", "-----", "A:\n\n", "1:11 2026:\n"])
      expect(find(line.repeat(65_000 / line.length), command) ?? "none").toBeDefined();
  });
});
