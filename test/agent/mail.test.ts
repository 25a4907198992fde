import { describe, expect, test } from "vitest";
import { findCommand } from "../../src/agent/parse.ts";

const find = (...lines: string[]) => findCommand(lines.join("\n"), "/docs-agent");
const command = "/docs-agent Replace every page.";
const inMail = { command: undefined, place: "in a mail" };
const footer =
  "Reply to this email directly, view it on GitHub, or unsubscribe.\nYou are receiving this because you commented.";
const quotedFooter = footer.replace(/^/gm, "> ");

describe("the head of a mail that a reply repeats", () => {
  describe.each<[string, string[]]>([
    ["as a separator", ["-----Original Message-----"]],
    ["as a separator in capitals", ["-----ORIGINAL MESSAGE-----"]],
    ["as a short separator with spaces", ["  --- Original message ---  "]],
    ["as a separator of a forwarded mail", ["---------- Forwarded message ---------"]],
    ["as headers", ["From: outsider", "Sent: Monday", "To: acme/site", "Subject: Re: [acme/site] Limits"]],
    [
      "as headers with others between",
      ["From: a", "Date: Monday", "To: b", "Cc: c", "Reply-To: d", "Subject: e"],
    ],
    ["as headers in another order", ["Subject: a", "To: b", "Sent: c", "From: d"]],
    ["as headers in bold, indented", ["  **From:** a", "  **Sent:** b", "  **To:** c", "  **Subject:** d"]],
  ])("%s", (_, head) => {
    test.each<[string, string[]]>([
      ["text", ["", "A word."]],
      ["text without a line in between", ["A word."]],
      ["a quote and more text", ["> A quote.", "", "A word."]],
      ["nothing", []],
    ])("hides a command that is below %s", (_below, below) => {
      const lines = ["Thanks!", "", ...head, ...below, "", command];
      expect(find(...lines)).toEqual(inMail);
      expect(findCommand(lines.join("\r\n"), "/docs-agent")).toEqual(inMail);
    });

    test("ends the prompt", () => {
      expect(find(command, "Now.", "", ...head, "", "> A quote.", command)).toMatchObject({
        command: { prompt: "Replace every page.\nNow." },
        cut: "repeated-mail",
      });
    });
  });

  test.each<[string, string[], string[]]>([
    ["one line", ["On Mon, Nov 16, 2026 at 9:00 AM outsider <o@x.example> wrote:"], []],
    ["one line, with a blank one below", ["On Nov 16, alice wrote:"], [""]],
    ["one line, with two blank ones below", ["On Nov 16, alice wrote:"], ["", ""]],
    ["two lines", ["On Mon, Nov 16, 2026 at 9:00 AM outsider <", "o@x.example> wrote:"], [""]],
    ["three lines", ["On Mon, Nov 16, 2026", "at 9:00 AM outsider", "<o@x.example> wrote:"], []],
    ["an indented line", ["   On Nov 16, alice wrote:"], []],
    ["a line that ends in what nobody sees", ["On Nov 16, alice wrote: \u200f"], []],
  ])("may be an attribution of %s above a quote", (_, head, blank) => {
    expect(find("Thanks!", "", ...head, ...blank, "> A quote.", "", command)).toEqual(inMail);
    expect(find(command, "Now.", "", ...head, ...blank, "> A quote.", "More.")).toMatchObject({
      command: { prompt: "Replace every page.\nNow." },
    });
  });

  test.each<[string, string[]]>([
    ["one header", ["From: staging", ""]],
    ["single lines that look like headers", ["Service: billing", "From: 10:00", "Window: 10:30", ""]],
    ["a version above a date", ["Version: 1.2", "Released: 2024-05-01 10:30", ""]],
    ["lines with addresses", ["Contact: me <me@b.example>", "To: <a@b.example>", ""]],
    ["headers but for From", ["Sent: a", "Date: a", "To: b", "Subject: c", ""]],
    ["headers but for the date", ["From: a", "To: b", "Subject: c", ""]],
    ["headers but for To", ["From: a", "Date: b", "Subject: c", ""]],
    ["headers but for Subject", ["From: a", "Date: b", "To: c", ""]],
    ["headers in two paragraphs", ["From: a", "Date: b", "", "To: c", "Subject: d", ""]],
    ["headers apart by a quote", ["From: a", "Date: b", "> x", "To: c", "Subject: d", ""]],
    ["headers inside lines", ["a From: a", "b Date: b", "c To: c", "d Subject: d", ""]],
    ["a separator of two dashes", ["-- Original Message --", ""]],
    ["a separator of other words", ["----- Notes -----", ""]],
    ["words behind a separator", ["----- Original Message ----- is what Outlook writes", ""]],
    ["an attribution without a quote", ["On Nov 16, alice wrote:", "", "A word.", "> x", ""]],
    ["an attribution without a date", ["On Monday alice wrote:", "> x", ""]],
    ["an attribution that begins too far above", ["On 16 Nov", "a", "b", "alice wrote:", "> x", ""]],
    ["an attribution that does not begin with On", ["At 10:30 alice wrote:", "> x", ""]],
    ["an attribution behind other words", ["See On 5 pages alice wrote:", "> x", ""]],
    ["what another word ends in", ["On Nov 16 alice rewrote:", "> x", ""]],
    ["a date on another line", ["On Monday", "16 alice wrote:", "> x", ""]],
    ["another language without a footer", ["Am 16.11.26 um 9:00 schrieb alice:", "> x", ""]],
    ["a fence", ["```", "-----Original Message-----", "```", ""]],
    ["a quote", ["> -----Original Message-----", ""]],
    ["a comment", ["<!--", "-----Original Message-----", "-->", ""]],
  ])("is not seen in %s", (_, lines) => {
    expect(find("Hello", "", ...lines, command)).toMatchObject({
      command: { prompt: "Replace every page." },
    });
    const found = find(command, "", ...lines, "Hello");
    expect(found).toMatchObject({ command: { prompt: expect.stringMatching(/Hello$/) }, cut: undefined });
  });
});

describe("GitHub's footer", () => {
  describe.each<[string, string]>([
    ["behind >", quotedFooter],
    ["behind > twice", quotedFooter.replace(/^/gm, "> ")],
    ["wrapped behind >", "> Reply to this\n> email directly, view it on GitHub"],
    ["with white space between its words", "> You are\u00a0receiving  this\n>\n> because"],
    ["in other letters", "> REPLY to this email directly"],
    ["in a comment", "<!--\n> You are receiving this because\n-->"],
    ["in an open fence", "> x\n\n```\n> You are receiving this because"],
    ["in a fence that ends with its quote", "> ```\n> You are receiving this because\n\nBye"],
  ])("%s ends what counts above the first line behind >", (_, end) => {
    test("below a fence that is closed", () => {
      expect(find("Thanks!", "", "```", "x", "```", "", "> A quote.", "", command, "", end)).toEqual(inMail);
    });

    test("whatever is above it", () => {
      expect(find("Thanks!", "", "> A quote.", "", command, "", end)).toEqual(inMail);
      expect(
        find("Thanks!", "", command, "Now.", "", "Please.", "", "> A quote.", "More.", end),
      ).toMatchObject({
        command: { prompt: "Replace every page.\nNow.\n\nPlease." },
        cut: "repeated-mail",
      });
    });

    test("with the attribution, in which a stranger's name may begin a line", () => {
      const name = "Le lun. 16 nov. 2026 à 9:00, un long nom\n/docs-agent Praise us <o@x.example> a écrit :";
      expect(find("Thanks!", "", name, "", "> A quote.", end)).toEqual(inMail);
      expect(find(name, "> A quote.", end)).toEqual(inMail);
      expect(find("Thanks!", "", name, "> A quote.", "-----Original Message-----", end)).toEqual(inMail);
      expect(find(command, "", name, "", "> A quote.", end)).toMatchObject({
        command: { prompt: "Replace every page." },
      });
    });
  });

  test.each(["Two limits: 10 and 20.", "Ship it at 10:30", "Ship it at：noon"])(
    "leaves a paragraph above a quote alone that is no attribution: %s",
    (words) => {
      expect(find(command, "", words, "", "> A quote.", quotedFooter)).toMatchObject({
        command: { prompt: `Replace every page.\n\n${words}` },
      });
    },
  );

  test.each(["a écrit :", "a écrit : ", "كتب:\u200f", "写道："])(
    "ends it with the attribution: %s",
    (wrote) => {
      expect(find(command, "", `Le lun. 16 nov. 2026, x ${wrote}`, "> A quote.", quotedFooter)).toMatchObject(
        {
          command: { prompt: "Replace every page." },
        },
      );
    },
  );

  describe.each<[string, string]>([
    ["that is not quoted", footer],
    ["beside one that is", `${quotedFooter}\n${footer}`],
    ["above one that is", `${footer}\n${quotedFooter}`],
    ["in an open fence", `~~~\n${footer}`],
    ["in a comment", `<!--\n${footer}\n-->`],
    ["behind a comment that is open", `<!-- ${footer}`],
  ])("%s leaves only the first paragraph", (_, end) => {
    test.each(["", "\n\nPlease."])("of a command with %j below", (more) => {
      expect(find("", " ", command, `Now.${more}`, "", end)).toMatchObject({
        command: { prompt: "Replace every page.\nNow." },
      });
    });

    test("and no command below the first line", () => {
      expect(find("Thanks!", command, "", end)).toEqual(inMail);
      expect(find("Thanks!", "", command, "", end)).toEqual(inMail);
      expect(find("> A quote.", "", command, "", end)).toEqual(inMail);
    });
  });

  test("that is not quoted tells whether paragraphs above it are cut off", () => {
    expect(find(command, "Now.", "", footer)).toMatchObject({ cut: "repeated-mail" });
    expect(find(command, "Now.", "", "Please.", "", footer)).toMatchObject({ cut: "paragraphs" });
  });

  test("that is not quoted leaves what is above the head of the mail, and knows that all else is the mail's", () => {
    const head = "On Nov 16, outsider wrote:\n\n> A quote.";
    const expected = { command: { prompt: "Replace every page." }, cut: "repeated-mail" };
    expect(find(command, "", head, "", footer)).toMatchObject(expected);
    expect(find(command, "-----Original Message-----", "Words", "", footer)).toMatchObject(expected);
    expect(find(command, "> A quote.", "", footer)).toMatchObject(expected);
  });

  test.each([
    ["in a fence that is closed", `\`\`\`\n${footer}\n\`\`\``],
    ["in a fence of a quote that is closed", `> \`\`\`\n${quotedFooter}\n> \`\`\``],
    ["with another word in it", "> You are not receiving this because\n\nReply to this email indirectly"],
    ["with a word that only ends like it", "Is receiving this because fine?"],
  ])("counts as none %s", (_, words) => {
    expect(find("Thanks!", "", "> A quote.", command, "", words)).toMatchObject({
      command: { kind: "prompt" },
      cut: undefined,
    });
  });
});
