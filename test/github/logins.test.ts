import { describe, expect, it } from "vitest";
import { isBotLogin, isSameLogin, mentionableLogin } from "../../src/github/logins.ts";

describe("mentionableLogin", () => {
  it.each(["octocat", "Octo-Cat-9", "9", "alice_acme", "a".repeat(39)])(
    "is the login of a person: %s",
    (login) => {
      expect(mentionableLogin(login, false)).toBe(login);
    },
  );

  it.each([
    ...["renovate[bot]", "a".repeat(40), "", "octo\n", "@octo", "octo/team", "octo.cat", "oc\u0442o", "<b>"],
  ])("is none for a text that is more than the login of a person: %j", (login) => {
    expect(mentionableLogin(login, false)).toBeUndefined();
  });

  it("is none for a bot, and for nobody", () => {
    expect(mentionableLogin("octocat", true)).toBeUndefined();
    expect(mentionableLogin(undefined, false)).toBeUndefined();
  });
});

describe("a login", () => {
  it("is the same in another case of ASCII, and of nothing else", () => {
    expect(isSameLogin("Octo-Cat", "oCTO-cAT")).toBe(true);
    expect(isSameLogin("octo", "octo1")).toBe(false);
    // The Kelvin sign lowers to an ASCII k.
    expect(isSameLogin("\u212Aate", "kate")).toBe(false);
  });

  it("is that of a bot with [bot] at its end, in any case", () => {
    expect(["a[bot]", "a[BOT]", "a[bot]x", "bot"].map(isBotLogin)).toEqual([true, true, false, false]);
  });
});
