import { describe, expect, test } from "vitest";
import { checkPermission, type PermissionRules, type Role } from "../../src/github/permission.ts";
import { clientOf, FakeGitHub, type Refusal } from "./fake-github.ts";

const roles: readonly Role[] = ["read", "triage", "write", "maintain", "admin"];
/** What the endpoint's legacy field says of each role (docs.github.com, "Get repository permissions for a user"). */
const legacy: Record<Role, string> = {
  read: "read",
  triage: "read",
  write: "write",
  maintain: "write",
  admin: "admin",
};

async function asked(gate: Partial<PermissionRules>, gitHub = new FakeGitHub()) {
  const { gitHub: client, requests } = clientOf(gitHub);
  const verdict = await checkPermission(
    {
      author: "maintainer",
      authorIsBot: false,
      rerunBy: undefined,
      required: "write",
      allowedUsers: [],
      ...gate,
    },
    client,
  );
  return { verdict, requests };
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
    const { verdict } = await asked({ author: "somebody", required }, gitHub);
    const reaches = roles.indexOf(role) >= roles.indexOf(required);
    expect(verdict).toEqual(
      reaches
        ? { allowed: true }
        : { allowed: false, reason: "permission", login: "somebody", actualRole: role },
    );
  });

  test.each([
    ["docs-writers", "write", "write", true],
    ["docs-writers", "write", "maintain", false],
    ["docs-writers", "read", "write", false],
    ["docs-writers", "admin", "admin", true],
    ["docs-writers", "none", "read", false],
    ["Admin", "read", "write", false],
    ["docs-writers", "something new", "read", false],
  ] as const)(
    "the custom role %s counts by its legacy permission %s against %s",
    async (role, permission, required, ok) => {
      const gitHub = withRole({ permission, role_name: role });
      const { verdict } = await asked({ author: "somebody", required }, gitHub);
      expect(verdict).toEqual(
        ok
          ? { allowed: true }
          : { allowed: false, reason: "permission", login: "somebody", actualRole: role },
      );
    },
  );

  test("an old server that names no role goes by the legacy permission", async () => {
    expect((await asked({ author: "somebody" }, withRole({ permission: "write" }))).verdict.allowed).toBe(
      true,
    );
    expect((await asked({ author: "somebody" }, withRole({ permission: "read" }))).verdict.allowed).toBe(
      false,
    );
  });

  test("none and unknown roles never reach even read", async () => {
    const { verdict } = await asked(
      { author: "somebody", required: "read" },
      withRole({ permission: "none", role_name: "none" }),
    );
    expect(verdict).toMatchObject({ allowed: false, reason: "permission" });
  });
});

describe("no answer means no", () => {
  const refusals: [string, Omit<Refusal, "path">, string, string][] = [
    ["404", { status: 404 }, "permission", "no role"],
    ["403", { status: 403 }, "permission-unknown", "HTTP 403"],
    ["401", { status: 401 }, "permission-unknown", "HTTP 401"],
    ["500", { status: 500 }, "permission-unknown", "HTTP 500"],
    ["502", { status: 502 }, "permission-unknown", "HTTP 502"],
    ["a broken connection", { error: new Error("read ECONNRESET") }, "permission-unknown", "no answer"],
  ];
  test.each(refusals)("%s", async (_, refusal, reason, has) => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /permission$/, ...refusal });
    const { verdict } = await asked({}, gitHub);
    expect(verdict).toEqual({ allowed: false, reason, login: "maintainer", actualRole: has });
  });

  test("an answer of another shape", async () => {
    for (const role of [
      { permission: "" },
      JSON.parse('{"permission": 5}'),
      JSON.parse('{"role_name": "admin"}'),
    ])
      expect((await asked({ author: "somebody" }, withRole(role))).verdict.allowed).toBe(false);
  });

  test("GitHub failing for a while is tried again", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /permission$/, status: 502, times: 2 });
    const { verdict, requests } = await asked({}, gitHub);
    expect(verdict).toEqual({ allowed: true });
    expect(requests).toHaveLength(3);
  });
});

describe("bots", () => {
  test.each([
    ["by type", "renovate", true],
    ["by name", "renovate[bot]", true],
  ])("pass only by name, whatever their role, told %s", async (_, author, authorIsBot) => {
    const gitHub = withRole({ permission: "admin", role_name: "admin" }, author);
    const { verdict, requests } = await asked({ author, authorIsBot }, gitHub);
    expect(verdict).toEqual({ allowed: false, reason: "bot", login: author, actualRole: "a bot's account" });
    expect(requests).toEqual([]);
    const named = await asked({ author, authorIsBot, allowedUsers: [author] }, gitHub);
    expect(named.verdict).toEqual({ allowed: true });
  });

  test("a person's login does not let the bot of the same name in, nor the other way round", async () => {
    const bot = await asked({ author: "renovate[bot]", authorIsBot: true, allowedUsers: ["renovate"] });
    expect(bot.verdict).toMatchObject({ allowed: false, reason: "bot" });
    const person = await asked({ author: "renovate", allowedUsers: ["renovate[bot]"] });
    expect(person.verdict).toMatchObject({ allowed: false, reason: "permission" });
  });
});

describe("allowed-users", () => {
  test.each([
    ["exactly", ["outsider"], true],
    ["without case", ["OutSider"], true],
    ["among others", ["a", "outsider", "b"], true],
    ["not by a part", ["out", "outsiders", "sider", "*", "outsider*"], false],
    ["not when empty", [], false],
  ])("counts %s", async (_, allowedUsers, ok) => {
    const { verdict, requests } = await asked({ author: "outsider", allowedUsers });
    expect(verdict.allowed).toBe(ok);
    expect(requests).toHaveLength(ok ? 0 : 1);
  });

  test("a deleted account has no name to be allowed by", async () => {
    const { verdict, requests } = await asked({ author: undefined, allowedUsers: ["ghost"] });
    expect(verdict).toEqual({
      allowed: false,
      reason: "permission",
      login: "ghost",
      actualRole: "no account",
    });
    expect(requests).toEqual([]);
  });

  test.each([
    [".", ".."],
    ["..", "."],
  ])("a name of dots (%s) is asked of nobody, as it would change the address", async (author, rerunBy) => {
    const { verdict, requests } = await asked({ author, rerunBy });
    expect(verdict).toEqual({
      allowed: false,
      reason: "permission",
      login: author,
      actualRole: "no account",
    });
    expect(requests).toEqual([]);
  });
});

describe("on a re-run", () => {
  test("the same person is asked about once, whatever the case", async () => {
    const { verdict, requests } = await asked({ rerunBy: "Maintainer" });
    expect(verdict).toEqual({ allowed: true });
    expect(requests).toHaveLength(1);
  });

  test("another person must pass as well", async () => {
    expect((await asked({ rerunBy: "owner" })).verdict).toEqual({ allowed: true });
    expect((await asked({ rerunBy: "outsider" })).verdict).toEqual({
      allowed: false,
      reason: "re-run",
      login: "outsider",
      actualRole: "read",
    });
    expect((await asked({ rerunBy: "nobody" })).verdict).toMatchObject({
      reason: "re-run",
      actualRole: "no role",
    });
    expect((await asked({ rerunBy: "ci[bot]" })).verdict).toMatchObject({
      reason: "re-run",
      login: "ci[bot]",
    });
    expect((await asked({ rerunBy: "outsider", allowedUsers: ["outsider"] })).verdict.allowed).toBe(true);
  });

  test("somebody with a role does not lend it to the author", async () => {
    const { verdict } = await asked({ author: "outsider", rerunBy: "owner" });
    expect(verdict).toMatchObject({ allowed: false, reason: "permission", login: "outsider" });
  });

  test("no answer about who re-runs means no", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /owner\/permission$/, status: 503 });
    expect((await asked({ rerunBy: "owner" }, gitHub)).verdict).toMatchObject({
      reason: "permission-unknown",
      login: "owner",
    });
  });
});
