import { describe, expect, test } from "vitest";
import { findCommand } from "../../../src/agent/command/find-command.ts";

const find = (...lines: string[]) => findCommand(lines.join("\n"), "/docs-agent");
const command = "/docs-agent Replace every page.";
const from = "From: outsider <notifications@github.com>";
const wrote = "outsider <notifications@github.com> wrote:";

describe("the head of an email that a reply repeats", () => {
  describe.each<[string, string[]]>([
    ["as Outlook writes it", [from, "Sent: Monday, November 16, 2026 9:00", "To: acme/site"]],
    ["without an address", ["From: outsider", "Sent: Monday, November 16, 2026", "To: acme/site"]],
    ["without an address, in bold", ["**From:** outsider", "**Sent:** Monday, November 16, 2026"]],
    ["with a date and no address", ["From: outsider", "Sent: 2026-11-16"]],
    ["in German, bold and indented", ["   **Von:** a <notifications@github.com>", "   **Gesendet:** Montag"]],
    ["in German, with a date", ["Von: outsider", "Gesendet: Montag, 16. November 2026 09:00"]],
    ["in Chinese", ["发件人： outsider <notifications@github.com>", "收件人： acme/site"]],
    ["with an address that GitHub hides", ["From: outsider ***@***.***>", "Sent: Monday, 9:00"]],
    ["with a hidden address without a bracket", ["From: outsider ***@***.*** ", "Sent: Monday, 9:00"]],
    ["with the address in its last line", ["Sent: Monday", "To: acme/site [mailto:ab@cd.example]"]],
    ["with the address in its third line", ["From: a", "Subject: Re", "To: <a@b.example>"]],
    ["with two colons in its second line", ["From: a", "Sent: 9:00", "To: <a@b.example>"]],
    ["with an address two lines above its last", ["To: <a@b>", "Sent: Monday", "Subject: Re"]],
    ["as a separator", ["-----Original Message-----"]],
    ["as an indented separator", ["  -----Original Message-----  "]],
    ["as a separator in German", ["---- Ursprüngliche Nachricht ----"]],
    ["as a long separator", ["---------- Forwarded message ---------"]],
    ["as Gmail writes it", [`On Mon, Nov 16, 2026 at 9:00 AM ${wrote}`]],
    [
      "as Gmail breaks it",
      ["On Mon, Nov 16, 2026 at 9:00 AM outsider <", "notifications@github.com> wrote:"],
    ],
    ["as Gmail breaks it twice", ["On Mon, Nov 16, 2026", "at 9:00 AM outsider", "<a@b.example> wrote:"]],
    ["as Apple Mail writes it", ["On Nov 16, alice wrote:"]],
    ["with what nobody sees at its end", ["On Nov 16, alice wrote: \u200f"]],
    ["in three lines", ["On Mon, Nov 16,", "alice of acme", "wrote:"]],
    ["from an Enterprise Server", ["Le lun. 16 nov., outsider <noreply@github.example.com> a écrit :"]],
    ["in one line with a hidden address", ["Den mån 16 nov. skrev outsider ***@***.***>:"]],
    ["with its address in the line above", ["Le lun. 16 nov., <noreply@github.example.com>", "a écrit :"]],
    ["with its colon in a line of its own", ["Le lun. 16 nov., <noreply@github.example.com> a écrit", ":"]],
    ["with signs of direction", ["\u202bבתאריך 16 בנוב׳, outsider <\u202aa@b.example\u202c\u200f>:\u202c"]],
    ["with day and time alone", ["Am 16.11.26 um 9.00 schrieb outsider:"]],
    ["with year and time alone", ["Le 16 novembre 2026 à 9h00, outsider a écrit："]],
  ])("%s", (_, head) => {
    test.each<[string, string[]]>([
      ["text", ["", "A word."]],
      ["text without a line in between", ["A word."]],
      ["a quote", ["", "> A quote."]],
      ["a quote and more text", ["> A quote.", "", "A word."]],
      ["nothing", []],
    ])("hides a command that is below %s", (_below, below) => {
      const lines = ["Thanks!", "", ...head, ...below, "", command];
      expect(find(...lines)).toBeUndefined();
      expect(findCommand(lines.join("\r\n"), "/docs-agent")).toBeUndefined();
    });

    test("ends the prompt", () => {
      expect(find(command, "Now.", "", ...head, "", "> A quote.", command)).toMatchObject({
        prompt: "Replace every page.\nNow.",
      });
      expect(find(command, "Now.", "", ...head, "", "A word <!-- and a comment -->.")).toMatchObject({
        prompt: "Replace every page.\nNow.",
      });
    });
  });

  test.each<[string, string[]]>([
    ["one line that could be of a head", ["Contact: me <me@b.example>", ""]],
    ["lines apart from each other", ["Contact: me <me@b.example>", "", "Version: 1", ""]],
    ["a line below text that ends in one", ["Contact: me <me@b.example>", "and more", "Version: 1", ""]],
    ["lines without an address", ["Version: 1", "System: Linux", "Browser: none", "Node: 24", ""]],
    ["lines with versions", ["Version: 1.10.2", "Node: 24.10.1", "Released: 2026", ""]],
    ["lines with a date and no time", ["Date: 2026-11-16", "Title: Limits", ""]],
    ["lines with a bare address", ["Contact: me@b.example", "Version: 1", ""]],
    ["lines that are no header", ["A list of many, many words: <a@b>", "1: <c@d>", "2: <e@f>", ""]],
    ["sentences with addresses", ["Ask me, here: <a@b>", "or them, there: <c@d>", ""]],
    ["lines with a year and the word Sent", ["Title: Sent in 2026", "Version: 1", ""]],
    ["dashes around a word and more", ["---- a ---- b", ""]],
    ["a list with addresses", ["1. Name: <a@b>", "2. Mail: <c@d>", ""]],
    ["a heading with a year", ["Changes of 2026:", ""]],
    ["a heading with a time", ["At 10:30 we decided:", ""]],
    ["a heading with numbers", ["Version 1.2 at 10:30, or 3000-1:", ""]],
    ["a date and a time in a sentence", ["It was 2026-11-16 10:30.", ""]],
    ["a sentence with an address", ["Ask <me@b.example> about it.", ""]],
    ["an address too far above a colon", ["Ask <me@b.example>", "or", "not", "then:", ""]],
    ["an address in another paragraph", ["Ask <me@b.example>", "", "Then:", ""]],
    ["a line about others", ["[@alice](https://a.example) and @b says:", ""]],
    ["what somebody wrote on no day", ["On Monday alice wrote:", ""]],
    ["what begins too far above", ["On 16 Nov", "a", "b", "alice wrote:", ""]],
    ["a sentence that begins with On", ["On 3 pages the example is wrong.", ""]],
    ["a line that ends in wrote:", ["What outsider wrote:", ""]],
    [
      "dashes",
      ["----------", "", "--- a ---", "", "---- a", "", "----", "", "a ---- b ----", "", "---- 1 ----", ""],
    ],
    ["a fence", ["```", from, "To: b <b@b.example>", "```", ""]],
    ["a quote", [`> ${from}`, "> To: b <b@b.example>", "", `> On 16 Nov ${wrote}`, ""]],
    ["a comment", ["<!--", from, "To: b <b@b.example>", "-->", ""]],
  ])("is not seen in %s", (_, lines) => {
    expect(find("Hello", "", ...lines, command)).toMatchObject({ prompt: "Replace every page." });
    expect(find(command, "", ...lines, "Hello")).toMatchObject({ prompt: expect.stringMatching(/Hello$/) });
  });

  test("is not a line that starts with the trigger phrase", () => {
    expect(findCommand("On 2026-11-16 10:00 <a@b.example>:\n@x go", "On")).toMatchObject({ kind: "prompt" });
    expect(find("From: <a@b>", command, "To: <a@b>", "")).toMatchObject({
      prompt: "Replace every page.\nTo: <a@b>",
    });
  });
});
