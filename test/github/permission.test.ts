import { describe, expect, test } from "vitest";
import { ActionError } from "../../src/errors.ts";
import { checkPermission, type PermissionRules, type Role } from "../../src/github/permission.ts";
import { toPlainText } from "../../src/text/rich-text.ts";
import { clientOf, FakeGitHub, type Refusal } from "./fake-github.ts";

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

describe("roles", () => {
  // The role's name counts, and of a custom role the legacy permission (docs.github.com, "Get repository permissions for
  // a user").
  test.each<[string | undefined, string, Role, string | undefined]>([
    ["read", "read", "read", undefined],
    ["read", "read", "triage", "read"],
    ["triage", "read", "triage", undefined],
    ["triage", "read", "write", "triage"],
    ["write", "write", "write", undefined],
    ["write", "write", "maintain", "write"],
    ["maintain", "write", "maintain", undefined],
    ["maintain", "write", "admin", "maintain"],
    ["admin", "admin", "admin", undefined],
    ["docs-writers", "write", "write", undefined],
    ["docs-writers", "write", "maintain", "docs-writers"],
    ["docs-writers", "something new", "read", "docs-writers"],
    ["Admin", "read", "write", "Admin"],
    ["none", "none", "read", "none"],
    [undefined, "read", "write", "read"],
  ])(
    "%s with the legacy permission %j: against %s, the denial names %j",
    async (role, permission, required, named) => {
      const name = role === undefined ? {} : { role_name: role };
      const { result } = await check({ author: "somebody", required }, withRole({ permission, ...name }));
      const denied = { allowed: false, reason: "permission", login: "somebody", role: named };
      expect(result).toEqual(named === undefined ? { allowed: true } : denied);
    },
  );
});

describe("the answer of GitHub", () => {
  test.each<[string, object]>([
    ["another account", { user: { login: "owner" } }],
    ["an account that differs in more than case", { user: { login: "\u212aim" } }],
    ["nobody", { user: null }],
  ])("must be about the login that was asked for: not about %s", async (_, about) => {
    const gitHub = withRole({ permission: "admin", role_name: "admin", ...about }, "kim");
    const { result } = await check({ author: "kim" }, gitHub);
    expect(result).toEqual({
      ...{ allowed: false, reason: "permission-unknown", login: "kim", role: undefined },
    });
  });

  test("may spell the login in another case", async () => {
    const role = { permission: "admin", user: { login: "Kim" } };
    expect((await check({ author: "kim" }, withRole(role, "kim"))).result).toEqual({ allowed: true });
  });

  test.each([
    [404, "permission"],
    [403, "permission-unknown"],
  ])("denies a command with HTTP %i", async (status, reason) => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /permission$/, status });
    const { result } = await check({}, gitHub);
    expect(result).toEqual({ allowed: false, reason, login: "maintainer", role: undefined });
  });
});

describe("a GitHub that cannot be asked", () => {
  const refused = Object.assign(new Error("x"), { code: "ECONNREFUSED", syscall: "connect" });
  const limit = { status: 403, headers: { "x-ratelimit-remaining": "0" } };

  test.each<[string, Omit<Refusal, "path">, string, string, number]>([
    ["401", { status: 401 }, "HTTP 401", "Check the token in github-token", 1],
    ["a rate limit that is a 403", limit, "HTTP 403", "Repeat the command later.", 2],
    ["500", { status: 500 }, "HTTP 500", "Repeat the command later.", 4],
    ["a refused connection", { error: refused }, "no connection (ECONNREFUSED)", "NO_PROXY", 4],
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
    expect(toPlainText(error.advice)).toContain(advice);
    expect(requests).toHaveLength(attempts);
  });

  test("is no error of its own when the run itself aborts the request", async () => {
    const { gitHub: client } = clientOf(new FakeGitHub(), { stopReading: AbortSignal.abort() });
    await expect(checkPermission(usual, client)).rejects.toMatchObject({
      name: "GitHubError",
      aborted: true,
    });
  });
});

describe("bots", () => {
  test.each([
    ["its type", "renovate", true],
    ["its name", "renovate[bot]", true],
  ])("are allowed only by name, whatever their role: a bot by %s", async (_, author, authorIsBot) => {
    const gitHub = withRole({ permission: "admin", role_name: "admin" }, author);
    const { result, requests } = await check({ author, authorIsBot }, gitHub);
    expect(result).toEqual({ allowed: false, reason: "bot", login: author, role: undefined });
    expect(requests).toEqual([]);
    const named = await check({ author, authorIsBot, allowedUsers: [author] }, gitHub);
    expect(named.result).toEqual({ allowed: true });
  });

  test("are not allowed by a person's login, nor people by a bot's", async () => {
    const bot = await check({ author: "renovate[bot]", authorIsBot: true, allowedUsers: ["renovate"] });
    expect(bot.result).toMatchObject({ allowed: false, reason: "bot" });
    const person = await check({ author: "renovate", allowedUsers: ["renovate[bot]"] });
    expect(person.result).toMatchObject({ allowed: false, reason: "permission" });
  });
});

describe("allowed-users", () => {
  test("counts without a token, where no role can be asked for", async () => {
    const named = { ...usual, allowedUsers: ["octocat"] };
    expect(await checkPermission({ ...named, author: "octocat" }, undefined)).toEqual({ allowed: true });
    expect(await checkPermission({ ...named, author: "hubot" }, undefined)).toMatchObject({
      ...{ allowed: false, reason: "permission-unknown", role: undefined },
    });
  });

  test.each([
    ["exactly", ["outsider"], true],
    ["without case", ["OutSider"], true],
    ["not where only Unicode folds the case", ["outsıder", "outſider"], false],
    ["not by a part", ["out", "outsiders", "*"], false],
  ])("match a login %s", async (_, allowedUsers, ok) => {
    const { result, requests } = await check({ author: "outsider", allowedUsers });
    expect(result.allowed).toBe(ok);
    expect(requests).toHaveLength(ok ? 0 : 1);
  });

  test.each([
    ["a deleted account", undefined, undefined, "ghost"],
    ["a login of dots, which would change the path of the request", ".", "..", "."],
    ["a login of dots, which would change the path of the request", "..", ".", ".."],
  ])("do not match %s, and GitHub is not asked", async (_, author, rerunBy, login) => {
    const { result, requests } = await check({ author, rerunBy, allowedUsers: ["ghost"] });
    expect(result).toEqual({ allowed: false, reason: "permission", login, role: undefined });
    expect(requests).toEqual([]);
  });
});

describe("on a re-run", () => {
  test("the author alone is checked when the author re-runs, whatever the case", async () => {
    const { result, requests } = await check({ rerunBy: "Maintainer" });
    expect(result).toEqual({ allowed: true });
    expect(requests).toHaveLength(1);
  });

  test.each<[string, string[], object]>([
    ["owner", [], { allowed: true }],
    ["outsider", ["outsider"], { allowed: true }],
    ["outsider", [], { allowed: false, reason: "re-run", login: "outsider", role: "read" }],
    ["nobody", [], { allowed: false, reason: "re-run", login: "nobody", role: undefined }],
    ["ci[Bot]", [], { allowed: false, reason: "re-run", login: "ci[Bot]", role: undefined }],
  ])(
    "another person must be allowed too: %s with allowed-users %j",
    async (rerunBy, allowedUsers, expected) => {
      expect((await check({ rerunBy, allowedUsers })).result).toEqual(expected);
    },
  );

  test("a person with a role does not lend it to the author", async () => {
    const { result } = await check({ author: "outsider", rerunBy: "owner" });
    expect(result).toMatchObject({ allowed: false, reason: "permission", login: "outsider" });
  });

  test("a command is denied when the run does not say who re-runs, whoever wrote it", async () => {
    const { result, requests } = await check({ isRerun: true, allowedUsers: ["maintainer"] });
    expect(result).toEqual({ allowed: false, reason: "re-run", login: "ghost", role: undefined });
    expect(requests).toEqual([]);
  });

  test("a command is denied, with that reason, where GitHub does not say the person's role", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /owner\/permission$/, status: 403 });
    const { result } = await check({ rerunBy: "owner" }, gitHub);
    expect(result).toMatchObject({ allowed: false, reason: "permission-unknown", login: "owner" });
  });

  test("a command is an error without an answer about the person", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /owner\/permission$/, status: 503 });
    await expect(check({ rerunBy: "owner" }, gitHub)).rejects.toMatchObject({ reason: "github" });
  });
});
