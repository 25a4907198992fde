import { describe, expect, test } from "vitest";
import { findDashboard, openDashboard } from "../../src/github/dashboard.ts";
import { clientOf, FakeGitHub, type FakeIssue } from "./fake-github.ts";

const title = "Documentation dashboard";
const label = "docs-agent";

/** A GitHub with these issues, oldest first, and its client. */
function withIssues(...issues: Partial<FakeIssue>[]) {
  const fake = new FakeGitHub();
  for (const issue of issues)
    fake.issues.push({
      ...{ number: fake.nextNumber(), title, body: "", login: fake.bot, labels: [label] },
      ...issue,
    });
  return { fake, ...clientOf(fake) };
}

describe("the dashboard", () => {
  test("is opened once, with its label, and found by every later run with one request", async () => {
    const { fake, gitHub, requests } = withIssues();
    // People may have made the label before.
    fake.labels.add(label);
    const number = await openDashboard(gitHub);
    expect(fake.issues).toMatchObject([{ number, title, labels: [label], login: fake.bot }]);
    requests.length = 0;
    expect(await openDashboard(gitHub)).toBe(number);
    expect(requests).toHaveLength(1);
    expect(fake.issues).toHaveLength(1);
  });

  test.each<[string, Partial<FakeIssue>]>([
    ["is closed", { state: "closed" }],
    ["has another title", { title: "Docs", body: "<!-- docs-agent:dashboard -->" }],
    ["has no label any more", { labels: [] }],
    [
      "was opened by the token of the job, before an app's is used",
      { login: "github-actions[bot]" },
    ],
  ])("is the same where it %s", async (_, change) => {
    const { fake, gitHub } = withIssues({ number: 4, ...change });
    expect(await openDashboard(gitHub)).toBe(4);
    expect(fake.issues).toHaveLength(1);
  });

  test("of somebody with a personal token is theirs, and of two the oldest", async () => {
    const own = [{ login: "owner", labels: [] }, { login: "owner" }];
    const { fake, gitHub } = withIssues({ login: "outsider" }, ...own);
    fake.bot = "owner";
    expect(await findDashboard(gitHub)).toBe(2);
  });

  test("is found behind a hundred others that have its label", async () => {
    const others = Array.from({ length: 100 }, () => ({ title: "Broken link" }));
    const { gitHub, requests } = withIssues(...others, {});
    expect(await findDashboard(gitHub)).toBe(101);
    expect(requests).toHaveLength(2);
  });

  test.each<[string, Partial<FakeIssue>]>([
    ["a stranger's issue", { login: "outsider" }],
    ["a stranger's issue without the label", { login: "outsider", labels: [] }],
    ["an issue about something else", { title: "Broken link" }],
    ["a pull request by an app", { pull_request: {} }],
  ])("is not %s that looks like it", async (_, change) => {
    const { fake, gitHub } = withIssues(change);
    const number = await openDashboard(gitHub);
    expect(number).not.toBe(1);
    expect(fake.issues[0]).toMatchObject({ body: "" });
  });

  test("is the oldest where two runs opened one at once", async () => {
    const { fake, gitHub } = withIssues();
    const number = fake.nextNumber();
    const issue = { number, title, body: "", login: fake.bot, labels: [label] };
    // The other run's issue comes between our look and ours.
    fake.refuse({
      ...{ method: "POST", path: /\/labels$/, times: 1 },
      meanwhile: () => fake.issues.push(issue),
    });
    expect(await openDashboard(gitHub)).toBe(number);
    expect(fake.issues).toHaveLength(2);
  });

  test.each([
    ["issues are disabled", { path: /\/issues/, status: 410 }, 410],
    ["the token may make no label", { method: "POST", path: /\/labels$/, status: 403 }, 403],
    ["GitHub is away", { method: "POST", path: /\/issues$/, status: 502 }, 502],
  ])("is an error where %s", async (_, refusal, status) => {
    const { fake, gitHub } = withIssues();
    fake.refuse(refusal);
    await expect(openDashboard(gitHub)).rejects.toMatchObject({ name: "GitHubError", status });
    expect(fake.issues).toEqual([]);
  });

  test("is not opened twice where GitHub's answer is lost, and is there for the next run", async () => {
    const { fake, gitHub } = withIssues();
    fake.refuse({ method: "POST", path: /\/issues$/, times: 1, status: 502, acts: true });
    await expect(openDashboard(gitHub)).rejects.toMatchObject({ name: "GitHubError" });
    expect(await openDashboard(gitHub)).toBe(1);
    expect(fake.issues).toHaveLength(1);
  });

  test("is not known where GitHub does not name us", async () => {
    const { fake, gitHub } = withIssues({ labels: [] });
    fake.refuse({ path: /graphql/, status: 502 });
    await expect(openDashboard(gitHub)).rejects.toMatchObject({ name: "GitHubError" });
  });
});
