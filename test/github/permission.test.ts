import { describe, expect, test } from "vitest";
import { checkPermission, type PermissionRules, type Role } from "../../src/github/permission.ts";
import { clientOf, FakeGitHub, type Refusal } from "./fake-github.ts";

const roles: readonly Role[] = ["read", "triage", "write", "maintain", "admin"];
/** The endpoint's legacy field for each role (docs.github.com, "Get repository permissions for a user"). */
const legacy: Record<Role, string> = {
  ...{ read: "read", triage: "read", write: "write", maintain: "write", admin: "admin" },
};

async function check(rules: Partial<PermissionRules>, gitHub = new FakeGitHub()) {
  const { gitHub: client, requests } = clientOf(gitHub);
  const defaults = { author: "maintainer", authorIsBot: false, rerunBy: undefined } as const;
  const all = { ...defaults, required: "write", allowedUsers: [], ...rules } as const;
  return { result: await checkPermission(all, client), requests };
}

function withRole(role: { permission: string; role_name?: string }, login = "somebody"): FakeGitHub {
  const gitHub = new FakeGitHub();
  gitHub.roles.set(login, role);
  return gitHub;
}

describe("roles", () => {
  const matrix = roles.flatMap((role) => roles.map((required): [Role, Role] => [role, required]));

  test.each(matrix)("%s where %s is required", async (role, required) => {
    const gitHub = withRole({ permission: legacy[role], role_name: role });
    const { result } = await check({ author: "somebody", required }, gitHub);
    const denied = { allowed: false, reason: "permission", login: "somebody", actualRole: role };
    expect(result).toEqual(roles.indexOf(role) >= roles.indexOf(required) ? { allowed: true } : denied);
  });

  test.each<[string | undefined, string, Role, boolean]>([
    ["docs-writers", "write", "write", true],
    ["docs-writers", "write", "maintain", false],
    ["docs-writers", "read", "write", false],
    ["docs-writers", "admin", "admin", true],
    ["docs-writers", "none", "read", false],
    ["docs-writers", "something new", "read", false],
    ["Admin", "read", "write", false],
    ["none", "none", "read", false],
    [undefined, "write", "write", true],
    [undefined, "read", "write", false],
  ])(
    "a custom role (%s) has its legacy permission %s: against %s, %s",
    async (role, permission, required, ok) => {
      const named = role === undefined ? {} : { role_name: role };
      const { result } = await check({ author: "somebody", required }, withRole({ permission, ...named }));
      const denied = {
        allowed: false,
        reason: "permission",
        login: "somebody",
        actualRole: role ?? permission,
      };
      expect(result).toEqual(ok ? { allowed: true } : denied);
    },
  );
});

describe("without an answer", () => {
  test.each<[string, Omit<Refusal, "path">, string, string]>([
    ["404", { status: 404 }, "permission", "no role"],
    ...[401, 403, 500, 502].map((status): [string, Omit<Refusal, "path">, string, string] => [
      ...([`${status}`, { status }, "permission-unknown", `HTTP ${status}`] as const),
    ]),
    ["a broken connection", { error: new Error("read ECONNRESET") }, "permission-unknown", "no answer"],
  ])("a command is denied: %s", async (_, refusal, reason, actualRole) => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /permission$/, ...refusal });
    const { result } = await check({}, gitHub);
    expect(result).toEqual({ allowed: false, reason, login: "maintainer", actualRole });
  });

  test.each([{ permission: "" }, JSON.parse('{"permission":5}'), JSON.parse('{"role_name":"admin"}')])(
    "of the right shape, a command is denied: %j",
    async (role) => {
      expect((await check({ author: "somebody" }, withRole(role))).result.allowed).toBe(false);
    },
  );

  test("at first, GitHub is asked again", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /permission$/, status: 502, times: 2 });
    const { result, requests } = await check({}, gitHub);
    expect(result).toEqual({ allowed: true });
    expect(requests).toHaveLength(3);
  });
});

describe("bots", () => {
  test.each([
    ["its type", "renovate", true],
    ["its name", "renovate[bot]", true],
  ])("are allowed only by name, whatever their role: a bot by %s", async (_, author, authorIsBot) => {
    const gitHub = withRole({ permission: "admin", role_name: "admin" }, author);
    const { result, requests } = await check({ author, authorIsBot }, gitHub);
    expect(result).toEqual({ allowed: false, reason: "bot", login: author, actualRole: "a bot's account" });
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
  test.each([
    ["exactly", ["outsider"], true],
    ["without case", ["OutSider"], true],
    ["among others", ["a", "outsider", "b"], true],
    ["not by a part", ["out", "outsiders", "sider", "*", "outsider*"], false],
    ["not when empty", [], false],
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
    expect(result).toEqual({ allowed: false, reason: "permission", login, actualRole: "no account" });
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
    ["outsider", [], { allowed: false, reason: "re-run", login: "outsider", actualRole: "read" }],
    ["nobody", [], { allowed: false, reason: "re-run", login: "nobody", actualRole: "no role" }],
    ["ci[bot]", [], { allowed: false, reason: "re-run", login: "ci[bot]", actualRole: "a bot's account" }],
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

  test("a command is denied without an answer about the person", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /owner\/permission$/, status: 503 });
    const { result } = await check({ rerunBy: "owner" }, gitHub);
    expect(result).toMatchObject({ allowed: false, reason: "permission-unknown", login: "owner" });
  });
});
