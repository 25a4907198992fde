import { expect, it } from "vitest";
import { isBotLogin, isSameLogin, mentionableLogin } from "../../src/github/logins.ts";

it("a mention is the login of a person, and nothing that is more than that", () => {
  for (const login of ["octocat", "Octo-Cat-9", "9", "alice_acme", "a".repeat(39)]) {
    expect(mentionableLogin(login, false)).toBe(login);
    expect(mentionableLogin(login, true)).toBeUndefined();
  }
  const others = [
    "a".repeat(40),
    "",
    "octo\n",
    "@octo",
    "octo/team",
    "octo.cat",
    "oc\u0442o",
    "<b>",
  ];
  for (const login of [undefined, "renovate[bot]", ...others])
    expect(mentionableLogin(login, false), login).toBeUndefined();
});

it("a login is the same in another case of ASCII, and of nothing else", () => {
  expect(isSameLogin("Octo-Cat", "oCTO-cAT")).toBe(true);
  expect(isSameLogin("octo", "octo1")).toBe(false);
  // The Kelvin sign lowers to an ASCII k.
  expect(isSameLogin("\u212Aate", "kate")).toBe(false);
});

it("a login is that of a bot with [bot] at its end, in any case", () => {
  expect(["a[bot]", "a[BOT]", "a[bot]x", "bot"].map(isBotLogin)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
