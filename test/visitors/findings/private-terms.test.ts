import { expect, it } from "vitest";
import { isPrivateTerm } from "../../../src/visitors/findings/private-terms.ts";

it.each([
  "jane@example.com",
  "mail to jane@localhost",
  "https://intranet",
  "www.acme",
  "acme.com",
  "build.acme.internal",
  "acme.io/settings",
  "10.0.0.12",
  "2001:db8:85a3:8d3",
  "api_key=x",
  "password: hunter2",
  "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
  "mint_0123456789ab",
  "550e8400-e29b-41d4",
  "dGhpc2lzYWxvbmdzZWNyZXRrZXl0aGF0aGFz",
  "123456",
  "+49 170 123",
  "12-34-56",
  "order (555) 1234",
  "12_34:56",
  "1'234'567",
  "123\u200b456",
  "123\u{e0041}456",
  "１２３４５６",
  "٠١٢٣٤٥",
  "jane＠example",
  "abcdefgh\u200bijk1lmnopq",
  "long ".repeat(21),
])("keeps “%s” private", (term) => {
  expect(isPrivateTerm(term)).toBe(true);
});

it.each([
  "import csv",
  "@types/node",
  "next.config.js",
  "fs.readFile",
  "std::vector",
  "error 40412",
  "2026",
  "1.2.3",
  "utf-8 to utf-16, 32",
  "api key",
  "token refresh",
  "rate limits",
  "oauth2 authorization",
  "x".repeat(31),
  "日本語",
  "long ".repeat(20),
])("lets “%s” be seen", (term) => {
  expect(isPrivateTerm(term)).toBe(false);
});
