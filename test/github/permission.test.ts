import { describe, expect, test } from "vitest";
import { ActionError } from "../../src/errors.ts";
import { checkPermission, type PermissionRules, type Role } from "../../src/github/permission.ts";
import { toPlainText } from "../../src/text/rich-text.ts";
import { clientOf, FakeGitHub, noAccess, type Refusal } from "./fake-github.ts";

const usual: PermissionRules = {
  ...{ author: "maintainer", authorIsBot: false, isRerun: false, rerunBy: undefined },
  ...{ required: "write", allowedUsers: [] },
};

async function check(rules: Partial<PermissionRules>, gitHub = new FakeGitHub()) {
  const { gitHub: client, requests } = clientOf(gitHub);
  const isRerun = rules.rerunBy !== undefined;
  return { result: await checkPermission({ ...usual, isRerun, ...rules }, client), requests };
}

function withRole(
  role: { permission: string; role_name?: string; user?: unknown },
  login = "somebody",
): FakeGitHub {
  const gitHub = new FakeGitHub();
  gitHub.roles.set(login, role);
  return gitHub;
}

const allowed = { allowed: true };
const denied = (reason: string, login: string, role?: string) => {
  return { allowed: false, reason, login, role };
};

// The role's name counts, and of a custom role the legacy permission (docs.github.com, "Get repository permissions for
// a user").
test.each<[string | undefined, string, Role, string | undefined]>([
  ["read", "read", "read", undefined],
  ["read", "read", "triage", "read"],
  ["triage", "read", "write", "triage"],
  ["maintain", "write", "maintain", undefined],
  ["maintain", "write", "admin", "maintain"],
  ["admin", "admin", "admin", undefined],
  ["docs-writers", "write", "write", undefined],
  ["docs-writers", "write", "maintain", "docs-writers"],
  ["docs-writers", "something new", "read", "docs-writers"],
  ["Admin", "read", "write", "Admin"],
  [undefined, "read", "write", "read"],
])(
  "the role %s with the legacy permission %j: against %s, the denial names %j",
  async (role, permission, required, named) => {
    const name = role === undefined ? {} : { role_name: role };
    const { result } = await check(
      { author: "somebody", required },
      withRole({ permission, ...name }),
    );
    expect(result).toEqual(named === undefined ? allowed : denied("permission", "somebody", named));
  },
);

describe("the answer of GitHub", () => {
  const about = (user: object | null) =>
    check({ author: "kim" }, withRole({ permission: "admin", role_name: "admin", user }, "kim"));

  test.each([
    ["nobody", null],
    ["one that differs in more than case", { login: "\u212aim" }],
  ])("gives no role where it is about %s", async (_, user) => {
    expect((await about(user)).result).toEqual(denied("permission", "kim"));
  });

  test("is about the login that was asked for, in any case", async () => {
    expect((await about({ login: "Kim" })).result).toEqual(allowed);
  });

  test("denies a command of somebody who is no user", async () => {
    expect((await check({ author: "nobody" })).result).toEqual(denied("permission", "nobody"));
  });
});

describe("a GitHub that cannot be asked", () => {
  const refused = Object.assign(new Error("x"), { code: "ECONNREFUSED", syscall: "connect" });
  const says = (status: number, message: string): Omit<Refusal, "path"> => ({ status, message });

  // biome-ignore format: a table is read by its rows
  test.each<[string, Omit<Refusal, "path">, string, string, number]>([
    ["401", says(401, "Bad credentials"), "HTTP 401: “Bad credentials”", "Check the token in github-token", 1],
    ["no access", says(403, noAccess), `HTTP 403: “${noAccess}”`, "Check that github-token can read", 1],
    ["a repository that the token cannot see", says(404, "Not Found"), "HTTP 404: “Not Found”", "Check that github-token can read", 1],
    ["500", says(500, ""), "HTTP 500", "Re-run the workflow in ten minutes.", 4],
    ["a refused connection", { error: refused }, "no connection (ECONNREFUSED)", "Re-run the workflow in ten minutes.", 4],
  ])("is an error with its cause, not a denial: %s", async (_, refusal, why, advice, attempts) => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /permission$/, ...refusal });
    const { gitHub: client, requests } = clientOf(gitHub);
    const error: unknown = await checkPermission(usual, client).catch((thrown: unknown) => thrown);
    if (!(error instanceof ActionError)) throw error;
    expect(error).toMatchObject({
      reason: "github",
      message: `GitHub could not be asked for the role of @maintainer: ${why}.`,
    });
    expect(toPlainText(error.outcome.advice)).toContain(advice);
    expect(requests).toHaveLength(attempts);
  });
});

test.each([
  ["its type", "renovate", true],
  ["its name", "renovate[bot]", true],
])("a bot is allowed only by name, whatever its role: by %s", async (_, author, authorIsBot) => {
  const gitHub = withRole({ permission: "admin", role_name: "admin" }, author);
  const { result, requests } = await check({ author, authorIsBot }, gitHub);
  expect([result, requests]).toEqual([denied("bot", author), []]);
  const named = await check({ author, authorIsBot, allowedUsers: [author] }, gitHub);
  expect(named.result).toEqual(allowed);
});

describe("allowed-users", () => {
  test("count without a token, where no role can be asked for", async () => {
    const named = { ...usual, allowedUsers: ["octocat"] };
    expect(await checkPermission({ ...named, author: "octocat" }, undefined)).toEqual(allowed);
    const message = "github-token is empty, so GitHub cannot be asked for the role of @hubot.";
    const refused = { reason: "input", message };
    await expect(checkPermission({ ...named, author: "hubot" }, undefined)).rejects.toMatchObject(
      refused,
    );
  });

  test.each([
    ["without case", ["OutSider"], true],
    ["not where only Unicode folds the case", ["outsıder", "outſider"], false],
    ["not by a part", ["out", "outsiders", "*"], false],
    ["not by the login of a bot", ["outsider[bot]"], false],
  ])("match a login %s", async (_, allowedUsers, ok) => {
    const { result, requests } = await check({ author: "outsider", allowedUsers });
    expect([result.allowed, requests.length]).toEqual([ok, ok ? 0 : 1]);
  });

  test.each([
    ["a deleted account", undefined, undefined, "ghost"],
    ["a login of dots, which would change the path of the request", ".", "..", "."],
  ])("do not match %s, and GitHub is not asked", async (_, author, rerunBy, login) => {
    const { result, requests } = await check({ author, rerunBy, allowedUsers: ["ghost"] });
    expect([result, requests]).toEqual([denied("permission", login), []]);
  });
});

describe("on a re-run", () => {
  test("the author alone is checked when the author re-runs, whatever the case", async () => {
    const { result, requests } = await check({ rerunBy: "Maintainer" });
    expect([result, requests.length]).toEqual([allowed, 1]);
  });

  test.each<[string, string[], object]>([
    ["owner", [], allowed],
    ["outsider", ["outsider"], allowed],
    ["outsider", [], denied("re-run", "outsider", "read")],
    ["nobody", [], denied("re-run", "nobody")],
    ["ci[Bot]", [], denied("re-run", "ci[Bot]")],
  ])(
    "another person must be allowed too: %s with allowed-users %j",
    async (rerunBy, allowedUsers, expected) => {
      expect((await check({ rerunBy, allowedUsers })).result).toEqual(expected);
    },
  );

  test("a person with a role does not lend it to the author", async () => {
    const { result } = await check({ author: "outsider", rerunBy: "owner" });
    expect(result).toEqual(denied("permission", "outsider", "read"));
  });

  test("a command is denied when the run does not say who re-runs, whoever wrote it", async () => {
    const { result, requests } = await check({ isRerun: true, allowedUsers: ["maintainer"] });
    expect([result, requests]).toEqual([denied("re-run", "ghost"), []]);
  });

  test("it is an error where GitHub does not say the person's role", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /owner\/permission$/, status: 403 });
    await expect(check({ rerunBy: "owner" }, gitHub)).rejects.toMatchObject({ reason: "github" });
  });
});
